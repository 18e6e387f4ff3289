import type { Founder } from '../../../src/domain/company.ts';
import type { Anomaly } from '../anomalies.ts';
import { makeWord } from '../brand.ts';
import { organisation, person, splitHundred, writeFounders } from '../founders.ts';
import { makePeople } from '../person.ts';
import { integer, pick, type Random } from '../random.ts';

/** Anomalies of founders in numbers that differ from row to row. */
export const founderListAnomalies: Record<string, Anomaly> = {
  /** Ten to twenty companies in quotes, no share beside any. */
  founders_quoted_list: listed(0.002, (random) => {
    const count = integer(random, 10, 20);
    const words = new Set(Array.from({ length: count }, () => makeWord(random)));
    return [...words].map((word) => {
      return organisation(`"${word}" ${pick(random, ['S.R.L.', 'S.A.', 'Î.I.', 'C.P.'])}`);
    });
  }),
  /** Several names and no share: each is a founder. */
  founders_without_share: listed(0.005, (random) => {
    return makePeople(random, integer(random, 2, 6)).map((name) => person(name));
  }),
  /** More than 4,096 characters in one cell. */
  founders_long: listed(0.0005, (random) => {
    const people = makePeople(random, integer(random, 200, 260));
    const shares = splitHundred(random, people.length);
    return people.map((name, index) => person(name, shares[index]));
  }),
};

function listed(share: number, make: (random: Random) => Founder[]): Anomaly {
  return {
    share,
    apply(row, { random, spell }) {
      const founders = make(random).map((founder) => ({ ...founder, name: spell(founder.name) }));
      row.cells.founders = writeFounders(founders);
      row.expected.founders = founders;
    },
  };
}
