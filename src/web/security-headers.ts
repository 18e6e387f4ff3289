/** Nothing inline, nothing from elsewhere, in nobody's frame. Pico's icons are `data:` images. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * Of every answer of the page. Not `no-referrer`: with it a form's Origin would be `null`. Every
 * page is about one person, and one may show a key, so no cache keeps any.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};
