import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { allHttp } from '../../../../protocol/http-all.ts';
import {
  externalBrokerHttp,
  httpErrorBody,
  storeConflictBody,
  type HttpRoute,
} from '../../../../protocol/index.ts';
import { sessionCookieName } from '../../../http-kit/session-cookie.ts';

/** As much of OpenAPI 3.1 as this API needs. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', Operation>>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** One call of the OpenAPI document. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

/** A path or query parameter of a call. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** The JSON schema of a body or a value. */
export type JsonSchema = ReturnType<typeof toJsonSchema>;
/** The JSON body of a request or an answer. */
export type Content = Readonly<Record<'application/json', { readonly schema: JsonSchema }>>;

/** Every HTTP call there is, by name. */
const ROUTES: Readonly<Record<string, HttpRoute>> = { ...allHttp, ...externalBrokerHttp };

const SECURITY: Readonly<Record<HttpRoute['auth'], readonly Readonly<Record<string, readonly string[]>>[]>> =
  { none: [], bearer: [{ bearer: [] }], cookie: [{ sessionCookie: [] }] };

/** The JSON schema of a declared body; without the dialect, which the document states once. */
export function schemaOf(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  // Checks that JSON Schema cannot express (a trimmed text, an inexact number) are left out.
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    errorMode: 'ignore',
    typeMode,
  });
  return rest;
}

/** A JSON body of this schema. */
export const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } });
const refused = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/Refusal' }),
});

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

/** The path and query parameters of a route. */
export function parametersOf(route: Pick<HttpRoute, 'path' | 'params'>): Parameter[] {
  if (!route.params) return [];
  const { properties = {}, required = [] } = schemaOf(route.params, 'input');
  return Object.entries(properties)
    .filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]))
    .map(([name, schema]) => {
      const isInPath = route.path.includes(`{${name}}`);
      return { name, in: isInPath ? 'path' : 'query', required: isInPath || required.includes(name), schema };
    });
}

function responsesOf(name: string, route: HttpRoute): Operation['responses'] {
  const answer = schemaOf(route.response, 'output');
  return {
    // A call that answers nothing sends the browser on.
    ...(answer.type === 'null'
      ? { 303: { description: 'Leads on to another page.' } }
      : { 200: { description: 'Done; the body says what.', content: json(answer) } }),
    ...(route.params || route.body ? { 400: refused('The request is not as described here.') } : {}),
    ...(route.auth === 'none' ? {} : { 401: refused('Sign in first: the call carries no valid token.') }),
    ...(route.isForAdministrators && route.method === 'GET'
      ? { 403: refused('The caller is no administrator.') }
      : {}),
    ...(route.method === 'POST'
      ? {
          403: refused('Not allowed: in a demo session, or from a page of another site.'),
          413: refused('The body is too large.'),
          415: refused('The body is not JSON.'),
        }
      : {}),
    ...(name === 'storeSettings'
      ? {
          409: {
            description: 'The stored revision is another one.',
            content: json({ $ref: '#/components/schemas/StoreConflict' }),
          },
        }
      : {}),
    ...(route.path.startsWith('/api/')
      ? { 429: refused('Too many calls from this address; wait a minute.') }
      : {}),
    503: refused('The server cannot answer now.'),
  };
}

/** The part of the API that a call belongs to: `Settings` of `/api/Settings/List/{toolType}`. */
function tagOf(route: HttpRoute): string {
  const parts = route.path.split('/').filter((part) => part !== '');
  return parts.length > 2 ? (parts[1] ?? '') : 'Server';
}

function operationOf(name: string, route: HttpRoute): Operation {
  const parameters = parametersOf(route);
  const body = route.body && schemaOf(route.body, 'input');
  const isOptional = body?.anyOf?.some((variant) => isSchema(variant) && variant.type === 'null') ?? false;
  return {
    operationId: name,
    summary: route.doc,
    tags: [tagOf(route)],
    security: SECURITY[route.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: !isOptional, content: json(body) } } : {}),
    responses: responsesOf(name, route),
  };
}

/** The HTTP API as an OpenAPI document, made from the catalogue that the server itself checks calls against. */
export function openApiDocument(version: string): OpenApiDocument {
  const paths: Record<string, Partial<Record<'get' | 'post', Operation>>> = {};
  for (const [name, route] of Object.entries(ROUTES)) {
    const at = (paths[route.path] ??= {});
    at[route.method === 'GET' ? 'get' : 'post'] = operationOf(name, route);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tapedeck HTTP API',
      version,
      description:
        'What the browser calls over HTTP. Prices, orders and sign-in travel on the three sockets, which are described in docs/protocol.md.',
    },
    tags: [...new Set(Object.values(ROUTES).map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: {
        Refusal: schemaOf(httpErrorBody, 'output'),
        StoreConflict: schemaOf(storeConflictBody, 'output'),
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The token of loginSuccess, accountSelectResponse or tokenRefresh on the trading socket.',
        },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName({ isOverTls: false, path: '/' }),
          description: `Set by OnLoggedIn, for a page that is loaded again. Over TLS its name is ${sessionCookieName({ isOverTls: true, path: '/' })}, below a path prefix ${sessionCookieName({ isOverTls: true, path: '/prefix/' })}.`,
        },
      },
    },
  };
}
