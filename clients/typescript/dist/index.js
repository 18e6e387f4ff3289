export { ApiError, ConnectionError, RegistruError } from './errors.js';
export { Registru } from './registru.js';
