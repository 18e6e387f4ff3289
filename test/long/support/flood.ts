import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';

/*
 * A process that asks for a path as fast as it is answered, each time from another network and, in a
 * form, for another mailbox. It sends a message when it begins, and how often each status came when
 * it is told to stop.
 */

const NETWORKS = 2 ** 16;
/** Below the client whose times are measured: an attacker has a machine of its own. */
const NICE = 19;

const [port, method, path, connections] = process.argv.slice(2);
setPriority(NICE);
const statuses: Record<string, number> = {};
let count = 0;
let isOver = false;
process.once('message', () => {
  isOver = true;
});

process.once('disconnect', () => process.exit());

process.send?.('begun');
const flood = Array.from({ length: Number(connections) }, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!isOver) {
    const status = await ask(agent, count++);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  agent.destroy();
});
await Promise.all(flood);
process.send?.(statuses, () => process.disconnect());

/** The status of an answer, or why there was none. */
function ask(agent: Agent, place: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const headers = {
    accept: 'text/html',
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': toAddress(place),
  };
  request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
    response.resume().on('end', () => resolve(String(response.statusCode)));
  })
    .on('error', (error) => resolve(error.message))
    .end(method === 'POST' ? `email=flood${place}%40test.example` : '');
  return promise;
}

/** By turns of the networks of one /48 and of as many /48s. */
function toAddress(place: number): string {
  const network = (Math.floor(place / 2) % NETWORKS).toString(16);
  return place % 2 === 0 ? `2001:db8:1:${network}::1` : `2001:db9:${network}::1`;
}
