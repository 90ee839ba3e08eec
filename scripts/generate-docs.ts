/** Writes docs/protocol.md from the wire catalogue, docs/columns.md from the column catalogue, the tables of docs/risk-checks.md, the OpenAPI document of the API for programs, the Python client, the reference of the API for tools, and the declarations of the template for strategies: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import {
  catalogue,
  CLOSE_AUTH_FAILED,
  CLOSE_OTHER_VERSION,
  CLOSE_PROTOCOL,
  CLOSE_SESSION_ENDED,
  CLOSE_TOO_MANY,
  CLOSE_TOO_SLOW,
  externalBrokerHttp,
  httpErrorBody,
  storeConflictBody,
  MAX_FRAME_BYTES,
  PROTOCOL_VERSION,
  SOCKET_PATHS,
  TRADING_PATH,
  type Direction,
  type Entry,
  type HttpRoute,
  type SocketName,
} from '../src/protocol/index.ts';
import { allHttp } from '../src/protocol/http-all.ts';
import { apiV1EventsDocument } from '../src/server/gateway/automation/asyncapi-v1.ts';
import { apiV1Document } from '../src/server/gateway/automation/openapi-v1.ts';
import { packageVersion } from '../src/server/package-version.ts';
import { COLUMNS_DOC, columnsDoc } from './columns-doc.ts';
import { pythonClient, type AsyncApi, type OpenApi } from './lib/python-client.ts';
import { writePluginApiPages } from './plugin-api-doc.ts';
import { RISK_CHECKS_DOC, riskChecksDoc } from './risk-checks-doc.ts';
import { TEMPLATE_DECLARATIONS, templateDeclarations } from './strategy-template-doc.ts';

type Schema = ReturnType<typeof toJsonSchema>;

export const PROTOCOL_DOC = fileURLToPath(new URL('../docs/protocol.md', import.meta.url));

/** Where the description of its stream of events is. */
export const API_V1_EVENTS_DOC = fileURLToPath(new URL('../docs/automation/asyncapi.json', import.meta.url));
/** The OpenAPI document of the API for programs. */
export const API_V1_DOC = fileURLToPath(new URL('../docs/automation/openapi.json', import.meta.url));

/** That document as a file, of the version of the package. */
export const apiV1Doc = (): string => `${JSON.stringify(apiV1Document(packageVersion()), null, 2)}\n`;

/** The description of the stream of events as a file, of the version of the package. */
export const apiV1EventsDoc = (): string =>
  `${JSON.stringify(apiV1EventsDocument(packageVersion()), null, 2)}\n`;

/** The calls and types of the Python client. */
export const PYTHON_CLIENT = fileURLToPath(new URL('../clients/python/tapedeck/_api.py', import.meta.url));

/** That module, from the two documents. */
export const pythonClientDoc = (): string =>
  // Both were just written by this program, in the parts of their formats that these types describe.
  pythonClient(JSON.parse(apiV1Doc()) as OpenApi, JSON.parse(apiV1EventsDoc()) as AsyncApi);

const SOCKETS: readonly { name: SocketName; title: string; about: string }[] = [
  {
    name: 'trading',
    title: 'Trading socket',
    about: `At \`${TRADING_PATH}\` of the trading port (the HTTP port + 1), and at \`${SOCKET_PATHS.trading}\` of the HTTP port. Session, accounts, orders and what becomes of them. The server speaks first, with \`connected\`.`,
  },
  {
    name: 'streaming',
    title: 'Streaming socket',
    about:
      'At `/` of the streaming port (the HTTP port + 2), and at `/ws/streaming` of the HTTP port. Live trades and quotes. The first message must be `streamingAuth`, within 10 seconds.',
  },
  {
    name: 'data',
    title: 'Data socket',
    about:
      'At `/` of the data port (the HTTP port + 3), and at `/ws/data` of the HTTP port. Questions and answers, matched by `Id`. The first message must be `dataAuth`, within 10 seconds.',
  },
];

const CLOSE_CODES: readonly (readonly [number, string])[] = [
  [CLOSE_PROTOCOL, 'More than 20 frames in a row could not be understood.'],
  [
    CLOSE_AUTH_FAILED,
    'The first message of the streaming or data socket was not a valid token, or none came in time.',
  ],
  [CLOSE_OTHER_VERSION, 'The sign-in named a protocol version other than the one of the server.'],
  [CLOSE_SESSION_ENDED, 'The session ended: logout, revocation, or the end of a demo.'],
  [CLOSE_TOO_SLOW, 'The client did not read fast enough, even after conflation.'],
  [1001, 'The server is stopping.'],
  [1007, 'A text frame was not valid UTF-8.'],
  [CLOSE_TOO_MANY, 'The client kept sending beyond the message rates and is no longer read.'],
  [1009, `A frame was longer than ${MAX_FRAME_BYTES.toLocaleString('en-US')} bytes.`],
  [1011, 'The server failed while it served a frame.'],
];

/** The whole page. */
export function protocolDoc(): string {
  const parts = [
    '# The wire protocol',
    '',
    `Generated from \`src/protocol\` by \`npm run docs\`; do not edit by hand. Protocol version ${PROTOCOL_VERSION}.`,
    '',
    `Every frame is one JSON object in a text frame of at most ${MAX_FRAME_BYTES.toLocaleString('en-US')} bytes (towards the server). Its \`T\` is the message number; the other fields are the`,
    'body. Prices and money are decimal dollars with at most four decimals, 0 meaning none; times are UTC milliseconds of the exchange clock;',
    'quantities are whole shares. A long answer comes in messages of at most 1,000 items, all but the last with `HasMore`. Bodies towards the',
    'server may hold no other fields than the listed ones. A message beyond its [rate](security.md#message-rates) is refused with a text, on the trading',
    'socket with the code -48.',
    '',
  ];
  for (const socket of SOCKETS) parts.push(...socketSection(socket));
  parts.push(
    '## Close codes',
    '',
    '| Code | Meaning |',
    '|---|---|',
    ...[...CLOSE_CODES].sort(([a], [b]) => a - b).map(([code, meaning]) => `| ${code} | ${meaning} |`),
    '',
  );
  parts.push(...httpSection());
  return `${parts.join('\n').trimEnd()}\n`;
}

function socketSection(socket: (typeof SOCKETS)[number]): string[] {
  const lines = [`## ${socket.title}`, '', socket.about, ''];
  for (const direction of ['toServer', 'toClient'] as const)
    lines.push(...directionSection(socket.name, direction));
  return lines;
}

function directionSection(socket: SocketName, direction: Direction): string[] {
  const entries = (Object.entries(catalogue) as [string, Entry][])
    .filter(([, entry]) => entry.socket === socket && entry.direction === direction)
    .sort(([, a], [, b]) => a.T - b.T);
  const lines = [
    direction === 'toServer' ? '### To the server' : '### To the client',
    '',
    '| T | Name | What it is |',
    '|---|---|---|',
  ];
  for (const [name, entry] of entries)
    lines.push(`| ${entry.T} | [${name}](#${name.toLowerCase()}) | ${cell(entry.doc)} |`);
  lines.push('');
  for (const [name, entry] of entries)
    lines.push(
      `#### ${name}`,
      '',
      `\`T\` ${entry.T}, ${direction === 'toServer' ? 'client to server' : 'server to client'}. ${entry.doc}`,
      '',
      ...fieldTable(entry.body),
      '',
    );
  return lines;
}

function httpSection(): string[] {
  const lines = [
    '## HTTP',
    '',
    'JSON over the HTTP port. `bearer` routes take `Authorization: Bearer <JWT>`; `cookie` routes the session cookie.',
    '',
  ];
  for (const route of [...Object.values(allHttp), ...Object.values(externalBrokerHttp)] as HttpRoute[]) {
    lines.push(
      `### ${route.method} ${route.path}`,
      '',
      route.doc,
      '',
      `Authentication: ${route.auth}${route.isForAdministrators ? ', of an administrator' : ''}.`,
      '',
    );
    if (route.params) lines.push('Path and query parameters, as texts:', '', ...fieldTable(route.params), '');
    if (route.body) lines.push('Request:', '', ...fieldTable(route.body), '');
    lines.push('Response:', '', ...fieldTable(route.response), '');
  }
  lines.push(
    '### Refused calls',
    '',
    'Any status from 400 on comes with:',
    '',
    ...fieldTable(httpErrorBody),
    '',
  );
  lines.push('A 409 of StoreSettings has the stored settings:', '', ...fieldTable(storeConflictBody), '');
  return lines;
}

function fieldTable(body: GenericSchema): string[] {
  const schema = toJsonSchema(body, { errorMode: 'ignore' });
  const variants = (schema.anyOf ?? [schema]).filter(isSchema).filter((variant) => variant.type !== 'null');
  if (variants.length === 0) return ['None: the browser is led on to another page.'];
  return variants.flatMap((variant, index) => [
    ...(index === 0 ? [] : ['', 'Or:', '']),
    ...variantTable(variant),
  ]);
}

function variantTable(variant: Schema): string[] {
  if (variant.type === 'array' && isSchema(variant.items))
    return ['A list of:', '', ...variantTable(variant.items)];
  if (isSchema(variant.additionalProperties))
    return ['An object; under each name:', '', ...variantTable(variant.additionalProperties)];
  if (Object.keys(variant).every((key) => key === '$schema')) return ['Anything in JSON.'];
  const fields = fieldsOf(variant, '');
  if (fields.length === 0) return ['No fields.'];
  return [
    '| Field | Type | Bounds |',
    '|---|---|---|',
    ...fields.map(
      (field) =>
        `| \`${field.path}\` | ${cell(field.type)}${field.isOptional ? ', optional' : ''} | ${cell(field.bounds)} |`,
    ),
  ];
}

interface Field {
  readonly path: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly bounds: string;
}

function fieldsOf(schema: Schema, prefix: string): Field[] {
  const fields: Field[] = [];
  for (const [name, value] of Object.entries(schema.properties ?? {})) {
    if (typeof value === 'boolean') continue;
    const path = `${prefix}${name}`;
    fields.push({
      path,
      type: typeOf(value),
      isOptional: !(schema.required ?? []).includes(name),
      bounds: boundsOf(value),
    });
    fields.push(...fieldsOf(value, `${path}.`));
    if (isSchema(value.items)) fields.push(...fieldsOf(value.items, `${path}[].`));
  }
  return fields;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.anyOf)
    return schema.anyOf.map((part) => (isSchema(part) ? typeOf(part) : 'anything')).join(' or ');
  // The other parts of an intersection are checks that JSON Schema cannot express.
  if (schema.allOf)
    return (
      schema.allOf
        .filter(isSchema)
        .map(typeOf)
        .find((type) => type !== 'anything') ?? 'anything'
    );
  if (schema.type === 'array')
    return `array of ${isSchema(schema.items) ? typeOf(schema.items) : 'anything'}`;
  return String(schema.type ?? 'anything');
}

/** Bounds as text; those of a nullable field are the bounds of its value. */
function boundsOf(schema: Schema): string {
  const whole = [schema, ...(schema.anyOf ?? []).filter(isSchema)];
  return whole.flatMap(ownBoundsOf).join('; ');
}

function ownBoundsOf(schema: Schema): string[] {
  const bounds: string[] = [];
  const range = (least: number | undefined, most: number | undefined, unit: string): void => {
    if (least !== undefined && most !== undefined) bounds.push(`${number(least)} to ${number(most)}${unit}`);
    else if (least !== undefined) bounds.push(`at least ${number(least)}${unit}`);
    else if (most !== undefined) bounds.push(`at most ${number(most)}${unit}`);
  };
  range(schema.minimum, schema.maximum, '');
  range(schema.minLength, schema.maxLength, ' characters');
  range(schema.minItems, schema.maxItems, ' items');
  if (schema.pattern !== undefined) bounds.push(`matches \`${schema.pattern}\``);
  return bounds;
}

function number(value: number): string {
  return Math.abs(value) >= 1e12 ? String(value) : value.toLocaleString('en-US');
}

/** Text inside a table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** What is written, by the path that the command names. The reference of the API for tools takes ten times as long as all others together. */
const WRITERS: Readonly<Record<string, () => void | Promise<void>>> = {
  'docs/protocol.md': () => writeFileSync(PROTOCOL_DOC, protocolDoc()),
  'docs/columns.md': () => writeFileSync(COLUMNS_DOC, columnsDoc()),
  'docs/risk-checks.md': () =>
    writeFileSync(RISK_CHECKS_DOC, riskChecksDoc(readFileSync(RISK_CHECKS_DOC, 'utf8'))),
  'examples/strategies/tapedeck.d.ts': () => writeFileSync(TEMPLATE_DECLARATIONS, templateDeclarations()),
  'docs/automation/openapi.json': () => writeFileSync(API_V1_DOC, apiV1Doc()),
  'docs/automation/asyncapi.json': () => writeFileSync(API_V1_EVENTS_DOC, apiV1EventsDoc()),
  'clients/python/tapedeck/_api.py': () => writeFileSync(PYTHON_CLIENT, pythonClientDoc()),
  'docs/plugin-api': () => writePluginApiPages(fileURLToPath(new URL('..', import.meta.url))),
};

/** `npm run docs` writes everything; `npm run docs -- PATH…` only these. */
async function writeDocs(paths: readonly string[]): Promise<void> {
  const chosen = paths.length > 0 ? paths : Object.keys(WRITERS);
  for (const path of chosen) {
    const write = WRITERS[path];
    if (write === undefined)
      throw new Error(`${path} is not generated. These are: ${Object.keys(WRITERS).join(', ')}`);
    await write();
  }
  console.log(`Wrote ${chosen.join(', ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDocs(process.argv.slice(2));
