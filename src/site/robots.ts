/**
 * Private addresses, and those for programs only. Not companies' pages: crawlers that may not ask for them
 * do not see that they are `noindex`, and may list their addresses.
 */
const DISALLOWED = ['/api/', '/cont', '/events/', '/graphql', '/health/', '/mcp', '/metrics'];

/** For crawlers (RFC 9309): the start page, the status and the documentation may be found. */
export const ROBOTS = [
  'User-agent: *',
  ...DISALLOWED.map((path) => `Disallow: ${path}`),
  'Allow: /',
  '',
].join('\n');
