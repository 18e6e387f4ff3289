import { RANDOM_TEXTS } from '../../src/accounts/secret-texts.ts';
import { createFoundation } from '../../src/foundation.ts';
import { openStore, type StorePlace } from '../../src/stores.ts';
import { ACTOR, APP_SECRET } from './accounts.ts';
import { COMPANY, toStored } from './companies.ts';
import { toToken, VISITOR } from './sign-in.ts';

export const ATTACKER = 'attacker@test.example';
export const HOLDER = 'holder@test.example';

/**
 * A store with one company, a free account that is signed in, and an account with a key of the
 * highest plan; `tokens` are of links that its holder has not opened yet.
 */
export async function prepareAttacked(place: StorePlace, baseUrl: string) {
  const store = await openStore(place);
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
  });
  await store.companies.write([toStored(COMPANY)], []);
  await store.companies.flush();
  await accounts.create(ATTACKER, { plan: 'free', endsAtMs: null }, ACTOR);
  const { id, apiKey } = await accounts.create(HOLDER, { plan: 'agency', endsAtMs: null }, ACTOR);
  const { text: key } = await keys.reveal(id, apiKey?.id ?? '', ACTOR);
  const toLink = async (email: string) => toToken((await signIn.issueLink(email, ACTOR)).url);
  const { sessionId } = await signIn.signIn(await toLink(ATTACKER), VISITOR);
  const tokens = [await toLink(HOLDER), await toLink(HOLDER)] as const;
  await store.close();
  return { key, cookie: `__Host-registru-session=${sessionId}`, tokens };
}
