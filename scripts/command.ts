import type { Command } from 'commander';
import { loadConfig } from '../src/config/config.ts';
import { createResources } from '../src/operation/resources.ts';
import { openServices, type Services } from '../src/server.ts';

export interface Output {
  /** What `--json` prints: one object on one line. */
  json: Record<string, unknown>;
  /** What a person reads. */
  text: string;
}

/** A command ends sooner than a mail server may answer; the mail is then given up. */
const MAIL_WAIT_MS = 15_000;

/**
 * Runs a command to its end: the output on standard output, or one line on standard error and
 * exit code 1. Wrong arguments are answered by the parser in the same way.
 */
export async function runCommand(program: Command): Promise<void> {
  program.showSuggestionAfterError(false);
  try {
    await program.parseAsync();
  } catch (error) {
    process.stderr.write(`${toLine(error)}\n`);
    process.exitCode = 1;
  }
}

/** Opens what the environment names, does the work, prints what came of it, and closes. */
export async function runOnServices(
  options: { json?: boolean },
  work: (services: Services) => Promise<Output>,
): Promise<void> {
  const onFault = (part: string, error: unknown) =>
    void process.stderr.write(`${part}: ${toLine(error)}\n`);
  const resources = createResources(onFault);
  try {
    const services = await openServices(loadConfig(process.env), {
      resources,
      mailWaitMs: MAIL_WAIT_MS,
      print: (text) => process.stdout.write(text),
      onFault,
    });
    const { json, text } = await work(services);
    await print(options.json ? `${JSON.stringify(json)}\n` : `${text}\n`);
  } finally {
    // The work is done; what could not be closed, or mailed, has its line.
    await resources.close().catch(() => {});
  }
}

/** Rejects with an Error of one line: a key or link that nobody has seen is better asked for again. */
async function print(text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  process.stdout.on('error', () => {});
  process.stdout.write(text, (error) => {
    if (error == null) resolve();
    else reject(new Error(`it is done, but standard output can't be written: ${error.message}`));
  });
  await promise;
}

function toLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ');
}
