import type { FounderType, LegalStatus } from '../domain/company/company.ts';
import { builder, rootField, shownIn, toValues } from './builder.ts';

export const StatusType = builder.enumType('CompanyStatus', {
  description: 'State in law.',
  subGraphs: ['internal', 'staff'],
  values: toValues<LegalStatus>({
    activa: 'None of the others applies.',
    in_lichidare: 'A director is its liquidator.',
    insolvabila: 'A director holds an office of the insolvency law.',
    lichidata: 'It has a day of liquidation.',
  }),
});

builder.objectType('Company', {
  description: 'A legal unit of the State Register.',
  ...shownIn('internal', 'staff'),
  fields: (t) => ({
    idno: t.exposeString('idno', { description: 'State identification number, 13 digits.' }),
    name: t.exposeString('name', { description: 'Full name as registered.' }),
    legalForm: t.exposeString('legalForm', {
      nullable: true,
      description: 'Usual abbreviation of the legal form; null where the register names none.',
    }),
    status: t.expose('status', { type: StatusType, description: 'State in law.' }),
    regDate: t.exposeString('regDate', {
      nullable: true,
      description: 'Day of registration, `YYYY-MM-DD`; null where the register has no valid one.',
    }),
    address: t.exposeString('address', { nullable: true, description: 'Registered office.' }),
    region: t.exposeString('region', {
      nullable: true,
      description: 'CUATM code of the territorial unit, four digits.',
    }),
    capital: t.exposeString('capital', {
      nullable: true,
      description: 'Share capital in lei as decimal text; null until a supplement gives it.',
    }),
    vatPayer: t.exposeBoolean('vatPayer', {
      nullable: true,
      description: 'Registered for VAT; null until a supplement says so.',
    }),
    caemMain: t.exposeString('caemMain', {
      nullable: true,
      description: 'Code of the main activity; null where there is no activity.',
    }),
    url: t.string({
      description: "Address of the company's public page.",
      resolve: (company, _args, { toCompanyUrl }) => toCompanyUrl(company.idno),
    }),
    founders: t.expose('founders', {
      type: ['Founder'],
      description: 'In the order of the register.',
    }),
    admins: t.exposeStringList('admins', {
      description: 'Names of the directors, whatever their role.',
    }),
    caem: t.expose('caem', {
      type: ['Activity'],
      description: 'Activities that need no licence, in the order of the register.',
    }),
    delistedSince: t.exposeString('delistedSince', {
      nullable: true,
      subGraphs: ['internal'],
      description:
        'Date of the first full dump without it, `YYYY-MM-DD`; null while the register lists it.',
    }),
  }),
});

const TypeOfFounder = builder.enumType('FounderType', {
  description: 'What a founder is.',
  subGraphs: ['internal', 'staff'],
  values: toValues<FounderType>({
    persoana_fizica: 'A person.',
    persoana_juridica: 'An organisation.',
    stat: 'The state.',
    grup: 'Several, who hold one share together or are only counted.',
  }),
});

builder.objectType('Founder', {
  description: 'A founder of a company.',
  ...shownIn('internal', 'staff'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name as filed.' }),
    share: t.exposeString('share', {
      nullable: true,
      description: 'Share of the capital, `40,00%`; null where the register gives none.',
    }),
    type: t.expose('type', { type: TypeOfFounder, description: 'What it is.' }),
  }),
});

builder.objectType('Activity', {
  description: 'An activity by the national classification (CAEM).',
  ...shownIn('internal', 'staff'),
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Rev.2 as `62.01`, Rev.1 as five digits.' }),
    label: t.exposeString('label', { description: 'Description in the classification.' }),
    main: t.exposeBoolean('main', { description: 'True for the main activity alone.' }),
  }),
});

builder.queryField('company', (t) =>
  t.field({
    type: 'Company',
    ...rootField('internal', 'staff'),
    description: 'The company with this IDNO; null if the register has none.',
    args: { idno: t.arg.string({ required: true, description: '13 digits.' }) },
    resolve: (_root, { idno }, { loaders }) => loaders.companyByIdno.load(idno),
  }),
);
