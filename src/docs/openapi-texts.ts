import { ERROR_NAMES, type ErrorName, LIMIT_HEADERS, type LimitHeader } from './locales/texts.ts';
import { OPENAPI } from './openapi.ts';
import { toOperations, toResponses } from './reference.ts';

const { company, search, changes } = toOperations(OPENAPI);
const RESPONSES = [company, search, changes].flatMap((one) => toResponses(OPENAPI, one));

/** What the OpenAPI document says to do about each error. */
export function listWhatToDo(): Record<ErrorName, string> {
  const texts = new Map(
    RESPONSES.flatMap(({ examples }) => examples).map(({ name, whatToDo }) => [name, whatToDo]),
  );
  return toRecord(ERROR_NAMES, texts);
}

/** What it says about each header of the limit. */
export function listLimitHeaders(): Record<LimitHeader, string> {
  const texts = new Map(
    RESPONSES.flatMap(({ headers }) => headers).map(({ name, description }) => [name, description]),
  );
  return toRecord(LIMIT_HEADERS, texts);
}

function toRecord<Name extends string>(
  names: readonly Name[],
  texts: ReadonlyMap<string, string>,
): Record<Name, string> {
  const entries = names.map((name) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`openapi-template.json does not describe ${name}`);
    return [name, text];
  });
  return Object.fromEntries(entries);
}
