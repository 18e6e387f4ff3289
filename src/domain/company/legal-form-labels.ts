import type { Language } from '../account/language.ts';

type Label = Readonly<Record<Language, string>>;

/** The words for each abbreviation of a legal form (`toLegalForm` in `../register/legal-form.ts`). */
export const LEGAL_FORM_LABELS: Readonly<Record<string, Label>> = {
  'S.R.L.': {
    ro: 'Societate cu răspundere limitată',
    ru: 'Общество с ограниченной ответственностью',
    en: 'Limited liability company',
  },
  'S.A.': {
    ro: 'Societate pe acțiuni',
    ru: 'Акционерное общество',
    en: 'Joint-stock company',
  },
  'Î.I.': {
    ro: 'Întreprindere individuală',
    ru: 'Индивидуальное предприятие',
    en: 'Individual enterprise (sole trader)',
  },
  'G.Ț.': {
    ro: 'Gospodărie țărănească (de fermier)',
    ru: 'Крестьянское (фермерское) хозяйство',
    en: 'Peasant farm',
  },
  'Î.S.': {
    ro: 'Întreprindere de stat',
    ru: 'Государственное предприятие',
    en: 'State enterprise',
  },
  'Î.M.': {
    ro: 'Întreprindere municipală',
    ru: 'Муниципальное предприятие',
    en: 'Municipal enterprise',
  },
  'S.N.C.': {
    ro: 'Societate în nume colectiv',
    ru: 'Полное товарищество',
    en: 'General partnership',
  },
  'S.C.': {
    ro: 'Societate în comandită',
    ru: 'Коммандитное товарищество',
    en: 'Limited partnership',
  },
  'C.P.': {
    ro: 'Cooperativă de producție',
    ru: 'Производственный кооператив',
    en: 'Production co-operative',
  },
  'C.C.': {
    ro: 'Cooperativă de consum',
    ru: 'Потребительский кооператив',
    en: 'Consumer co-operative',
  },
  'C.Î.': {
    ro: 'Cooperativă de întreprinzător',
    ru: 'Предпринимательский кооператив',
    en: "Entrepreneurs' co-operative",
  },
  'I.P.': {
    ro: 'Instituție publică',
    ru: 'Публичное учреждение',
    en: 'Public institution',
  },
  'A.O.': {
    ro: 'Asociație obștească',
    ru: 'Общественное объединение',
    en: 'Public association',
  },
  'A.E.Î.': {
    ro: 'Asociație de economii și împrumut',
    ru: 'Ссудо-сберегательная ассоциация',
    en: 'Savings and credit association',
  },
};
