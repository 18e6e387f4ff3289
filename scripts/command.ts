import { type Command, InvalidArgumentError } from 'commander';
import type { Mail } from '../src/accounts/mail/outbox.ts';
import { type Config, loadConfig } from '../src/config/config.ts';
import { describeMisspelt } from '../src/config/misspelt.ts';
import { toErrorLine } from '../src/domain/errors.ts';
import { createResources } from '../src/operation/resources.ts';
import { VERSION } from '../src/operation/version.ts';
import type { Services } from '../src/server.ts';
import { describeStore, hasStore, type StoreLocation } from '../src/store/open.ts';
import { readAddress } from '../src/store/sqlite/address-file.ts';
import { ignoreInspectorSignal, STOP_SIGNALS } from '../src/worker/stop-signals.ts';

export interface Output {
  /** Printed with `--json`: one object on one line. */
  json: Record<string, unknown>;
  /** For a person. */
  text: string;
}

/** Options that npm reads as abbreviations of its own: --plan as -p -l -a -n. */
const NPM_NAMES: Readonly<Record<string, string>> = {
  plan: 'parseable',
};

/** How long a command waits for a mail server that takes no mail; unsent mails are then dropped. */
const MAIL_IDLE_MS = 15_000;
const MAIL_PROGRESS_MS = 5_000;
/** For the parts that wait for mails when they are closed, which have been waited for before. */
const CLOSE_WAIT_MS = 0;
/** The longest time from a signal to the end of the process; a running write of an import ends. */
const CLEAN_UP_LIMIT_MS = 30_000;

/**
 * Runs a command: its output goes to standard output; an error is one line on standard error, after
 * the prefix, and exit code 1. The parser reports wrong arguments in the same way.
 */
export async function runCommand(program: Command, prefix = ''): Promise<void> {
  for (const command of [program, ...program.commands]) {
    command.configureOutput({
      // A suggestion comes on a second line.
      outputError: (text, write) => write(`${text.trimEnd().replace('\n', ' ')}\n`),
    });
  }
  // A reader that leaves early (`| head`) and a full disk stop no work: only progress is lost, and
  // `print`, with which each command ends, reports that its output cannot be written.
  process.stdout.on('error', () => {});
  // Nor does a terminal that is closed.
  process.stderr.on('error', () => {});
  ignoreInspectorSignal();
  program.version(VERSION);
  try {
    refuseOptionsTakenByNpm(program);
    await program.parseAsync();
  } catch (error) {
    process.stderr.write(`${prefix}${toErrorLine(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Throws an Error of one line if npm took an option of the command for its own: without `--`
 * before it, npm puts the option into the environment, and the command would run without it.
 */
function refuseOptionsTakenByNpm(program: Command): void {
  const subcommand = program.commands.find((one) => one.name() === process.argv[2]);
  const command = subcommand ?? program;
  const taken = command.options.filter(({ long }) => {
    const name = (long ?? '').slice(2).replaceAll('-', '_');
    // npm sets an option that was not given to the empty text, or not at all.
    return [name, NPM_NAMES[name]].some((one) => one && process.env[`npm_config_${one}`]);
  });
  if (taken.length === 0) return;
  const words = [
    ...(subcommand === undefined ? [] : [subcommand.name()]),
    ...command.registeredArguments
      .map((argument) => argument.name())
      // An option may be another way to give an argument: --out <file>.
      .filter((name) => !taken.some(({ flags }) => flags.endsWith(`<${name}>`)))
      .map((name) => name.toUpperCase()),
    ...taken.map(({ flags }) => flags.replace(/<(.+)>/, (_, value) => value.toUpperCase())),
  ];
  const start = program.name().replace(/ --$/, '');
  throw new Error(`write "--" before the options: ${start} -- ${words.join(' ')}`);
}

/** The option of commands that may make a new store. */
export const CREATE_OPTION = [
  '--create',
  'make the store if there is none; without it there must be one',
] as const;

/**
 * What the environment says, with the address of a server that runs on the same data folder. Names
 * the store on standard error. Throws a one-line Error if there is none, unless the command has
 * CREATE_OPTION and it was given.
 */
export async function loadStoreConfig({ create }: { create?: boolean }): Promise<Config> {
  const config = loadConfig(process.env, readAddress);
  sayStore(await describeStore(config));
  if (create !== true) await requireStore(config, create === undefined ? AS_SERVER : CREATE_ONE);
  return config;
}

const AS_SERVER = 'set DATA_DIR or MONGODB_URI as for the server';
const CREATE_ONE = `${AS_SERVER}, or add --create to make one here`;

/**
 * Throws a one-line Error, with what to do, if there is no store: a command that runs without the
 * variables of the service would otherwise make a second one and work on that.
 */
export async function requireStore(place: StoreLocation, remedy = AS_SERVER): Promise<void> {
  if (await hasStore(place)) return;
  throw new Error(`there is no store at ${await describeStore(place)}: ${remedy}`);
}

/**
 * The first line of each command that uses a store, on standard error, followed by one for each
 * misspelt variable.
 */
export function sayStore(store: string): void {
  process.stderr.write(`store: ${store}\n`);
  for (const sentence of describeMisspelt(process.env)) process.stderr.write(`${sentence}\n`);
}

export interface CommandServices extends Services {
  /** Waits while more than `most` mails are unsent and the mail server takes some. */
  drainMails(most: number): Promise<void>;
}

/**
 * Opens the services that the environment configures, does the work, prints its output, sends the
 * mails, closes. Who gets no mail is named on standard error.
 */
export async function runOnServices(
  options: { json?: boolean; create?: boolean },
  work: (services: CommandServices) => Promise<Output>,
): Promise<void> {
  const onFault = (part: string, error: unknown) =>
    void process.stderr.write(`${part}: ${toErrorLine(error)}\n`);
  const resources = createResources(onFault);
  // Commands that need no services start faster without its modules.
  const { openServices } = await import('../src/server.ts');
  try {
    const services = await openServices(await loadStoreConfig(options), {
      resources,
      mailWaitMs: CLOSE_WAIT_MS,
      print: (text) => process.stdout.write(text),
      onFault,
      onMailDropped: ({ kind, to }) => process.stderr.write(`not mailed: ${to} (${kind})\n`),
    });
    const drainMails = (most: number) => drainWithProgress(services.mail, most);
    const { json, text } = await work({ ...services, drainMails });
    // Before the mails: a key is shown even if the command is stopped while it waits for them.
    await print(options.json ? `${JSON.stringify(json)}\n` : `${text}\n`);
    await drainMails(0);
  } finally {
    // The work is done, and each part that could not be closed or mailed has reported it.
    await resources.close().catch(() => {});
  }
}

async function drainWithProgress(
  { count, drain }: Pick<Mail, 'count' | 'drain'>,
  most: number,
): Promise<void> {
  const say = () => void process.stderr.write(`mails that wait to be sent: ${count()}\n`);
  const timer = setInterval(say, MAIL_PROGRESS_MS);
  await drain(most, MAIL_IDLE_MS);
  clearInterval(timer);
}

/**
 * Aborts with this error at one of STOP_SIGNALS, so that a command can clean up. npm repeats the
 * signal that the terminal has sent: later ones are ignored, and after CLEAN_UP_LIMIT_MS the
 * process ends in any case.
 */
export function stopOnSignal(error: Error): AbortSignal {
  const stop = new AbortController();
  function onSignal(): void {
    if (stop.signal.aborted) return;
    setTimeout(giveUp, CLEAN_UP_LIMIT_MS).unref();
    stop.abort(error);
  }
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  return stop.signal;
}

function giveUp(): void {
  process.stderr.write(`stopped, but cleaning up took over ${CLEAN_UP_LIMIT_MS} ms\n`);
  process.exit(1);
}

/** Reads a share from 0 to 1. */
export function toShare(text: string): number {
  const share = /^\d(?:\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (share >= 0 && share <= 1) return share;
  throw new InvalidArgumentError('Give a share from 0 to 1, such as 0.9.');
}

/** Reads a whole number from `low` to `high`. */
export function toWholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= low && value <= high) return value;
    throw new InvalidArgumentError(`Give a whole number from ${low} to ${high}.`);
  };
}

/** Rejects with an Error of one line: a key or link that was not shown must be created again. */
export async function print(text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  process.stdout.write(text, (error) => {
    if (error == null) resolve();
    else reject(new Error(`it is done, but standard output can't be written: ${error.message}`));
  });
  await promise;
}
