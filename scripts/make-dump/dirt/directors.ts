import type { Dirt } from '../dirt.ts';
import { inventPeople, inventPerson, inventPersonalNumber } from '../person.ts';
import { pick } from '../random.ts';
import { setDirectors } from '../row.ts';

/** Dirt in the column of directors. */
export const directorDirt = {
  /** 6: no name at all. */
  directors_junk: {
    share: 0.002,
    spoil(row, { random }) {
      setDirectors(row, pick(random, [',', '< <', '1']), []);
      row.flags.push('directors_junk');
    },
  },
  /** 6: the register's note inside a name. */
  director_struck_off: {
    share: 0.001,
    spoil(row, { random, spell }) {
      const name = spell(inventPerson(random));
      const cell = pick(random, [
        `${name} RADIAT DIN REGISTRU [Administrator]`,
        `RADIAT DIN REGISTRU ${name} [Administrator]`,
      ]);
      setDirectors(row, cell, [{ name, role: 'Administrator' }]);
      row.flags.push('directors_junk');
    },
  },
  /** Old files have names alone. */
  directors_without_role: {
    share: 0.005,
    spoil(row, { random, spell }) {
      const names = inventPeople(random, 2).map(spell);
      setDirectors(
        row,
        names.join(', '),
        names.map((name) => ({ name, role: null })),
      );
    },
  },
  director_personal_number: {
    share: 0.001,
    spoil(row, { random, spell }) {
      const name = spell(inventPerson(random));
      const cell = `${name} ${inventPersonalNumber(random)} [Administrator]`;
      setDirectors(row, cell, [{ name, role: 'Administrator' }]);
      row.flags.push('personal_number_cut');
    },
  },
} satisfies Record<string, Dirt>;
