import { serverAudits } from 'graphql-http';
import { expect, it } from 'vitest';
import { openStaff } from '../support/staff.ts';

it('keeps every rule of GraphQL over HTTP that the audits of graphql-http know', async () => {
  const { baseUrl, cookie, origin } = await openStaff();
  const audits = serverAudits({
    url: `${baseUrl}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('cookie', cookie);
      headers.set('origin', origin);
      return fetch(url, { ...init, headers });
    },
  });
  const results = await Promise.all(audits.map((audit) => audit.fn()));
  const failed = results.filter(({ status }) => status !== 'ok').map(({ name }) => name);
  expect(failed).toEqual([]);
  expect(results.length).toBeGreaterThan(50);
});
