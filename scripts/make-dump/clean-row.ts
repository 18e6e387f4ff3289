import { licensedClasses, unlicensedClasses } from './classification.ts';
import type { SyntheticCompany } from './company.ts';
import { toSerial } from './days.ts';
import { readRoles, writeDirectors } from './directors.ts';
import { writeFounders } from './founders.ts';
import { deriveStatus, type Row } from './row.ts';

const unlicensedById = new Map(unlicensedClasses.map((entry) => [entry.id, entry]));
const licensedById = new Map(licensedClasses.map((entry) => [entry.id, entry]));

/** The row that a company has where nothing is wrong with it, and what it must be stored as. */
export function writeCleanRow(source: SyntheticCompany, date1904: boolean): Row {
  const { idno, form, name, address, liquidatedOn, founders, registeredOn } = source;
  const directors = readRoles(source.directors);
  const activities = source.unlicensed.flatMap((id) => unlicensedById.get(id) ?? []);
  return {
    cells: {
      idno: Number(idno),
      regDate: toSerial(registeredOn, date1904),
      name,
      legalForm: form.words,
      address: address.text,
      cuatm: address.cuatm,
      directors: writeDirectors(source.directors),
      founders: writeFounders(founders) || null,
      unlicensed: writeIds(source.unlicensed),
      licensed: writeIds(source.licensed),
      liquidationDate: liquidatedOn === null ? null : toSerial(liquidatedOn, date1904),
      status: null,
    },
    idno,
    outcome: 'stored',
    expected: {
      idno,
      name,
      legalForm: form.abbreviation,
      status: deriveStatus(directors, liquidatedOn),
      regDate: registeredOn,
      address: address.text,
      region: String(address.cuatm).padStart(4, '0'),
      capital: null,
      vatPayer: null,
      caemMain: activities[0]?.code ?? null,
      founders,
      admins: directors.map((director) => director.name),
      caem: activities.map(({ code, label }, index) => ({ code, label, main: index === 0 })),
    },
    flags: form.abbreviation === null ? ['legal_form_unknown'] : [],
    directors,
    licensedActivities: source.licensed.flatMap((id) => licensedById.get(id)?.label ?? []),
    liquidatedOn,
  };
}

/** A single ID is a number cell, several are text. */
function writeIds(ids: number[]): string | number | null {
  if (ids.length === 0) return null;
  return ids.length === 1 ? (ids[0] ?? null) : ids.join(', ');
}
