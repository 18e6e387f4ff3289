import type { PositionForm } from '../../domain/cursor.ts';
import { toInstantMs } from '../../domain/time/timestamp.ts';
import type { AuditFilter, AuditPosition } from '../../store/accounts/audit.ts';
import {
  ADDRESS_RETENTION_DAYS,
  type AuditAction,
  type AuditEntry,
} from '../../store/port/audit.ts';
import { findAccountId, quoteArgument, toCodedError } from '../arguments.ts';
import { builder, shownIn, timestampOf, toValues } from '../builder.ts';
import { defineList } from '../page.ts';

const Action = builder.enumType('AuditAction', {
  description: 'What can happen to an account.',
  subGraphs: ['staff'],
  values: toValues<AuditAction>({
    account_created: 'The account was created.',
    account_deleted: 'The account was deleted.',
    email_changed: 'Its holder changed the e-mail address.',
    subscription_changed: 'Its plan, its end or its status changed.',
    key_created: 'Its key was created.',
    key_revealed: 'The text of its key was shown.',
    key_regenerated: 'Its key was replaced.',
    key_revoked: 'Its key was revoked.',
    link_issued: 'The operator got a sign-in link for its holder.',
    signed_in: 'A browser signed in.',
    signed_out: 'A session ended.',
    signed_out_everywhere: 'All its sessions ended.',
    role_changed: 'The operator gave it a role.',
    identity_linked: 'It was linked to a person of the OpenID provider.',
    people_searched: 'A member of staff searched for a person.',
    webhook_set: 'Its webhook got an address.',
    webhook_secret_rotated: 'Its webhook got a new secret.',
    webhook_tested: 'A test event was sent to its webhook.',
    webhook_paused: 'Its webhook was paused.',
    webhook_resumed: 'Its webhook was resumed.',
    webhook_resent: 'Its webhook was set back to an earlier day.',
    webhook_stopped: 'The service stopped its webhook.',
    webhook_removed: 'Its webhook was removed.',
  }),
});

builder.objectType('AuditLogEntry', {
  description: 'Something that happened to an account.',
  ...shownIn('staff'),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of this entry.' }),
    at: t.string({ ...timestampOf('atMs'), description: 'When, RFC 3339.' }),
    action: t.expose('action', { type: Action, description: 'What.' }),
    actor: t.exposeString('actor', {
      description:
        '`holder`, `command`, `event`, `demo`, `webhooks`, or `staff` with the address of who acted.',
    }),
    accountId: t.exposeID('accountId', {
      description: 'Of the account, which may be deleted by now.',
    }),
    email: t.exposeString('email', { description: 'The address of the account at that time.' }),
    keyStart: t.exposeString('keyStart', {
      nullable: true,
      description: 'The first characters of the key concerned.',
    }),
    detail: t.exposeString('detail', {
      nullable: true,
      description: 'What the action does not say, such as the plan, and the reason given.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: `The network address it came from; dropped after ${ADDRESS_RETENTION_DAYS} days.`,
    }),
  }),
});

const FilterInput = builder.inputType('AuditFilter', {
  description: 'An entry must match every value that is given.',
  subGraphs: ['staff'],
  fields: (t) => ({
    email: t.string({ description: 'Of the account, in any case; or its `accountId`.' }),
    accountId: t.id({ description: 'The `id` of the account; or its `email`.' }),
    actor: t.string({ description: 'Who, exactly as the entry says.' }),
    action: t.field({ type: Action, description: 'What.' }),
    from: t.string({ description: 'From this instant on, RFC 3339.' }),
    to: t.string({ description: 'Before this instant, RFC 3339.' }),
  }),
});

const POSITIONS: PositionForm<AuditPosition> = {
  toText: ({ atMs, id }) => `${atMs} ${id}`,
  toPosition(text) {
    const [at = '', id = ''] = text.split(' ');
    const atMs = Number(at);
    return Number.isSafeInteger(atMs) && id !== '' ? { atMs, id } : null;
  },
};

defineList({
  name: 'auditLog',
  node: 'AuditLogEntry',
  listed: 'entries of the audit log',
  description: 'What happened to accounts, the newest first.',
  args: builder.args((t) => ({
    filter: t.field({ type: FilterInput, description: 'By default all.' }),
  })),
  toNode: (entry: AuditEntry) => entry,
  positions: POSITIONS,
  toPosition: ({ atMs, id }) => ({ atMs, id }),
  async open({ filter }, { reads, staffLoaders }) {
    const accountId = await findAccountId(filter ?? {}, staffLoaders);
    const query = toQuery(filter ?? {}, accountId);
    const { action, ...others } = query;
    const wanted = { ...others, ...(action !== undefined && { actions: [action] }) };
    return {
      query,
      read: (after, first) => reads.listAudit(wanted, after, first),
      count: (max) => reads.countAudit(wanted, max),
    };
  },
});

/** The cursors depend on the names and the order of its fields. */
function toQuery(
  { actor, action, from, to }: typeof FilterInput.$inferInput,
  accountId: string | null,
): Omit<AuditFilter, 'actions'> & { action?: AuditAction } {
  return {
    ...(accountId !== null && { accountId }),
    ...(actor != null && { actor }),
    ...(action != null && { action }),
    ...(from != null && { fromMs: requireInstant('from', from) }),
    ...(to != null && { toMs: requireInstant('to', to) }),
  };
}

function requireInstant(name: string, text: string): number {
  const atMs = toInstantMs(text);
  if (atMs !== null) return atMs;
  const message = `${name} must be an instant such as 2026-11-21T10:00:00Z, got ${quoteArgument(text)}.`;
  throw toCodedError('INVALID_TIMESTAMP', message);
}
