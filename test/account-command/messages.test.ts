import { expect, it } from 'vitest';
import { changeKey, type KeyAction, revokeEveryKey } from '../../scripts/account/keys.ts';
import { listAccounts, toAccountOutput, toRoleOutput } from '../../scripts/account/outputs.ts';
import type { Plan } from '../../src/domain/account/plan.ts';
import { ACTOR, EMAIL, openAccounts } from '../support/accounts.ts';
import { makeTestFolder } from '../support/folder.ts';
import { runAccount } from './run.ts';

const DAY_MS = 86_400_000;
const KEY = String.raw`key reg_\w{4}… \(id [\w-]{36}\)`;
const NEW_KEY = KEY.replace(String.raw`\)`, String.raw`, not yet revealed\)`);
const next = (args: string) => `Next: npm run account -- ${args}`;

it.each<[name: string, plan: Plan, endsInDays: number | null, line: string, step: string | null]>([
  ['free', 'free', null, 'free active, no key', next(`plan ${EMAIL} business`)],
  ['a plan with a key to reveal', 'business', null, NEW_KEY, next(`key ${EMAIL} reveal`)],
  [
    'a plan with an end',
    'agency',
    1,
    'agency active until 2026-11-22T10:00:00.000Z, key',
    next('key'),
  ],
  [
    'a plan whose end has passed',
    'business',
    -1,
    'business expired at 2026-11-20T10:00:00.000Z and counts as free, no key',
    next(`plan ${EMAIL} business --until DAY`),
  ],
])('describes %s and names the next step', async (_name, plan, endsInDays, line, step) => {
  const { accounts, nowMs } = await openAccounts('free');
  const endsAtMs = endsInDays === null ? null : nowMs() + endsInDays * DAY_MS;
  const account = await accounts.setPlan(EMAIL, { plan, endsAtMs }, ACTOR);
  const { text } = toAccountOutput(account, nowMs());
  const [first = '', second = null, ...rest] = text.split('\n');
  expect(first).toMatch(new RegExp(`^${EMAIL}: .*${line.replace(/^key/, '')}`));
  expect(second?.startsWith(step ?? '-')).toBe(true);
  expect(rest).toEqual([]);
});

it('says that a plan has expired also in JSON', async () => {
  const { accounts, nowMs } = await openAccounts('free');
  const change = { plan: 'business', endsAtMs: nowMs() } as const;
  const account = await accounts.setPlan(EMAIL, change, ACTOR);
  expect(toAccountOutput(account, nowMs()).json).toMatchObject({
    plan: 'free',
    subscription: { plan: 'business', status: 'expired' },
  });
});

it('ends with the next step through the life of an account', async () => {
  const opened = await openAccounts('business');
  const { accounts, account, nowMs } = opened;
  const key = async (action: KeyAction) =>
    (await changeKey(opened, EMAIL, action, undefined)).text.split('\n').at(-1);
  const show = async () =>
    toAccountOutput(await account(), nowMs())
      .text.split('\n')
      .slice(1);
  expect(await key('reveal')).toContain('Next: send it with each request');
  expect(await show()).toEqual([]);
  expect(await key('regenerate')).toContain('Next: send it with each request');
  expect(await show()).toEqual([]);
  expect(await key('revoke')).toContain(next(`key ${EMAIL} create`));
  expect(await show()).toEqual([expect.stringContaining(next(`key ${EMAIL} create`))]);
  expect(await key('create')).toContain('Next: send it with each request');
  const cancelled = toAccountOutput(await accounts.cancel(EMAIL, ACTOR), nowMs()).text;
  expect(cancelled).toMatch(/: business cancelled at 2026-\S+ and counts as free, key /);
  expect(cancelled).toContain(`\n${next(`plan ${EMAIL} PLAN`)}`);
  const staff = toRoleOutput(await accounts.setRole(EMAIL, 'staff', ACTOR), nowMs());
  expect(staff.text).toMatch(new RegExp(`, staff\n${next(`sign-in ${EMAIL}`)}.*$`));
  expect(await show()).toEqual([]);
  expect(await key('revoke')).toBe(`the key of ${EMAIL} is revoked`);
  expect(
    (await revokeEveryKey({ ...opened, drainMails: async () => {} }, { yes: true })).text,
  ).toContain(next('key EMAIL create'));
  await accounts.delete(EMAIL, ACTOR);
  expect((await listAccounts(opened)).text).toContain(next('create EMAIL --plan PLAN'));
});

it('takes names in any case, keeps the end of a plan, and removes it with never', async () => {
  const folder = makeTestFolder();
  const created = await runAccount(folder, [
    'create',
    EMAIL,
    '--plan',
    'Business',
    '--until',
    '2099-01-31',
  ]);
  expect(created).toMatchObject({ status: 0, stderr: '' });
  expect(created.stdout).toContain('business active until 2099-01-31T22:00:00.000Z');
  const upgraded = await runAccount(folder, ['plan', EMAIL, 'AGENCY']);
  expect(upgraded.stdout).toContain('agency active until 2099-01-31T22:00:00.000Z');
  const endless = await runAccount(folder, ['plan', EMAIL, 'agency', '--until', 'Never', '--json']);
  expect(JSON.parse(endless.stdout).subscription).toMatchObject({ status: 'active', endsAt: null });
  const refused = await runAccount(folder, ['plan', EMAIL, 'gold']);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('free, starter, business, agency');
});
