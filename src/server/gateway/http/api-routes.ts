import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import {
  bearerToken,
  http,
  MAX_SETTINGS_CHARS,
  type HttpRoute,
  type storeConflictBody,
} from '../../../protocol/index.ts';
import type { Ports } from '../../config.ts';
import type { Principal } from '../../identity/identity.ts';
import type { GatewayDeps, GatewayOptions } from '../deps.ts';
import { clearedSessionCookie, sessionCookie, sessionTokenOf } from '../../http-kit/session-cookie.ts';
import type { SharedParts } from '../shared-parts.ts';
import type { AddressOf } from '../../http-kit/client-address.ts';
import { isOwnOrigin } from '../../http-kit/origin.ts';
import { orderExportRoutes } from '../../order-export/order-export-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { BodyOf, Caller, Handlers, ParamsOf, RouteName } from '../../http-kit/route-types.ts';
import { savesRoutes } from './saves-routes.ts';
import { isOverTls } from '../../http-kit/is-over-tls.ts';
import { sessionsRoutes } from './sessions-routes.ts';

/** The routes of the HTTP catalogue. */
export function addApiRoutes(
  app: FastifyInstance,
  deps: GatewayDeps,
  options: GatewayOptions,
  ports: () => Ports,
  {
    addressOf,
    shared,
  }: { readonly addressOf: AddressOf; readonly shared: Pick<SharedParts, 'registry' | 'turns'> },
): void {
  const setCookie = (reply: FastifyReply, token: string, caller: Principal): void => {
    reply.header(
      'set-cookie',
      sessionCookie(token, caller.sessionExpiresAtMs, deps.clock.hostMs(), isOverTls(reply.request.raw)),
    );
  };

  /** The account that this session works with already, so that a reload finds it again; at a sign-in the user's default. */
  const accountOf = async (caller: Principal, preferred: string | null): Promise<string | null> =>
    caller.account !== undefined &&
    (await deps.identity.accountsOf(caller.userId)).some(({ account }) => account === caller.account)
      ? caller.account
      : preferred;

  const handlers: Handlers = {
    ...healthRoutes(deps.health),
    async clientConfig() {
      const { trading, streaming, data } = ports();
      return {
        TradingPort: trading,
        StreamingPort: streaming,
        DataPort: data,
        Market: options.marketName,
        Version: options.version,
      };
    },
    async storeSettings({ body, caller }) {
      const stored = await deps.settings.store(
        caller,
        { workspace: body.Workspace, settings: textOfSettings(body.Settings), page: body.Page },
        body.BaseRevision,
      );
      if (stored.ok) return { Ok: true, Revision: stored.value.revision };
      const { error } = stored;
      if (error.reason !== 'conflict')
        throw new HttpRefusal(error.reason === 'demo' ? 403 : 400, error.message);
      const conflict: v.InferInput<typeof storeConflictBody> = {
        Error: error.message,
        Revision: error.stored.revision,
        Workspace: error.stored.workspace,
        Settings: error.stored.settings,
      };
      throw new HttpRefusal(409, error.message, conflict);
    },
    async loadSettings({ caller }) {
      const loaded = await deps.settings.load(caller.userId);
      const trading = await deps.settings.tradingApi(caller.userId);
      return {
        Settings: loaded.settings,
        Workspace: loaded.workspace,
        Page: loaded.page,
        DefaultAccount: await accountOf(caller, loaded.defaultAccount),
        TradingApi: trading?.api ?? null,
        TradingApiData: trading?.data ?? null,
        Revision: loaded.revision,
      };
    },
    async onLoggedIn({ caller, token, reply }) {
      setCookie(reply, token, caller);
      return { Ok: true };
    },
    async onLoggedOut({ caller, reply }) {
      if (caller.isDemo) throw new HttpRefusal(403, 'Logging out is not supported during Demo Session');
      await deps.identity.logout(caller.sessionId);
      reply.header('set-cookie', clearedSessionCookie(isOverTls(reply.request.raw)));
      return { Ok: true };
    },
    async onTokenRefresh({ caller, token, reply }) {
      setCookie(reply, token, caller);
      return { Ok: true };
    },
    async setTradingApi({ caller, params }) {
      if (!(await deps.settings.chooseTradingApi(caller, params.api)))
        throw new HttpRefusal(403, 'Changing trading info is not supported during Demo Session');
      return { Ok: true };
    },
    ...savesRoutes(deps.settings.saves),
    ...orderExportRoutes(deps, shared.turns),
    ...sessionsRoutes(deps, shared.registry),
  };

  const rateLimit = { max: options.apiRequestsPerMinute, timeWindow: 60_000 };

  const add = <Name extends RouteName>(name: Name): void => {
    // The catalogue's entries are HttpRoutes by their `satisfies`; the wider type lets one code path serve all.
    const route: HttpRoute = http[name];
    app.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: route.path.startsWith('/api/') ? { rateLimit } : { rateLimit: false },
      handler: async (request, reply) => {
        if (
          route.method === 'POST' &&
          !isOwnOrigin(request.headers.origin, request.headers.host, Object.values(ports()))
        ) {
          deps.logger.warn(
            { path: route.path, origin: request.headers.origin },
            'a call from a foreign origin was refused',
          );
          throw new HttpRefusal(403, 'Calls from pages of other sites are refused.');
        }
        const { token, caller } = await authenticate(route, request, reply, deps);
        reply.header('cache-control', 'no-store');
        const params = route.params
          ? parse(route.params, { ...asRecord(request.query), ...asRecord(request.params) })
          : undefined;
        const body = route.body ? parse(route.body, request.body ?? null) : undefined;
        // Parameters, body and caller were just checked against this very route's declaration.
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
  };
  // Object.keys widens the keys; they are the catalogue's own.
  for (const name of Object.keys(http) as RouteName[]) add(name);
}

async function authenticate(
  route: HttpRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: GatewayDeps,
): Promise<{ token: string; caller: Principal | undefined }> {
  if (route.auth === 'none') return { token: '', caller: undefined };
  const shown =
    route.auth === 'bearer'
      ? /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
      : sessionTokenOf(request.headers.cookie, isOverTls(request.raw));
  const token = v.safeParse(bearerToken, shown);
  // Who slept past the time of their token may still log out: a session that nobody ends could be resumed with it.
  const verify = route === http.onLoggedOut ? deps.identity.verifyOverdue : deps.identity.verify;
  const caller = token.success ? await verify(token.output) : undefined;
  if (!token.success || !caller) {
    if (route.auth === 'cookie')
      reply.header('set-cookie', clearedSessionCookie(isOverTls(reply.request.raw)));
    throw new HttpRefusal(401, 'Sign in first: the call carries no valid token.');
  }
  return { token: token.output, caller };
}

/** Settings are stored as JSON text, whichever of the two forms the client sends. */
function textOfSettings(settings: string | object): string {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  if (text.length > MAX_SETTINGS_CHARS)
    throw new HttpRefusal(400, `Settings: at most ${MAX_SETTINGS_CHARS} characters of JSON are stored.`);
  return text;
}

/** Fastify gives query and path parameters as objects of texts. */
function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parse(schema: v.GenericSchema, value: unknown): unknown {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  const path = v.getDotPath(parsed.issues[0]);
  throw new HttpRefusal(400, `${path ? `${path}: ` : ''}${parsed.issues[0].message}`.slice(0, 500));
}
