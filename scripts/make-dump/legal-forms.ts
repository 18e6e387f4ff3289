import { type Random, weighted } from './random.ts';

export type FormFamily =
  | 'company'
  | 'joint_stock'
  | 'sole_trader'
  | 'farm'
  | 'cooperative'
  | 'state'
  | 'municipal'
  | 'institution'
  | 'other';

export interface LegalForm {
  /** As the register's column has it. */
  words: string;
  /** The usual abbreviation; null where there is none. */
  abbreviation: string | null;
  family: FormFamily;
  /** How the full names of this form begin. */
  openings: string[];
  /** Active entities of this form in 2021, by the National Bureau of Statistics. */
  weight: number;
}

/** The farms' weight is a guess: the bureau's table of 2021 does not count them. */
export const legalForms: LegalForm[] = [
  {
    words: 'Societate cu răspundere limitată',
    abbreviation: 'S.R.L.',
    family: 'company',
    openings: [
      'Societatea cu Răspundere Limitată',
      'SOCIETATEA CU RĂSPUNDERE LIMITATĂ',
      'Societatea Comercială',
      'S.R.L.',
      'SRL',
      'Întreprinderea cu Capital Străin',
      'Firma de Producție și Comerț',
    ],
    weight: 89_574,
  },
  {
    words: 'Întreprindere individuală',
    abbreviation: 'Î.I.',
    family: 'sole_trader',
    openings: ['Întreprinderea Individuală', 'ÎNTREPRINDEREA INDIVIDUALĂ', 'Î.I.', 'ÎI'],
    weight: 23_929,
  },
  {
    words: 'Întreprindere individuală în agricultură (gospodăria ţărănească, de fermier)',
    abbreviation: 'G.Ț.',
    family: 'farm',
    openings: ['Gospodăria Țărănească', 'GOSPODĂRIA ȚĂRĂNEASCĂ (DE FERMIER)', 'G.Ț.'],
    weight: 2_400,
  },
  form('Alte asociaţii', null, 'other', 'Asociația de Gospodării', 1_617),
  form('Cooperativă de consum', 'C.C.', 'cooperative', 'Cooperativa de Consum', 1_398),
  form('Societate pe acţiuni de tip închis', 'S.A.', 'joint_stock', 'Societatea pe Acțiuni', 1_061),
  form('Întreprindere municipală', 'Î.M.', 'municipal', 'Întreprinderea Municipală', 731),
  form('Societate pe acţiuni de tip deschis', 'S.A.', 'joint_stock', 'SOCIETATEA PE ACȚIUNI', 632),
  form('Cooperativă de producţie', 'C.P.', 'cooperative', 'Cooperativa de Producție', 595),
  form('Instituţie publică', 'I.P.', 'institution', 'Instituția Publică', 510),
  form('Societate pe acţiuni', 'S.A.', 'joint_stock', 'Societatea pe Acțiuni', 282),
  form('Întreprindere de stat', 'Î.S.', 'state', 'Întreprinderea de Stat', 268),
  form(
    'Cooperativă de întreprinzător',
    'C.Î.',
    'cooperative',
    'Cooperativa de Întreprinzător',
    241,
  ),
  form('Reprezentanţă a întreprinderii străine', null, 'other', 'Reprezentanța', 175),
  form('Filială a întreprinderii străine', null, 'other', 'Filiala', 89),
  form('Societate în nume colectiv', 'S.N.C.', 'company', 'Societatea în Nume Colectiv', 46),
  form('Instituţie privată', null, 'other', 'Instituția Privată', 44),
  form('Societate în comandită', 'S.C.', 'company', 'Societatea în Comandită', 6),
  form('Concern', null, 'other', 'Concernul', 4),
];

export const pickLegalForm: (random: Random) => LegalForm = weighted(
  legalForms,
  (entry) => entry.weight,
);

function form(
  words: string,
  abbreviation: string | null,
  family: FormFamily,
  opening: string,
  weight: number,
): LegalForm {
  return { words, abbreviation, family, openings: [opening], weight };
}
