import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  IDEMPOTENCY_HEADER,
  idempotencyKey,
  REVISION_HEADER,
  revisionTag,
  type ApiV1Route,
} from '../../../protocol/api-v1-route.ts';
import { apiV1Stream } from '../../../protocol/api-v1-stream.ts';
import { apiV1, type ApiV1Name } from '../../../protocol/api-v1.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';
import { KeyRate } from '../../automation/key-rate.ts';
import type { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { GatewayDeps, GatewayOptions } from '../deps.ts';
import type { HttpParts } from '../http/http-parts.ts';
import { ApiStreams } from './stream/api-streams.ts';
import { addStreamRoute } from './stream/stream-route.ts';
import { apiV1EventsDocument } from './asyncapi-v1.ts';
import { accountCalls } from './account-calls.ts';
import { alertCalls } from './alert-calls.ts';
import { ApiRefusal, refusalOfStatus } from './api-refusal.ts';
import { groupCalls } from './group-calls.ts';
import { parseCall, queryOf, requireNeed } from './call-checks.ts';
import { marketCalls } from './market-calls.ts';
import { apiV1Document } from './openapi-v1.ts';
import { optionCalls } from './option-calls.ts';
import { orderCalls } from './order-calls.ts';
import { proposalCalls } from './proposal-calls.ts';
import { runCalls } from './run-calls.ts';
import { scheduleCalls } from './schedule-calls.ts';
import { strategyCalls } from './strategy-calls.ts';
import { authenticateCall } from './v1-auth.ts';
import type { ApiCall, ApiHandlers } from './v1-types.ts';

const PREFIX = '/api/v1';
/** A call has one order at most. */
const BODY_LIMIT_BYTES = 16 * 1024;
const ROUTES: readonly (readonly [ApiV1Name, ApiV1Route])[] = Object.entries(apiV1).map(([name, route]) => [
  // Object.entries widens the names; they are the catalogue's own.
  name as ApiV1Name,
  route,
]);

interface ApiV1Parts extends Pick<HttpParts, 'addressOf' | 'publicAddress'> {
  readonly shared: Pick<HttpParts['shared'], 'turns' | 'proposals'>;
}

/** Adds the API for programs below /api/v1, with refusals in a form of its own, and its description for programs. */
export function addApiV1(
  app: FastifyInstance,
  deps: GatewayDeps,
  options: Pick<GatewayOptions, 'version' | 'apiRequestsPerMinute' | 'keyRequests'>,
  { addressOf, publicAddress, shared }: ApiV1Parts,
): void {
  const parts = { ...deps, turns: shared.turns, proposals: shared.proposals };
  const handlers: ApiHandlers = {
    ...marketCalls(parts),
    ...optionCalls(parts),
    ...accountCalls(parts),
    ...orderCalls(deps),
    ...groupCalls(deps),
    ...proposalCalls(parts),
    ...alertCalls(deps),
    ...strategyCalls(deps),
    ...runCalls(deps),
    ...scheduleCalls(deps),
  };
  const auth = { apiKeys: deps.apiKeys, rate: new KeyRate(options.keyRequests), addressOf };
  const callers = new WeakMap<FastifyRequest, ApiCaller>();
  const document = JSON.stringify({
    ...apiV1Document(options.version),
    servers: [{ url: `${publicAddress.prefix}/` }],
  });
  const events = JSON.stringify(apiV1EventsDocument(options.version));
  void app.register(
    async (v1) => {
      answerRefusals(v1, deps);
      v1.get(
        '/openapi.json',
        { config: { rateLimit: { max: options.apiRequestsPerMinute, timeWindow: 60_000 } } },
        (_request, reply) =>
          reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document),
      );
      v1.get(
        '/asyncapi.json',
        { config: { rateLimit: { max: options.apiRequestsPerMinute, timeWindow: 60_000 } } },
        (_request, reply) =>
          reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(events),
      );
      addStreamRoute(v1, {
        url: apiV1Stream.path.slice(PREFIX.length),
        streams: new ApiStreams(deps),
        addressOf,
        authenticate: (request, reply) => authenticateCall(auth, apiV1Stream, request, reply),
      });
      for (const [name, route] of ROUTES)
        v1.route({
          method: route.method,
          url: route.path.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, ':$1'),
          bodyLimit: BODY_LIMIT_BYTES,
          config: { rateLimit: false },
          // Before the body is read: only a key's own program may send one.
          onRequest: async (request, reply) => {
            reply.header('cache-control', 'no-store');
            callers.set(request, await authenticateCall(auth, route, request, reply));
          },
          handler: (request, reply) => serve(handlers, { name, route, callers }, request, reply),
        });
    },
    { prefix: PREFIX },
  );
}

interface ServedRoute {
  readonly name: ApiV1Name;
  readonly route: ApiV1Route;
  readonly callers: WeakMap<FastifyRequest, ApiCaller>;
}

/** Checks parameters, body and the Idempotency-Key of a call against its declaration, and answers it. */
async function serve<Name extends ApiV1Name>(
  handlers: ApiHandlers,
  { name, route, callers }: ServedRoute & { readonly name: Name },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const caller = callers.get(request);
  if (!caller) throw new ApiRefusal(401, 'missing_key', 'Send an API key.');
  requireNeed(route.needs, caller);
  const params = parseCall(route.params, queryOf(request), '');
  const body = route.body ? parseCall(route.body, request.body ?? null, '') : undefined;
  const key = route.isIdempotent
    ? parseCall(idempotencyKey, request.headers[IDEMPOTENCY_HEADER] ?? '', 'Idempotency-Key')
    : '';
  const tag = route.isConditional
    ? parseCall(revisionTag, request.headers[REVISION_HEADER], 'If-Match')
    : '0';
  // Parameters and body were just checked against this route's declaration.
  const call = {
    caller,
    params,
    body,
    idempotencyKey: key,
    revision: Number(tag.replaceAll('"', '')),
    reply,
  } as ApiCall<Name>;
  const answer = await handlers[name](call);
  reply.code(route.status);
  return answer;
}

/** Answers refusals, failures and unknown paths with the error body of this API. */
function answerRefusals(v1: FastifyInstance, { logger }: Pick<GatewayDeps, 'logger'>): void {
  v1.setErrorHandler((error: FastifyError | HttpRefusal | ApiRefusal, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500 && !(error instanceof ApiRefusal))
      logger.error(
        { err: error, method: request.method, path: request.url.split('?', 1)[0] },
        'a call of the API for programs failed',
      );
    const refusal = error instanceof ApiRefusal ? error : refusalOfStatus(status, error.message);
    if (refusal.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="tapedeck"');
    if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
    return reply.code(refusal.statusCode).send(refusal.body());
  });
  v1.setNotFoundHandler(refuseUnknown);
  // The files of the web client have a route for every GET, which would answer before the handler above.
  v1.all('/*', { bodyLimit: BODY_LIMIT_BYTES, config: { rateLimit: false } }, refuseUnknown);
}

/** Answers a path without a route, or a method that the path does not have. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods =
    path === apiV1Stream.path
      ? ['GET']
      : ROUTES.filter(([, route]) => isAt(route.path, path)).map(([, { method }]) => method);
  const refusal =
    methods.length > 0
      ? new ApiRefusal(
          405,
          'method_not_allowed',
          `${request.method} is not for ${path}; use ${methods.join(' or ')}.`,
        )
      : new ApiRefusal(
          404,
          'unknown_route',
          'There is nothing here. GET /api/v1/openapi.json lists the routes.',
        );
  if (methods.length > 0) reply.header('allow', methods.join(', '));
  return reply.code(refusal.statusCode).send(refusal.body());
}

/** True when a path matches a route's template. */
const isAt = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
