import { FileFault } from '../../domain/errors.ts';
import type { CellValue } from '../../domain/register/cell.ts';
import type { RegisterCells } from '../../domain/register/record.ts';
import { toLine } from '../../domain/register/text.ts';
import { quote, quoteList } from '../quote.ts';
import type { TableRow } from '../table/table.ts';
import { foldHeader } from './header.ts';

type Column = keyof RegisterCells;

/** Of a column that the sheet does not have; no row has a cell there. */
const NOWHERE = -1;

/** Where each column stands in the sheet, from 0. */
export type ColumnPlaces = Readonly<Record<Column, number>>;

interface Heading {
  title: string;
  ways: readonly RegExp[];
  /** Some years' layouts lack the column. */
  isOptional?: boolean;
}

/** How the register has headed its columns, folded; a later way counts where no earlier one fits. */
const HEADERS: Readonly<Record<Column, Heading>> = {
  idno: { title: 'IDNO/ Cod fiscal', ways: [/^idno/] },
  regDate: { title: 'Data înregistrării', ways: [/^data(?:de)?inregistr/] },
  name: { title: 'Denumirea completă', ways: [/^denumireacompleta/, /^denumire/] },
  legalForm: { title: 'Forma org./jurid.', ways: [/^forma(?:org|deorg|jurid)/] },
  address: { title: 'Adresa', ways: [/^adresa/] },
  cuatm: { title: 'CUATM', ways: [/cuatm/, /^codulunitatiiadministr/] },
  directors: { title: 'Lista conducătorilor', ways: [/^listaconducatorilor/, /^conducator/] },
  founders: { title: 'Lista fondatorilor', ways: [/^listafondatorilor/, /^fondator/] },
  unlicensed: {
    title: 'Genuri de activitate nelicenţiate',
    ways: [/^genuri(?:le)?deactivitatenelicen/],
  },
  licensed: {
    title: 'Genuri de activitate licenţiate',
    ways: [/^genuri(?:le)?deactivitatelicen/],
  },
  liquidationDate: { title: 'Data lichidării', ways: [/^data(?:lichid|radier)/] },
  // Of the layouts of 2018 to 2022.
  status: {
    title: 'Statutul',
    ways: [/^statut/, /^(?:status(?:ul)?|starea)(?:juridica?)?$/],
    isOptional: true,
  },
};

/** Whether a header names every column of the register. */
export function hasRegisterColumns(cells: readonly CellValue[]): boolean {
  const folded = cells.map((cell) => (typeof cell === 'string' ? foldHeader(cell) : ''));
  return Object.values(HEADERS).every(
    ({ ways, isOptional }) =>
      isOptional || ways.some((way) => folded.some((title) => way.test(title))),
  );
}

/** Whether a row is the one that heads the columns: the first in which a cell begins with IDNO. */
export function isHeader(cells: readonly CellValue[]): boolean {
  return cells.some((cell) => typeof cell === 'string' && foldHeader(cell).startsWith('idno'));
}

/** Finds every column by its header, in whatever order. Throws FileFault where one is missing. */
export function findColumns({ number, cells }: TableRow, fileName: string): ColumnPlaces {
  const folded = cells.map((cell) => (typeof cell === 'string' ? foldHeader(cell) : ''));
  const find = (column: Column): number => {
    const { title, ways, isOptional } = HEADERS[column];
    for (const way of ways) {
      const places = [...folded.keys()].filter((place) => way.test(folded[place] ?? ''));
      const [first, second] = places;
      if (first === undefined) continue;
      if (second === undefined) return first;
      const names = places.map((place) => quote(toLine(String(cells[place]))));
      throw new FileFault(
        `${fileName} has ${names.length} columns that may be ${quote(title)}: ` +
          `${names.join(', ')}; rename or remove all but one`,
      );
    }
    if (isOptional) return NOWHERE;
    throw new FileFault(
      `${fileName} has no column ${quote(title)}; row ${number} has ${quoteList(cells)}: ` +
        'fetch the full export, or restore the header of the column',
    );
  };
  return {
    idno: find('idno'),
    regDate: find('regDate'),
    name: find('name'),
    legalForm: find('legalForm'),
    address: find('address'),
    cuatm: find('cuatm'),
    directors: find('directors'),
    founders: find('founders'),
    unlicensed: find('unlicensed'),
    licensed: find('licensed'),
    liquidationDate: find('liquidationDate'),
    status: find('status'),
  };
}

export function pickCells(cells: readonly CellValue[], places: ColumnPlaces): RegisterCells {
  return {
    idno: cells[places.idno] ?? null,
    regDate: cells[places.regDate] ?? null,
    name: cells[places.name] ?? null,
    legalForm: cells[places.legalForm] ?? null,
    address: cells[places.address] ?? null,
    cuatm: cells[places.cuatm] ?? null,
    directors: cells[places.directors] ?? null,
    founders: cells[places.founders] ?? null,
    unlicensed: cells[places.unlicensed] ?? null,
    licensed: cells[places.licensed] ?? null,
    liquidationDate: cells[places.liquidationDate] ?? null,
    status: cells[places.status] ?? null,
  };
}
