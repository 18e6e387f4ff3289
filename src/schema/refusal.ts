import { Refusal, type RefusalCode } from '../accounts/refusal.ts';
import { builder, shownIn, toValues } from './builder.ts';

export interface ShownRefusal<Code> {
  code: Code;
  message: string;
}

/**
 * The type of refusals with these codes, and a function that makes such a refusal data, so that
 * clients can react to its code. Other errors are thrown.
 */
export function defineRefusal<Code extends RefusalCode>(
  name: string,
  codes: Readonly<Record<Code, string>>,
) {
  const isShown = (code: RefusalCode): code is Code => Object.hasOwn(codes, code);
  const CodeType = builder.enumType(`${name}Code`, {
    description: 'Why nothing was changed.',
    subGraphs: ['account'],
    values: toValues<string>(codes),
  });
  const type = builder.objectRef<ShownRefusal<Code>>(name).implement({
    description: 'A rule that forbade the change.',
    ...shownIn('account'),
    fields: (t) => ({
      code: t.field({
        type: CodeType,
        description: 'For programs.',
        resolve: ({ code }) => code,
      }),
      message: t.exposeString('message', { description: 'One sentence for people.' }),
    }),
  });
  return {
    type,
    async catchRefusal<Done>(change: () => Promise<Done>) {
      try {
        return { done: await change(), refusal: null };
      } catch (error) {
        if (!(error instanceof Refusal) || !isShown(error.code)) throw error;
        return { done: null, refusal: { code: error.code, message: error.message } };
      }
    },
  };
}
