import { FAILED_REQUEST_RETENTION_DAYS, MAX_FAILED_REQUESTS } from '../store/port/usage.ts';
import { builder, shownIn, timestampOf } from './builder.ts';

/** Describes the fields that list them. */
export const FAILED_REQUESTS =
  "Requests with the account's key that were answered 4xx or 5xx, newest first, at most " +
  `${MAX_FAILED_REQUESTS} of the last ${FAILED_REQUEST_RETENTION_DAYS} days.`;

builder.objectType('FailedRequest', {
  ...shownIn('account', 'staff'),
  description: 'A request with the key that was answered 4xx or 5xx.',
  fields: (t) => ({
    requestId: t.exposeID('requestId', {
      description: 'As in the message of an `internal_error`; give it in a question to support.',
    }),
    at: t.string({ ...timestampOf('atMs'), description: 'When it was answered, RFC 3339.' }),
    method: t.exposeString('method', { description: 'Such as `GET`.' }),
    path: t.exposeString('path', {
      description: 'Without the query; a key in it is cut, as is a long path.',
    }),
    status: t.exposeInt('status', { description: 'From 400 to 599.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'The `error` of the answer; null if it had none.',
    }),
    network: t.exposeString('network', {
      description: 'Where it came from: the /24 of an IPv4, the /48 of an IPv6 address.',
    }),
  }),
});
