import type { PositionForm } from '../../domain/cursor.ts';
import { toTimestamp } from '../../domain/time/timestamp.ts';
import type { IndexedReject } from '../../store/imports/rejects.ts';
import {
  type ImportKind,
  type ImportOutcome,
  type ImportRun,
  MAX_STORED_REJECTS,
} from '../../store/port/imports.ts';
import { requireImport } from '../arguments.ts';
import { builder, rootField, shownIn, timestampOf, toValues } from '../builder.ts';
import { defineList, FIRST_ARG, requireFirst, toListCost } from '../page.ts';

const KindType = builder.enumType('ImportKind', {
  description: 'What an import reads.',
  subGraphs: ['staff'],
  values: toValues<ImportKind>({
    full: 'A dump of the whole register.',
    partial: 'A dump of a part: what it lacks is not gone.',
    supplement: 'Values that the dump lacks.',
    rederive: 'The stored texts, which a newer version reads again.',
  }),
});

const OutcomeType = builder.enumType('ImportOutcome', {
  description: 'How an import ended; `message` has the reason.',
  subGraphs: ['staff'],
  values: toValues<ImportOutcome>({
    running: 'It has not ended.',
    completed: 'Everything is stored.',
    refused: 'It was refused before it wrote anything.',
    failed: 'An error ended it.',
    interrupted: 'Its process stopped before it was complete.',
  }),
});

builder.objectType('ImportRun', {
  description: 'One run of an import, whatever its outcome.',
  ...shownIn('staff'),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies it in `rejects` and in changes.' }),
    kind: t.expose('kind', { type: KindType, description: 'What it reads.' }),
    fileName: t.exposeString('fileName', { description: 'Empty where no file is read.' }),
    fileHash: t.exposeString('fileHash', {
      nullable: true,
      description: 'SHA-256 of the file; null where it could not be read.',
    }),
    dumpDate: t.exposeString('dumpDate', {
      nullable: true,
      description: 'The day whose state the dump shows; null for files that have none.',
    }),
    sample: t.exposeBoolean('sample', {
      description: 'Whether it imported the bundled sample companies.',
    }),
    startedAt: t.string({ ...timestampOf('startedAtMs'), description: 'RFC 3339.' }),
    finishedAt: t.string({
      nullable: true,
      description: 'RFC 3339; null while it runs.',
      resolve: ({ finishedAtMs }) => toTimestamp(finishedAtMs),
    }),
    outcome: t.expose('outcome', { type: OutcomeType, description: 'How it ended.' }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Why it was not completed.',
    }),
    counts: t.expose('counts', {
      type: 'ImportCounts',
      nullable: true,
      description: 'Null unless it was completed.',
    }),
  }),
});

builder.objectType('ImportCounts', {
  description: 'Rows of an import: read is the sum of the others except gone.',
  ...shownIn('staff'),
  fields: (t) => ({
    read: t.exposeInt('read', { description: 'All rows.' }),
    new: t.exposeInt('new', {
      description:
        'Of new companies; of a supplement, of IDNOs that neither a dump nor a supplement had.',
    }),
    changed: t.exposeInt('changed', { description: 'Of companies that changed.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Of companies that did not change.' }),
    duplicates: t.exposeInt('duplicates', { description: 'With the IDNO of another row.' }),
    withoutIdno: t.exposeInt('withoutIdno', { description: 'Without an IDNO of 13 digits.' }),
    rejected: t.exposeInt('rejected', { description: 'That were rejected.' }),
    rejectedBy: t.field({
      type: ['ValueCount'],
      description: 'The same by reason, the most frequent first.',
      resolve: ({ rejectedBy }) =>
        Object.entries(rejectedBy)
          .map(([value, count]) => ({ value, count }))
          .sort((one, other) => other.count - one.count),
    }),
    gone: t.exposeInt('gone', { description: 'Listed companies that the dump lacks.' }),
  }),
});

builder.objectType('Reject', {
  description: 'A row that an import rejected.',
  ...shownIn('staff'),
  fields: (t) => ({
    row: t.exposeInt('row', { description: "The sheet's own number of the row." }),
    column: t.exposeString('column', { description: 'The column with the wrong value.' }),
    value: t.exposeString('value', { nullable: true, description: 'The wrong value.' }),
    reason: t.exposeString('reason', {
      description: 'Why it was rejected, such as `idno_check_digit`.',
    }),
  }),
});

builder.queryField('imports', (t) =>
  t.field({
    type: ['ImportRun'],
    ...rootField('staff'),
    description: 'Runs of imports, the newest first.',
    args: FIRST_ARG,
    complexity: toListCost,
    resolve: (_root, { first }, { reads }): Promise<ImportRun[]> =>
      reads.listImports(requireFirst(first)),
  }),
);

/** How many rows are before a page. */
const OFFSETS: PositionForm<number> = {
  toText: String,
  toPosition: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null),
};

defineList({
  name: 'rejects',
  node: 'Reject',
  listed: 'rejected rows',
  description: `The first ${MAX_STORED_REJECTS.toLocaleString('en')} rows that an import rejected, in the order of the file.`,
  args: builder.args((t) => ({
    importId: t.id({ required: true, description: 'The `id` of the import.' }),
    reason: t.string({ description: 'Such as `idno_check_digit`; by default all.' }),
  })),
  toNode: (reject: IndexedReject) => reject,
  positions: OFFSETS,
  toPosition: ({ index }) => index + 1,
  async open({ importId, reason }, { reads }) {
    const query = {
      importId: await requireImport(importId, reads),
      ...(reason != null && { reason }),
    };
    return {
      query,
      read: (after, first) => reads.listRejects(query, after ?? 0, first),
      count: (max) => reads.countRejects(query, max),
    };
  },
});
