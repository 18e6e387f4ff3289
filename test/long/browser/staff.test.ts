import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ACTOR } from '../../support/accounts.ts';
import { IDNO } from '../../support/companies.ts';
import { openOidc } from '../../support/oidc.ts';
import { openPage } from '../../support/page.ts';
import { STAFF_EMAIL } from '../../support/staff.ts';
import { isMissing, look, openProfile } from './browser.ts';

const EDITOR_TIMEOUT_MS = 25_000;
const QUERY = `{ company(idno: "${IDNO}") { idno name founders { name } } }`;

/** A tab, with the hosts it talked to and what it complained of. */
async function openTab() {
  const context = await openProfile({ locale: 'en', viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(EDITOR_TIMEOUT_MS);
  const tab = await context.newPage();
  const hosts = new Set<string>();
  const complaints: string[] = [];
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http')) hosts.add(host);
  });
  tab.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  tab.on('pageerror', (error) => complaints.push(error.message));
  return { tab, hosts, complaints };
}

/** A tab of who is signed in as staff by a link. */
async function openSignedIn() {
  const { baseUrl, accounts, issueUrl } = await openPage({ plan: 'free' });
  await accounts.setRole(STAFF_EMAIL, 'staff', ACTOR);
  const opened = await openTab();
  await opened.tab.goto(await issueUrl());
  await opened.tab.locator('main button').click();
  await opened.tab.waitForURL(`${baseUrl}/cont/api`);
  return { baseUrl, ...opened };
}

/** The tabs of the editor, and the query of the active one. */
async function readEditor(tab: Page) {
  const lines = tab.locator('.graphiql-query-editor .view-lines');
  await lines.waitFor({ timeout: EDITOR_TIMEOUT_MS });
  const query = (await lines.innerText()).replace(/\s+/g, ' ').trim();
  return { tabs: await tab.locator('.graphiql-tab').count(), query };
}

/** The editor stores its tabs half a second after a change. */
async function waitUntilStored(tab: Page, part: string): Promise<void> {
  const isStored = (text: string) => localStorage.getItem('graphiql:tabState')?.includes(text);
  await tab.waitForFunction(isStored, part);
}

async function writeQuery(tab: Page, query: string): Promise<void> {
  const editor = tab.locator('.graphiql-query-editor .monaco-editor').first();
  await editor.waitFor({ timeout: EDITOR_TIMEOUT_MS });
  await editor.click();
  await tab.keyboard.press('ControlOrMeta+A');
  // The editor would insert the selected text between the braces of the new text.
  await tab.keyboard.press('Delete');
  await tab.keyboard.insertText(query);
}

/** Writes a query into the editor as a hand does, runs it, and gives the answer's text. */
async function runQuery(tab: Page, query: string): Promise<string> {
  await writeQuery(tab, query);
  await tab.locator('.graphiql-execute-button').click();
  const answer = tab.locator('.result-window, .graphiql-response');
  await expect
    .poll(() => answer.first().innerText(), { timeout: EDITOR_TIMEOUT_MS })
    .toContain('"data"');
  return (await answer.first().innerText()).replaceAll('\u00a0', ' ');
}

describe.skipIf(isMissing)('in a browser (needs Chromium)', () => {
  it('staff sign in by link, write a query and see the answer, from this host alone', async () => {
    const { baseUrl, tab, hosts, complaints } = await openSignedIn();
    await tab.goto(`${baseUrl}/graphql`);
    const answer = await runQuery(tab, QUERY);
    expect(answer).toContain(`"idno": "${IDNO}"`);
    await tab.locator('summary').click();
    await tab.locator('.graphiql-sidebar button').first().click();
    await tab.getByText('All Schema Types').waitFor();
    await look(tab, 'staff-editor');
    await tab.getByText('Which company has this name').click();
    await tab.waitForURL(/query=/);
    await tab.locator('.graphiql-execute-button').click();
    await expect.poll(() => tab.locator('.result-window').innerText()).toContain('formerName');
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.goto(`${baseUrl}/graphql`);
    await look(tab, 'staff-signed-out', { onlyWords: true });
    expect([...hosts]).toEqual([new URL(baseUrl).host]);
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
  });

  it('the editor opens the tab that was open last, and adds none', async () => {
    const { baseUrl, tab } = await openSignedIn();
    const visit = () => tab.goto(`${baseUrl}/graphql`);
    await visit();
    const first = await readEditor(tab);
    expect(first).toEqual({ tabs: 1, query: expect.stringContaining('companies(first: 10)') });
    await tab.reload();
    expect(await readEditor(tab)).toEqual(first);
    await visit();
    expect(await readEditor(tab)).toEqual(first);
    await writeQuery(tab, '{ stats { companies } }');
    await waitUntilStored(tab, 'stats');
    const written = await readEditor(tab);
    for (const open of [() => tab.reload(), visit, visit]) {
      await open();
      expect(await readEditor(tab)).toEqual(written);
    }
    const example = tab.getByText('Which company has this name');
    const openExample = async () => {
      await tab.locator('summary').click();
      await example.click();
      await tab.waitForURL(/query=.*search/);
    };
    await openExample();
    const second = await readEditor(tab);
    await waitUntilStored(tab, 'search(text');
    expect(second).toEqual({ tabs: 2, query: expect.stringContaining('search(text') });
    for (const open of [() => tab.reload(), visit, openExample]) {
      await open();
      expect(await readEditor(tab)).toEqual(second);
    }
  });

  it('the editor begins with the first query where it stored nothing that it can read', async () => {
    const { baseUrl, tab, complaints } = await openSignedIn();
    for (const stored of [null, '{', '{"tabs":[null],"activeTabIndex":9}', '[]']) {
      await tab.goto(`${baseUrl}/cont/api`);
      await tab.evaluate((value) => {
        localStorage.clear();
        if (value !== null) localStorage.setItem('graphiql:tabState', value);
      }, stored);
      await tab.goto(`${baseUrl}/graphql`);
      const query = expect.stringContaining('companies(first: 10)');
      expect(await readEditor(tab), String(stored)).toEqual({ tabs: 1, query });
    }
    expect(complaints).toEqual([]);
  });

  it('the editor fits into a window of each size, in the font of all pages', async () => {
    const { baseUrl, tab } = await openSignedIn();
    const fontOf = (selector: string) =>
      tab.locator(selector).evaluate((one) => getComputedStyle(one).fontFamily.split(',')[0]);
    const font = await fontOf('.brand');
    for (const [width, height] of [
      [1280, 900],
      [1024, 768],
    ] as const) {
      await tab.setViewportSize({ width, height });
      await tab.goto(`${baseUrl}/graphql`);
      await readEditor(tab);
      for (const part of ['.brand', '.who', '.examples', '.foot']) {
        expect(await fontOf(part), part).toBe(font);
      }
      const page = tab.locator('html');
      expect(await page.evaluate((html) => html.scrollHeight)).toBe(height);
      const box = await tab.locator('.graphiql-sessions').boundingBox();
      expect(box?.height).toBeGreaterThan(height / 2);
    }
  });

  it('staff of an OpenID provider are sent there, back, and find the editor', async () => {
    const { baseUrl, provider } = await openOidc();
    const { tab, hosts, complaints } = await openTab();
    await tab.goto(`${baseUrl}/graphql`);
    await tab.getByRole('link', { name: 'Sign in' }).click();
    await tab.waitForURL(`${baseUrl}/graphql`);
    expect(await runQuery(tab, '{ stats { companies } }')).toContain('"companies": 1');
    expect([...hosts].sort()).toEqual(
      [new URL(baseUrl).host, new URL(provider.issuer).host].sort(),
    );
    // The first answer, 401, is what the browser tells of the page before.
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
  });
});
