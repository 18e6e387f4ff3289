import {
  CHANGES_KEPT_MONTHS,
  type ChangeCause,
  type ChangeKind,
} from '../../domain/company/public-changes.ts';
import type { RecordedChange } from '../../store/port/public-changes.ts';
import { requireImport } from '../arguments.ts';
import { builder, shownIn, toValues } from '../builder.ts';
import { defineList, IDNOS } from '../page.ts';

const Kind = builder.enumType('ChangeKind', {
  description: 'What an import did to a company.',
  subGraphs: ['staff'],
  values: toValues<ChangeKind>({
    created: 'It is new.',
    updated: 'Served values changed.',
    removed: 'It is gone from the register, and still served as it was last.',
    restored: 'It is back in the register.',
  }),
});

const Cause = builder.enumType('ChangeCause', {
  description: 'Where a change comes from.',
  subGraphs: ['staff'],
  values: toValues<ChangeCause>({
    register: 'The register.',
    supplement: 'A supplement.',
    reinterpretation: 'This program reads the same filing better; nothing has happened.',
  }),
});

builder.objectType('ImportChange', {
  description:
    'What an import did to a company, as `/api/v1/changes` tells it, in the names of this schema.',
  ...shownIn('staff'),
  fields: (t) => ({
    idno: t.exposeString('idno', { description: 'Of the company.' }),
    kind: t.expose('kind', { type: Kind, description: 'What happened.' }),
    fields: t.stringList({
      description:
        'The served fields that differ, by their names in `Company`: `regDate` is `reg_date` in the ' +
        'API. Empty but for `updated`.',
      resolve: ({ fields }) => [...fields],
    }),
    cause: t.expose('cause', { type: Cause, description: 'Where it comes from.' }),
    company: t.field({
      type: 'Company',
      nullable: true,
      description: 'As it is now; null if the import did not get as far as to write it.',
      resolve: ({ idno }, _args, { staffLoaders }) => staffLoaders.companyByIdno.load(idno),
    }),
  }),
});

defineList({
  name: 'importChanges',
  node: 'ImportChange',
  listed: 'changes of an import',
  description:
    `What an import did to companies, by IDNO, for ${CHANGES_KEPT_MONTHS} months. None of the ` +
    'first import of all.',
  args: builder.args((t) => ({
    importId: t.id({ required: true, description: 'The `id` of the import.' }),
    kind: t.field({ type: Kind, description: 'By default all.' }),
  })),
  toNode: (change: RecordedChange) => change,
  positions: IDNOS,
  toPosition: ({ idno }) => idno,
  async open({ importId, kind }, { reads }) {
    const query = {
      importId: await requireImport(importId, reads),
      ...(kind != null && { kind }),
    };
    return {
      query,
      read: (after, first) => reads.listImportChanges(query, after, first),
      count: (max) => reads.countImportChanges(query, max),
    };
  },
});
