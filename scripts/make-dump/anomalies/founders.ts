import type { Anomaly } from '../anomalies.ts';
import { organisation, person } from '../founders.ts';
import { founded } from './template.ts';

const CREDIT_COMPANY = 'ORGANIZAȚIA DE CREDITARE NEBANCARĂ ”{word}-CAPITAL” SRL';
const CREDIT_ADDRESS = 'MD-2028, STRADA VALEA ȘESULUI {house}/2, MUN. CHIȘINĂU.';

/** Anomalies of single founders. */
export const founderAnomalies = {
  founders_cyrillic: founded(0.005, '{cyrillicCompany} (60,00%), {cyrillicPerson} (40,00%)', [
    organisation('{cyrillicCompany}', '60,00%'),
    person('{cyrillicPerson}', '40,00%'),
  ]),
  /** Number and address stand with the name, a line break between them. */
  founder_with_address: founded(
    0.001,
    ['\n', '\r\n'].map((end) => `${CREDIT_COMPANY}, IDNO {idno}${end}${CREDIT_ADDRESS} (100,00%)`),
    [organisation(CREDIT_COMPANY, '100,00%')],
  ),
  founder_personal_number: founded(
    0.001,
    '{person} {personalNumber} (100,00%)',
    [person('{person}', '100,00%')],
    'personal_number_cut',
  ),
  founder_state: founded(0.001, 'STATUL (100,00%)', [
    { name: 'STATUL', share: '100,00%', type: 'stat' },
  ]),
  /** No name at all. */
  founders_junk: founded(0.002, [',', '< <', '1'], [], 'founders_junk'),
} satisfies Record<string, Anomaly>;
