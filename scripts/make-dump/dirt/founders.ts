import { inventWord } from '../brand.ts';
import type { Dirt } from '../dirt.ts';
import { inventIdno } from '../idno.ts';
import { inventCyrillicPerson, inventPerson, inventPersonalNumber } from '../person.ts';
import { integer, pick } from '../random.ts';
import { setFounders } from '../row.ts';

const cyrillicCompanies = [
  'ООО "ДОРНИКА-ТРЕЙД"',
  'ТОВ "ПЛАЙ-ЗБУТ"',
  'ООО «ВЕРЛАН ГРУПП»',
  'ТОВ КОДРЕКС',
];

/** Dirt in single founders. */
export const founderDirt = {
  /** 1: names in Cyrillic letters. */
  founders_cyrillic: {
    share: 0.005,
    spoil(row, { random }) {
      const company = pick(random, cyrillicCompanies);
      const person = inventCyrillicPerson(random);
      setFounders(row, `${company} (60,00%), ${person} (40,00%)`, [
        { name: company, share: '60,00%', type: 'persoana_juridica' },
        { name: person, share: '40,00%', type: 'persoana_fizica' },
      ]);
    },
  },
  /** 2: number and address stand with the name, a line break between them. */
  founder_with_address: {
    share: 0.001,
    spoil(row, { random, spell }) {
      const name = spell(`ORGANIZAȚIA DE CREDITARE NEBANCARĂ ”${inventWord(random)}-CAPITAL” SRL`);
      const idno = inventIdno(integer(random, 1, 99_999), integer(random, 0, 99_999));
      const street = spell(`STRADA VALEA ȘESULUI ${integer(random, 1, 90)}/2, MUN. CHIȘINĂU.`);
      const lineBreak = pick(random, ['\n', '\r\n']);
      const cell = `${name}, IDNO ${idno}${lineBreak}MD-2028, ${street} (100,00%)`;
      setFounders(row, cell, [{ name, share: '100,00%', type: 'persoana_juridica' }]);
    },
  },
  founder_personal_number: {
    share: 0.001,
    spoil(row, { random, spell }) {
      const name = spell(inventPerson(random));
      const cell = `${name} ${inventPersonalNumber(random)} (100,00%)`;
      setFounders(row, cell, [{ name, share: '100,00%', type: 'persoana_fizica' }]);
      row.flags.push('personal_number_cut');
    },
  },
  /** 5: the state. */
  founder_state: {
    share: 0.001,
    spoil(row) {
      setFounders(row, 'STATUL (100,00%)', [{ name: 'STATUL', share: '100,00%', type: 'stat' }]);
    },
  },
  /** 6: no name at all. */
  founders_junk: {
    share: 0.002,
    spoil(row, { random }) {
      setFounders(row, pick(random, [',', '< <', '1']), []);
      row.flags.push('founders_junk');
    },
  },
} satisfies Record<string, Dirt>;
