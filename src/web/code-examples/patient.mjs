const BASE_URL = 'http://127.0.0.1:3000';
const MAX_TRIES = 5;
/** What was fetched before; in a program that runs long, a cache with a limit. */
const known = new Map();

/** The company; null where the register has none. */
async function fetchCompany(idno) {
  for (let tries = 1; ; tries++) {
    const { status, headers, body } = await ask(idno);
    if (status === 304) return known.get(idno).company;
    if (status === 404) return null;
    if (status === 200) {
      known.set(idno, { etag: headers.get('ETag'), company: body });
      return body;
    }
    const mayPass = [0, 408, 429].includes(status) || status >= 500;
    if (!mayPass || tries === MAX_TRIES) throw new Error(`${body.error}: ${body.message}`);
    const seconds = toWait(status, headers, tries);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** The API's answer; status 0 where none came: no connection, a timeout, a proxy's HTML. */
async function ask(idno) {
  const headers = { Authorization: `Bearer ${process.env.REGISTRU_API_KEY}` };
  if (known.has(idno)) headers['If-None-Match'] = known.get(idno).etag;
  try {
    const response = await fetch(`${BASE_URL}/api/v1/company/${idno}`, {
      headers,
      signal: AbortSignal.timeout(10_000),
    });
    const body = response.status === 304 ? null : await response.json();
    return { status: response.status, headers: response.headers, body };
  } catch (error) {
    const message = `${BASE_URL} did not answer with JSON (${error.cause?.code ?? error.name})`;
    return { status: 0, headers: new Headers(), body: { error: 'no_answer', message } };
  }
}

/** Seconds: until a slot is free, or as the service says and twice as long each time. */
function toWait(status, headers, tries) {
  const [, slot] = /;t=(\d+)/.exec(headers.get('RateLimit')) ?? [];
  if (status === 429 && slot) return Number(slot);
  return Number(headers.get('Retry-After') ?? 1) * 2 ** (tries - 1);
}

try {
  for (const idno of process.argv.slice(2)) {
    const company = await fetchCompany(idno);
    console.log(company?.name ?? 'no such company');
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
