import type { SyntheticCompany } from './company.ts';
import { toSerial } from './days.ts';
import { writeDirectors } from './directors.ts';
import { writeFounders } from './founders.ts';
import { deriveStatus, type Row } from './row.ts';

/** The row that a company has where nothing is wrong with it, and what it must be stored as. */
export function writeCleanRow(company: SyntheticCompany, date1904: boolean): Row {
  const { idno, form, name, address, liquidatedOn, directors, founders, registeredOn } = company;
  return {
    cells: {
      idno: Number(idno),
      regDate: toSerial(registeredOn, date1904),
      name,
      legalForm: form.words,
      address: address.text,
      cuatm: address.cuatm,
      directors: writeDirectors(directors),
      founders: writeFounders(founders) || null,
      unlicensed: writeIds(company.unlicensed),
      licensed: writeIds(company.licensed),
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
      caemMain: company.unlicensed[0]?.code ?? null,
      founders,
      admins: directors.map((director) => director.name),
      caem: company.unlicensed.map(({ code, label }, at) => ({ code, label, main: at === 0 })),
    },
    flags: form.abbreviation === null ? ['legal_form_unknown'] : [],
    directors,
    licensedActivities: company.licensed.map(({ label }) => label),
    liquidatedOn,
  };
}

/** A single ID is a number cell, several are text. */
function writeIds(classes: readonly { id: number }[]): string | number | null {
  const [first, ...others] = classes.map(({ id }) => id);
  return others.length === 0 ? (first ?? null) : `${first}, ${others.join(', ')}`;
}
