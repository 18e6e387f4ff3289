import { readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A client that keeps a copy of companies by the list of changes: `follower.ts URL FILE KEY…`. Looks
 * up what a page names, then replaces its file with the companies and the next cursor at once, and
 * prints a dot. Ends when there are no more changes.
 */
export interface Copy {
  cursor: string;
  /** The answers by IDNO. */
  companies: Record<string, string>;
}

/** Small pages, so that a kill is between two of them. */
const PAGE = 50;
const MAX_ATTEMPTS = 200;
const PAUSE_MS = 50;

const [baseUrl = '', path = '', ...keys] = process.argv.slice(2);
const copy: Copy = JSON.parse(readFileSync(path, 'utf8'));
let requests = 0;

/** The body of a 200; asks again while the server is away. Each key has a limit of its own. */
async function get(address: string): Promise<string> {
  const key = keys[requests++ % keys.length] ?? '';
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const answer = await fetch(`${baseUrl}/api/v1/${address}`, {
      headers: { 'x-api-key': key },
    }).catch(() => null);
    if (answer?.status === 200) return await answer.text();
    if (answer !== null && answer.status !== 503) throw new Error(`${address}: ${answer.status}`);
    await sleep(PAUSE_MS);
  }
  throw new Error('the server does not come back');
}

for (let more = true; more; ) {
  const page: { changes: { idno: string }[]; next: string; more: boolean } = JSON.parse(
    await get(`changes?limit=${PAGE}&after=${copy.cursor}`),
  );
  await Promise.all(
    page.changes.map(async ({ idno }) => {
      copy.companies[idno] = await get(`company/${idno}`);
    }),
  );
  copy.cursor = page.next;
  more = page.more;
  writeFileSync(`${path}.new`, JSON.stringify(copy));
  renameSync(`${path}.new`, path);
  writeSync(1, '.');
}
