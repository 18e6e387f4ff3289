import type { WebhookStop } from '../../../domain/account/webhook.ts';
import type { Notification } from '../notification.ts';

/** The letters in one language. */
export interface LetterTexts {
  greeting: string;
  letters: Readonly<Record<Notification['kind'], LetterText>>;
  /** Why a webhook was stopped, and what follows from it. */
  webhookStops: Readonly<Record<WebhookStop, string>>;
}

interface LetterText {
  subject: string;
  /** The paragraphs between greeting and signature; empty ones are left out. */
  paragraphs: (values: Values) => string[];
}

/** The values that a letter can contain. */
export interface Values {
  /** The sign-in link, or the account page. */
  url: string;
  /** When it happened or began, when the link expires, or the last day of the plan. */
  time: string;
  /** The first characters of the key. */
  keyStart: string;
  planName: string;
  /** Where plans are renewed; empty if that is not configured. */
  renewUrl: string;
  /** The requests that the plan admits in any `windowSeconds`. */
  limit: string;
  windowSeconds: number;
  /** Where the holder acted from, `192.0.2.7 (Firefox, Windows)`; empty if someone else did. */
  origin: string;
  /** Whether the operator made a new key, and alone has seen it. */
  isByOperator: boolean;
  /** The address that the account is to have, or has. */
  newEmail: string;
  /** The host of the webhook's URL. */
  host: string;
  /** One of `webhookStops`; empty if the webhook was not stopped. */
  webhookStop: string;
}

/** Where the holder acted from; empty if the holder did not act. */
function from({ origin }: Values): string {
  return origin && ` from the IP address ${origin}`;
}

function warning({ url }: Values): string {
  return `If this was not you, sign in and press “Sign out everywhere”, then sign in again and change the key:\n${url}`;
}

function webhookWarning({ url }: Values): string {
  return `If this was not you, sign in and press “Sign out everywhere”, then sign in again and remove the webhook:\n${url}`;
}

function operatorHasKey({ url }: Values): string {
  return `It was shown to the operator of the service, who passes it on. You can replace it on the page of your account:\n${url}`;
}

function renew({ renewUrl, url }: Values): string {
  if (renewUrl === '') return `Ask the operator to renew it. Your account page:\n${url}`;
  return `Renew it here:\n${renewUrl}`;
}

export const ENGLISH: LetterTexts = {
  greeting: 'Hello,',
  letters: {
    sign_in_link: {
      subject: 'Sign in to Registru',
      paragraphs: ({ url, time }) => [
        `To sign in to your account, open this link and press the button on its page:\n${url}`,
        `The link works once, until ${time}.`,
        'If you did not ask for this link, ignore this message: nobody can sign in without it.',
      ],
    },
    key_created: {
      subject: 'New API key',
      paragraphs: (values) => [
        `Your account has a new API key (${values.keyStart}…), created on ${values.time}${from(values)}.`,
        values.isByOperator
          ? operatorHasKey(values)
          : `The key is shown once, on the page of your account:\n${values.url}`,
        values.origin && warning(values),
      ],
    },
    key_regenerated: {
      subject: 'API key replaced',
      paragraphs: (values) => [
        `On ${values.time} the API key of your account was replaced by a new one (${values.keyStart}…)${from(values)}. The old key no longer works.`,
        values.isByOperator ? operatorHasKey(values) : warning(values),
      ],
    },
    key_revoked: {
      subject: 'API key revoked',
      paragraphs: (values) => [
        `On ${values.time} the API key ${values.keyStart}… was revoked${from(values)} and no longer works.`,
        values.origin &&
          `If this was not you, sign in and press “Sign out everywhere”, then sign in again and create a new key:\n${values.url}`,
      ],
    },
    new_browser: {
      subject: 'Sign-in from a new browser',
      paragraphs: (values) => [
        `On ${values.time} someone signed in to your account from a new browser, at the IP address ${values.origin}.`,
        warning(values),
      ],
    },
    limit_reached: {
      subject: 'Requests over the limit',
      paragraphs: ({ url, time, planName, limit, windowSeconds }) => [
        `On ${time} requests with your API key were over the limit of your plan ${planName}, which is ${limit} requests in any ${windowSeconds} seconds, and got 429.`,
        `A program should wait t seconds of the header RateLimit, which is the earliest moment at which a slot is free (Retry-After is always ${windowSeconds}), and spread its requests. Your account page shows the requests of each day:\n${url}`,
        'This message comes once a day at most. You can switch it off on the same page.',
      ],
    },
    plan_ending: {
      subject: 'Your plan is about to end',
      paragraphs: (values) => [
        `The last day of your plan ${values.planName} is ${values.time}. After it, requests with your API key get 403. The key stays, and works again once you have a plan with API access.`,
        renew(values),
        values.renewUrl && `Your account page:\n${values.url}`,
      ],
    },
    plan_ended: {
      subject: 'Your plan has ended',
      paragraphs: (values) => [
        `Your plan ${values.planName} has ended; its last day was ${values.time}. Requests with your API key get 403. The key stays, and works again once you have a plan with API access.`,
        renew(values),
        values.renewUrl && `Your account page:\n${values.url}`,
      ],
    },
    confirm_present_email: {
      subject: 'Change of your e-mail address',
      paragraphs: ({ url, time, newEmail, origin }) => [
        `To change the e-mail address of your account to ${newEmail}, open this link where you are signed in, and press the button on its page. Then you get a mail at the new address:\n${url}`,
        `The link works until ${time}. The change was asked for from the IP address ${origin}.`,
        'If this was not you, sign in and press “Sign out everywhere”: the link then no longer works. Then sign in again and change the key.',
      ],
    },
    confirm_new_email: {
      subject: 'Confirm your new e-mail address',
      paragraphs: ({ url, time }) => [
        `To use this address for your account at Registru, open this link where you are signed in, and press the button on its page:\n${url}`,
        `The link works until ${time}. After that all browsers are signed out, and you sign in with this address.`,
        'If you did not ask for this, ignore this message.',
      ],
    },
    confirm_deletion: {
      subject: 'Deletion of your account',
      paragraphs: ({ url, time, origin }) => [
        `To delete your account with its key, usage, watch list and webhook, open this link where you are signed in, and press the button on its page:\n${url}`,
        `The link works until ${time}. The deletion was asked for from the IP address ${origin}.`,
        'If this was not you, sign in and press “Sign out everywhere”: the link then no longer works. Then sign in again and change the key.',
      ],
    },
    email_changed: {
      subject: 'Your e-mail address was changed',
      paragraphs: (values) => [
        `On ${values.time} the e-mail address of your account was changed to ${values.newEmail}${from(values)}. Mails are sent there from now on.`,
        'If this was not you, tell the operator of the service at once.',
      ],
    },
    account_deleted: {
      subject: 'Your account was deleted',
      paragraphs: (values) => [
        `On ${values.time} your account was deleted${from(values)}. Its key no longer works.`,
      ],
    },
    webhook_set: {
      subject: 'Webhook address set',
      paragraphs: (values) => [
        `On ${values.time} the address of your webhook was set to ${values.host}${from(values)}. The changes of the companies on your watch list are sent there.`,
        values.origin && webhookWarning(values),
      ],
    },
    webhook_secret_rotated: {
      subject: 'Webhook secret replaced',
      paragraphs: (values) => [
        `On ${values.time} the secret of your webhook at ${values.host} was replaced by a new one${from(values)}.`,
        values.origin && webhookWarning(values),
      ],
    },
    webhook_failing: {
      subject: 'Your webhook is failing',
      paragraphs: ({ url, time, host }) => [
        `Since ${time} it has not been possible to deliver changes to your webhook at ${host}. The service goes on trying for three days from then on; no change is lost meanwhile.`,
        `The page of your account shows the last attempts and why they failed:\n${url}`,
      ],
    },
    webhook_stopped: {
      subject: 'Your webhook was stopped',
      paragraphs: ({ url, time, host, webhookStop }) => [
        `On ${time} your webhook at ${host} was stopped. ${webhookStop}`,
        `You can resume it on the page of your account:\n${url}`,
      ],
    },
  },
  webhookStops: {
    failing:
      'All attempts failed for three days. Once you resume it, it goes on after the last delivered change.',
    gone: 'Its address answered 410. Once you resume it, it goes on after the last delivered change.',
    changes_not_kept:
      'The changes after the last delivered one are no longer stored. Once you resume it, it begins with the changes from then on.',
  },
};
