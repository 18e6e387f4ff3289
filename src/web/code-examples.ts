import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_API_KEY } from '../domain/account/api-key.ts';

const FOLDER = join(import.meta.dirname, 'code-examples');
/** The base URL in the files, which run as they are. */
const FILE_BASE_URL = 'http://127.0.0.1:3000';
/** The variable of the environment from which the examples take the key. */
export const KEY_VARIABLE = 'REGISTRU_API_KEY';
/** As bash and PowerShell write it. */
const SHELL_VARIABLES = [`$${KEY_VARIABLE}`, `$env:${KEY_VARIABLE}`];
/** The same for the secret of a webhook. */
export const SECRET_VARIABLE = 'REGISTRU_WEBHOOK_SECRET';
const LANGUAGES = [
  { name: 'curl', extension: 'sh' },
  { name: 'JavaScript', extension: 'mjs' },
  { name: 'Python', extension: 'py' },
  { name: 'PHP', extension: 'php' },
];
/** Only for the first request. */
const POWERSHELL = { name: 'PowerShell', extension: 'ps1' };

export interface CodeExample {
  name: string;
  code: string;
}

/** The look-up of a test company (`EXAMPLE_IDNO`) in each language; the environment has the key. */
export function toCodeExamples(baseUrl: string): CodeExample[] {
  return readExamples('first', [...LANGUAGES, POWERSHELL], baseUrl);
}

/** The same with the public test key in the commands for shells, which work as they are pasted. */
export function toTestKeyExamples(baseUrl: string): CodeExample[] {
  return toCodeExamples(baseUrl).map(({ name, code }) => ({
    name,
    code: SHELL_VARIABLES.reduce(
      (text, variable) => text.replaceAll(variable, () => TEST_API_KEY),
      code,
    ),
  }));
}

/** The same for daily use: it waits for the limit, retries, and revalidates what it has. */
export function toPatientExamples(baseUrl: string): CodeExample[] {
  return readExamples('patient', LANGUAGES, baseUrl);
}

/** Receivers of webhooks that verify each event, and a check of a stored request. */
export function listWebhookExamples(): CodeExample[] {
  const [, ...receivers] = LANGUAGES;
  return [...receivers, { name: 'openssl', extension: 'sh' }].map(({ name, extension }) => ({
    name,
    code: readExample(`webhook.${extension}`),
  }));
}

/** Sets the public test key as the variable of the environment, in both shells. */
export function listKeyExamples(): CodeExample[] {
  return [
    { name: 'bash', code: `export ${KEY_VARIABLE}=${TEST_API_KEY}` },
    { name: POWERSHELL.name, code: `$env:${KEY_VARIABLE} = '${TEST_API_KEY}'` },
  ];
}

/** Companies by IDNO for Excel, with the public test key. */
export function readPowerQuery(baseUrl: string): string {
  return readExample('companies.pq')
    .replace(FILE_BASE_URL, () => baseUrl)
    .replace(KEY_VARIABLE, TEST_API_KEY);
}

/** Sends a signed event to a receiver on the same machine. */
export function readWebhookTest(): string {
  return readExample('webhook-test.sh');
}

function readExamples(
  task: 'first' | 'patient',
  languages: typeof LANGUAGES,
  baseUrl: string,
): CodeExample[] {
  return languages.map(({ name, extension }) => {
    const code = readExample(`${task}.${extension}`);
    return { name, code: code.replaceAll(FILE_BASE_URL, () => baseUrl) };
  });
}

function readExample(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8').trimEnd();
}
