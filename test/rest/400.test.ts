import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { shareApi } from './open.ts';

const BODY = readFileSync(new URL('bodies/400.json', import.meta.url), 'utf8');

const openApi = shareApi();

it.each([
  ['too short', '12345'],
  ['letters', 'abc'],
  ['a letter among the digits', '10036000000x1'],
  ['9 digits', '123456789'],
  ['full-width digits', encodeURIComponent('１００３６００００００１１')],
  ['Arabic digits', encodeURIComponent('١٢٣٤٥٦٧٨٩٠١٢٣')],
  ['a null byte', '%00'],
  ['a null byte after digits', '1003600000001%00'],
  ['a bad escape', '%zz'],
  ['a bad escape after digits', '1003600000001%'],
  ['an escape that is no UTF-8', '%ff'],
  ['an escaped slash', '1003600%2F000001'],
  ['a space', '1003600000001%20'],
  ['a sign', '+1003600000001'],
  ['nothing', ''],
])('refuses %s', async (_name, idno) => {
  const { get, key } = await openApi();
  const { status, body, headers } = await get(`/api/v1/company/${idno}`, key);
  expect({ status, body }).toEqual({ status: 400, body: BODY });
  expect(headers).toMatchObject({
    'x-ratelimit-limit': String(TIER_LIMITS.medium),
    'x-ratelimit-tier': 'medium',
  });
});
