import { describe, expect, it } from 'vitest';
import { toEndOfDayMs } from '../../../src/domain/time/time-zone.ts';
import { ACTOR } from '../../support/app.ts';
import { EMAIL, openSender, toBody } from './sender.ts';

const CANCELLED = { type: 'subscription.cancelled' };
const UPDATED = { type: 'subscription.updated' };

it('makes the account and its key, writes down who did, and tells its holder', async () => {
  const { apply, account, store, notifications } = await openSender();
  expect(await apply(toBody())).toBe('applied');
  const made = await account();
  expect(made).toMatchObject({
    email: EMAIL,
    subscription: { plan: 'business', status: 'active', endsAtMs: null },
    apiKey: { tier: 'medium', encrypted: expect.any(String) },
  });
  const entries = await store.audit.listByAccount(made?.id ?? '', 9);
  expect(entries.map(({ action, actor, address }) => [action, actor, address])).toEqual([
    ['key_created', 'event', '127.0.0.1'],
    ['subscription_changed', 'event', '127.0.0.1'],
    ['account_created', 'event', '127.0.0.1'],
  ]);
  expect(notifications).toMatchObject([{ kind: 'key_created', to: EMAIL, language: 'ro' }]);
});

it.each([
  ['2027-01-31', toEndOfDayMs('2027-01-31')],
  ['1985-06-01', Date.parse('1985-06-01T20:00:00Z')],
  ['2027-01-31T12:00:00.5+02:00', Date.parse('2027-01-31T10:00:00.500Z')],
  ['2027-01-31t10:00:00z', Date.parse('2027-01-31T10:00:00Z')],
  [undefined, null],
])('takes %s for an end', async (endsAt, endsAtMs) => {
  const { apply, account, accounts } = await openSender();
  await accounts.create(EMAIL, { plan: 'free' }, ACTOR);
  expect(await apply(toBody(UPDATED, { endsAt }))).toBe('applied');
  expect((await account())?.subscription?.endsAtMs).toBe(endsAtMs);
});

it.each(['subscription.activated', 'subscription.updated'])(
  'keeps the end of the plan in force where %s names none',
  async (type) => {
    const { apply, account, clock } = await openSender();
    const endsAtMs = toEndOfDayMs('2027-01-31');
    await apply(toBody({}, { endsAt: '2027-01-31' }));
    clock.advance(1_000);
    await apply(toBody({ type }, { plan: 'agency', endsAt: undefined }));
    expect((await account())?.subscription).toMatchObject({ plan: 'agency', endsAtMs });
    await apply(toBody({ type }, { plan: 'agency', endsAt: null }));
    expect((await account())?.subscription).toMatchObject({ plan: 'agency', endsAtMs: null });
  },
);

it('makes an account also for a plan without API access, and then no key', async () => {
  const { apply, account, notifications } = await openSender();
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  expect(await apply(toBody(UPDATED, { plan: 'starter' }), { headers })).toBe('applied');
  expect(await account()).toMatchObject({ subscription: { plan: 'starter' }, apiKey: null });
  expect(notifications).toEqual([]);
});

it('ends the plan now when it is cancelled, whatever end it names', async () => {
  const { apply, account, clock } = await openSender();
  await apply(toBody());
  clock.advance(1_000);
  await apply(toBody(CANCELLED, { endsAt: '2099-01-01' }));
  expect((await account())?.subscription).toMatchObject({
    status: 'cancelled',
    endsAtMs: clock.nowMs(),
  });
});

describe('has no second effect', () => {
  it('when it comes again, with another signature and even another body', async () => {
    const { apply, account, clock } = await openSender();
    expect(await apply(toBody(), { id: 'one' })).toBe('applied');
    const after = await account();
    clock.advance(3_600_000);
    expect(await apply(toBody(), { id: 'one' })).toBe('repeated');
    const other = toBody({ timestamp: '2026-11-21T10:30:00Z' }, { plan: 'agency' });
    expect(await apply(other, { id: 'one' })).toBe('repeated');
    expect(await account()).toEqual(after);
  });

  it('when the account has been deleted since', async () => {
    const { apply, account, accounts } = await openSender();
    await apply(toBody(), { id: 'one' });
    await accounts.delete(EMAIL, ACTOR);
    expect(await apply(toBody(), { id: 'one' })).toBe('repeated');
    expect(await account()).toBeNull();
  });

  it('when it cancels the plan of an address without an account', async () => {
    const { apply, account, store, notifications } = await openSender();
    expect(await apply(toBody(CANCELLED))).toBe('ignored');
    expect(await apply(toBody(UPDATED, { plan: 'free' }))).toBe('ignored');
    expect(await apply(toBody(UPDATED, { endsAt: '2026-11-20' }))).toBe('ignored');
    expect(await account()).toBeNull();
    expect(await store.accountReads.listAudit({}, null, 9)).toEqual([]);
    expect(notifications).toEqual([]);
    expect(await apply(toBody())).toBe('applied');
  });

  it('when it comes a hundred times at once', async () => {
    const { apply, account, store, notifications } = await openSender();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => apply(toBody(), { id: 'one' })),
    );
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(99);
    expect(notifications).toHaveLength(1);
    const entries = await store.audit.listByAccount((await account())?.id ?? '', 200);
    expect(entries).toHaveLength(3);
  });
});

describe('one that comes late', () => {
  it('does not undo a later cancellation', async () => {
    const { apply, account } = await openSender();
    await apply(toBody({ timestamp: '2026-11-21T09:00:00Z' }));
    await apply(toBody({ ...CANCELLED, timestamp: '2026-11-21T09:20:00Z' }));
    const late = toBody({ ...UPDATED, timestamp: '2026-11-21T09:10:00Z' }, { plan: 'agency' });
    expect(await apply(late)).toBe('stale');
    expect((await account())?.subscription).toMatchObject({ status: 'cancelled' });
  });

  it.each([UPDATED, {}, CANCELLED])('does not bring back an account: %j', async (type) => {
    const { apply, account, accounts, clock, notifications } = await openSender();
    await apply(toBody());
    clock.advance(3_600_000);
    await accounts.delete(EMAIL, ACTOR);
    const sent = notifications.length;
    clock.advance(60_000);
    for (const email of [EMAIL, EMAIL.toUpperCase()]) {
      const late = toBody({ ...type, timestamp: '2026-11-21T10:30:00Z' }, { email });
      expect(await apply(late)).toBe('stale');
    }
    expect(await account()).toBeNull();
    expect(notifications).toHaveLength(sent);
  });

  it('changes nothing of an account that was made again after the deletion', async () => {
    const { apply, account, accounts, clock } = await openSender();
    await apply(toBody());
    clock.advance(3_600_000);
    await accounts.delete(EMAIL, ACTOR);
    await accounts.create(EMAIL, { plan: 'free' }, ACTOR);
    const late = toBody({ ...UPDATED, timestamp: '2026-11-21T10:30:00Z' }, { plan: 'agency' });
    expect(await apply(late)).toBe('stale');
    expect(await account()).toMatchObject({ subscription: { plan: 'free' }, apiKey: null });
  });

  it('gives a plan again where it was bought after the deletion', async () => {
    const { apply, account, accounts, clock } = await openSender();
    await apply(toBody());
    clock.advance(3_600_000);
    await accounts.delete(EMAIL, ACTOR);
    clock.advance(1);
    const later = toBody({ timestamp: new Date(clock.nowMs()).toISOString() });
    expect(await apply(later)).toBe('applied');
    expect(await account()).toMatchObject({ subscription: { plan: 'business' } });
  });

  it('is not late by a deletion that the clock puts in the future', async () => {
    const { apply, account, accounts, clock } = await openSender();
    await apply(toBody());
    clock.advance(86_400_000);
    await accounts.delete(EMAIL, ACTOR);
    clock.advance(-86_400_000);
    expect(await apply(toBody(UPDATED))).toBe('applied');
    expect(await account()).not.toBeNull();
  });

  it('counts when it happened at the same moment', async () => {
    const { apply, account } = await openSender();
    await apply(toBody());
    expect(await apply(toBody(UPDATED, { plan: 'agency' }))).toBe('applied');
    expect((await account())?.subscription?.plan).toBe('agency');
  });

  it('is not made late by what the operator changed meanwhile', async () => {
    const { apply, account, accounts, clock } = await openSender();
    await apply(toBody());
    clock.advance(60_000);
    const change = { plan: 'starter', endsAtMs: null } as const;
    await accounts.setPlan(EMAIL, change, { name: 'command', address: null });
    expect(await apply(toBody(UPDATED, { plan: 'agency' }))).toBe('applied');
    expect((await account())?.subscription?.plan).toBe('agency');
  });
});
