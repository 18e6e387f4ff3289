import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { OPENAPI } from '../openapi.ts';
import { type ArchiveFile, packTar } from './tar.ts';
import { packZip } from './zip.ts';

const CLIENTS = join(import.meta.dirname, '../../../clients');
/** In the clients' files in place of the address of the service, and of the version. */
const FILE_BASE_URL = 'http://127.0.0.1:3000';
const FILE_VERSION = /\bVERSION\b|\b0\.0\.0\b/g;
const GZIP_SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

const { version } = OPENAPI.info;
/** As PEP 440 writes it: what is not released comes before its release. */
const pythonVersion = version.replace('-unreleased', '.dev0');

/** A client in the form in which package managers install it. */
export interface ClientPackage {
  path: string;
  type: string;
  /** Its bytes are the same wherever and whenever they are made: lock files have their hash. */
  pack: (baseUrl: string) => Buffer;
}

export const TYPESCRIPT_PACKAGE: ClientPackage = {
  path: `/sdk/registru-${version}.tgz`,
  type: 'application/gzip',
  pack(baseUrl) {
    const read = (name: string) => readClientFile(`typescript/${name}`, baseUrl, version);
    const names = ['package.json', 'README.md', ...listFiles('typescript/dist', 'dist/')];
    const tar = packTar(names.map((name) => ({ name: `package/${name}`, content: read(name) })));
    // Uncompressed, because compressed bytes differ between versions of zlib.
    const gzipped = gzipSync(tar, { level: 0 });
    gzipped[GZIP_SYSTEM_BYTE] = UNKNOWN_SYSTEM;
    return gzipped;
  },
};

export const PYTHON_PACKAGE: ClientPackage = {
  path: `/sdk/registru-${pythonVersion}-py3-none-any.whl`,
  type: 'application/zip',
  pack(baseUrl) {
    const read = (name: string) => readClientFile(`python/${name}`, baseUrl, pythonVersion);
    const info = `registru-${pythonVersion}.dist-info`;
    const wheel =
      'Wheel-Version: 1.0\nGenerator: registru\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
    const files = [
      ...listFiles('python/registru', 'registru/').map((name) => ({ name, content: read(name) })),
      {
        name: `${info}/METADATA`,
        content: Buffer.concat([read('METADATA'), read('README.md')]),
      },
      { name: `${info}/WHEEL`, content: Buffer.from(wheel) },
    ];
    return packZip([...files, toRecord(`${info}/RECORD`, files)]);
  },
};

/** The list of a wheel's files with their hashes, which does not have its own. */
function toRecord(name: string, files: readonly ArchiveFile[]): ArchiveFile {
  const lines = files.map((file) => {
    const hash = createHash('sha256').update(file.content).digest('base64url');
    return `${file.name},sha256=${hash},${file.content.length}\n`;
  });
  return { name, content: Buffer.from(`${lines.join('')}${name},,\n`) };
}

/** The files of a folder, in the same order everywhere. */
function listFiles(folder: string, prefix: string): string[] {
  const names = readdirSync(join(CLIENTS, folder), { withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => prefix + entry.name);
  return files.toSorted();
}

/** Only documents have the address and the version. */
function readClientFile(path: string, baseUrl: string, itsVersion: string): Buffer {
  const content = readFileSync(join(CLIENTS, path));
  if (!/(?:README\.md|package\.json|METADATA)$/.test(path)) return content;
  const text = content.toString().replace(FILE_VERSION, itsVersion);
  return Buffer.from(text.replaceAll(FILE_BASE_URL, () => baseUrl));
}
