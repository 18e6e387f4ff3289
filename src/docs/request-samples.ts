import { OPERATIONS, type OperationName, REST_PREFIX } from '../rest/operations.ts';
import { type CodeExample, KEY_VARIABLE } from '../web/code-examples.ts';
import { findOperation, type OpenApi } from './openapi.ts';

interface Request {
  method: string;
  url: string;
  /** JSON; null: none. */
  body: string | null;
}

/** Text that needs no escaping between single quotes in sh, JavaScript, Python and PHP. */
const QUOTABLE = /^[ -&(-[\]-~]*$/;

/** The request of an operation's examples in each language; the key comes from the environment. */
export function toRequestSamples(openapi: OpenApi, name: OperationName): CodeExample[] {
  const request = toRequest(openapi, name);
  return [
    { name: 'curl', code: toCurl(request) },
    { name: 'JavaScript', code: toJavaScript(request) },
    { name: 'Python', code: toPython(request) },
    { name: 'PHP', code: toPhp(request) },
  ];
}

function toRequest(openapi: OpenApi, name: OperationName): Request {
  const { parameters, requestBody } = findOperation(openapi, name);
  const { method } = OPERATIONS[name];
  const url = new URL((openapi.servers[0]?.url ?? '') + REST_PREFIX + OPERATIONS[name].path);
  for (const { name: parameter, in: location, example, schema } of parameters) {
    const value = example ?? schema['default'];
    if (location === 'query' && value !== undefined) url.searchParams.set(parameter, String(value));
    if (location !== 'path') continue;
    if (example === undefined) throw new Error(`${parameter} of ${name} has no example`);
    url.pathname = url.pathname.replace(`%7B${parameter}%7D`, () => encodeURIComponent(example));
  }
  const [example] = Object.values(requestBody?.content['application/json'].examples ?? {});
  const body = example === undefined ? null : JSON.stringify(example.value);
  for (const text of [url.href, body ?? '']) {
    if (!QUOTABLE.test(text)) throw new Error(`the example of ${name} needs escapes: ${text}`);
  }
  return { method, url: url.href, body };
}

function toCurl({ method, url, body }: Request): string {
  return [
    `curl '${url}'`,
    ...(method === 'GET' ? [] : [`  --request ${method}`]),
    `  --header "Authorization: Bearer $${KEY_VARIABLE}"`,
    ...(body === null ? [] : ['  --header "Content-Type: application/json"', `  --data '${body}'`]),
  ].join(' \\\n');
}

function toJavaScript({ method, url, body }: Request): string {
  const type = body === null ? [] : ["    'Content-Type': 'application/json',"];
  return [
    `const response = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
    ...type,
    '  },',
    ...(body === null ? [] : [`  body: '${body}',`]),
    '});',
    'if (!response.ok) throw new Error(response.status);',
    'console.log(await response.text());',
  ].join('\n');
}

function toPython({ method, url, body }: Request): string {
  const type = body === null ? [] : ['        "Content-Type": "application/json",'];
  return [
    'import os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    `        "Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}",`,
    ...type,
    '    },',
    ...(body === null ? [] : [`    data=b'${body}',`]),
    ')',
    'with urllib.request.urlopen(request, timeout=10) as response:',
    '    print(response.read().decode())',
  ].join('\n');
}

function toPhp({ method, url, body }: Request): string {
  const type = body === null ? [] : ["        'Content-Type: application/json',"];
  return [
    '<?php',
    "$context = stream_context_create(['http' => [",
    ...(method === 'GET' ? [] : [`    'method' => '${method}',`]),
    "    'header' => [",
    `        'Authorization: Bearer ' . getenv('${KEY_VARIABLE}'),`,
    ...type,
    '    ],',
    ...(body === null ? [] : [`    'content' => '${body}',`]),
    "    'timeout' => 10,",
    ']]);',
    `$body = file_get_contents('${url}', false, $context);`,
    'if ($body === false) exit(1);',
    'echo $body, PHP_EOL;',
  ].join('\n');
}
