import { tmpdir } from 'node:os';
import { FileFault } from '../../domain/errors.ts';
import { quote } from '../quote.ts';
import type { SourceFile } from '../table/source-file.ts';
import { READ_LIMITS, type ReadLimits, type ReadOptions, type TableFile } from '../table/table.ts';
import { openArchive, type XlsxArchive } from './archive.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheet } from './sheet.ts';
import type { TemporaryStrings } from './temporary-strings.ts';
import { readWorkbook } from './workbook.ts';

/**
 * Opens a workbook whose rows are read on demand. The strings that cells share are
 * unpacked into a temporary file at the first call of `rows`. Throws FileFault.
 */
export async function openXlsxFile(file: SourceFile, options: ReadOptions): Promise<TableFile> {
  const limits = { ...READ_LIMITS, ...options.limits };
  const archive = await openArchive(file, limits, options.chunkBytes);
  const { sheets, hiddenSheets, sharedStrings, date1904 } = await readWorkbook(archive, limits);
  for (const part of sheets.values()) checkPart(archive, part);
  if (sharedStrings !== null) checkPart(archive, sharedStrings);

  let strings: Promise<TemporaryStrings | null> | null = null;
  const loadStrings = () => {
    strings ??= readStrings(archive, sharedStrings, limits, options.temporaryFolder ?? tmpdir());
    return strings;
  };
  return {
    sheets: [...sheets.keys()],
    hiddenSheets,
    date1904,
    isDelimited: false,
    async *rows(sheet) {
      const part = sheets.get(sheet);
      if (part === undefined) throw toMissingSheet(file, sheet, sheets.keys());
      const context = {
        label: archive.label(part),
        strings: await loadStrings(),
        date1904,
        limits,
      };
      yield* readSheet(archive.read(part), context);
    },
    async close() {
      // An error of the strings was thrown by `rows`.
      const loaded = await strings?.catch(() => null);
      loaded?.close();
      strings = null;
      await file.handle.close();
    },
  };
}

async function readStrings(
  archive: XlsxArchive,
  part: string | null,
  limits: ReadLimits,
  folder: string,
): Promise<TemporaryStrings | null> {
  if (part === null) return null;
  return await readSharedStrings(archive.read(part), archive.label(part), limits, folder);
}

function checkPart(archive: XlsxArchive, part: string): void {
  if (!archive.has(part)) {
    throw new FileFault(`${archive.label(part)} is missing: save the file again as XLSX`);
  }
}

function toMissingSheet(file: SourceFile, sheet: string, sheets: Iterable<string>): FileFault {
  const present = [...sheets].slice(0, 10).map((name) => quote(name));
  return new FileFault(`${file.name} has no sheet ${quote(sheet)}, it has ${present.join(', ')}`);
}
