import type { Store } from './store.ts';

/**
 * Asks each database what a request of the API asks of it, for a key and a company that are nobody's.
 * They are others each time, so that no cache answers and every part of an index has its turn.
 */
export async function probe(
  { accounts, companies }: Pick<Store, 'accounts' | 'companies'>,
  random: () => number = Math.random,
): Promise<void> {
  const keyHash = Array.from({ length: 64 }, () => toDigit(random(), 16)).join('');
  const idno = `1${Array.from({ length: 12 }, () => toDigit(random(), 10)).join('')}`;
  await Promise.all([accounts.findKeyAccess([keyHash]), companies.findByIdnos([idno])]);
}

function toDigit(share: number, base: number): string {
  return Math.floor(share * base).toString(base);
}
