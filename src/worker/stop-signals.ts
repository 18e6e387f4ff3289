/**
 * The signals that ask a program to stop: of a service manager, of Ctrl-C and Ctrl-\, and of a
 * terminal that was closed or an SSH session that was lost.
 */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
