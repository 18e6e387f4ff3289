import type { FastifyInstance } from 'fastify';

/** A running request is cut after this time; it is longer than a staff operation may take. */
const REQUESTS_LIMIT_MS = 5_500;
/** For closing the connections of requests that were cut. */
const CUT_MARGIN_MS = 500;
/** The most that `closeApp` takes. */
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

/** Accepts no more connections and waits for the running requests. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_LIMIT_MS);
  await app.close();
  clearTimeout(cut);
}
