import { Argument, Command, Option } from 'commander';
import { ROLES, type Role } from '../src/domain/account/account.ts';
import { PLANS, type Plan } from '../src/domain/account/plan.ts';
import { ACTOR } from './account/actor.ts';
import { type End, oneOf, toEnd } from './account/arguments.ts';
import { changeKey, KEY_ACTIONS, type KeyAction, revokeEveryKey } from './account/keys.ts';
import { listAccounts } from './account/list.ts';
import { toAccountOutput, toAuditOutput, toLinkOutput, toRoleOutput } from './account/outputs.ts';
import { runCommand, runOnServices } from './command.ts';

const MAX_ENTRIES = 1_000;

interface Options {
  json?: boolean;
  plan: Plan;
  until?: End;
  seen?: string;
  yes?: true;
}

const program = new Command('npm run account --').description(
  'Accounts, their plans and keys, in the store (MONGODB_URI, else DATA_DIR). Works while the server runs.',
);
const json = new Option('--json', 'print one JSON object (run as: npm run -s account -- …)');
const until = new Option('--until <day>', 'last day of the plan, YYYY-MM-DD, or never').argParser(
  toEnd,
);
const toPlan = oneOf(PLANS);
const planNames = PLANS.join(', ');

program
  .command('create <email>')
  .description('make an account; with an API plan its key is made too, to be revealed')
  .addOption(
    new Option('--plan <plan>', `its plan: ${planNames}`).argParser(toPlan).default('free'),
  )
  .addOption(until)
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnServices(options, async ({ accounts }) => {
      const change = { plan: options.plan, endsAtMs: null, ...options.until };
      return toAccountOutput(await accounts.create(email, change, ACTOR), Date.now());
    }),
  );

program
  .command('plan <email>')
  .addArgument(new Argument('<plan>', planNames).argParser(toPlan))
  .description(
    'give it another plan from now on; without --until it keeps the end of the present one',
  )
  .addOption(until)
  .addOption(json)
  .action((email: string, plan: Plan, options: Options) =>
    runOnServices(options, async ({ accounts }) => {
      const change = { plan, ...options.until };
      return toAccountOutput(await accounts.setPlan(email, change, ACTOR), Date.now());
    }),
  );

program
  .command('cancel <email>')
  .description('end its plan now; the key stays and answers 403 until there is a plan again')
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnServices(options, async ({ accounts }) =>
      toAccountOutput(await accounts.cancel(email, ACTOR), Date.now()),
    ),
  );

program
  .command('show <email>')
  .description('its plan and what is known of its key')
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnServices(options, async ({ accounts }) =>
      toAccountOutput(await accounts.find(email), Date.now()),
    ),
  );

program
  .command('list')
  .description('all accounts by address')
  .addOption(json)
  .action((options: Options) => runOnServices(options, listAccounts));

program
  .command('delete <email>')
  .description('remove it with its key; what it did stays in the audit log')
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnServices(options, async ({ accounts }) => {
      await accounts.delete(email, ACTOR);
      return { json: { email, deleted: true }, text: `${email} is deleted` };
    }),
  );

program
  .command('key <email>')
  .addArgument(new Argument('<action>', KEY_ACTIONS.join(', ')).argParser(oneOf(KEY_ACTIONS)))
  .description("reveal (once), create, regenerate or revoke the account's key")
  .option(
    '--seen <id>',
    'refuse if the key last issued is not the one with this id (lastKeyId of: show --json)',
  )
  .addOption(json)
  .action((email: string, action: KeyAction, options: Options) =>
    runOnServices(options, (services) => changeKey(services, email, action, options.seen)),
  );

program
  .command('role <email>')
  .addArgument(new Argument('<role>', ROLES.join(', ')).argParser(oneOf(ROLES)))
  .description('staff may query everything at /graphql; holder takes that back')
  .addOption(json)
  .action((email: string, role: Role, options: Options) =>
    runOnServices(options, async ({ accounts }) =>
      toRoleOutput(await accounts.setRole(email, role, ACTOR), Date.now()),
    ),
  );

program
  .command('sign-in <email>')
  .description('print a link that signs its holder in, once and within 5 minutes')
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnServices(options, async ({ signIn }) =>
      toLinkOutput(email, await signIn.issueLink(email, ACTOR)),
    ),
  );

program
  .command('audit <email>')
  .description(`what happened to it, newest first, at most ${MAX_ENTRIES} entries`)
  .addOption(json)
  .action((email: string, options: Options) =>
    runOnServices(options, async ({ accounts, store }) => {
      const { id } = await accounts.find(email);
      return toAuditOutput(email, await store.audit.listByAccount(id, MAX_ENTRIES));
    }),
  );

program
  .command('revoke-all')
  .description('revoke the keys of all accounts and sign all holders out, as after a restore')
  .option('--yes', 'do it: it cannot be undone')
  .addOption(json)
  .action((options: Options) => runOnServices(options, (all) => revokeEveryKey(all, options)));

await runCommand(program);
