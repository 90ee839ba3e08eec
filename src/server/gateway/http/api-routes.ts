import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { addedClosings } from '../../../domain/calendar/us-holidays.ts';
import { allHttp } from '../../../protocol/http-all.ts';
import { bearerToken, http, SOCKET_PATHS, type HttpRoute } from '../../../protocol/index.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import { issueText } from '../../http-kit/issue-text.ts';
import type { PublicAddress } from '../../http-kit/public-address.ts';
import type { BodyOf, Caller, Handlers, ParamsOf, RouteName } from '../../http-kit/route-types.ts';
import { clearedSessionCookie, sessionTokenOf } from '../../http-kit/session-cookie.ts';
import type { Principal } from '../../identity/identity.ts';
import { isAdministrator } from '../../identity/is-administrator.ts';
import { executionRoutes } from '../executions/execution-routes.ts';
import { orderExportRoutes } from '../order-export/order-export-routes.ts';
import type { GatewayDeps, GatewayOptions } from '../deps.ts';
import type { HttpParts } from './http-parts.ts';
import { adminRoutes } from './admin-routes.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { chartStudyRoutes } from './chart-study-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { notificationRoutes } from './notification-routes.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { resetRoutes } from './reset-routes.ts';
import { savesRoutes } from './saves-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { sessionsRoutes } from './sessions-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { toolsRoutes } from './tools-routes.ts';
import { snapshotRoutes, tradeRoutes } from './trade-routes.ts';

interface ApiParts extends Pick<HttpParts, 'addressOf' | 'publicAddress'> {
  readonly handlers: Handlers;
  readonly deps: GatewayDeps;
  /** Calls a minute and address that are answered. */
  readonly requestsPerMinute: number;
}

/** Adds every call of the HTTP catalogue. */
export function addApiRoutes(
  app: FastifyInstance,
  deps: GatewayDeps,
  options: GatewayOptions,
  { ports, addressOf, publicAddress, shared }: HttpParts,
): void {
  const handlers: Handlers = {
    ...healthRoutes(deps.health),
    async clientConfig() {
      const { trading, streaming, data } = ports();
      return {
        TradingPort: trading,
        StreamingPort: streaming,
        DataPort: data,
        SocketPaths: {
          Trading: `${publicAddress.prefix}${SOCKET_PATHS.trading}`,
          Streaming: `${publicAddress.prefix}${SOCKET_PATHS.streaming}`,
          Data: `${publicAddress.prefix}${SOCKET_PATHS.data}`,
        },
        Market: options.marketName,
        Version: options.version,
        Closings: addedClosings().map(({ date, closesAtMinutes, reason }) => ({
          Date: date,
          ClosesAt: closesAtMinutes,
          Reason: reason,
        })),
      };
    },
    ...signInRoutes(deps, publicAddress),
    ...settingsRoutes(deps),
    ...savesRoutes(deps.settings.saves),
    ...documentRoutes(deps),
    ...orderExportRoutes(deps, shared.turns),
    ...executionRoutes(deps, shared.turns),
    ...chartStudyRoutes(deps.strategies.chartStudies),
    ...tradeRoutes(deps),
    ...snapshotRoutes(deps),
    ...sessionsRoutes(deps, shared.registry),
    ...resetRoutes(deps),
    ...secondFactorRoutes(deps),
    ...passkeyRoutes(deps, options.publicUrl),
    ...apiKeyRoutes(deps),
    ...oidcRoutes(deps, options.publicUrl),
    ...notificationRoutes(deps.deliveries),
    ...toolsRoutes(options.tools),
    ...adminRoutes(deps, options.publicUrl, shared.registry),
  };
  const parts = {
    handlers,
    deps,
    addressOf,
    publicAddress,
    requestsPerMinute: options.apiRequestsPerMinute,
  };
  // Object.keys widens the keys; they are the catalogue's own.
  for (const name of Object.keys(allHttp) as RouteName[]) addRoute(app, parts, name);
}

/** An address may call a route whose service limits each user so many times as often as any other route. */
const OWN_LIMIT_FACTOR = 20;

/** Adds one call: checks origin, caller, parameters and body before the handler runs. */
function addRoute<Name extends RouteName>(
  app: FastifyInstance,
  { handlers, deps, addressOf, publicAddress, requestsPerMinute }: ApiParts,
  name: Name,
): void {
  // The catalogue's entries are HttpRoutes by their `satisfies`; the wider type lets one code path serve all.
  const route: HttpRoute = allHttp[name];
  const isLimited = route.path.startsWith('/api/');
  // Many users may share an address, and a caller is known only once the body has been read.
  const max = requestsPerMinute * (route.hasOwnLimit === true ? OWN_LIMIT_FACTOR : 1);
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { rateLimit: isLimited ? { max, timeWindow: 60_000 } : false },
    handler: async (request, reply) => {
      if (route.method === 'POST') requireOwnOrigin(route, request, deps, publicAddress);
      const { token, caller } = await authenticate(route, request, reply, { deps, publicAddress });
      if (route.isForAdministrators && !(caller && isAdministrator(caller)))
        throw new HttpRefusal(403, 'Only administrators may do this.');
      reply.header('cache-control', 'no-store');
      const params = route.params
        ? parse(route.params, { ...asRecord(request.query), ...asRecord(request.params) })
        : undefined;
      const body = route.body ? parse(route.body, request.body ?? null) : undefined;
      // Parameters, body and caller were just checked against this route's declaration.
      return handlers[name]({
        body: body as BodyOf<Name>,
        params: params as ParamsOf<Name>,
        caller: caller as Caller<Name>,
        token,
        address: addressOf(request.raw),
        reply,
      });
    },
  });
}

/** Refuses a call from a page of another site. */
function requireOwnOrigin(
  { path }: HttpRoute,
  request: FastifyRequest,
  { logger }: Pick<GatewayDeps, 'logger'>,
  publicAddress: PublicAddress,
): void {
  if (publicAddress.isOwnOrigin(request)) return;
  logger.warn({ path, origin: request.headers.origin }, 'a call from a foreign origin was refused');
  throw new HttpRefusal(403, 'Calls from pages of other sites are refused.');
}

async function authenticate(
  route: HttpRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, publicAddress }: Pick<ApiParts, 'deps' | 'publicAddress'>,
): Promise<{ token: string; caller: Principal | undefined }> {
  if (route.auth === 'none') return { token: '', caller: undefined };
  const shown =
    route.auth === 'bearer'
      ? /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
      : sessionTokenOf(request.headers.cookie, publicAddress.cookieScopeOf(request.raw));
  const token = v.safeParse(bearerToken, shown);
  // Logging out is permitted with an expired token, so that its session cannot be resumed later.
  const verify = route === http.onLoggedOut ? deps.identity.verifyOverdue : deps.identity.verify;
  const caller = token.success ? await verify(token.output) : undefined;
  if (!token.success || !caller) {
    if (route.auth === 'cookie')
      reply.header('set-cookie', clearedSessionCookie(publicAddress.cookieScopeOf(reply.request.raw)));
    throw new HttpRefusal(401, 'Sign in first: the call carries no valid token.');
  }
  return { token: token.output, caller };
}

/** Query and path parameters of Fastify as a record; empty when they are no object. */
function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parse(schema: v.GenericSchema, value: unknown): unknown {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  throw new HttpRefusal(400, issueText(schema, parsed.issues[0]));
}
