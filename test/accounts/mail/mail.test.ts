import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { textsOf } from '../../../src/account-page/view.ts';
import { createMail, type MailDependencies } from '../../../src/accounts/mail/mail.ts';
import type { Notification } from '../../../src/accounts/mail/notification.ts';
import { LANGUAGES } from '../../../src/domain/account/language.ts';
import { WEBHOOK_STOPS, type WebhookStop } from '../../../src/domain/account/webhook.ts';
import { toEndOfDayMs } from '../../../src/domain/time/time-zone.ts';
import { openHangingServer, openSmtpServer } from '../../support/smtp.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';

const AT_MS = Date.parse('2026-11-21T10:00:00Z');
const PLAN_END_MS = toEndOfDayMs('2026-12-05');
const PAGE = 'https://registru.example/cont/api';
const ORIGIN = { address: '192.0.2.7', browser: 'Firefox, Windows' };
const URL = `${PAGE}/sign-in?token=${'x'.repeat(43)}`;
const STOPS = Object.keys(WEBHOOK_STOPS) as WebhookStop[];

function openMail(smtpUrl: string | null, change: Partial<MailDependencies> = {}) {
  const faults: string[] = [];
  const mail = createMail({
    smtp: smtpUrl === null ? null : { smtpUrl, from: 'no-reply@registru.example' },
    pageUrl: PAGE,
    renewUrl: null,
    print: null,
    nowMs: () => AT_MS,
    onFault: (error) => faults.push(String(error)),
    ...change,
  });
  onTestFinished(async () => void (await mail.close(0)));
  return { mail, faults };
}

function toNotifications(to: string, language: Notification['language']): Notification[] {
  const addressee = { to, language };
  const key = { ...addressee, keyStart: 'reg_abcd', isWaiting: false };
  const confirmation = {
    ...addressee,
    url: `${PAGE}/confirm?token=x`,
    endsAtMs: AT_MS + 1,
    newEmail: 'b@test.example',
    origin: ORIGIN,
  };
  return [
    { ...addressee, kind: 'sign_in_link', url: URL, endsAtMs: AT_MS + 1 },
    { ...key, kind: 'key_created', atMs: AT_MS, origin: ORIGIN },
    { ...key, kind: 'key_regenerated', atMs: AT_MS, origin: ORIGIN },
    { ...key, kind: 'key_revoked', atMs: AT_MS, origin: ORIGIN },
    { ...addressee, kind: 'new_browser', atMs: AT_MS, origin: ORIGIN },
    { ...addressee, kind: 'limit_reached', planName: 'Business', limit: 60, atMs: AT_MS },
    { ...addressee, kind: 'plan_ending', planName: 'Business', planEndsAtMs: PLAN_END_MS },
    { ...addressee, kind: 'plan_ended', planName: 'Business', planEndsAtMs: PLAN_END_MS },
    { ...confirmation, kind: 'confirm_present_email' },
    { ...confirmation, kind: 'confirm_new_email' },
    { ...confirmation, kind: 'confirm_deletion', newEmail: '' },
    {
      ...addressee,
      kind: 'email_changed',
      newEmail: 'b@test.example',
      atMs: AT_MS,
      origin: ORIGIN,
    },
    { ...addressee, kind: 'account_deleted', atMs: AT_MS, origin: ORIGIN },
    { ...addressee, kind: 'webhook_failing', host: 'a.example:8443', atMs: AT_MS, stop: null },
    ...STOPS.map((stop) => {
      return {
        ...addressee,
        kind: 'webhook_stopped',
        host: 'a.example',
        atMs: AT_MS,
        stop,
      } as const;
    }),
  ];
}

describe.each(LANGUAGES)('in %s a mail server receives', (language) => {
  it('each kind of mail, whole and to its one reader', async () => {
    const server = await openSmtpServer();
    const { mail, faults } = openMail(server.url);
    for (const notification of toNotifications('Ana@test.example', language))
      mail.notify(notification);
    const mails = await server.receive(14 + STOPS.length);
    expect(faults).toEqual([]);
    for (const { recipients, headers, body } of mails) {
      expect(recipients).toEqual(['Ana@test.example']);
      expect(headers).toMatch(/^From: Registru <no-reply@registru\.example>\r$/m);
      expect(headers).toMatch(/^To: Ana@test\.example\r$/m);
      expect(headers).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(headers).toMatch(/^Subject: \S/m);
      expect(body).not.toMatch(/undefined|null|\[object/);
      // A Russian date ends with a point.
      expect(body).not.toContain('..');
      expect(body).toContain('2026');
    }
    const bodies = mails.map(({ body }) => body);
    expect(bodies.filter((body) => body.includes(`\n${URL}\n`))).toHaveLength(1);
    expect(bodies.filter((body) => body.includes(`\n${PAGE}\n`))).toHaveLength(8 + STOPS.length);
    // By the name that the button has on the page.
    const { everywhere } = textsOf(language).sessions;
    expect(bodies.filter((body) => body.includes(everywhere))).toHaveLength(6);
    // The order of the page: sessions first, so that nobody who is signed in sees the new key.
    const change = { ro: 'schimbați cheia', ru: 'смените ключ', en: 'change the key' }[language];
    expect(textsOf(language).confirm.leak).toContain(change);
    const ofLeak = bodies.filter((body) => body.includes(change));
    expect(ofLeak).toHaveLength(5);
    for (const body of ofLeak) expect(body.indexOf(everywhere)).toBeLessThan(body.indexOf(change));
    expect(bodies.filter((body) => body.includes('reg_abcd…'))).toHaveLength(3);
    expect(bodies.filter((body) => body.includes('192.0.2.7 (Firefox, Windows)'))).toHaveLength(8);
    expect(bodies.filter((body) => /12:00(?: PM)? GMT\+2/.test(body))).toHaveLength(
      12 + STOPS.length,
    );
    const limit = {
      ro: 'limita abonamentului Business, de 60 de cereri în orice interval de 60 de secunde, și',
      ru: 'лимит тарифа Business, то есть 60 запросов за любые 60 секунд, и',
      en: 'your plan Business, which is 60 requests in any 60 seconds, and',
    }[language];
    expect(bodies.filter((body) => body.includes(limit))).toHaveLength(1);
    expect(bodies.filter((body) => body.includes('a.example:8443'))).toHaveLength(1);
    expect(new Set(bodies).size).toBe(bodies.length);
  });
});

it.each(LANGUAGES)(
  'in %s a plan that ends is named with its last day and renewed',
  async (language) => {
    const server = await openSmtpServer();
    const renewUrl = 'https://registru.example/plans';
    const { mail } = openMail(server.url, { renewUrl });
    const end = {
      planName: 'Business',
      planEndsAtMs: PLAN_END_MS,
      to: 'a@b.md',
      language,
    } as const;
    mail.notify({ ...end, kind: 'plan_ending' });
    mail.notify({ ...end, kind: 'plan_ended' });
    const day = { ro: '5 decembrie 2026', ru: '5 декабря 2026', en: '5 December 2026' }[language];
    for (const { body } of await server.receive(2)) {
      expect(body).toContain('Business');
      expect(body).toContain(day);
      expect(body).toContain(`\n${renewUrl}\n`);
      expect(body).toContain(`\n${PAGE}\n`);
    }
  },
);

it.each(LANGUAGES)('in %s a key that comes with a plan is no reason to warn', async (language) => {
  const server = await openSmtpServer();
  const { mail } = openMail(server.url);
  const key = { keyStart: 'reg_abcd', atMs: AT_MS, to: 'a@b.md', language } as const;
  const origin = { address: null, browser: null };
  mail.notify({ ...key, kind: 'key_created', origin: null, isWaiting: true });
  mail.notify({ ...key, kind: 'key_created', origin, isWaiting: false });
  const [plan, holder] = (await server.receive(2)).map(({ body }) => body.split('\n\n'));
  expect(holder?.length).toBe((plan?.length ?? 0) + 1);
  expect(plan?.join()).not.toMatch(/IP/);
});

it.each(LANGUAGES)('in %s a key that the operator made is not on the page', async (language) => {
  const server = await openSmtpServer();
  const { mail } = openMail(server.url);
  const key = { keyStart: 'reg_abcd', atMs: AT_MS, to: 'a@b.md', language, origin: null } as const;
  mail.notify({ ...key, kind: 'key_created', isWaiting: true });
  mail.notify({ ...key, kind: 'key_created', isWaiting: false });
  mail.notify({ ...key, kind: 'key_regenerated', isWaiting: false });
  const [plan, ...byOperator] = (await server.receive(3)).map(({ body }) => body.split('\n\n'));
  const { everywhere } = textsOf(language).sessions;
  for (const paragraphs of byOperator) {
    expect(paragraphs[2]).toMatch(/operator|оператор/);
    expect(paragraphs).not.toContain(plan?.[2]);
    expect(paragraphs.join()).not.toContain(everywhere);
  }
});

describe('an address that is not one mailbox', () => {
  it.each(['a@b.md, c@d.md', 'a@b.md\r\nBcc: c@d.md', 'A <a@b.md>', 'a@b.md\n'])(
    'is sent nothing: %j',
    async (to) => {
      const server = await openSmtpServer();
      const { mail, faults } = openMail(server.url);
      for (const notification of toNotifications(to, 'ro')) mail.notify(notification);
      await mail.close(20);
      expect(server.mails).toEqual([]);
      expect(faults.join()).toContain('not one mailbox');
      expect(faults.join()).not.toContain('c@d.md');
    },
  );
});

const NOTICE = toNotifications('a@b.md', 'ro')[1] as Notification;

describe('a mail that the server refuses', () => {
  const refuse = (responseCode: number) => Object.assign(new Error('no'), { responseCode });

  it.each<[code: number, at: keyof SMTPServerOptions]>([
    [550, 'onRcptTo'],
    [552, 'onData'],
    [554, 'onData'],
  ])('for good, with %d in %s, is not sent again', async (code, at) => {
    let attempts = 0;
    const server = await openSmtpServer({
      [at]: (what: unknown, _session: unknown, done: (error: Error) => void) => {
        attempts += 1;
        if (what instanceof Readable) what.resume().once('end', () => done(refuse(code)));
        else done(refuse(code));
      },
    });
    const { mail, faults } = openMail(server.url, { pausesMs: [1, 1] });
    mail.notify(NOTICE);
    expect(await mail.close(10_000)).toBe(0);
    expect(attempts).toBe(1);
    expect(faults).toEqual([
      expect.stringContaining(String(code)),
      expect.stringContaining('never be accepted'),
    ]);
  });

  it.each<[code: number, at: keyof SMTPServerOptions]>([
    [451, 'onRcptTo'],
    [550, 'onMailFrom'],
  ])('for now, with %d in %s, is sent again', async (code, at) => {
    let attempts = 0;
    const server = await openSmtpServer({
      [at]: (_address: unknown, _session: unknown, done: (error?: Error) => void) => {
        attempts += 1;
        done(attempts < 3 ? refuse(code) : undefined);
      },
    });
    const { mail, faults } = openMail(server.url, { pausesMs: [1, 1] });
    mail.notify(NOTICE);
    await server.receive(1);
    expect(await mail.close(10_000)).toBe(0);
    expect([attempts, faults.length]).toEqual([3, 2]);
  });
});

it('a mail whose connection breaks after its text keeps its Message-ID', async () => {
  const seen: string[] = [];
  const server = await openSmtpServer({
    onData(stream, _session, done) {
      text(stream).then((raw) => {
        seen.push(/^Message-ID: (\S+)\r$/im.exec(raw)?.[1] ?? 'none');
        if (seen.length === 3) done();
        else proxy.cutAll();
      }, done);
    },
  });
  const proxy = await openTcpProxy(Number(server.url.split(':').at(-1)));
  const { mail, faults } = openMail(`smtp://127.0.0.1:${proxy.port}`, { pausesMs: [1, 1] });
  mail.notify(NOTICE);
  expect(await mail.close(10_000)).toBe(0);
  expect(seen).toEqual(Array(3).fill(expect.stringMatching(/^<[-\w]+@registru\.example>$/)));
  expect(new Set(seen).size).toBe(1);
  expect(faults).toHaveLength(2);
});

it('logs in with the user and password of the address', async () => {
  const logins: unknown[] = [];
  const server = await openSmtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      logins.push([username, password]);
      done(null, { user: username ?? '' });
    },
  });
  const { mail } = openMail(server.url.replace('//', '//a%40b.md:p%3Aw@'));
  mail.notify(toNotifications('c@d.md', 'en')[0] as Notification);
  await server.receive(1);
  expect(logins).toEqual([['a@b.md', 'p:w']]);
});

it('gives up on a server that hangs when it is closed, and holds nobody meanwhile', async () => {
  const { mail, faults } = openMail(await openHangingServer());
  const startMs = performance.now();
  for (const notification of toNotifications('a@b.md', 'ro')) mail.notify(notification);
  expect(performance.now() - startMs).toBeLessThan(50);
  await mail.close(30);
  expect(performance.now() - startMs).toBeLessThan(2_000);
  expect(faults).toEqual([expect.stringContaining(`given up at the stop: ${14 + STOPS.length}`)]);
});

describe('without a mail server', () => {
  it('a demo prints links and nothing else', async () => {
    const printed: string[] = [];
    const { mail } = openMail(null, { print: (text) => printed.push(text) });
    for (const notification of toNotifications('a@b.md', 'ro')) mail.notify(notification);
    const confirmation = expect.stringContaining(`\n\n  ${PAGE}/confirm?token=x\n\n`);
    const links = [expect.stringContaining(`\n\n  ${URL}\n\n`), confirmation, confirmation];
    expect(printed).toEqual([...links, confirmation]);
    for (const text of printed) expect(text).toContain('a@b.md');
  });

  it('nothing else tells anybody', async () => {
    const { mail, faults } = openMail(null);
    for (const notification of toNotifications('a@b.md', 'ro')) mail.notify(notification);
    await mail.close(1_000);
    expect(faults).toEqual([]);
  });
});
