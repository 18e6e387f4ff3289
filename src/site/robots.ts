/** What concerns one person, one company or programs alone. */
const DISALLOWED = [
  '/api/',
  '/companie/',
  '/cont',
  '/events/',
  '/graphql',
  '/health/',
  '/mcp',
  '/metrics',
];

/** For crawlers (RFC 9309): the start page, the status and the documentation may be found. */
export const ROBOTS = [
  'User-agent: *',
  ...DISALLOWED.map((path) => `Disallow: ${path}`),
  'Allow: /',
  '',
].join('\n');
