import { RANDOM_TEXTS } from '../../src/accounts/secret-texts.ts';
import { createFoundation } from '../../src/foundation.ts';
import { openStore, type StorePlace } from '../../src/stores.ts';
import { ACTOR, APP_SECRET } from './accounts.ts';
import { COMPANY, toStored } from './companies.ts';
import { toToken, VISITOR } from './sign-in.ts';

export const ATTACKER = 'attacker@test.example';
export const HOLDER = 'holder@test.example';
const KEYS = 5;

/**
 * A store with one company, a free account that is signed in, and accounts with keys of the
 * highest plan; `tokens` are of links that one of their holders has not opened yet.
 */
export async function prepareAttacked(place: StorePlace, baseUrl: string) {
  const store = await openStore(place, () => {});
  const nowMs = () => Date.now();
  const { accounts, keys, signIn } = createFoundation({
    store,
    appSecrets: [APP_SECRET],
    baseUrl,
    staffIssuer: null,
    notify: () => {},
    texts: RANDOM_TEXTS,
    nowMs,
    elapsedMs: nowMs,
    onFault: () => {},
  });
  await store.companies.write([toStored(COMPANY)], []);
  await store.companies.flush();
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
  await store.close();
  return { keys: texts, cookie: `__Host-registru-session=${sessionId}`, tokens };
}
