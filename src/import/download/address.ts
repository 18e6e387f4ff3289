import { isLoopback } from '../../domain/account/network.ts';
import { ImportRefusal } from '../../domain/errors.ts';

const MAX_NAME_LENGTH = 200;
/** A value of `filename` or `filename*` (RFC 6266), the latter without its language. */
const FILE_NAME = /filename\*?\s*=\s*(?:utf-8'[^']*')?(?:"([^"]*)"|([^;\s]+))/gi;

/** Null for the name of a file. Throws ImportRefusal for an address that may not be fetched. */
export function toAddress(text: string): URL | null {
  if (!/^(https?:|[a-z][a-z\d+.-]*:\/\/)/i.test(text)) return null;
  const url = URL.parse(text);
  if (url === null) throw new ImportRefusal(`${JSON.stringify(text)} is not a web address`);
  return requireAllowed(url);
}

/**
 * Throws ImportRefusal unless nobody on the way can read or change what comes: https, or http on
 * this machine.
 */
export function requireAllowed(url: URL): URL {
  const isEncrypted = url.protocol === 'https:';
  if (!isEncrypted && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new ImportRefusal(
      `${describeAddress(url)} is not encrypted: give an https address, or download the file and ` +
        'import that',
    );
  }
  if (url.username === '' && url.password === '') return url;
  throw new ImportRefusal(
    `${describeAddress(url)} was given with a user or password: download the file and import that`,
  );
}

/** For messages: without user, password and query, which may be secret. */
export function describeAddress({ origin, protocol, host, pathname }: URL): string {
  return origin === 'null' ? `${protocol}//${host}${pathname}` : `${origin}${pathname}`;
}

/** The name of a dump: that of the header `Content-Disposition`, otherwise the end of the path. */
export function toFileName(url: URL, disposition: string | null): string {
  const given = [...(disposition ?? '').matchAll(FILE_NAME)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
  // `filename*` comes last where both are there.
  const names = [...given.toReversed(), url.pathname].map(toBaseName);
  return names.find((name) => /[^.]/.test(name)) ?? 'dump';
}

function toBaseName(text: string): string {
  const decoded = decode(text);
  const name = decoded.slice(Math.max(decoded.lastIndexOf('/'), decoded.lastIndexOf('\\')) + 1);
  return name.replace(/\p{C}/gu, '').trim().slice(-MAX_NAME_LENGTH);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
