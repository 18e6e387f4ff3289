import type { StoreLocation } from '../../src/store/open.ts';
import { COMPANY, toStored } from './companies.ts';
import { ACTOR, openTestServices } from './services.ts';
import { toToken, VISITOR } from './sign-in.ts';
import { writeCompanies } from './stores.ts';

export const ATTACKER = 'attacker@test.example';
export const HOLDER = 'holder@test.example';
const KEYS = 5;

/**
 * A store with one company, a free account that is signed in, and accounts with keys of the
 * highest plan; `tokens` are of links that one of their holders has not opened yet.
 */
export async function prepareAttacked(place: StoreLocation, baseUrl: string) {
  const services = await openTestServices({
    baseUrl,
    dataDir: place.dataDir,
    env: place.mongodbUri === null ? {} : { MONGODB_URI: place.mongodbUri },
  });
  const { accounts, keys, signIn } = services;
  await writeCompanies(place, toStored(COMPANY));
  await accounts.create(ATTACKER, { plan: 'free', endsAtMs: null }, ACTOR);
  const subscribe = async (email: string) => {
    const { id, apiKey } = await accounts.create(email, { plan: 'agency', endsAtMs: null }, ACTOR);
    return (await keys.reveal(id, apiKey?.id ?? '', ACTOR)).text;
  };
  const texts: [string, ...string[]] = [await subscribe(HOLDER)];
  while (texts.length < KEYS) texts.push(await subscribe(`${texts.length}${HOLDER}`));
  const toLink = async (email: string) => toToken((await signIn.issueLink(email, ACTOR)).url);
  const { sessionId } = await signIn.signIn(await toLink(ATTACKER), VISITOR);
  const tokens = [await toLink(HOLDER), await toLink(HOLDER)] as const;
  await services.close();
  return { keys: texts, cookie: `__Host-registru-session=${sessionId}`, tokens };
}
