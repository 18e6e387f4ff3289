export { ApiError, ConnectionError, RegistruError } from './errors.ts';
export type { components } from './openapi.ts';
export type { ErrorName } from './operations.ts';
export { type FollowOptions, Registru } from './registru.ts';
export type { CallOptions, Clock, Settings } from './requests.ts';
export type * from './types.ts';
