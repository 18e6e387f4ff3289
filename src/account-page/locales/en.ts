import type { ConfirmationStep } from '../../domain/account/confirmation.ts';
import { API_PLANS, type PlanPrices } from '../../domain/account/plan.ts';
import type {
  WebhookFault,
  WebhookState,
  WebhookStop,
  WebhookUrlFault,
} from '../../domain/account/webhook.ts';
import type { ConfirmationRefusalCode } from '../../schema/confirmation.ts';
import type { KeyRefusalCode } from '../../schema/key.ts';
import type { WebhookRefusalCode } from '../../schema/webhook.ts';
import type { AuditAction } from '../../store/port/audit.ts';
import type { Requests } from '../../store/port/usage.ts';
import { createWords, FACTS, type LinkDelivery, toPriceText } from './facts.ts';

const { count, planChoice, planList } = createWords('en');
const days = count(FACTS.usageDays, { one: 'day', other: 'days' });
const linkMinutes = count(FACTS.linkMinutes, { one: 'minute', other: 'minutes' });
const failureDays = count(FACTS.failedRequestDays, { one: 'day', other: 'days' });
const confirmationHours = count(FACTS.confirmationHours, { one: 'hour', other: 'hours' });
const hours = count(FACTS.rotationHours, { one: 'hour', other: 'hours' });
const seconds = count(FACTS.windowSeconds, { one: 'second', other: 'seconds' });
const perWindow = (limit: number) =>
  `${count(limit, { one: 'request', other: 'requests' })} in any ${seconds}`;

export const en = {
  title: 'API account',
  staff: 'Staff: query all accounts and companies',
  staffPages: 'Staff: find an account or a company',
  signIn: {
    title: 'Sign in',
    lead: 'Enter the e-mail address of your account. We will send you a link that signs you in.',
    email: 'E-mail address',
    send: 'Send me a link',
    sentTitle: {
      mail: 'Check your mailbox',
      terminal: 'Check your terminal',
      none: 'Request a link',
    } satisfies Record<LinkDelivery, string>,
    sent: {
      mail: (email: string) =>
        `If there is an account with the address ${email}, a sign-in link will arrive in a moment. It works once, for ${linkMinutes}.`,
      terminal: (email: string) =>
        `If there is an account with the address ${email}, its sign-in link is in the terminal in which this demo runs. It works once, for ${linkMinutes}.`,
      none: (email: string) =>
        `This service sends no e-mail yet. Its operator can give you a sign-in link for the account ${email}.`,
    } satisfies Record<LinkDelivery, (email: string) => string>,
    notices: {
      ended: 'Your session has ended; nothing was changed. Sign in to go on where you were.',
      everywhere: 'You are signed out in every browser.',
      email:
        'The e-mail address of your account is changed, and all browsers are signed out. Sign in with the new address.',
      deleted: 'Your account is deleted.',
    },
    noMailTitle: 'No mail?',
    noMail: [
      'Wait two minutes, and look into the folder for spam.',
      'Check the address above: an address without an account gets no mail, and we do not say which ones have one.',
      'Some mail servers quarantine mails with links: ask your mail administrator.',
      `Ask again, at most ${FACTS.maxMailedLinks} times in ${linkMinutes}.`,
    ],
    askSupport: 'Ask support',
    again: 'Use another address',
    pitch: 'Every Moldovan company, one request away',
    linkTitle: 'Sign in to Registru',
    linkLead: 'You are about to sign in to the account',
    linkButton: 'Sign in',
    badLinkTitle: 'This link no longer works',
    badLink: 'It has been used or has expired. Request a new one.',
    newLink: 'Request a new link',
    otherLinkTitle: 'Another link was opened',
    otherLink:
      'Another sign-in link was opened in this browser after this page, so nobody was signed in. Open your link again.',
  },
  plan: {
    title: 'Plan',
    limit: 'Limit',
    perWindow,
    lastWindow: `Used in the last ${seconds}`,
    usedOf: (used: string, limit: string) => `${used}\u00a0of\u00a0${limit}`,
    allUsed: 'all used: the next requests get 429',
    watchList: 'Watch list',
    until: 'Valid until',
    noEnd: 'No end date',
    ended: 'Ended',
    noAccess: 'No API access',
    lacksTitle: `The API comes with ${planList}`,
    lacks: 'Your current plan has no API access. With one of these plans you get:',
    items: (prices: PlanPrices) => [
      ...API_PLANS.map(
        ({ plan, name, limit }) =>
          `${name}: an API key and ${perWindow(limit)}${toPriceText(prices[plan]?.en)}`,
      ),
      'Founders, administrators and activities of every registered company as JSON',
    ],
    end: {
      ending: {
        title: (name: string, day: string | null) => `Your ${name} plan ends on ${day}`,
        lead: 'After that day, requests with your key get 403.',
      },
      over: {
        title: (name: string, day: string | null) =>
          `Your ${name} plan has ended${day === null ? '' : ` (last day: ${day})`}`,
        lead: 'Requests with your key get 403. The key works again once you have a plan with API access.',
      },
      renew: 'Renew the plan',
      askOperator: 'Ask the operator of this service to renew it.',
    },
  },
  key: {
    title: 'API key',
    created: 'Created',
    lastUsed: 'Last used',
    usedNow: `In the last ${seconds}`,
    never: 'Not used yet',
    none: 'You have no active key. Create a new key.',
    suspended: 'Requests with this key get 403 until you have a plan with API access again.',
    waiting: 'Your key is ready and has not been shown yet. It is shown only once.',
    reveal: 'Reveal key',
    create: 'Create key',
    regenerate: 'Regenerate…',
    revoke: 'Revoke…',
    newTitle: 'Your key',
    newHint: 'Copy it now and keep it safe. It will not be shown again.',
    newEnvironment: 'Set it as an environment variable',
    cancel: 'Cancel',
  },
  confirm: {
    regenerate: {
      heading: 'Regenerate the key?',
      warning:
        'You get a new key, and the old one stops working at once: until the new one is in place, requests get 401. An account has one key, so replace it when a short interruption does no harm.',
      steps: [
        'Get ready: find every program that uses the key, and how to change it there.',
        'Regenerate the key and copy the new one.',
        'Put it into every program at once and restart those that read it at their start.',
        'Check that requests succeed: your account page shows failed ones.',
      ],
      button: 'Regenerate key',
    },
    revoke: {
      heading: 'Revoke the key?',
      warning: 'The key stops working at once and cannot be restored.',
      button: 'Revoke key',
    },
    leak: 'Does somebody else use your account? Sign out everywhere first, sign in again, then change the key.',
  },
  done: {
    revoked: 'The key has been revoked and no longer works.',
    replaced: (time: string) =>
      `Your key was replaced on ${time}; the new key was shown once. If you did not copy it, regenerate it again.`,
  },
  usage: {
    title: `Requests, last ${days}`,
    today: 'Today',
    month: days,
    kinds: {
      ok: '200 Successful',
      notModified: '304 Not modified',
      notFound: '404 Not found',
      clientErrors: '4xx Other errors',
      limited: '429 Over the limit',
    } satisfies Record<keyof Requests, string>,
    axis: 'Requests per day (Chișinău time)',
    day: 'Day',
    table: 'Show as a table',
    chart: (total: string, highest: string) =>
      `${total} requests in ${days}, at most ${highest} a day`,
    none: `No requests in the last ${days}.`,
    export: 'Download as CSV',
    notices: {
      on: 'At the first request of a day that is over the limit, you get an e-mail.',
      off: 'You get no e-mail when requests are over the limit.',
      turnOn: 'Switch on',
      turnOff: 'Switch off',
    },
  },
  code: {
    title: 'First request',
    lead: 'Set your key as the environment variable REGISTRU_API_KEY.',
  },
  failures: {
    title: 'Recent failed requests',
    none: `No request failed in the last ${failureDays}.`,
    lead: `The last ${FACTS.maxFailedRequests} requests with your key in ${failureDays} that got 4xx or 5xx. If you ask for help, name the request id.`,
    all: (all: string) => `All ${all}: filter them, or find one by its id`,
    openedTitle: (status: string) => `A request that got ${status}`,
    time: 'Time',
    request: 'Request',
    status: 'Status',
    error: 'Error',
    network: 'Network',
    requestId: 'Request id',
    any: 'All',
    find: 'Find',
    nothing: 'No failed request matches.',
    unknownId: `No failed request has this id: it is another account’s, older than those listed, or did not fail.`,
    whatToDo: 'What to do',
    retry: 'The same request may succeed later.',
    noRetry: 'The same request gets the same response: do not repeat it.',
    guide: 'All errors in the guide',
  },
  webhook: {
    title: 'Webhook',
    lead: 'After each import the service sends the changes of the companies on your watch list to your server.',
    guide: 'How to receive and verify them',
    off: 'The operator of this service has switched deliveries off. Nothing is sent; changes wait.',
    emptyList: 'Your watch list is empty, so there is nothing to send.',
    addCompanies: 'Add companies',
    suspended: 'Nothing is sent until you have a plan with API access again. Changes wait.',
    skipped:
      'Changes since the last delivery are no longer stored, so the webhook begins with the next ones. Look up all your companies again.',
    address: 'Address of your server',
    rule: `https to a public address, port 443 or above 1023, without user name and password, at most ${FACTS.maxWebhookUrlLength} characters.`,
    localRule: 'In this demo the address may also be on the same machine, with http and any port.',
    create: 'Set up the webhook',
    save: 'Save the address',
    states: { working: 'Working', retrying: 'Retrying', paused: 'Paused', stopped: 'Stopped' },
    explained: {
      unused: 'It waits for changes of the companies on your watch list.',
      working: 'The last delivery succeeded.',
      paused: 'Nothing is sent until you resume. Changes wait.',
      stopped: 'Nothing is sent until you resume. Changes wait.',
    } satisfies Record<WebhookState | 'unused', string>,
    done: {
      set: 'The address is saved.',
      pause: 'The webhook is paused. Changes wait.',
      resume: 'The webhook is resumed. What waits is sent now.',
      remove: 'The webhook and its secret are removed.',
      resend: 'The changes since that day are sent again, beginning now.',
    },
    tested: (result: string) => `The test event was delivered: ${result}.`,
    testFailed: (result: string) => `The last test event was not delivered: ${result}.`,
    needsAttention: 'Your webhook does not deliver.',
    toWebhook: 'Look at the webhook',
    failing: (since: string, result: string | null) =>
      `Deliveries have failed since ${since}${result === null ? '' : ` (${result})`}.`,
    nextAttempt: (time: string) => `Next attempt: ${time}.`,
    stops: {
      failing: `Every delivery failed for ${count(FACTS.giveUpDays, { one: 'day', other: 'days' })}. Correct your server, then resume: nothing is skipped.`,
      gone: 'Your server answered 410. Resume when it accepts events again: nothing is skipped.',
      changes_not_kept:
        'Changes since the last delivery are no longer stored. Resume to get the next ones, and look up all your companies again.',
    } satisfies Record<WebhookStop, string>,
    faults: {
      not_public: 'the name has no public address',
      not_connected: 'no connection',
      not_trusted: 'the TLS certificate is not valid',
      timeout: 'no response in time',
      redirect: 'a redirect, which is not followed',
      gone: 'the address is gone',
      status: 'not 2xx',
      secret_unreadable: 'the secret cannot be decrypted',
    } satisfies Record<WebhookFault, string>,
    secret: 'Secret',
    secretOf: (time: string) => `Created ${time}, shown once. If you do not have it, rotate it.`,
    resendFrom: 'Send again from',
    resendRule: `Sends again what changed with the dumps of that day and later, at most ${FACTS.changesKeptMonths} months back. An event with the same changes has the same id: let your server forget the ids.`,
    previousSecret: 'Previous secret',
    until: (time: string) => `Also signs until ${time}`,
    newTitle: 'The secret of your webhook',
    newHint: 'Copy it now and keep it safe. It will not be shown again.',
    newEnvironment: 'Set it as an environment variable of your server',
    replaced: (time: string) =>
      `The secret was created on ${time} and shown once. If you did not copy it, rotate it again.`,
    actions: {
      resume: 'Resume',
      retry: 'Try again now',
      test: 'Send a test event',
      pause: 'Pause',
      rotate: 'Rotate the secret…',
      remove: 'Remove…',
      resend: 'Send again',
    },
    confirm: {
      rotate: {
        heading: 'Rotate the secret?',
        warning: `You get a new secret. Each replaced one also signs events for ${hours}, so that your server can change over.`,
        button: 'Rotate the secret',
      },
      remove: {
        heading: 'Remove the webhook?',
        warning: 'Nothing is sent any more. Address, secret and the list of attempts are deleted.',
        button: 'Remove the webhook',
      },
    },
    attempts: {
      title: `Last ${FACTS.maxWebhookAttempts} attempts`,
      none: 'No attempts yet.',
      time: 'Time',
      result: 'Response',
      duration: 'Duration',
      changes: 'Changes',
      milliseconds: (number: string) => `${number}\u00a0ms`,
      test: 'Test',
      eventId: 'Event',
      sent: (bytes: string) => `Sent: ${bytes}\u00a0bytes`,
      firstChanges: 'First changes',
      answer: 'Beginning of the response',
      emptyAnswer: 'The response had no body.',
      noAnswer: 'There was no response.',
    },
    urlFaults: {
      too_long: `The address has more than ${FACTS.maxWebhookUrlLength} characters. Enter a shorter one.`,
      no_address: 'This is not an address. Write it as https://example.com/webhook.',
      not_https: 'The address must begin with https://.',
      has_user: 'The address must not contain a user name or password: requests are signed.',
      system_port: 'Use port 443 or one above 1023.',
      not_public: 'The address must be on the public Internet, not on a private network.',
    } satisfies Record<WebhookUrlFault, string>,
    tooManySecrets: `In an hour you can create at most ${FACTS.maxNewSecrets} secrets. Try again later.`,
    refusals: {
      NO_ACTIVE_API_PLAN: `A webhook needs an active ${planChoice} plan.`,
      NO_WEBHOOK: 'There is no webhook any more. Nothing was changed.',
      INVALID_WEBHOOK_URL: 'Events cannot be sent to this address. Enter another one.',
      INVALID_DATE: 'This is not a day. Write it as 2026-09-14.',
      CHANGES_NOT_KEPT: `Not all changes since that day are stored any more. Choose a later day, or look up all your companies again.`,
      WEBHOOKS_OFF: 'Deliveries are switched off, so no test was sent.',
      CONFLICT: 'The webhook has changed since you opened this page, so this action had no effect.',
      TOO_MANY: `In an hour you can ask for at most ${FACTS.maxRequestedAttempts} attempts (test events, resuming, sending again, new addresses). Try again later.`,
    } satisfies Record<WebhookRefusalCode, string>,
  },
  watchList: {
    title: 'Watch list',
    lead: 'The companies whose changes you get at /api/v1/changes?watched=true and at your webhook.',
    guide: 'How it works',
    addTitle: 'Add companies',
    idnos: 'IDNO, one or more',
    rule: `13 digits each, one in a line or between commas; at most ${FACTS.maxWatchChanges} at once.`,
    add: 'Add to the watch list',
    added: (companies: string) =>
      companies === '0'
        ? 'Nothing was added: all of them were on the list.'
        : `Added to the watch list: ${companies}.`,
    removed: 'The company is no longer on the watch list.',
    refused: (line: string, text: string) => `Line ${line}: “${text}” is not an IDNO of 13 digits.`,
    moreRefused: (lines: string) => `And ${lines} more.`,
    noIdno: 'Nothing was added: enter at least one IDNO of 13 digits.',
    tooMany: (given: string, most: string) =>
      `Nothing was added: you entered ${given} IDNOs, at most ${most} can be added at once.`,
    full: 'Nothing was added: the list would have more companies than your plan allows.',
    needsPlan: `Adding companies needs an active ${planChoice} plan.`,
    size: (size: string, most: string) => `${size} of ${most} companies`,
    sizeOnly: (size: string) => `Companies: ${size}`,
    empty: 'The list is empty.',
    search: 'Name or IDNO',
    find: 'Search',
    nothing: 'No company on the list matches.',
    unknown: 'Not in the register',
    removedSince: (day: string) => `removed from the register on ${day}`,
    remove: 'Remove',
    removeOf: (company: string) => `Remove ${company}`,
    pages: 'Pages',
    first: 'First page',
    next: 'Next page',
    export: 'Download as CSV',
  },
  identity: {
    title: 'E-mail address and account',
    newEmail: 'New e-mail address',
    rule: 'You confirm the change from your present address first, then from the new one.',
    change: 'Change the address',
    delete: 'Delete the account…',
    done: {
      'email-requested': `A mail is on its way to your present address. Open its link within ${confirmationHours} and confirm the change.`,
      'email-confirmed': `A mail is on its way to the new address. Open its link within ${confirmationHours} to finish the change.`,
      'deletion-requested': `A mail is on its way to your address. Open its link within ${confirmationHours} to delete the account.`,
    },
    confirm: {
      request: {
        heading: 'Delete the account?',
        warning:
          'Key, usage, watch list and webhook are deleted and cannot be restored. The plan ends too: ask the operator first what becomes of what is paid. You get a mail in which you confirm it.',
        button: 'Send me the mail',
      },
      present_email: {
        heading: 'Change the e-mail address?',
        warning:
          'The new address gets a mail, in which you confirm it too. Until then nothing changes.',
        button: 'Continue',
      },
      new_email: {
        heading: 'Use this e-mail address?',
        warning:
          'The account gets this address, the former one is told, and all browsers are signed out.',
        button: 'Change the address',
      },
      deletion: {
        heading: 'Delete the account now?',
        warning:
          'Key, usage, watch list and webhook are deleted and cannot be restored. Requests with the key get 401 at once.',
        button: 'Delete the account',
      },
    } satisfies Record<ConfirmationStep | 'request', unknown>,
    refusedTitle: 'Nothing was changed',
    refusals: {
      INVALID_EMAIL: 'This is not an e-mail address. Write it as name@example.md.',
      SAME_EMAIL: 'Your account has this address already.',
      ACCOUNT_EXISTS:
        'Another account has this address. Delete that account first, or use another address.',
      FORBIDDEN: 'The operator changes and deletes accounts of staff.',
      LINK_NOT_VALID: `This link has expired, was used, or is for another account. Ask for it again on your account page.`,
      CONFLICT: 'The account has changed meanwhile. Look at it and try again.',
      TOO_MANY: `You asked for ${FACTS.maxConfirmationMails} confirmations in the last hour. Try again later.`,
    } satisfies Record<ConfirmationRefusalCode, string>,
  },
  sessions: {
    title: 'Sessions',
    current: 'This browser',
    unknown: 'Unknown browser',
    lastSeen: 'Last seen',
    end: 'End',
    endOf: (browser: string) => `End the session: ${browser}`,
    everywhere: 'Sign out everywhere',
    everywhereHint: 'Ends the session of every browser that is signed in to this account.',
  },
  audit: {
    title: 'Recent activity',
    you: 'You',
    service: 'Registru',
    none: 'No activity yet.',
    until: (day: string) => `until ${day}`,
    actions: {
      account_created: 'Account created',
      account_deleted: 'Account deleted',
      email_changed: 'E-mail address changed',
      subscription_changed: 'Plan changed',
      key_created: 'Key created',
      key_revealed: 'Key revealed',
      key_regenerated: 'Key regenerated',
      key_revoked: 'Key revoked',
      link_issued: 'Sign-in link issued',
      signed_in: 'Signed in',
      signed_out: 'Signed out',
      signed_out_everywhere: 'Signed out everywhere',
      role_changed: 'Role changed',
      identity_linked: 'Staff sign-in linked',
      people_searched: 'Person searched for',
      webhook_set: 'Webhook address set',
      webhook_secret_rotated: 'Webhook secret rotated',
      webhook_tested: 'Webhook tested',
      webhook_paused: 'Webhook paused',
      webhook_resumed: 'Webhook resumed',
      webhook_resent: 'Webhook set back to an earlier day',
      webhook_stopped: 'Webhook stopped',
      webhook_removed: 'Webhook removed',
    } satisfies Record<AuditAction, string>,
  },
  refusals: {
    NO_ACTIVE_API_PLAN: `A key needs an active ${planChoice} plan.`,
    KEY_EXISTS: 'You already have a key. Nothing was changed.',
    ALREADY_REVEALED: 'This key has already been shown. If you have lost it, regenerate it.',
    NO_ACTIVE_KEY: 'There is no active key. Nothing was changed.',
    CONFLICT: 'The key had changed since you opened this page, so this action had no effect.',
    TOO_MANY: `You have created ${FACTS.maxNewKeys} keys in the last hour. Try again later.`,
    REGENERATE_NEEDED: 'This key can no longer be shown. Regenerate it.',
    INVALID_EMAIL: 'Enter one plain e-mail address, such as ana@example.com.',
    TOO_MANY_ATTEMPTS: `Too many attempts. Try again in ${count(FACTS.signInAttemptMinutes, { one: 'minute', other: 'minutes' })}.`,
    TOO_BUSY: 'Too many sign-in links are being requested. Try again in a minute.',
  } satisfies Record<PageRefusal, string>,
};

/** Every text of the page in one language; English is the pattern of the others. */
export type Texts = typeof en;
export type PageRefusal = KeyRefusalCode | 'INVALID_EMAIL' | 'TOO_MANY_ATTEMPTS' | 'TOO_BUSY';
