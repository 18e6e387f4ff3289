import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { listErrorAnswers } from './error-answers.ts';

/** A server that answers with one of the errors: the path begins with its index. */
export async function openErrorServer() {
  const answers = listErrorAnswers();
  const taken = answers.map(() => 0);
  const server = createServer(({ url }, reply) => {
    const index = Number(url?.split('/')[1]);
    const answer = answers[index];
    if (answer === undefined) return void reply.destroy();
    taken[index] = (taken[index] ?? 0) + 1;
    const headers = { 'content-type': 'application/json', ...answer.headers };
    reply.writeHead(answer.status, headers).end(answer.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, answers, taken };
}
