import { ACTOR, EMAIL } from './accounts.ts';
import type { AppOptions } from './app.ts';
import { send } from './http.ts';
import { openPage } from './page.ts';

export const STAFF_EMAIL = EMAIL;

export interface GraphqlAnswer<Data> {
  status: number;
  /** Empty where there is none. */
  data: Data;
  codes: string[];
  messages: string[];
  text: string;
}

/** The application with one member of staff, signed in. */
export async function openStaff(options: AppOptions = {}) {
  const page = await openPage({ plan: 'free', ...options });
  const { port, baseUrl, accounts } = page;
  await accounts.setRole(STAFF_EMAIL, 'staff', ACTOR);
  const cookie = await page.enter();
  const post = (body: string | Buffer, headers: Record<string, string | undefined> = {}) => {
    const given = {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      cookie,
      ...headers,
    };
    const sent = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    );
    return send(port, '/graphql', { method: 'POST', body, headers: sent });
  };

  /** The answer to an operation, data and codes of errors apart. */
  async function ask<Data = Record<string, unknown>>(
    query: string,
    variables: object = {},
  ): Promise<GraphqlAnswer<Data>> {
    const { status, body } = await post(JSON.stringify({ query, variables }));
    const { data, errors = [] } = JSON.parse(body);
    return {
      status,
      data: data ?? {},
      codes: errors.map((one: { extensions?: { code?: string } }) => one.extensions?.code ?? ''),
      messages: errors.map((one: { message: string }) => one.message),
      text: body,
    };
  }

  return { ...page, cookie, post, ask, origin: new URL(baseUrl).origin };
}
