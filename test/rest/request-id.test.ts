import { expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

it('every answer has an id of its own, which the log and the list of failures have', async () => {
  const app = await openTestApp();
  const key = await app.subscribe('a@test.example', 'business');
  const sent = 'from-the-client';
  const headers = { 'x-api-key': key, 'x-request-id': sent, 'request-id': sent };
  const answers = [
    await app.send('/api/v1/company/1', { headers }),
    await app.send('/api/v1/company/1', { headers }),
    await app.send('/api/v1/company/1', { headers: { 'x-request-id': sent } }),
  ];
  const ids = answers.map((answer) => String(answer.headers['x-request-id']));
  for (const id of ids) expect(id).toMatch(UUID);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(app.logs.some((line) => line.includes(id))).toBe(true);
  const { id } = await app.accounts.find('a@test.example');
  const failed = app.failedRequests.addWaiting(id, []);
  expect(failed.map(({ requestId }) => requestId)).toEqual(ids.slice(0, 2).toReversed());
  expect(app.logs.join()).not.toContain(sent);
});
