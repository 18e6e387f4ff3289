import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_API_KEY } from '../domain/account/api-key.ts';

const FOLDER = join(import.meta.dirname, 'code-examples');
/** The base URL in the files, which run as they are. */
const FILE_BASE_URL = 'http://127.0.0.1:3000';
/** The variable of the environment from which the examples take the key. */
export const KEY_VARIABLE = 'REGISTRU_API_KEY';
/** The same for the secret of a webhook. */
export const SECRET_VARIABLE = 'REGISTRU_WEBHOOK_SECRET';
const LANGUAGES = [
  { name: 'curl', extension: 'sh' },
  { name: 'JavaScript', extension: 'mjs' },
  { name: 'Python', extension: 'py' },
  { name: 'PHP', extension: 'php' },
];

export interface CodeExample {
  name: string;
  code: string;
}

/** The look-up of a test company (`EXAMPLE_IDNO`) in each language; the environment has the key. */
export function toCodeExamples(baseUrl: string): CodeExample[] {
  return readExamples('first', baseUrl);
}

/** The same with the public test key in the command for a shell, which works as it is pasted. */
export function toTestKeyExamples(baseUrl: string): CodeExample[] {
  return toCodeExamples(baseUrl).map(({ name, code }) => ({
    name,
    code: code.replaceAll(`$${KEY_VARIABLE}`, () => TEST_API_KEY),
  }));
}

/** The same for daily use: it waits for the limit, retries, and revalidates what it has. */
export function toPatientExamples(baseUrl: string): CodeExample[] {
  return readExamples('patient', baseUrl);
}

/** Receivers of webhooks that verify each event, and a check of a stored request. */
export function listWebhookExamples(): CodeExample[] {
  const [, ...receivers] = LANGUAGES;
  return [...receivers, { name: 'openssl', extension: 'sh' }].map(({ name, extension }) => ({
    name,
    code: readExample(`webhook.${extension}`),
  }));
}

/** Sends a signed event to a receiver on the same machine. */
export function readWebhookTest(): string {
  return readExample('webhook-test.sh');
}

function readExamples(task: 'first' | 'patient', baseUrl: string): CodeExample[] {
  return LANGUAGES.map(({ name, extension }) => {
    const code = readExample(`${task}.${extension}`);
    return { name, code: code.replaceAll(FILE_BASE_URL, () => baseUrl) };
  });
}

function readExample(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8').trimEnd();
}
