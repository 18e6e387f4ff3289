export type RefusalCode =
  | 'INVALID_EMAIL'
  | 'SAME_EMAIL'
  | 'ACCOUNT_EXISTS'
  | 'NO_SUCH_ACCOUNT'
  | 'NO_ACTIVE_API_PLAN'
  | 'KEY_EXISTS'
  | 'NO_ACTIVE_KEY'
  | 'ALREADY_REVEALED'
  | 'REGENERATE_NEEDED'
  | 'CONFLICT'
  | 'TOO_MANY'
  | 'TOO_BUSY'
  | 'LINK_NOT_VALID'
  | 'FORBIDDEN'
  | 'EMAIL_NOT_VERIFIED'
  | 'OTHER_IDENTITY'
  | 'SIGN_IN_NOT_VALID'
  | 'NO_WEBHOOK'
  | 'INVALID_WEBHOOK_URL'
  | 'INVALID_DATE'
  | 'CHANGES_NOT_KEPT'
  | 'WEBHOOKS_OFF';

/** A request that a rule forbids. The message is one sentence for the person who asked. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Another change came first, so the caller decided on an outdated state. */
export function conflict(): Refusal {
  return new Refusal('CONFLICT', 'the account has changed meanwhile; look at it and try again');
}

export function noSuchAccount(email: string): Refusal {
  return new Refusal('NO_SUCH_ACCOUNT', `there is no account with the address ${email}`);
}
