import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Attack, AttackCounts } from './hostile-clients.ts';

/** Connections that may be on their way at once: the server's backlog takes 511. */
const MAX_CONNECTING = 250;
const REPORT_MS = 200;

const { port, attack } = workerData as { port: number; attack: Attack };
const counts: AttackCounts = { opened: 0, ended: 0, sentBytes: 0, receivedBytes: 0 };

setInterval(() => parentPort?.postMessage(counts), REPORT_MS);
const startMs = performance.now();
for (let started = 0; started < attack.connections; started++) {
  const dueMs = startMs + (1_000 * started) / (attack.opensPerSecond ?? Number.POSITIVE_INFINITY);
  while (started - counts.opened >= MAX_CONNECTING || performance.now() < dueMs) await sleep(1);
  open(attack.openings[started % attack.openings.length] ?? '');
}

/** Half-open sockets: the server's end of the connection does not end this one. */
function open(opening: string): void {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let timer: NodeJS.Timeout | undefined;
  socket.on('connect', () => {
    counts.opened += 1;
    socket.write(opening);
    if (attack.flood !== undefined) flood(socket, attack.flood);
    const { drip } = attack;
    if (drip !== undefined) timer = setInterval(() => socket.write(drip.bytes), drip.everyMs);
  });
  if (attack.reads) {
    socket.on('data', (chunk: Buffer) => {
      counts.receivedBytes += chunk.length;
    });
  }
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    counts.ended += 1;
    if (counts.opened < counts.ended) counts.opened = counts.ended;
  });
}

function flood(socket: Socket, bytes: string): void {
  const buffer = Buffer.from(bytes);
  const send = () => {
    do counts.sentBytes += buffer.length;
    while (socket.writable && socket.write(buffer));
  };
  socket.on('drain', send);
  send();
}
