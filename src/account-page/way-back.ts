import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_PATH } from '../accounts/sign-in/sign-in.ts';
import type { Cookies } from '../web/cookies.ts';
import { isPageAddress } from '../web/language.ts';
import { readField } from '../web/request.ts';

export const ACCOUNT_PATH = '/cont/api';

/** The parts with a field whose text is kept where the session has ended. */
export type TypedForm = 'email' | 'sign-in' | 'watch-list' | 'webhook';

/** A cookie holds 4,096 bytes, with its name and attributes. */
const MAX_TYPED_BYTES = 2_500;

export interface WayBack {
  /** Where the form is; left out: the address of the request. */
  back?: string;
  /** The field with what was typed there, which is no secret. */
  typed?: { form: TypedForm; field: string };
}

/** The way to the sign-in page and back, which only this browser knows. */
export function createWayBack(cookies: Cookies) {
  function keepTyped(reply: FastifyReply, form: TypedForm, text: string): void {
    const encoded = Buffer.from(text).toString('base64url');
    if (text !== '' && encoded.length <= MAX_TYPED_BYTES) {
      cookies.write(reply, 'typed', `${form}.${encoded}`);
    }
  }

  function readTyped(request: FastifyRequest, form: TypedForm): string | undefined {
    const [name, encoded = ''] = cookies.read(request, 'typed')?.split('.') ?? [];
    return name === form ? Buffer.from(encoded, 'base64url').toString() : undefined;
  }

  return {
    /** For a request without a session: the page says so if there was one, or a form was sent. */
    sendToSignIn(
      request: FastifyRequest,
      reply: FastifyReply,
      { back = request.url, typed }: WayBack = {},
    ): FastifyReply {
      if (back !== ACCOUNT_PATH && isPageAddress(back)) cookies.write(reply, 'next', back);
      if (typed) keepTyped(reply, typed.form, readField(request, typed.field).trim());
      const hasEnded = request.method === 'POST' || cookies.read(request, 'session') !== null;
      return reply.redirect(hasEnded ? `${SIGN_IN_PATH}?notice=ended` : SIGN_IN_PATH, 303);
    },
    keepTyped,
    /** What was typed in this form and kept; undefined if nothing was. */
    readTyped,
    /** The same, once. */
    takeTyped(request: FastifyRequest, reply: FastifyReply, form: TypedForm): string | undefined {
      const text = readTyped(request, form);
      if (text !== undefined) cookies.clear(reply, 'typed');
      return text;
    },
    /** Where to go after a sign-in; staff also go back to their own pages. */
    takeBack(request: FastifyRequest, reply: FastifyReply, isStaff: boolean): string {
      const back = cookies.read(request, 'next');
      if (back === null) return ACCOUNT_PATH;
      cookies.clear(reply, 'next');
      return isPageAddress(back) && (isStaff || back.startsWith(ACCOUNT_PATH))
        ? back
        : ACCOUNT_PATH;
    },
  };
}
