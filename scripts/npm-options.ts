import type { Command } from 'commander';

/** Options that npm reads as abbreviations of its own: --plan as -p -l -a -n. */
const NPM_NAMES: Readonly<Record<string, string>> = {
  plan: 'parseable',
};

/**
 * Throws an Error of one line if npm took an option of the command for its own: without `--`
 * before it, npm puts the option into the environment, and the command would run without it.
 */
export function refuseOptionsTakenByNpm(program: Command): void {
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
    ...command.registeredArguments.map((argument) => argument.name().toUpperCase()),
    ...taken.map(({ flags }) => flags.replace(/<(.+)>/, (_, value) => value.toUpperCase())),
  ];
  const start = program.name().replace(/ --$/, '');
  throw new Error(`write "--" before the options: ${start} -- ${words.join(' ')}`);
}
