import type { Founder, FounderType } from '../../../src/domain/company.ts';
import { inventWord } from '../brand.ts';
import type { Dirt } from '../dirt.ts';
import { splitHundred, writeFounders } from '../founders.ts';
import { inventGivenName, inventPeople, inventPerson } from '../person.ts';
import { integer, pick, type Random } from '../random.ts';
import { type Row, setFounders } from '../row.ts';

/** Dirt in founders who come together. */
export const founderListDirt = {
  /** 3: ten to twenty companies in quotes, no share beside any. */
  founders_quoted_list: {
    share: 0.002,
    spoil(row, { random }) {
      list(row, inventQuotedCompanies(random), 'persoana_juridica');
    },
  },
  /** 4: the commas are inside one person's name. */
  founder_with_commas: {
    share: 0.001,
    spoil(row, { random, spell }) {
      const [first, ...others] = [inventPerson(random), inventGivenName(random), 'LUCA'].map(spell);
      const name = [first, ...others].join(', ');
      setFounders(row, `${name} (100,00%)`, [{ name, share: '100,00%', type: 'persoana_fizica' }]);
    },
  },
  /** 4: two people hold one share, and the register does not say how they divide it. */
  founders_joint: {
    share: 0.003,
    spoil(row, { random, spell }) {
      const [first, second, third] = inventPeople(random, 3).map(spell);
      const founders: Founder[] = [
        { name: `${first}, ${second}`, share: '25,00%', type: 'persoana_fizica' },
        { name: third ?? '', share: '75,00%', type: 'persoana_fizica' },
      ];
      setFounders(row, writeFounders(founders), founders);
      row.flags.push('founders_joint');
    },
  },
  /** 4: several names and no share: each is a founder. */
  founders_without_share: {
    share: 0.005,
    spoil(row, { random, spell }) {
      list(row, inventPeople(random, integer(random, 2, 6)).map(spell), 'persoana_fizica');
    },
  },
  /** 5: a count of members in place of their names. */
  founders_counted: {
    share: 0.002,
    spoil(row, { random }) {
      list(row, [`TOTAL ${integer(random, 5, 400)} MEMBRI`], 'grup');
    },
  },
  /** 5: the members of an association, not named. */
  founders_members: {
    share: 0.001,
    spoil(row, { spell }) {
      list(row, [spell('MEMBRII ASOCIAȚIEI -PERSOANE FIZICE')], 'grup');
    },
  },
  /** 5: the people who worked in a privatised enterprise. */
  founders_staff: {
    share: 0.001,
    spoil(row, { random, spell }) {
      const name = spell(`COLECTIVUL DE MUNCĂ AL FABRICII ${inventWord(random)}`);
      setFounders(row, `${name} (100,00%)`, [{ name, share: '100,00%', type: 'grup' }]);
    },
  },
  /** 8: more than 4,096 characters in one cell. */
  founders_long: {
    share: 0.0005,
    spoil(row, { random, spell }) {
      const people = inventPeople(random, integer(random, 200, 260)).map(spell);
      const shares = splitHundred(random, people.length);
      const founders = people.map(
        (name, index): Founder => ({ name, share: shares[index] ?? null, type: 'persoana_fizica' }),
      );
      setFounders(row, writeFounders(founders), founders);
    },
  },
} satisfies Record<string, Dirt>;

function list(row: Row, names: string[], type: FounderType): void {
  const founders = names.map((name): Founder => ({ name, share: null, type }));
  setFounders(row, names.join(', '), founders);
}

function inventQuotedCompanies(random: Random): string[] {
  const names = new Set<string>();
  const count = integer(random, 10, 20);
  while (names.size < count) {
    const form = pick(random, ['S.R.L.', 'S.A.', 'Î.I.', 'C.P.']);
    names.add(`"${inventWord(random)}" ${form}`);
  }
  return [...names];
}
