import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { revokeAll } from '../src/accounts/revoke-all.ts';
import { ROLES, type Role } from '../src/domain/account.ts';
import { PLANS, type Plan } from '../src/domain/plan.ts';
import { isDay, toEndOfDayMs } from '../src/domain/time-zone.ts';
import type { Foundation } from '../src/foundation.ts';
import { listAccounts } from './account/list.ts';
import { toAccountOutput, toAuditOutput, toLinkOutput } from './account/outputs.ts';
import { type Output, runCommand, runOnFoundation } from './command.ts';

const ACTOR = { name: 'command', address: null };
const MAX_ENTRIES = 1_000;

const KEY_DEEDS = ['reveal', 'create', 'regenerate', 'revoke'] as const;
type KeyDeed = (typeof KEY_DEEDS)[number];

interface Options {
  json?: boolean;
  plan: Plan;
  until?: number;
  seen?: string;
  yes?: true;
}

const program = new Command('npm run account --').description(
  'Accounts, their plans and keys, in the store (MONGODB_URI, else DATA_DIR). Works while the server runs.',
);
const json = new Option('--json', 'print one JSON object (run as: npm run -s account -- …)');
const until = new Option('--until <day>', 'last day of the plan, YYYY-MM-DD').argParser(toEndMs);
const plan = new Argument('<plan>').choices(PLANS);

program
  .command('create <email>')
  .description('make an account; with an API plan its key is made too, to be revealed')
  .addOption(new Option('--plan <plan>', 'its plan').choices(PLANS).default('free'))
  .addOption(until)
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnFoundation(options, async ({ accounts }) => {
      const change = { plan: options.plan, endsAtMs: options.until ?? null };
      return toAccountOutput(await accounts.create(email, change, ACTOR));
    }),
  );

program
  .command('plan <email>')
  .addArgument(plan)
  .description('give it another plan from now on')
  .addOption(until)
  .addOption(json)
  .action((email: string, plan: Plan, options: Options) =>
    runOnFoundation(options, async ({ accounts }) => {
      const change = { plan, endsAtMs: options.until ?? null };
      return toAccountOutput(await accounts.setPlan(email, change, ACTOR));
    }),
  );

program
  .command('cancel <email>')
  .description('end its plan now; the key stays and answers 403 until there is a plan again')
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnFoundation(options, async ({ accounts }) =>
      toAccountOutput(await accounts.cancel(email, ACTOR)),
    ),
  );

program
  .command('show <email>')
  .description('its plan and what is known of its key')
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnFoundation(options, async ({ accounts }) => toAccountOutput(await accounts.find(email))),
  );

program
  .command('list')
  .description('all accounts by address')
  .addOption(json)
  .action((options: Options) => runOnFoundation(options, listAccounts));

program
  .command('delete <email>')
  .description('remove it with its key; what it did stays in the audit log')
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnFoundation(options, async ({ accounts }) => {
      await accounts.delete(email, ACTOR);
      return { json: { email, deleted: true }, text: `${email} is deleted` };
    }),
  );

program
  .command('key <email>')
  .addArgument(new Argument('<deed>').choices(KEY_DEEDS))
  .description("reveal (once), create, regenerate or revoke the account's key")
  .option(
    '--seen <id>',
    'refuse if the key last issued is not the one with this id (lastKeyId of: show --json)',
  )
  .addOption(json)
  .action((email: string, deed: KeyDeed, options: Options) =>
    runOnFoundation(options, (foundation) => changeKey(foundation, email, deed, options.seen)),
  );

program
  .command('role <email>')
  .addArgument(new Argument('<role>').choices(ROLES))
  .description('staff may query everything at /graphql; holder takes that back')
  .addOption(json)
  .action((email: string, role: Role, options: Options) =>
    runOnFoundation(options, async ({ accounts }) =>
      toAccountOutput(await accounts.setRole(email, role, ACTOR)),
    ),
  );

program
  .command('sign-in <email>')
  .description('print a link that signs its holder in, once and within 5 minutes')
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnFoundation(options, async ({ signIn }) =>
      toLinkOutput(email, await signIn.issueLink(email, ACTOR)),
    ),
  );

program
  .command('audit <email>')
  .description(`what happened to it, newest first, at most ${MAX_ENTRIES} entries`)
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnFoundation(options, async ({ accounts, store }) => {
      const { id } = await accounts.find(email);
      return toAuditOutput(email, await store.audit.listByAccount(id, MAX_ENTRIES));
    }),
  );

program
  .command('revoke-all')
  .description('revoke the keys of all accounts and sign all holders out, as after a restore')
  .option('--yes', 'do it: it can not be taken back')
  .addOption(json)
  .action((options: Options) => runOnFoundation(options, (all) => revokeEveryKey(all, options)));

await runCommand(program);

async function revokeEveryKey(
  { store, keys, sessions }: Foundation,
  options: Options,
): Promise<Output> {
  if (!options.yes) {
    throw new Error('every holder will need a new key: add --yes to revoke all keys');
  }
  const count = await revokeAll({ accounts: store.accounts, keys, sessions }, ACTOR);
  return {
    json: { ...count },
    text: `${count.revoked} keys are revoked and ${count.accounts} holders signed out`,
  };
}

async function changeKey(
  { accounts, keys }: Foundation,
  email: string,
  deed: KeyDeed,
  seen: string | undefined,
): Promise<Output> {
  const { id, apiKey, lastKeyId } = await accounts.find(email);
  const seenKeyId = seen ?? apiKey?.id ?? '';
  if (deed === 'revoke') {
    await keys.revoke(id, seenKeyId, ACTOR);
    return { json: { email, revoked: true }, text: `the key of ${email} is revoked` };
  }
  const issued =
    deed === 'create'
      ? await keys.create(id, seen ?? lastKeyId, ACTOR)
      : await keys[deed](id, seenKeyId, ACTOR);
  return {
    json: { email, key: issued.text, keyId: issued.apiKey.id },
    text: `${issued.text}\n(shown this once; keep it out of source control and chats)`,
  };
}

function toEndMs(day: string): number {
  if (isDay(day)) return toEndOfDayMs(day);
  throw new InvalidArgumentError(`it must be a day as YYYY-MM-DD, for example 2027-01-31`);
}
