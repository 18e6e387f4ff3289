import { expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { IDNO } from '../support/companies.ts';
import { openPage } from '../support/page.ts';

const FORM = '/cont/api/limit-notices';

it('the first refused request of a day is reported by mail, until that is switched off', async () => {
  const page = await openPage();
  const cookie = await page.enter();
  const text = await page.revealKey();
  const mails = () => page.notifications.filter(({ kind }) => kind === 'limit_reached');
  for (let count = 0; count < TIER_LIMITS.medium + 2; count++) {
    await page.get(`/api/v1/company/${IDNO}`, { 'x-api-key': text });
  }
  expect(mails()).toEqual([]);
  await page.usageCounter.flush();
  expect(mails()).toMatchObject([{ planName: 'Business', limit: TIER_LIMITS.medium }]);

  expect((await page.get('/cont/api', { cookie })).body).toContain('name="wanted" value="no"');
  const off = await page.post(FORM, 'wanted=no', { cookie });
  expect([off.status, off.headers.location]).toEqual([303, '/cont/api#usage']);
  expect((await page.account()).limitNotices).toBe(false);
  expect((await page.get('/cont/api', { cookie })).body).toContain('name="wanted" value="yes"');
  await page.post(FORM, 'wanted=yes', { cookie });
  expect((await page.account()).limitNotices).toBe(true);
  const ended = (await page.post(FORM, 'wanted=no')).headers.location;
  expect(ended).toBe('/cont/api/sign-in?notice=ended');
  expect((await page.account()).limitNotices).toBe(true);
});

it('the choice is not offered where the service sends no mail', async () => {
  const page = await openPage({ linkDelivery: 'none' });
  expect((await page.get('/cont/api', { cookie: await page.enter() })).body).not.toContain(FORM);
});
