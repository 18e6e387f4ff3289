import type { Anomaly } from '../anomalies.ts';
import { directed } from './template.ts';

const ADMINISTRATOR = { name: '{person}', role: 'Administrator' };

export const directorAnomalies = {
  /** No name at all. */
  directors_junk: directed(0.002, [',', '< <', '1'], [], 'directors_junk'),
  /** The register's note inside a name. */
  director_struck_off: directed(
    0.001,
    [
      '{person} RADIAT DIN REGISTRU [Administrator]',
      'RADIAT DIN REGISTRU {person} [Administrator]',
    ],
    [ADMINISTRATOR],
    'directors_junk',
  ),
  /** Old files have names alone. */
  directors_without_role: directed(0.005, '{person}, {person2}', [
    { name: '{person}', role: null },
    { name: '{person2}', role: null },
  ]),
  director_personal_number: directed(
    0.001,
    '{person} {personalNumber} [Administrator]',
    [ADMINISTRATOR],
    'personal_number_cut',
  ),
} satisfies Record<string, Anomaly>;
