import { EXAMPLE_IDNO, TEST_COMPANIES } from '../../domain/company/test-companies.ts';
import { createCount } from '../../domain/counted.ts';
import { toWordList } from '../../domain/word-list.ts';
import { FACTS, toDuration, toDurationList } from '../facts.ts';
import type { WindowMoment } from '../window-picture.ts';
import { LIMIT_HEADERS, WAIT_AT_LIMIT, WHAT_TO_DO } from './en-api.ts';

const count = createCount('en');
const { planNames, windowSeconds } = FACTS;
const requests = (limit: number) => count(limit, { one: 'request', other: 'requests' });
const seconds = (number: number) => count(number, { one: 'second', other: 'seconds' });

const watchListSizes = toWordList(
  FACTS.plans.map(
    ({ name, watchListSize }) =>
      `${count(watchListSize, { one: 'company', other: 'companies' })} with ${name}`,
  ),
  'and',
);

export const en = {
  description: 'How to fetch companies of the Moldovan State Register with the Registru API',
  menu: 'Documentation',
  pages: {
    guide: 'Guide',
    reference: 'Reference',
    data: 'Data dictionary',
    excel: 'Excel and Power Query',
    mcp: 'AI assistants',
    versions: 'Versions',
    widget: 'Widget',
  },
  contents: 'On this page',
  next: (page: string) => `Next: ${page}`,
  finder: {
    label: 'Search the documentation',
    button: 'Search',
    found: (query: string, results: number) => {
      if (query === '') return 'Type a word: a field, a header, an error, a status.';
      if (results === 0) return `Nothing found for “${query}”.`;
      return `${count(results, { one: 'result', other: 'results' })} for “${query}”`;
    },
  },

  heading: 'Company data of the Moldovan State Register',
  lead: 'One request, one company: name, legal form, status, address, founders, administrators and activities, as JSON in a stable format. This page takes five minutes and covers what you need to start.',
  /** Titles by anchor, in their order on the page. The anchors are the same in all languages. */
  sections: {
    'first-request': 'First request',
    try: 'Try it',
    keys: 'Keys',
    errors: 'Errors',
    limit: 'The rolling limit',
    retries: 'Retries',
    etag: 'ETags',
    companies: 'Several companies',
    search: 'Search',
    history: 'History',
    changes: 'Changes',
    usage: 'Usage',
    watchlist: 'Watch list',
    webhooks: 'Webhooks',
    'test-companies': 'Test companies',
    questions: 'Questions',
    clients: 'Our own clients',
    tools: 'Tools',
  },
  first: {
    steps: [
      'Set a key as the environment variable `REGISTRU_API_KEY`. This public test key needs no account, and answers for the [test companies](#test-companies):',
      'Ask for a company by its IDNO, the 13 digits that the State Register gives every legal unit:',
    ],
    answerLead: 'The response comes on one line; here it is formatted:',
    answer: 'The response',
    testKey: 'The public test key',
    after: [
      `\`${EXAMPLE_IDNO}\` is one of the [test companies](#test-companies), which every installation serves.`,
      `For every other company you need your own key. Subscribe to a ${planNames.map((name) => `**${name}**`).join(' or ')} plan. Your key is created at once and waits for you on [your account page](/cont/api), which shows it once.`,
      'What every field means, where it comes from and when it is `null` is in the [data dictionary](/docs/data).',
    ],
  },
  try: {
    lead: 'Fetch a [test company](#test-companies) from this page, with the public test key or with your own. With your own, the request counts against your limit.',
    withoutScript: 'The form needs JavaScript. Without it, run one of the examples above.',
    key: 'API key',
    keyHint: 'Your key is kept in this tab only and is forgotten when you close it.',
    company: 'Company',
    send: 'Send request',
    forget: 'Forget the key',
    sending: 'Sending…',
    noAnswer: 'The service did not respond. Check your connection and try again.',
    answer: 'Response to your request',
  },
  keys: {
    lead: 'Send the key with every request, in one of two headers:',
    headers: 'The two headers',
    form: `A key begins with \`${FACTS.keyPrefix}\` and has ${FACTS.keyLength} characters. An account has one active key. The service stores only its hash, so nobody can show it to you again.`,
    rules: [
      '**Keep it on your server.** Never in a web page, a mobile app, a repository, a chat or a URL: anyone who reads it can use up your limit.',
      '**Read it from the environment** or a secret store, and keep it out of logs.',
      '**Leaked, or perhaps?** If somebody else may use your account, press **Sign out everywhere** on [your account page](/cont/api) first and sign in again. Then press **Regenerate**. The old key is refused from the next request on: replace it right away.',
      `**Let scanners help.** Keys match \`${FACTS.keyPattern}\`; add the pattern to the secret scanner of your repositories.`,
    ],
  },
  errors: {
    lead: 'Every error has the same body. Program against `error`, which does not change; `message` is for people.',
    body: 'Body of an error',
    status: 'Status',
    whatToDo: 'What to do',
    retry: 'Retry',
    yes: 'yes',
    no: 'no',
    rare: 'Errors that libraries avoid',
    order:
      'Checks come in this order, at every address: 401, 403, 429, then all others. Only `https_required` (403), a 503 of an overloaded service, and errors of requests that cannot be read (400, 408, 431) come before them.',
    requestId:
      '**The request id:** every response has one in `X-Request-Id`. Keep it in your log. [Your account page](/cont/api/failed-requests) finds a recent request that got 4xx or 5xx by it, and says what to do. Name the id when you ask for help.',
    byName: WHAT_TO_DO,
  },
  limit: {
    plan: 'Plan',
    window: `In any ${windowSeconds} seconds`,
    requests,
    lead: `The window does not begin at full minutes. It is always the last ${windowSeconds} seconds, per key: a request counts for exactly ${windowSeconds} seconds from the instant at which it was admitted, then its slot is free.`,
    picture: {
      title: `A window of ${windowSeconds} seconds at two moments`,
      moment: ({ clock, counted, untilFree }: WindowMoment) =>
        `At ${clock} the window has ${requests(counted)} in it; the oldest leaves in ${seconds(untilFree)}.`,
      at: (clock: string) => `at ${clock}`,
      verdict: ({ counted, free, untilFree }: WindowMoment) =>
        `${counted} counted: ${free === 0 ? 'the next gets 429' : `${free} free`}, t=${untilFree}`,
      caption: ({ clock, free }: WindowMoment) =>
        `${FACTS.examplePlan} plan, ${requests(FACTS.exampleLimit)} in any ${windowSeconds} seconds. Each block is a burst of requests with their number; the frame is the window, which ends now and moves with the clock. At ${clock} the first burst has left it, and ${free} more requests are admitted.`,
    },
    rules: [
      `Never more than the limit are admitted in any ${windowSeconds} seconds, and no request is refused while there is room.`,
      'Every admitted request counts: a 404 or a 304 as well as a 200. A 429 does not count, so retrying never locks you out for longer.',
      'The current plan decides. After an upgrade the higher limit applies from the very next request.',
    ],
    headersLead: 'Every response after the check of key and plan reports your usage:',
    headers: LIMIT_HEADERS,
  },
  retries: {
    rules: [
      `**429:** ${WAIT_AT_LIMIT}`,
      '**503:** wait as `Retry-After` says, and twice as long each further time.',
      "**500, 408, a broken connection, a timeout, a proxy's error page:** a request that is sent twice does no harm, so send it again, a few times at most.",
      '**400, 401, 403, 404, 405, 409, 410, 413, 415, 417, 431:** do not retry. The same request gets the same response.',
    ],
    slowDown:
      'With many requests to send, slow down before you are refused: when `X-RateLimit-Remaining` reaches 0, wait `t` seconds.',
    after:
      'The examples wait and try again where it helps, and otherwise give up with one line that says why. A response that is not JSON comes from a proxy on the way, not from the API.',
  },
  etag: {
    lead: 'Every 200 carries an `ETag`, a hash of the body. Keep both. When you need the company again, send the tag back:',
    request: 'A conditional request',
    after:
      "304 has no body: your copy is still current. It saves the transfer and the parsing, and you notice changes without comparing fields. It counts against the limit like any request. The register's dump comes weekly; asking more often than daily gains little. `X-Data-Date`, on 200 and 304, changes when a new dump has been imported.",
  },
  companies: {
    lead: `If you have several IDNOs, fetch up to ${FACTS.maxIdnos} companies at once:`,
    request: 'A request for several companies',
    answer: 'The response with several companies',
    rules: [
      'Companies come in the order of the request, each exactly as it is returned alone; `null` means that the register has no company with this IDNO.',
      '`removed_since` has the same order: the date since when the company is no longer in the register, otherwise `null`.',
      'Each IDNO counts as one request, even if it is repeated or unknown. If fewer requests are left, the response is 429 and nothing counts; `t` tells when there is room for all of them.',
      'A request with a faulty body counts once; the message has the position of the first faulty IDNO, from 0.',
    ],
    after: 'All details are in the [reference](/docs/reference/companies).',
  },
  search: {
    lead: 'Without an IDNO, find it by name or filters: status, region, legal form, activity.',
    request: 'A search',
    answer: 'The response to a search',
    rules: [
      'Case, diacritics, quotes and the legal form are ignored (â and î count as i inside a word, and â as a too; a hyphen or an apostrophe may be left out), and the last word may be incomplete. Cyrillic letters find Latin names and the reverse: `агро` and `agro` find the same. The order is the name itself, names that begin with it, names with all the words.',
      'Escape the name as UTF-8, as libraries do; with curl: `--get --data-urlencode "name=școala"`.',
      'A company is also found by a name that it had before; `former_name` is that name. `removed_since` is a date if the company is no longer in the register.',
      'For the next page, send `next` as `after` with the same name and filters. `next` is `null` on the last page.',
      'A search counts as one request. If the service is busy, it waits briefly for its turn; then the response is 503.',
    ],
    after: 'All parameters are in the [reference](/docs/reference/search).',
  },
  history: {
    lead: 'What the register said of a company before, change by change, and the company as it was on a day:',
    request: 'A history, and a company as it was',
    answer: 'The response to a history',
    rules: [
      'Changes come newest first, with the values of each changed field before and after; the last one is the appearance of the company. `next` leads to older ones.',
      'With `at` you get the company as it was served with the last dump of that day or before; `X-Data-Date` is the date of that dump. A day before the company was listed gets 404, one before the first dump 400.',
      'The history begins with the first dump that this service imported, and is kept whole.',
    ],
  },
  changes: {
    lead: 'To keep your own copy current, follow the list of changes instead of asking for every company again:',
    request: 'A list of changes',
    answer: 'The response to a list of changes',
    steps: [
      'Send one request without `after` and keep `next`. Then look up the companies that you need.',
      'Once a day send `next` as `after`, and at once again while `more` is `true`. Look up each company that is named, then keep the new `next`. If you stop in between, use the last one that you kept: nothing is lost, and looking up a company twice does no harm.',
    ],
    rules: [
      'The changes of a dump appear together when it has been imported completely. To begin with the dumps since a day, send `from=YYYY-MM-DD` in place of `after`.',
      '`removed` companies are gone from the register and still served as they were last, with the header `X-Removed-Since`. The cause `reinterpretation` is no event: the service reads the same filing better.',
      `Changes are kept for ${count(FACTS.changesKeptMonths, { one: 'month', other: 'months' })}. A cursor from before then gets 410 \`cursor_expired\`, as does one from before the service's first dump, and one that a restored backup does not know: begin again at step 1.`,
    ],
    after: 'All parameters are in the [reference](/docs/reference/changes).',
  },
  usage: {
    lead: 'Your plan, the limit and what is left of it, requests by day and outcome, your watch list and webhook:',
    request: 'Plan and usage',
    answer: 'The response to plan and usage',
  },
  watchlist: {
    lead: 'To follow only the companies that matter to you, add them to the watch list of your account and ask for their changes:',
    request: 'Watch companies',
    changes: 'Changes of watched companies',
    rules: [
      `One request adds up to ${FACTS.maxWatchChanges} IDNOs and removes as many: all or nothing. For one company send \`PUT\` or \`DELETE\` to \`/api/v1/watchlist/{idno}\`: the response is 204, even if nothing changes. \`GET /api/v1/watchlist\` returns the list.`,
      `The list has room for ${watchListSizes}. If it is full, the response is 409 \`watchlist_full\`. It stays when the key is replaced or the plan ends; if a smaller plan has less room, you can only remove.`,
      'You can watch an IDNO that the register does not have yet: `created` reports the registration.',
      'The cursors are those of all changes. A response may have fewer changes than `limit`, or none, while `more` is `true`: go on with `next`.',
      'The list counts as it is at the time of the request. Changes that the cursor has passed do not come again, so look a company up when you add it.',
    ],
    after:
      'All details are in the [reference](/docs/reference/watchlist). The public test key has no watch list.',
  },
  webhooks: {
    lead: 'Instead of asking for changes, have them sent: after each import your server gets those of the companies on your [watch list](#watchlist), signed.',
    steps: [
      'Let your server take requests at a public `https` address, verify each event and store it, as the examples below do.',
      'Enter the address on [your account page](/cont/api). The page shows the secret once: set it as the environment variable `REGISTRU_WEBHOOK_SECRET` of your server.',
      'Press **Send a test event** there. It has the type `webhook.test`.',
    ],
    request: 'An event',
    verify:
      'Verify each event before you use it, because anybody can send requests to your address. The signature covers the id, the time and the exact bytes of the body, as Standard Webhooks define it; libraries for many languages are at standardwebhooks.com. The receivers refuse an event sent more than 5 minutes ago, so nobody can replay it.',
    local:
      'If your server has no public address yet, set an http address of the same machine in a demo of this service, or sign an event yourself and send it from the same machine:',
    localEvent: 'A signed event to your own machine',
    rules: [
      `**Respond with 2xx within ${seconds(FACTS.webhookTimeoutSeconds)}**, once you have stored the event, and look up its companies afterwards. Any other status, a redirect and a missing response are failures.`,
      `**Retries:** after ${toDurationList(FACTS.webhookPausesMs, 'en')}, then every ${toDuration(FACTS.webhookLastPauseMs, 'en')}. After ${toDuration(FACTS.webhookGiveUpMs, 'en')} of failures the webhook stops; 410 stops it at once, unless it answers a test. A 429 or 503 with \`Retry-After\` is repeated no earlier than that, up to ${toDuration(FACTS.webhookRetryAfterMs, 'en')}. You get an e-mail when deliveries have failed for an hour, when the webhook has stopped, and when its address or secret has changed.`,
      `**Order:** events come one after another, the next one after a 2xx. Each has at most ${FACTS.maxEventChanges} changes, in the order of the [list of changes](#changes), and none is skipped.`,
      '**Repetitions:** an event may come again, for example if your response was lost. It then has the same `webhook-id`; after another import, or a change of the watch list, changes may come again under another one. Looking up a company twice does no harm.',
      '**Values:** an event names what has changed. Look up each company for its values. `next` is a cursor of the list of changes, from which you can continue there.',
      `**Rotation:** when you rotate the secret, events are signed with the old and the new one for ${toDuration(FACTS.webhookRotationMs, 'en')}. \`webhook-signature\` then has a signature with each, and one that matches is enough. If a secret has leaked, remove the webhook and set it again: its secrets end at once, and the new webhook begins with the next changes.`,
      '**IP addresses:** events come from no fixed ones. Do not filter by them; verify the signature.',
      `**Stopped:** correct the cause, then press **Resume** on your account page. Events continue after the last delivered one. If changes since then are no longer kept (${count(FACTS.changesKeptMonths, { one: 'month', other: 'months' })}), the webhook begins with the next ones and the page says so: look up all your companies again.`,
    ],
    after:
      'The schemas of events are in the [reference](/docs/reference#webhooks) and under `webhooks` in [`/openapi.json`](/openapi.json).',
  },
  testCompanies: {
    lead: 'Invented companies for your tests, with numbers that the register never issues: they begin with 0. Every key gets them, each request counts, and no dump changes them. With a key of your own they are in no search and in no list of changes. The public test key has a register of them alone: it searches them, and lists their changes from 2026-09-07 on, one of each kind and cause. These responses never change.',
    use: 'For',
    byIdno: Object.fromEntries(TEST_COMPANIES.map(({ company, shows }) => [company.idno, shows])),
    unknown: 'Always 404.',
    limited: '429 with the public test key, always.',
    after:
      'Their full responses are at [`/codes/test-companies.json`](/codes/test-companies.json).',
  },
  /** Questions that no other section answers, by anchor. */
  questions: {
    price: {
      title: 'What does it cost?',
      text: `The operator of this service sets the price of each plan. Plans with API access are ${planNames.join(' and ')}. They return the same data and differ in price, in [the limit](#limit) and in the size of the [watch list](#watchlist).`,
      ask: (plans: string) => `Ask the operator for the price of ${plans}.`,
    },
    storage: {
      title: 'May I store the data, publish or resell it?',
      text: 'The terms of use of this service say whether you may. The API itself does not prevent it: [the list of changes](#changes) keeps a copy up to date. Founders and administrators are people: if you store their names, you are responsible for personal data.',
      license: (license: string) => `Licence of the data: ${license}.`,
    },
    terms: {
      title: 'Where are the terms, and how do I get an invoice or cancel?',
      text: 'The operator of this service sets the terms, issues invoices and ends (cancels) subscriptions. When a plan ends, its key is kept, and requests with it get 403 until there is a plan again.',
      read: 'Terms of use',
      askSupport: 'Ask support',
      askOperator: 'Ask the operator of this service.',
    },
    uptime: {
      title: 'What uptime is guaranteed (service level, SLA)?',
      text: 'The operator of this service guarantees what the terms of use say. [The status page](/status) shows what works now, and how fast companies are looked up.',
    },
    sandbox: {
      title: 'Is there a sandbox?',
      text: 'Yes: the public test key. It has the same addresses, headers, limit and errors as a key of your own, and answers from a register of [test companies](#test-companies), which never changes. Only the watch list and webhooks need an account.',
    },
    webhook: {
      title: 'Are there webhooks?',
      text: 'Yes: [webhooks](#webhooks) send your server the changes of the companies that you watch. There are no other callbacks. If you keep all companies, poll the [list of changes](#changes) once a day instead. Either way you miss nothing while your server is down.',
    },
    widget: {
      title: 'Can I show a company on my site?',
      text: 'Yes, without a key: the [widget](/docs/widget) shows its name, status, legal form, registration date and district as a card.',
    },
    cors: {
      title: 'Can I call the API from a web page (CORS)?',
      text: 'No. The API sends no CORS headers, so browsers do not let pages of other sites read its responses. This is intended: every visitor could read a key in a page. Call the API from your server. [`/openapi.json`](/openapi.json) and the lists of codes, which need no key, can be read from any page.',
    },
    maximum: {
      title: 'What are the maximums?',
      text: `A search returns at most ${FACTS.maxSearchLimit} companies and a list of changes at most ${FACTS.maxChangesLimit} of them in one response; \`next\` leads to the rest. A name to search for may have ${FACTS.maxSearchLength} characters. The address and the headers together may have ${FACTS.maxHeadersKib} KiB. The maximum number of requests is [the limit](#limit) of your plan; there is none for a day or a month.`,
    },
  },
  clients: {
    lead: 'Clients of our own for TypeScript and JavaScript (Node, Deno, Bun, workers) and for Python (synchronous and asynchronous). Each operation is a method, with types.',
    install: 'Install a client',
    rules: [
      'They wait at the limit, and try again after failures as [above](#retries), but never beyond a deadline.',
      'Iterators go over all pages of a search, of changes and of the watch list. `follow` gives changes to your function, and neither skips nor repeats one after a crash.',
      'Errors have the `error` of the API, and webhooks are verified in one call.',
    ],
    after:
      'The README in each package describes everything. The packages have the version of the API, and the service offers the newest only: keep the file with your project.',
  },
  tools: {
    lead: '[`/openapi.json`](/openapi.json) describes the API in OpenAPI 3.1, for Insomnia and other programs. For Postman there is a [collection](/docs/postman.json), and for Bruno a [folder](/docs/bruno.zip): each request with its example, optional parameters off, and the key as the variable `apiKey`, at first the public test key. These generators of clients are tested:',
    after:
      'All clients but the one for C# are compiled or type-checked, and read every response and error; they accept fields and identifiers of errors that are added later, and `null` where a company is not found.',
  },
  /** The page of the widget. */
  widget: {
    heading: 'Show a company on your site',
    lead: 'A card with the name, status, legal form, registration date and district of a company, as the register has them now. It needs no key, sets no cookie and names no people.',
    sections: {
      element: 'The element',
      frame: 'Without JavaScript',
      policy: 'If your pages have a Content Security Policy',
      json: 'The data as JSON',
      oembed: 'oEmbed',
      limits: 'Limits and caching',
    },
    element: {
      lead: 'Put this into your page. The script turns the element into the card; until then, and where scripts are blocked, visitors see the link in it.',
      language: 'Language',
      ofPage: 'That of the page',
      theme: 'Colours',
      ofVisitor: "Those of the visitor's system",
      light: 'Light',
      dark: 'Dark',
      snippet: 'HTML for your page',
      rules: [
        '`idno` is the only attribute that must be there. `lang` is `ro`, `ru` or `en`; without it the card has the language of your page. `theme` is `light` or `dark`; without it the card follows the system of the visitor.',
        'One script is enough for any number of cards. If an attribute changes, so does the card.',
        'A card says itself what is wrong with an IDNO, and since when a company is no longer in the register.',
      ],
    },
    frame: {
      lead: 'The card alone, in a frame:',
      snippet: 'A frame',
      rules: [
        'Without `lang` the card has the language that the browser of the visitor prefers; without `theme` it is light or dark as their system is.',
        'A card needs a width of 320 pixels. It has no script, and its link opens a new tab.',
      ],
    },
    policy: {
      lead: 'Allow this service as a source of scripts and frames, and of connections if your own script reads the JSON:',
      after:
        'The element needs no inline style or script. A page that is isolated by `Cross-Origin-Embedder-Policy` can show the card, too.',
    },
    json: {
      lead: 'For a card of your own, from your server or from a script of any page (CORS is open):',
      request: 'A request without a key',
      answer: 'The response to it',
      rules: [
        'Names and values are those of [v1](/docs/data); `region_name` is the name of the district or municipality, and `data_date` the date of the dump. `removed_since` is a date if the register no longer lists the company. What the register does not give is `null`.',
        'Errors are JSON: 400 `invalid_idno`, 404 `not_found`, 429 `rate_limited`, 503 `unavailable`.',
        'The widget is not part of v1, and therefore not in `/openapi.json`: that describes what a key, its plan and its limit are for. Fields may be added here; ignore those that you do not know.',
      ],
    },
    oembed: {
      lead: 'Programs that turn links into previews, such as WordPress, find the card by the address of the page of a company. The page names this address itself:',
      rules: [
        '`maxwidth` and `maxheight` make the frame smaller. The card has the language that the address of the page names.',
        'Only JSON: `format=xml` gets 501. An address that is not of a page of a company gets 404.',
      ],
    },
    limits: (maxAgeSeconds: number) => [
      `In any ${seconds(FACTS.pageWindowSeconds)} an IPv4 address or a /64 of IPv6 gets ${FACTS.maxPagesPerSubscriber} cards and responses, a /24 or a /48 ${FACTS.maxPagesPerSite}; the next one is answered 429 with \`Retry-After\`. Visitors of your page count with their own address.`,
      `Everything may be cached for ${seconds(maxAgeSeconds)}, and has an \`ETag\`.`,
      'For more, or for founders, administrators and activities, use the [API](/docs) with a key.',
    ],
  },
};

/**
 * Every text of the guide and of the frame around it; the other languages follow it. Texts may
 * contain `code`, **strong words** and [links](/docs).
 */
export type Texts = typeof en;
