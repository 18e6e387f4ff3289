import type { SourceFile } from '../table/source-file.ts';
import type { ReadSettings, TableFile } from '../table/table.ts';
import { openArchive } from './archive.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheet } from './sheet.ts';
import type { TemporaryStrings } from './temporary-strings.ts';
import { readWorkbook } from './workbook.ts';

/**
 * Opens a workbook whose rows are read on demand. The strings that cells share are
 * unpacked into a temporary file at the first call of `rows`. Throws FileFault.
 */
export async function openXlsxFile(
  file: SourceFile,
  { limits, chunkBytes, temporaryFolder }: ReadSettings,
): Promise<TableFile> {
  const archive = await openArchive(file, limits, chunkBytes);
  const workbook = await readWorkbook(archive, limits);
  const { sheets, hiddenSheets, sharedStrings, date1904 } = workbook;
  for (const part of sheets.values()) archive.find(part);
  if (sharedStrings !== null) archive.find(sharedStrings);

  let strings: Promise<TemporaryStrings> | null = null;
  const loadStrings = (part: string) => {
    const label = archive.label(part);
    strings ??= readSharedStrings(archive.read(part), label, limits, temporaryFolder);
    return strings;
  };
  return {
    sheets: [...sheets.keys()],
    hiddenSheets,
    date1904,
    isDelimited: false,
    async *rows(sheet) {
      const part = sheets.get(sheet) ?? '';
      yield* readSheet(archive.read(part), {
        label: archive.label(part),
        strings: sharedStrings === null ? null : await loadStrings(sharedStrings),
        date1904,
        limits,
      });
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
