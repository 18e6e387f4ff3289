/** A stream of numbers in [0, 1); the same seed and path always give the same stream. */
export type Random = () => number;

/**
 * sfc32, a small generator that passes PractRand. The path (row, purpose) gives each part of each
 * row its own stream, so that one part can change between two dumps while the rest stays the same.
 */
export function createRandom(seed: number, ...path: number[]): Random {
  let [a, b, c, counter] = [seed >>> 0, 0x9e3779b9, 0x243f6a88, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (const part of path) {
    a ^= part;
    for (let round = 0; round < 4; round += 1) next();
  }
  for (let round = 0; round < 8; round += 1) next();
  return next;
}

/** A whole number from `low` to `high`, both included. */
export function integer(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

export function chance(random: Random, share: number): boolean {
  return random() < share;
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const picked = list[Math.floor(random() * list.length)];
  if (picked === undefined) throw new Error('pick needs a list with at least one entry');
  return picked;
}

/** Picks by weight; the heaviest entries of a long list should come first. */
export function weighted<T>(list: readonly T[], weightOf: (entry: T) => number) {
  const total = list.reduce((sum, entry) => sum + weightOf(entry), 0);
  return (random: Random): T => {
    let left = random() * total;
    const picked = list.find((entry) => {
      left -= weightOf(entry);
      return left < 0;
    });
    return picked ?? pick(random, list);
  };
}

/** The numbers 0 … length − 1 in a random order. */
export function shuffledIndexes(random: Random, length: number): number[] {
  const keys = Array.from({ length }, random);
  return [...keys.keys()].toSorted((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0));
}
