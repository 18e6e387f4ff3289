/**
 * The signals that ask a program to stop: of a service manager, of Ctrl-C and Ctrl-\, of a terminal
 * that was closed or an SSH session that was lost, and the two without a meaning, which by default
 * end a process. At SIGUSR1 Node would open its inspector instead.
 */
export const STOP_SIGNALS = [
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
] as const;

/**
 * Ignores SIGUSR1, on which Node would otherwise open its inspector, which gives access to every
 * secret. Other handlers of the signal still run.
 */
export function ignoreInspectorSignal(): void {
  process.on('SIGUSR1', () => {});
}
