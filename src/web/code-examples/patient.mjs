const BASE_URL = 'http://127.0.0.1:3000';
const MAX_TRIES = 5;
/** What was fetched before; in a program that runs long, a cache with a limit. */
const known = new Map();

/** The company; null where the register has none. */
async function fetchCompany(idno) {
  const before = known.get(idno);
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${BASE_URL}/api/v1/company/${idno}`, {
      headers: {
        Authorization: `Bearer ${process.env.REGISTRU_API_KEY}`,
        ...(before && { 'If-None-Match': before.etag }),
      },
      signal: AbortSignal.timeout(10_000),
    });
    const { status, headers } = response;
    if (status === 304) return before.company;
    if (status === 404) return null;
    const body = await response.json();
    if (status === 200) {
      known.set(idno, { etag: headers.get('ETag'), company: body });
      return body;
    }
    const mayPass = status === 429 || status >= 500;
    if (!mayPass || tries === MAX_TRIES) throw new Error(`${body.error}: ${body.message}`);
    const seconds = toWait(status, headers, tries);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** Seconds: until a slot is free, or as the service says and twice as long each time. */
function toWait(status, headers, tries) {
  const [, slot] = /;t=(\d+)/.exec(headers.get('RateLimit')) ?? [];
  if (status === 429 && slot) return Number(slot);
  return Number(headers.get('Retry-After') ?? 1) * 2 ** (tries - 1);
}

for (const idno of process.argv.slice(2)) {
  const company = await fetchCompany(idno);
  console.log(company?.name ?? 'no such company');
}
