import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

/** Answers a request with bytes without end, as fast as they are read. */
export async function openEndless(begin: string, repeated: string, tls?: TlsOptions) {
  let bytes = 0;
  const some = repeated.repeat(Math.ceil(16_384 / repeated.length));
  const handle = (socket: Socket) => {
    socket.on('error', () => {});
    const write = () => {
      for (bytes += some.length; !socket.destroyed && socket.write(some); bytes += some.length);
    };
    socket.once('data', () => {
      socket.write(begin);
      socket.on('drain', write);
      write();
    });
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/`, countBytes: () => bytes };
}
