import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const TIMEOUT_MS = 10_000;

/**
 * One keep-alive connection with one request at a time. It understands only what the servers under
 * test send (a length or no body), so that the client costs less than what it measures.
 */
export class LoadConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | null = null;

  static async open(port: number): Promise<LoadConnection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new LoadConnection(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('no answer in 10 s')));
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')));
    socket.on('error', (error) => this.#settle?.reject(error));
  }

  request(text: string): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(text, 'latin1');
    });
  }

  close(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd).toLowerCase();
    const status = Number(head.slice(9, 12));
    const length = status === 304 ? 0 : Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
    const end = headEnd + HEAD_END.length + length;
    if (this.#received.length < end) return;
    const body = this.#received.subarray(headEnd + HEAD_END.length, end);
    this.#received = this.#received.subarray(end);
    this.#settle?.resolve({ status, body });
  }
}
