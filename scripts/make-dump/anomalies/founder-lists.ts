import type { Founder } from '../../../src/domain/company.ts';
import type { Anomaly } from '../anomalies.ts';
import { makeWord } from '../brand.ts';
import { organisation, person, splitHundred, writeFounders } from '../founders.ts';
import { makePeople } from '../person.ts';
import { integer, pick, type Random } from '../random.ts';
import { setFounders } from '../row.ts';
import { founded } from './template.ts';

const group = (name: string, share: string | null = null): Founder => {
  return { name, share, type: 'grup' };
};
const MEMBERS = 'MEMBRII ASOCIAȚIEI -PERSOANE FIZICE';
const STAFF = 'COLECTIVUL DE MUNCĂ AL FABRICII {word}';

/** Anomalies of founders who come together. */
export const founderListAnomalies = {
  /** Ten to twenty companies in quotes, no share beside any. */
  founders_quoted_list: listed(0.002, (random) => makeQuotedCompanies(random).map(toOrganisation)),
  /** The commas are inside one person's name. */
  founder_with_commas: founded(0.001, '{person}, {given}, LUCA (100,00%)', [
    person('{person}, {given}, LUCA', '100,00%'),
  ]),
  /** Two people hold one share, and the register does not say how they divide it. */
  founders_joint: founded(
    0.003,
    '{person}, {person2} (25,00%), {person3} (75,00%)',
    [person('{person}, {person2}', '25,00%'), person('{person3}', '75,00%')],
    'founders_joint',
  ),
  /** Several names and no share: each is a founder. */
  founders_without_share: listed(0.005, (random) =>
    makePeople(random, integer(random, 2, 6)).map((name) => person(name)),
  ),
  /** A count of members in place of their names. */
  founders_counted: founded(0.002, 'TOTAL {count} MEMBRI', [group('TOTAL {count} MEMBRI')]),
  /** The members of an association, not named. */
  founders_members: founded(0.001, MEMBERS, [group(MEMBERS)]),
  /** The people who worked in a privatised enterprise. */
  founders_staff: founded(0.001, `${STAFF} (100,00%)`, [group(STAFF, '100,00%')]),
  /** More than 4,096 characters in one cell. */
  founders_long: listed(0.0005, (random) => {
    const people = makePeople(random, integer(random, 200, 260));
    const shares = splitHundred(random, people.length);
    return people.map((name, index) => person(name, shares[index]));
  }),
} satisfies Record<string, Anomaly>;

function listed(share: number, make: (random: Random) => Founder[]): Anomaly {
  return {
    share,
    apply(row, { random, spell }) {
      const founders = make(random).map((founder) => ({ ...founder, name: spell(founder.name) }));
      setFounders(row, writeFounders(founders), founders);
    },
  };
}

function toOrganisation(name: string): Founder {
  return organisation(name);
}

function makeQuotedCompanies(random: Random): string[] {
  const names = new Set<string>();
  const count = integer(random, 10, 20);
  while (names.size < count) {
    const form = pick(random, ['S.R.L.', 'S.A.', 'Î.I.', 'C.P.']);
    names.add(`"${makeWord(random)}" ${form}`);
  }
  return [...names];
}
