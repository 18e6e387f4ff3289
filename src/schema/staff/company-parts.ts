import { COLUMN_DEFINITIONS, mapColumns } from '../../domain/register/columns.ts';
import { toTimestamp } from '../../domain/time/timestamp.ts';
import { builder, shownIn, toValues } from '../builder.ts';

builder.objectType('RegisterRow', {
  description: 'A row of the dump, cell by cell; null where empty. Numbers are plain decimals.',
  ...shownIn('staff'),
  fields: (t) =>
    mapColumns((column) =>
      t.exposeString(column, {
        nullable: true,
        description: COLUMN_DEFINITIONS[column].description,
      }),
    ),
});

builder.objectType('Director', {
  description: 'A director of a company.',
  ...shownIn('staff'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name as filed.' }),
    role: t.exposeString('role', {
      nullable: true,
      description: "The register's own word; null where it gives none.",
    }),
  }),
});

builder.objectType('CompanyChange', {
  description: 'What an import changed in a company: its values, or that the register lists it.',
  ...shownIn('staff'),
  fields: (t) => ({
    revision: t.exposeInt('revision', {
      description: 'The revision that was replaced.',
    }),
    importId: t.exposeID('importId', {
      description: 'The import that brought the change.',
    }),
    importedAt: t.string({
      nullable: true,
      description: 'When that import began, RFC 3339; null if it is not known.',
      resolve: async ({ importId }, _args, { staffLoaders }) => {
        const run = await staffLoaders.importById.load(importId);
        return toTimestamp(run?.startedAtMs ?? null);
      },
    }),
    dumpDate: t.exposeString('dumpDate', {
      nullable: true,
      description: "The dump's date, `YYYY-MM-DD`; null where no dump brought the change.",
    }),
    fields: t.expose('fields', {
      type: ['FieldChange'],
      description: 'The fields that changed; of a delisting `goneSince` alone.',
    }),
  }),
});

builder.objectType('FieldChange', {
  description: 'A field of a company that an import changed.',
  ...shownIn('staff'),
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Such as `company.name` or `raw.address`.' }),
    before: t.exposeString('before', { description: 'Its earlier value, as JSON.' }),
    after: t.exposeString('after', { description: 'Its later value, as JSON.' }),
  }),
});

const ResolvedBy = builder.enumType('FounderResolution', {
  description: 'How a founder was identified as a company.',
  subGraphs: ['staff'],
  values: toValues({
    IDNO: 'By the IDNO in its text.',
    NAME: 'By its name, which exactly one company has, and whose legal form fits.',
  }),
});

builder.objectType('FounderLink', {
  description: 'A founder with the company that it was identified as.',
  ...shownIn('staff'),
  fields: (t) => ({
    founder: t.expose('founder', { type: 'Founder', description: 'As the register names it.' }),
    resolvedBy: t.expose('resolvedBy', {
      type: ResolvedBy,
      nullable: true,
      description: 'Null if it is no company of the register, or several have its name.',
    }),
    company: t.field({
      type: 'Company',
      nullable: true,
      description: 'Null also if no imported company has its IDNO.',
      resolve: ({ idno }, _args, { staffLoaders }) =>
        idno === null ? null : staffLoaders.companyByIdno.load(idno),
    }),
  }),
});
