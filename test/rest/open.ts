import { randomUUID } from 'node:crypto';
import type { Plan } from '../../src/domain/account/plan.ts';
import { type AppOptions, openTestApp, type TestApp } from '../support/app.ts';
import { openShared } from '../support/shared.ts';

/** The application with an account that has this plan: its key, and the header that sends it. */
export async function openApi({
  plan = 'business',
  ...options
}: AppOptions & { plan?: Plan } = {}) {
  return await withAccount(await openTestApp(options), 'a@test.example', plan);
}

/** The same, with one application for all tests that ask for it, and an account for each. */
export function shareApi() {
  const app = openShared(() => openTestApp());
  return ({ plan = 'business' }: { plan?: Plan } = {}) =>
    withAccount(app(), `${randomUUID()}@test.example`, plan);
}

async function withAccount(app: TestApp, email: string, plan: Plan) {
  const key = await app.subscribe(email, plan);
  return { ...app, email, key, headers: { 'x-api-key': key } };
}
