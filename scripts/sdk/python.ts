import { OPENAPI } from '../../src/docs/openapi.ts';
import { CLIENT_OPERATIONS, type ClientOperation, ERROR_NAMES } from './operations.ts';

/** An argument of a method. */
interface Argument {
  name: string;
  type: string;
  isRequired: boolean;
}

interface Schema {
  type?: string | readonly string[];
  enum?: readonly string[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

/** The operations of the Python client: what it sends, and a method for each, in both classes. */
export function printPython(): string {
  const answers = CLIENT_OPERATIONS.map(({ answer }) => answer).filter((name) => name !== null);
  return `# Written by \`npm run sdk\`; do not edit.
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypedDict, cast

import httpx

from .types import ${[...new Set(answers)].toSorted().join(', ')}


class Operation(NamedTuple):
    method: str
    path: str
    query: tuple[str, ...]


OPERATIONS = {
${CLIENT_OPERATIONS.map(printRequest).join('\n')}
}

ErrorName = Literal[
${ERROR_NAMES.map((name) => `    "${name}",`).join('\n')}
]
OnResponse = Callable[[httpx.Response], object]


class CallOptions(NamedTuple):
    deadline: float | None
    on_response: OnResponse | None
${CLIENT_OPERATIONS.filter(isPaged).map(printParameters).join('')}

class Operations:
    def _call(self, id: str, parameters: dict[str, Any], options: CallOptions) -> Any:
        raise NotImplementedError
${CLIENT_OPERATIONS.map((operation) => printMethod(operation, { define: 'def', wait: '' })).join('')}

class AsyncOperations:
    async def _call(self, id: str, parameters: dict[str, Any], options: CallOptions) -> Any:
        raise NotImplementedError
${CLIENT_OPERATIONS.map((operation) => printMethod(operation, { define: 'async def', wait: 'await ' })).join('')}`;
}

/** Whether its answer is one page of a list. */
function isPaged({ parameters }: ClientOperation): boolean {
  return parameters.some(({ name }) => name === 'after');
}

/** The type of the arguments that an iterator passes on. */
function printParameters(operation: ClientOperation): string {
  const { id } = operation;
  const name = id[0]?.toUpperCase() + id.slice(1);
  const lines = listArguments(operation).map(
    (one) => `    ${toName(one.name)}: ${one.type}${one.isRequired ? '' : ' | None'}\n`,
  );
  return `\n\nclass ${name}Parameters(TypedDict, total=False):\n${lines.join('')}`;
}

function printRequest({ id, method, path, parameters }: ClientOperation): string {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => `"${name}",`);
  const query = names.length === 0 ? '()' : `(${names.join(' ')})`;
  return `    "${id}": Operation("${method}", "${path}", ${query}),`;
}

function printMethod(operation: ClientOperation, words: { define: string; wait: string }): string {
  const { id, summary, answer } = operation;
  const all = listArguments(operation);
  const required = all.filter(({ isRequired }) => isRequired);
  const optional = all.filter(({ isRequired }) => !isRequired);
  const lines = [
    'self,',
    ...required.map(({ name, type }) => `${toName(name)}: ${type},`),
    '*,',
    ...optional.map(({ name, type }) => `${toName(name)}: ${type} | None = None,`),
    'deadline: float | None = None,',
    'on_response: OnResponse | None = None,',
  ];
  const values = all.map(({ name }) => `"${name}": ${toName(name)}`).join(', ');
  const call = `${words.wait}self._call("${id}", {${values}}, CallOptions(deadline, on_response))`;
  return `
    ${words.define} ${toSnakeCase(id)}(
${lines.map((line) => `        ${line}\n`).join('')}    ) -> ${answer ?? 'None'}:
        """${summary}."""
        ${answer === null ? call : `return cast(${answer}, ${call})`}
`;
}

/** The parameters of path and query, and the members of the body. */
function listArguments({ parameters, body }: ClientOperation): Argument[] {
  const schemas: Readonly<Record<string, object>> = OPENAPI.components.schemas;
  const { properties = {}, required = [] }: Schema = (body !== null && schemas[body]) || {};
  return [
    ...parameters.map(({ name, schema, required: isRequired = false }) => {
      return { name, type: toType(schema), isRequired };
    }),
    ...Object.entries(properties).map(([name, schema]) => {
      return { name, type: toType(schema), isRequired: required.includes(name) };
    }),
  ];
}

function toType({ type, enum: values, items }: Schema): string {
  if (values !== undefined) return `Literal[${values.map((value) => `"${value}"`).join(', ')}]`;
  if (type === 'array' && items !== undefined) return `Sequence[${toType(items)}]`;
  const name = { string: 'str', integer: 'int', boolean: 'bool' }[String(type)];
  if (name === undefined) throw new Error(`the Python client has no type for ${String(type)}`);
  return name;
}

/** `from` is a keyword of Python. */
function toName(parameter: string): string {
  return parameter === 'from' ? 'from_' : parameter;
}

function toSnakeCase(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
