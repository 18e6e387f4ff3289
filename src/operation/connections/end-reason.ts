import type { Refusal } from '../client-error.ts';

/** Why the server ended a connection. */
export type EndReason =
  | Refusal['error']
  | 'too_many_connections'
  | 'too_many_waiting'
  | 'answer_unread'
  | 'too_much_unread'
  | 'body_after_answer';
