import { hash } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RULES_VERSION } from '../../domain/register/record.ts';
import type { ImportRun, ImportSource } from '../../store/port/imports.ts';
import type { ImportStores } from '../context.ts';
import type { DumpWork } from '../dump/import-dump.ts';
import { describeAddress, toFileName } from './address.ts';
import { findNewestWorkbook, isDataSet, MAX_DESCRIPTION_BYTES } from './ckan.ts';
import { type DownloadOptions, downloadFile, downloadText, toMebibytes } from './download.ts';

/** Folders of downloads whose process was killed are deleted after this time. */
const ABANDONED_MS = 86_400_000;
const PREFIX = 'registru-download-';

export interface FetchRequest extends DownloadOptions {
  store: Pick<ImportStores, 'imports'>;
  /** Of a dump, or of a CKAN data set, which stands for its newest XLSX file. */
  address: URL;
  kind: DumpWork['kind'];
  /** Whether the dump is fetched even if it was imported last. */
  always: boolean;
  /** For the file, and for the file of its rejected rows. */
  folder: string;
}

export interface FetchedDump {
  work: Pick<DumpWork, 'path' | 'rejectsOf' | 'source'>;
  /** Deletes the file. */
  remove(): Promise<void>;
}

/**
 * Downloads a dump to a temporary file; returns the last import instead if the server says that it
 * was of the same file. Throws ImportRefusal.
 */
export async function fetchDump(request: FetchRequest): Promise<FetchedDump | ImportRun> {
  const { address, folder } = request;
  const url = isDataSet(address)
    ? findNewestWorkbook(
        address,
        await downloadText(address, { ...request, maxBytes: MAX_DESCRIPTION_BYTES }),
      )
    : address;
  // Only the hash is stored: a query may contain a secret.
  const addressHash = hash('sha256', url.href);
  const last = request.always ? null : await findLast(request, addressHash);
  await removeAbandoned(folder);
  const own = await mkdtemp(join(folder, PREFIX));
  const remove = () => rm(own, { recursive: true, force: true });
  try {
    const draft = join(own, 'draft');
    const downloaded = await downloadFile(url, draft, last?.source ?? null, request);
    if (downloaded === null && last !== null) {
      await remove();
      return last;
    }
    if (downloaded === null) throw new Error('the server answered 304 to an unconditional request');
    const { bytes, disposition, etag, lastModified } = downloaded;
    const name = toFileName(downloaded.url, disposition);
    const path = join(own, name);
    if (path !== draft) await rename(draft, path);
    request.note(`${name}: ${toMebibytes(bytes)} from ${describeAddress(downloaded.url)}`);
    const source = { addressHash, etag, lastModified };
    return { work: { path, rejectsOf: join(folder, name), source }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The last import of this kind, if it was of this address, by the rules of this version. */
async function findLast(
  { store, kind }: FetchRequest,
  addressHash: ImportSource['addressHash'],
): Promise<ImportRun | null> {
  const last = await store.imports.findLastRun({ kinds: [kind], sample: false });
  const isSame = last?.source?.addressHash === addressHash && last.rulesVersion === RULES_VERSION;
  return isSame ? last : null;
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    const isOld = found !== null && Date.now() - found.mtimeMs > ABANDONED_MS;
    if (isOld) await rm(path, { recursive: true, force: true });
  }
}
