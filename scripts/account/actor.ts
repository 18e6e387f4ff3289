import type { Actor } from '../../src/accounts/actor.ts';

/** The operator, in the audit log. */
export const ACTOR: Actor = { name: 'command', address: null };
