// Sends a request for a test company with the public test key, or with the reader's own, which
// stays in this tab.
// The scripts of a page share their names: the block keeps these apart.
{
  const STORED_KEY = 'registru-api-key';
  const TIMEOUT_MS = 15_000;
  const SHOWN_HEADERS =
    /^(?:etag|x-data-date|x-removed-since|x-ratelimit-.*|ratelimit(?:-policy)?|retry-after|www-authenticate)$/;

  const form = document.getElementById('try-form');
  const key = document.getElementById('try-key');
  const company = document.getElementById('try-company');
  const forget = document.getElementById('try-forget');
  const status = document.getElementById('try-status');
  const answer = document.getElementById('try-answer');
  const text = document.getElementById('try-text');

  key.addEventListener('input', () => {
    key.value = key.value.trim();
  });

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    keep((storage) => storage.setItem(STORED_KEY, key.value));
    forget.hidden = key.value === key.defaultValue;
    status.textContent = form.dataset.sending;
    try {
      show(await send(`/api/v1/company/${company.value}`));
    } catch {
      answer.hidden = true;
      status.textContent = form.dataset.noAnswer;
    }
  });

  forget.addEventListener('click', () => {
    keep((storage) => storage.removeItem(STORED_KEY));
    key.value = key.defaultValue;
    forget.hidden = true;
    key.focus();
  });

  keep((storage) => {
    key.value = storage.getItem(STORED_KEY) ?? key.defaultValue;
  });
  forget.hidden = key.value === key.defaultValue;
  document.getElementById('try-without-script').hidden = true;
  form.hidden = false;

  function keep(use) {
    try {
      use(sessionStorage);
    } catch {
      // A browser that stores nothing: the key is on the page alone.
    }
  }

  async function send(path) {
    const response = await fetch(path, {
      headers: { Authorization: `Bearer ${key.value}` },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const lines = [...response.headers]
      .filter(([name]) => SHOWN_HEADERS.test(name))
      .map(([name, value]) => `${name}: ${value}`);
    const body = JSON.stringify(await response.json(), null, 2);
    return { path, status: response.status, lines, body };
  }

  function show({ path, status: code, lines, body }) {
    status.textContent = `${code} · GET ${path}`;
    text.textContent = [...lines, '', body].join('\n');
    answer.hidden = false;
  }
}
