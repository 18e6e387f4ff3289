import { FileFault, Unavailable } from '../../src/domain/errors.ts';
import { serveThread } from '../../src/worker/thread.ts';

export interface TestMethods {
  add(one: number, other: number): number;
  wait(ms: number): Promise<string>;
  fail(kind: 'file' | 'store' | 'type' | 'text'): never;
  die(): void;
  hang(): Promise<void>;
  close(): void;
}

const ERRORS = {
  file: new FileFault('a.csv is empty'),
  store: new Unavailable('the disk is full'),
  type: new TypeError('not a function'),
};

serveThread((data: { canOpen: boolean }): TestMethods => {
  if (!data.canOpen) throw new Unavailable('the file is locked');
  return {
    add: (one, other) => one + other,
    wait: (ms) => new Promise((resolve) => setTimeout(() => resolve('waited'), ms)),
    fail(kind) {
      throw kind === 'text' ? 'a text' : ERRORS[kind];
    },
    die: () => process.exit(1),
    hang: () => new Promise(() => {}),
    close() {},
  };
});
