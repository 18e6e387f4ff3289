import { isInFuture } from '../../domain/time/clock-skew.ts';
import type { DocumentCollections } from '../port/layout.ts';

export interface KeyUse {
  keyHash: string;
  atMs: number;
}

/**
 * Ignores keys that do not exist. An earlier time never replaces a later one, unless the later one is
 * in the future (`isInFuture`). An account has the last use of one key, the last used.
 */
export async function recordKeyUses(
  { accounts, keyUses }: Pick<DocumentCollections, 'accounts' | 'keyUses'>,
  uses: readonly KeyUse[],
  nowMs: number,
): Promise<void> {
  const byHash = new Map(uses.map((use) => [use.keyHash, use.atMs]));
  const hashes = [...byHash.keys()];
  const owners = (await accounts.getMany(hashes, 'apiKey.hash')).filter((one) => one !== null);
  const stored = await keyUses.getMany(owners.map(({ id }) => id));
  const next = owners.flatMap(({ id, apiKey }, index) => {
    const keyHash = apiKey?.hash ?? '';
    const lastUsedAtMs = byHash.get(keyHash) ?? 0;
    const last = stored[index] ?? null;
    const isLater =
      last !== null && last.lastUsedAtMs >= lastUsedAtMs && !isInFuture(last.lastUsedAtMs, nowMs);
    if (last?.keyHash === keyHash && isLater) return [];
    return [{ id, version: last?.version ?? 0, keyHash, lastUsedAtMs }];
  });
  // Where another server has written meanwhile, it has recorded a use of about the same time.
  await keyUses.replaceEach(next);
}
