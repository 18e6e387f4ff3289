/** How long a part is reported after its last fault. */
export const RECENT_FAULT_MS = 300_000;

/** What the service does for people and programs, and the routes of each. */
const ROUTES = {
  lookups: /^\/api\/v1\/company\//,
  search: /^\/api\/v1\/(?:search|changes)$/,
  account: /^\/cont\//,
  mail: null,
} as const;
export type ServicePart = keyof typeof ROUTES;
const PARTS = Object.entries(ROUTES) as [ServicePart, RegExp | null][];

export interface RecentFaults {
  /** `route` is a pattern, never a URL. */
  noteAnswer(route: string, status: number): void;
  /** `name` is that of work outside requests. */
  noteFault(name: string): void;
  list(): ServicePart[];
}

/** Remembers when each part last failed. `elapsedMs` is a monotonic clock. */
export function createRecentFaults(elapsedMs: () => number): RecentFaults {
  const lastMs = new Map<ServicePart, number>();
  return {
    noteAnswer(route, status) {
      if (status < 500) return;
      const [part] = PARTS.find(([, pattern]) => pattern?.test(route)) ?? [];
      if (part !== undefined) lastMs.set(part, elapsedMs());
    },
    noteFault(name) {
      if (name === 'mail') lastMs.set('mail', elapsedMs());
    },
    list() {
      const from = elapsedMs() - RECENT_FAULT_MS;
      return [...lastMs].filter(([, atMs]) => atMs > from).map(([part]) => part);
    },
  };
}
