import type { Tier } from '../../domain/account/plan.ts';
import type { AuditAction } from '../../store/port/audit.ts';
import type { Requests } from '../../store/port/usage.ts';
import type { KeyRefusalCode } from '../operation-types.ts';

/** How a link requested on the page reaches its holder; `none`: only the operator issues links. */
export type LinkDelivery = 'mail' | 'terminal' | 'none';

/** Every text of the page in one language. */
export interface Texts {
  title: string;
  signIn: {
    title: string;
    lead: string;
    email: string;
    send: string;
    sentTitle: Readonly<Record<LinkDelivery, string>>;
    sent: Readonly<Record<LinkDelivery, (email: string) => string>>;
    again: string;
    pitch: string;
    linkTitle: string;
    linkLead: string;
    linkButton: string;
    badLinkTitle: string;
    badLink: string;
    /** Leads from a link that does not sign in to the form. */
    newLink: string;
    otherLinkTitle: string;
    otherLink: string;
  };
  plan: {
    title: string;
    limit: string;
    perMinute: (limit: number) => string;
    lastMinute: string;
    usedOf: (used: number, limit: number) => string;
    tier: string;
    tiers: Readonly<Record<Tier, string>>;
    until: string;
    noEnd: string;
    ended: string;
    noAccess: string;
    lacksTitle: string;
    lacks: string;
    items: readonly string[];
    upgrade: string;
  };
  key: {
    title: string;
    created: string;
    lastUsed: string;
    never: string;
    none: string;
    suspended: string;
    waiting: string;
    reveal: string;
    create: string;
    regenerate: string;
    revoke: string;
    newTitle: string;
    newHint: string;
    newEnvironment: string;
    cancel: string;
  };
  confirm: Readonly<Record<'regenerate' | 'revoke', Confirmation>>;
  done: { revoked: string };
  usage: {
    title: string;
    today: string;
    month: string;
    /** In the order in which they are shown. */
    kinds: Readonly<Record<keyof Requests, string>>;
    axis: string;
    day: string;
    table: string;
    chart: (total: string, highest: string) => string;
    none: string;
    /** Mails about refused requests. */
    notices: Readonly<Record<'on' | 'off' | 'turnOn' | 'turnOff', string>>;
  };
  code: { title: string; lead: string };
  sessions: {
    title: string;
    current: string;
    unknown: string;
    lastSeen: string;
    end: string;
    endOf: (browser: string) => string;
    everywhere: string;
    everywhereHint: string;
  };
  audit: {
    title: string;
    you: string;
    service: string;
    none: string;
    until: (day: string) => string;
    actions: Readonly<Record<AuditAction, string>>;
  };
  refusals: Readonly<Record<PageRefusal, string>>;
}

export interface Confirmation {
  heading: string;
  warning: string;
  button: string;
}

export type PageRefusal = KeyRefusalCode | 'INVALID_EMAIL' | 'TOO_MANY_ATTEMPTS' | 'TOO_BUSY';
