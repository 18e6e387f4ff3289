import type { FastifyInstance } from 'fastify';

/** Running requests are cut after this time, which is longer than a staff operation may take. */
const REQUESTS_LIMIT_MS = 5_500;
/** For closing the connections of cut requests. */
const CUT_MARGIN_MS = 500;
/** The maximum duration of `closeApp`. */
export const CLOSE_APP_LIMIT_MS = REQUESTS_LIMIT_MS + CUT_MARGIN_MS;

/** Throws an Error of one line when the address cannot be used. */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `port ${port} of ${host} is in use; stop the program that uses it, or set another PORT, ` +
          `for example PORT=${port === 65_535 ? port - 1 : port + 1}`,
        { cause: error },
      );
    }
    throw new Error(`cannot listen on HOST ${host}, PORT ${port}: ${message}`, { cause: error });
  }
}

/** Stops accepting connections and waits for running requests. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_LIMIT_MS);
  await app.close();
  clearTimeout(cut);
}
