import { literal, pascalCase, PythonTypes, singular, snakeCase, type JsonSchema } from './python-types.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface Content {
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema } | undefined>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content | undefined>>;
}

/** What the client is generated from: the OpenAPI document. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** What the types of its events are generated from: the AsyncAPI document. */
export interface AsyncApi {
  readonly components: {
    readonly messages: Readonly<
      Record<string, { readonly summary: string; readonly payload: JsonSchema } | undefined>
    >;
  };
}

const HEAD = `"""The calls of the API for programs and their types, generated from docs/automation/openapi.json and asyncapi.json by \`npm run docs\`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any, Literal, NotRequired, TypedDict, Unpack

from ._transport import Event, Transport, filled_path
`;
const WIDTH = 120;

/** Names for shapes that several calls share, or whose call names them badly. */
const NAMES: Readonly<Record<string, string>> = {
  AlertRemove: 'Reference',
  BacktestOrder: 'StrategyOrder',
  GroupSend: 'AcceptedGroup',
  OptionChain: 'OptionQuote',
  OrderCancel: 'RequestedCancel',
  OrderSend: 'AcceptedOrder',
  OrderSendBody: 'OrderTerms',
  RunSchedule: 'ScheduleOfRun',
};
const nameOf = (name: string): string => NAMES[name] ?? name;

/** The module \`tapedeck/_api.py\` of the Python client. */
export function pythonClient(openApi: OpenApi, asyncApi: AsyncApi): string {
  const types = new PythonTypes();
  const methods = Object.entries(openApi.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => methodText(types, method, path, operation)),
  );
  for (const [name, message] of Object.entries(asyncApi.components.messages))
    if (message !== undefined) types.typeOf(message.payload, `${pascalCase(name)}Event`);
  const names = [...types.names, 'Tapedeck'].toSorted();
  return [
    HEAD,
    `__all__ = [\n${names.map((name) => `    "${name}",\n`).join('')}]\n`,
    ...types.definitions.map((text) => `\n${text}`),
    `\nclass Tapedeck(Transport):\n    """All calls. Each raises TapedeckError when it fails."""\n`,
    ...methods,
  ].join('\n');
}

function methodText(types: PythonTypes, method: string, path: string, operation: Operation): string {
  const { operationId, summary, parameters = [] } = operation;
  const signature = signatureOf(types, operation);
  const answer = answerOf(types, operation);
  return [
    `    def ${snakeCase(operationId)}(${signature.join(', ')}) -> ${answer.type}:`,
    ...docstring(summary),
    `        ${answer.statement(callOf(method, path, parameters, operation))}`,
    '',
  ].join('\n');
}

/** The parameters of a method: parts of the path by place, required ones by place or name, all others by name. */
function signatureOf(types: PythonTypes, { operationId, parameters = [], requestBody }: Operation): string[] {
  const body = requestBody?.content['application/json']?.schema;
  const given = (place: Parameter['in'], isRequired: boolean) =>
    parameters.filter(
      (parameter) =>
        parameter.in === place && parameter.required === isRequired && parameter.name !== 'cursor',
    );
  const parts = given('path', true).map(({ name }) => `${snakeCase(name)}: str`);
  const required = given('query', true).map(
    ({ name, schema }) => `${snakeCase(name)}: ${inputType(name, schema)}`,
  );
  const named = [
    ...(parameters.some(({ name }) => name === 'if-match') ? ['revision: int'] : []),
    ...given('query', false).map(
      ({ name, schema }) => `${snakeCase(name)}: ${inputType(name, schema)} | None = None`,
    ),
    ...(parameters.some(({ name }) => name === 'idempotency-key')
      ? ['idempotency_key: str | None = None']
      : []),
  ];
  return [
    'self',
    ...parts,
    // Before it by place alone: terms of the body may have the same names.
    ...(body === undefined ? [] : ['/']),
    ...required,
    ...(named.length > 0 ? ['*', ...named] : []),
    ...(body === undefined
      ? []
      : [`**body: Unpack[${types.argumentsOf(body, nameOf(`${pascalCase(operationId)}Body`))}]`]),
  ];
}

/** The type of a parameter, which the document describes as a text. */
function inputType(name: string, { enum: values, pattern = '' }: JsonSchema): string {
  if (values !== undefined) return values.join() === 'true,false' ? 'bool' : literal(values);
  if (name === 'limit') return 'int';
  if (pattern.includes('{4}-(0[1-9]')) return pattern.includes('T(') ? 'str | datetime' : 'str | date';
  return pattern.includes('(,') ? 'str | Iterable[str]' : 'str';
}

interface Answer {
  readonly type: string;
  /** The last line of the method, from the call and its query. */
  statement(call: Call): string;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly rest: readonly string[];
}

/** What a method returns: events, the items of a list, of all its pages where it has pages, or the answer as it is. */
function answerOf(types: PythonTypes, operation: Operation): Answer {
  const { operationId, parameters = [] } = operation;
  const schema = answerSchema(operation);
  if (schema === undefined)
    return {
      type: 'Iterator[Event]',
      statement: ({ path, query }) => `return self._events(${path}, ${query})`,
    };
  const { items: list, ...others } = schema.properties ?? {};
  if (list?.items === undefined)
    return {
      type: types.typeOf(schema, nameOf(pascalCase(operationId))),
      statement: (call) => `return ${callText(call)}`,
    };
  const item = types.typeOf(list.items, nameOf(pascalCase(singular(operationId))));
  if (parameters.some(({ name }) => name === 'cursor'))
    return {
      type: `Iterator[${item}]`,
      statement: ({ path, query }) => `return self._pages(${path}, ${query})`,
    };
  if (Object.keys(others).every((key) => key === 'account'))
    return { type: `list[${item}]`, statement: (call) => `return ${callText(call)}["items"]` };
  return {
    type: types.typeOf(schema, `${pascalCase(operationId)}Answer`),
    statement: (call) => `return ${callText(call)}`,
  };
}

/** Undefined for a stream. */
function answerSchema({ responses }: Operation): JsonSchema | undefined {
  const answer = responses['200'] ?? responses['201'];
  return answer?.content['application/json']?.schema;
}

function callOf(
  method: string,
  path: string,
  parameters: readonly Parameter[],
  { requestBody }: Operation,
): Call {
  const inPath = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => `${name}=${snakeCase(name)}`);
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor')
    .map(({ name }) => `"${name}": ${snakeCase(name)}`);
  const has = (header: string) => parameters.some(({ name }) => name === header);
  return {
    method: `"${method.toUpperCase()}"`,
    path: inPath.length === 0 ? `"${path}"` : `filled_path("${path}", ${inPath.join(', ')})`,
    query: `{${inQuery.join(', ')}}`,
    rest: [
      ...(requestBody === undefined ? [] : ['body=body']),
      ...(has('idempotency-key') ? ['idempotency_key=idempotency_key', 'is_idempotent=True'] : []),
      ...(has('if-match') ? ['revision=revision'] : []),
    ],
  };
}

const callText = ({ method, path, query, rest }: Call): string =>
  `self._call(${[method, path, ...(query === '{}' ? [] : [query]), ...rest].join(', ')})`;

/** The text of a docstring, in lines. */
function docstring(text: string): string[] {
  const lines: string[] = [''];
  for (const word of text.replaceAll('\\', '\\\\').replaceAll('`', '').split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length + 12 > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  const [first = '', ...more] = lines;
  return more.length === 0
    ? [`        """${first}"""`]
    : [`        """${first}`, ...more.map((line) => `        ${line}`), '        """'];
}
