import {
  IDEMPOTENCY_HEADER,
  idempotencyKey,
  REVISION_HEADER,
  revisionTag,
  type ApiV1Route,
} from '../../../protocol/api-v1-route.ts';
import { apiV1 } from '../../../protocol/api-v1.ts';
import { apiV1Stream } from '../../../protocol/api-v1-stream.ts';
import { apiErrorBody } from '../../../protocol/api-v1-fields.ts';
import { json, parametersOf, schemaOf, type Content, type JsonSchema } from '../http/docs/openapi.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Content | Readonly<Record<'text/event-stream', { readonly schema: JsonSchema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The OpenAPI document of the API for programs. */
export interface ApiV1Document {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const REFUSAL = json({ $ref: '#/components/schemas/Refusal' });
const refused = (description: string): Response => ({ description, content: REFUSAL });
const RATE_HEADERS = {
  'RateLimit-Limit': { description: 'Requests a minute of the key.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the minute ends.', schema: { type: 'integer' } },
} as const satisfies Response['headers'];

/** What every call may be answered. */
const COMMON_RESPONSES: Operation['responses'] = {
  400: refused('The request is not as described here.'),
  401: refused('There is no key, or it is unknown, revoked or expired.'),
  403: refused('The key may not do this: its scopes, its addresses, or the permissions of its user.'),
  404: refused('The account, the symbol, or what the path names is unknown.'),
  429: {
    ...refused('Too many requests of the key, or too many wrong keys from the address.'),
    headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
  },
  503: refused('The server stops, or takes no orders; try again.'),
};

/** The description of all routes, from the table that serves them. */
export function apiV1Document(version: string): ApiV1Document {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, route] of Object.entries<ApiV1Route>(apiV1))
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(name, route);
  paths[apiV1Stream.path] = { get: streamOperation() };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tapedeck API for programs',
      version,
      description:
        'Market data, accounts and orders for programs of users, with API keys. Prices and money are decimal texts in dollars with two to four decimals; quantities are whole numbers; times are ISO 8601 in UTC, of the exchange clock. docs/automation/api.md is the guide.',
    },
    paths,
    components: {
      schemas: { Refusal: schemaOf(apiErrorBody, 'output') },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the profile, which begins with tdk_.',
        },
      },
    },
  };
}

function operationOf(name: string, route: ApiV1Route): Operation {
  return {
    operationId: name,
    summary: route.doc,
    security: [{ apiKey: [] }],
    parameters: [
      ...parametersOf(route),
      ...(route.isConditional
        ? [
            {
              name: REVISION_HEADER,
              in: 'header' as const,
              required: true,
              schema: schemaOf(revisionTag, 'input'),
            },
          ]
        : []),
      ...(route.isIdempotent
        ? [
            {
              name: IDEMPOTENCY_HEADER,
              in: 'header' as const,
              required: true,
              schema: schemaOf(idempotencyKey, 'input'),
            },
          ]
        : []),
    ],
    ...(route.body ? { requestBody: { required: true, content: json(schemaOf(route.body, 'input')) } } : {}),
    responses: responsesOf(route),
  };
}

/** The stream, whose events the AsyncAPI document describes. */
const streamOperation = (): Operation => ({
  operationId: 'stream',
  summary: `${apiV1Stream.doc} GET /api/v1/asyncapi.json describes the events.`,
  security: [{ apiKey: [] }],
  parameters: parametersOf(apiV1Stream),
  responses: {
    ...COMMON_RESPONSES,
    200: {
      description: 'The events, until either side ends the stream.',
      headers: RATE_HEADERS,
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
  },
});

function responsesOf(route: ApiV1Route): Operation['responses'] {
  return {
    ...COMMON_RESPONSES,
    [route.status]: {
      description: 'Done; the body says what.',
      headers: RATE_HEADERS,
      content: json(schemaOf(route.response, 'output')),
    },
    ...(route.isIdempotent || route.isConditional || route.method === 'DELETE'
      ? { 409: refused('What is there is another one, has changed, or has ended.') }
      : {}),
    ...(route.body ? { 413: refused('The body is too large.'), 415: refused('The body is not JSON.') } : {}),
    ...(route.isIdempotent
      ? { 422: refused('It was rejected; orderErrorCode is the code of the check of an order.') }
      : {}),
  };
}
