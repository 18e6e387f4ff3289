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

/** Writes a query into the editor as a hand does, runs it, and gives the answer's text. */
async function runQuery(tab: Page, query: string): Promise<string> {
  const editor = tab.locator('.graphiql-query-editor .monaco-editor').first();
  await editor.waitFor({ timeout: EDITOR_TIMEOUT_MS });
  await editor.click();
  await tab.keyboard.press('ControlOrMeta+A');
  // The editor would insert the selected text between the braces of the new text.
  await tab.keyboard.press('Delete');
  await tab.keyboard.insertText(query);
  await tab.locator('.graphiql-execute-button').click();
  const answer = tab.locator('.result-window, .graphiql-response');
  await expect
    .poll(() => answer.first().innerText(), { timeout: EDITOR_TIMEOUT_MS })
    .toContain('"data"');
  return (await answer.first().innerText()).replaceAll('\u00a0', ' ');
}

describe.skipIf(isMissing)('in a browser (needs Chromium)', () => {
  it('staff sign in by link, write a query and see the answer, from this host alone', async () => {
    const { baseUrl, accounts, issueUrl } = await openPage({ plan: 'free' });
    await accounts.setRole(STAFF_EMAIL, 'staff', ACTOR);
    const { tab, hosts, complaints } = await openTab();
    await tab.goto(await issueUrl());
    await tab.locator('main button').click();
    await tab.waitForURL(`${baseUrl}/cont/api`);
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
    await look(tab, 'staff-signed-out', true);
    expect([...hosts]).toEqual([new URL(baseUrl).host]);
    expect(complaints.filter((one) => !one.includes('401'))).toEqual([]);
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
