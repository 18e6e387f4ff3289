/** RFC 5321 §4.5.3.1.3 allows 254 characters between the angle brackets. */
export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/**
 * One mailbox in plain ASCII. Mailers read `a@b, c@d` as two people and a line break as the next
 * header, so everything that is not clearly one address is rejected.
 */
const MAILBOX =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

/** Whether a text is one e-mail address, without a name, comment, quotes or space around it. */
export function isEmail(text: string): boolean {
  return (
    text.length <= MAX_EMAIL_LENGTH && text.indexOf('@') <= MAX_LOCAL_LENGTH && MAILBOX.test(text)
  );
}

/** The form in which addresses are compared: case does not matter. */
export function foldEmail(email: string): string {
  return email.toLowerCase();
}
