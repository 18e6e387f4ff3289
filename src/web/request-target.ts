/** Percent signs of escapes that decode to UTF-8 (RFC 3629), as a run of them for each character. */
const GOOD_ESCAPES = [
  '%[0-7][\\da-f]',
  '%(?:c[2-9a-f]|d[\\da-f])%[89ab][\\da-f]',
  '%e0%[ab][\\da-f]%[89ab][\\da-f]',
  '%(?:e[1-9a-cef])(?:%[89ab][\\da-f]){2}',
  '%ed%[89][\\da-f]%[89ab][\\da-f]',
  '%f0%[9ab][\\da-f](?:%[89ab][\\da-f]){2}',
  '%f[1-3](?:%[89ab][\\da-f]){3}',
  '%f4%8[\\da-f](?:%[89ab][\\da-f]){2}',
].join('|');
const ESCAPE = new RegExp(`(${GOOD_ESCAPES})|%`, 'gi');

/** The scheme and host of a request target in absolute form, which a server must accept. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * A request target as the router reads it: a path from the root whose escapes all decode, and the
 * query just as it came. The framework refuses a bad escape before any hook runs; with its percent
 * sign escaped it is routed like any other text and meets the same checks in the same order.
 */
export function toRoutableTarget(target: string): string {
  const fromRoot = target.startsWith('/') ? target : toPathFromRoot(target);
  if (!fromRoot.includes('%')) return fromRoot;
  const pathEnd = findPathEnd(fromRoot);
  const path = fromRoot.slice(0, pathEnd).replace(ESCAPE, (_all, good?: string) => good ?? '%25');
  return path + fromRoot.slice(pathEnd);
}

/** Where the path of a target ends, and its query or fragment begins. */
export function findPathEnd(target: string): number {
  const end = target.search(/[?#]/);
  return end === -1 ? target.length : end;
}

function toPathFromRoot(target: string): string {
  const rest = target.replace(ORIGIN, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
