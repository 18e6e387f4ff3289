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
 * Ignores SIGUSR1 where no other handler has it, at which Node would open its inspector: whoever
 * connects to that can read every secret.
 */
export function ignoreInspectorSignal(): void {
  process.on('SIGUSR1', () => {});
}
