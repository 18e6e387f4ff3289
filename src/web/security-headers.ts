/** Nothing inline, nothing from other hosts, no frames. Pico's icons are `data:` images. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** For every answer of a page. With `no-referrer` a form's Origin would be `null`. */
export const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** The same for pages about one person, which may show a key: no cache may store them. */
export const SECURITY_HEADERS = { ...PAGE_HEADERS, 'cache-control': 'no-store' };
