import type { Plan } from '../../src/domain/account/plan.ts';
import { type AppOptions, openTestApp } from '../support/app.ts';

/** The application with an account that has this plan: its key, and the header that sends it. */
export async function openApi({
  plan = 'business',
  ...options
}: AppOptions & { plan?: Plan } = {}) {
  const app = await openTestApp(options);
  const key = await app.subscribe('a@test.example', plan);
  return { ...app, key, headers: { 'x-api-key': key } };
}
