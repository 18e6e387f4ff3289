import type { StoreLocation } from '../../src/store/open.ts';
import { COMPANY, toStored } from './companies.ts';
import { ACTOR, openTestServices, subscribe } from './services.ts';
import { toToken, VISITOR } from './sign-in.ts';
import { writeCompanies } from './stores.ts';

export const ATTACKER = 'attacker@test.example';
export const HOLDER = 'holder@test.example';
const KEYS = 25;

/**
 * A store with one company, free accounts that are signed in, and accounts with keys of the highest
 * plan; `tokens` are of links that two of their holders have not opened yet.
 */
export async function prepareAttacked(place: StoreLocation, baseUrl: string, attackers = 1) {
  const services = await openTestServices({
    baseUrl,
    dataDir: place.dataDir,
    env: place.mongodbUri === null ? {} : { MONGODB_URI: place.mongodbUri },
  });
  const { accounts, signIn } = services;
  await writeCompanies(place, toStored(COMPANY));
  const texts: [string, ...string[]] = [await subscribe(services, HOLDER, 'agency')];
  while (texts.length < KEYS) {
    texts.push(await subscribe(services, `${texts.length}${HOLDER}`, 'agency'));
  }
  const toLink = async (email: string) => toToken((await signIn.issueLink(email, ACTOR)).url);
  const cookies: string[] = [];
  while (cookies.length < attackers) {
    const email = cookies.length === 0 ? ATTACKER : `${cookies.length}${ATTACKER}`;
    await accounts.create(email, { plan: 'free', endsAtMs: null }, ACTOR);
    const { sessionId } = await signIn.signIn(await toLink(email), VISITOR);
    cookies.push(`__Host-registru-session=${sessionId}`);
  }
  const tokens = [await toLink(HOLDER), await toLink(`1${HOLDER}`)] as const;
  await services.close();
  return { keys: texts, cookies, tokens };
}
