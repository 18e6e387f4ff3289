/**
 * Something that the service depends on (the store, the limiter) can't answer now. The same
 * request may succeed later, so it is answered 503, never 404 or 500.
 */
export class Unavailable extends Error {
  override name = 'Unavailable';
}
