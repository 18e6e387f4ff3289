import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { loadConfig } from '../src/config/config.ts';
import { ROLES, type Role } from '../src/domain/account/account.ts';
import { PLANS, type Plan } from '../src/domain/account/plan.ts';
import { isDay, toEndOfDayMs } from '../src/domain/time/time-zone.ts';
import type { Services } from '../src/server.ts';
import {
  ACTOR,
  changeKey,
  KEY_ACTIONS,
  type KeyAction,
  reseal,
  revokeEveryKey,
} from './account/keys.ts';
import {
  listAccounts,
  toAccountOutput,
  toAuditOutput,
  toLinkOutput,
  toRoleOutput,
} from './account/outputs.ts';
import { CREATE_OPTION, type Output, runCommand, runOnServices } from './command.ts';

const MAX_ENTRIES = 1_000;

/** When a plan ends. In an object, because commander takes no null as the value of an option. */
interface End {
  /** The first instant after the last day; null: never. */
  endsAtMs: number | null;
}

const program = new Command('npm run account --').description(
  'Manages accounts, plans and keys in the store (MONGODB_URI, otherwise DATA_DIR), also while servers run.',
);
const until = new Option('--until <day>', 'last day of the plan, YYYY-MM-DD, or never').argParser(
  toEnd,
);
const toPlan = oneOf(PLANS);
const planNames = PLANS.join(', ');

addCommand(
  'create <email>',
  'create an account; with an API plan also its key, to be revealed once',
)
  .option('--plan <plan>', `its plan: ${planNames}`, toPlan, 'free')
  .addOption(until)
  .option(...CREATE_OPTION, false)
  .action((email: string, options: { plan: Plan; until?: End; create: boolean; json?: true }) =>
    runOnServices(options, async ({ accounts }) => {
      const change = { plan: options.plan, endsAtMs: null, ...options.until };
      return toAccountOutput(await accounts.create(email, change, ACTOR), Date.now());
    }),
  );

addCommand('plan <email>', 'change the plan from now on; without --until its end stays the same')
  .addArgument(new Argument('<plan>', planNames).argParser(toPlan))
  .addOption(until)
  .action((email: string, plan: Plan, options: { until?: End; json?: true }) =>
    runOnServices(options, async ({ accounts }) => {
      const change = { plan, ...options.until };
      return toAccountOutput(await accounts.setPlan(email, change, ACTOR), Date.now());
    }),
  );

addAccountCommand(
  'cancel',
  'end the plan now; requests with the key get 403 until there is a plan again',
  async ({ accounts }, email) => toAccountOutput(await accounts.cancel(email, ACTOR), Date.now()),
);

addAccountCommand('show', 'show the plan and the state of the key', async ({ accounts }, email) =>
  toAccountOutput(await accounts.find(email), Date.now()),
);

addCommand('list', 'list all accounts by address').action((options) =>
  runOnServices(options, listAccounts),
);

addAccountCommand(
  'delete',
  'delete the account and its key; its entries stay in the audit log',
  async ({ accounts }, email) => {
    await accounts.delete(email, ACTOR);
    return { json: { email, deleted: true }, text: `${email} is deleted` };
  },
);

addCommand('key <email>', "reveal (once), create, regenerate or revoke the account's key")
  .addArgument(new Argument('<action>', KEY_ACTIONS.join(', ')).argParser(oneOf(KEY_ACTIONS)))
  .option('--seen <id>', 'refuse if the last issued key has another id (lastKeyId in: show --json)')
  .action((email: string, action: KeyAction, options: { seen?: string; json?: true }) =>
    runOnServices(options, (services) => changeKey(services, email, action, options.seen)),
  );

addCommand('role <email>', 'staff may query everything at /graphql; holder withdraws that')
  .addArgument(new Argument('<role>', ROLES.join(', ')).argParser(oneOf(ROLES)))
  .action((email: string, role: Role, options) =>
    runOnServices(options, async ({ accounts }) =>
      toRoleOutput(
        await accounts.setRole(email, role, ACTOR),
        Date.now(),
        loadConfig(process.env).oidc !== null,
      ),
    ),
  );

addAccountCommand(
  'sign-in',
  'print a link that signs the holder in, once and within 5 minutes',
  async ({ signIn }, email) => toLinkOutput(email, await signIn.issueLink(email, ACTOR)),
);

addAccountCommand(
  'audit',
  `show the account's audit log, newest first, at most ${MAX_ENTRIES} entries`,
  async ({ accounts, store }, email) => {
    const { id } = await accounts.find(email);
    return toAuditOutput(email, await store.audit.listByAccount(id, MAX_ENTRIES));
  },
);

addCommand(
  'revoke-all',
  'revoke all keys, sign all holders out and pause all webhooks, as after a restore',
)
  .option('--yes', 'confirm: this cannot be undone')
  .action((options) => runOnServices(options, (services) => revokeEveryKey(services, options)));

addCommand(
  'reseal',
  'encrypt all keys not yet revealed and all webhook secrets with the first secret of APP_SECRET',
).action((options) => runOnServices(options, reseal));

await runCommand(program);

function addCommand(usage: string, description: string): Command {
  return program
    .command(usage)
    .description(description)
    .option('--json', 'print one JSON object (run as: npm run -s account -- …)');
}

/** A command without further arguments. */
function addAccountCommand(
  name: string,
  description: string,
  work: (services: Services, email: string) => Promise<Output>,
): void {
  addCommand(`${name} <email>`, description).action((email: string, options) =>
    runOnServices(options, (services) => work(services, email)),
  );
}

/** Reads one of these names, in any case. */
function oneOf<Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => {
    const found = names.find((name) => name === text.toLowerCase());
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`Allowed choices are ${names.join(', ')}.`);
  };
}

function toEnd(text: string): End {
  if (text.toLowerCase() === 'never') return { endsAtMs: null };
  if (isDay(text)) return { endsAtMs: toEndOfDayMs(text) };
  throw new InvalidArgumentError('It must be a day as YYYY-MM-DD, or never.');
}
