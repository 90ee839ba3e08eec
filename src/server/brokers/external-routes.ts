import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import {
  AFTER_LOGIN_PATH,
  EXTERNAL_BROKER_PATH,
  bearerToken,
  externalBrokerHttp,
  type HttpRoute,
} from '../../protocol/index.ts';
import { HttpRefusal } from '../http-kit/http-refusal.ts';
import { sessionTokenOf } from '../http-kit/session-cookie.ts';
import type { CookieScope, PublicAddress } from '../http-kit/public-address.ts';
import type { Identity, Principal } from '../identity/identity.ts';
import type { Logger } from '../logging.ts';
import type { ExternalBrokerService, RedirectLogin } from './external-broker-service.ts';
import { browserKeyOf, clearedLoginCookie, loginCookie } from './login-cookie.ts';
import { figuresHandlers, type FiguresRecords } from './figures-routes.ts';
import { checked } from './proxy-kit.ts';

/** What the HTTP routes of the external broker need. */
export interface ExternalRouteDeps {
  /** Undefined when this server has no external broker. */
  readonly externalBroker: ExternalBrokerService | undefined;
  readonly identity: Pick<Identity, 'verify'>;
  readonly logger: Logger;
  readonly apiRequestsPerMinute: number;
  readonly publicAddress: PublicAddress;
  readonly externalRecords: FiguresRecords;
}

const NO_BROKER = 'This server has no external broker set up.';
const NO_TOKENS = 'The external broker of this server has no login page.';
const NO_KEYS = 'The external broker of this server takes no keys: log in at its page.';
const NO_CHANGE_IN_DEMO = 'Changing trading info is not supported during Demo Session';

type RouteName = keyof typeof externalBrokerHttp;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Adds the routes of the broker's login, and of its trader API, which are forwarded to the broker. */
export function addExternalRoutes(app: FastifyInstance, deps: ExternalRouteDeps): void {
  const { externalBroker: broker } = deps;
  const rateLimit = { max: deps.apiRequestsPerMinute, timeWindow: 60_000 };
  const callers = new RouteCallers(deps);
  const handlers: Readonly<Record<RouteName, Handler>> = {
    ...loginHandlers(broker, callers, deps.publicAddress.prefix),
    ...tradingInfoHandlers(callers),
    ...figuresHandlers(callers, deps.externalRecords),
  };

  const refuseForeign = (request: FastifyRequest): void => {
    if (request.method === 'GET') return;
    if (!deps.publicAddress.isOwnOrigin(request))
      throw new HttpRefusal(403, 'Calls from pages of other sites are refused.');
  };

  // Object.keys widens the keys; they are the catalogue's own.
  for (const name of Object.keys(handlers) as RouteName[]) {
    const route: HttpRoute = externalBrokerHttp[name];
    app.route({
      method: route.method,
      url: route.path,
      config: { rateLimit },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        refuseForeign(request);
        reply.header('cache-control', 'no-store');
        return handlers[name](request, reply);
      },
    });
  }
  broker?.addTraderRoutes(app, {
    logger: deps.logger,
    rateLimit,
    refuseForeign,
    callerOf: async (request) => (await callers.ofChange(request)).caller,
  });
}

/** Finds the user of a request. */
class RouteCallers {
  readonly #identity: Pick<Identity, 'verify'>;
  readonly #broker: ExternalBrokerService | undefined;
  readonly #publicAddress: PublicAddress;

  constructor({
    identity,
    externalBroker,
    publicAddress,
  }: Pick<ExternalRouteDeps, 'identity' | 'externalBroker' | 'publicAddress'>) {
    this.#identity = identity;
    this.#publicAddress = publicAddress;
    this.#broker = externalBroker;
  }

  /** The user of the bearer token; throws a 401 when it is missing or invalid. */
  async ofBearer(request: FastifyRequest): Promise<Principal> {
    const caller = await this.#verify(/^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]);
    if (!caller) throw new HttpRefusal(401, 'Sign in first: the call carries no valid token.');
    return caller;
  }

  /** The user of the session cookie, which a browser sends when it follows a link. */
  ofCookie(request: FastifyRequest): Promise<Principal | undefined> {
    return this.#verify(
      sessionTokenOf(request.headers.cookie, this.#publicAddress.cookieScopeOf(request.raw)),
    );
  }

  /** A caller that may change its trading info, and the broker to change it at; throws a 403 for a demo, a 404 without a broker. */
  async ofChange(
    request: FastifyRequest,
  ): Promise<{ readonly caller: Principal; readonly broker: ExternalBrokerService }> {
    const caller = await this.ofBearer(request);
    if (caller.isDemo) throw new HttpRefusal(403, NO_CHANGE_IN_DEMO);
    if (!this.#broker) throw new HttpRefusal(404, NO_BROKER);
    return { caller, broker: this.#broker };
  }

  async #verify(token: string | undefined): Promise<Principal | undefined> {
    const parsed = v.safeParse(bearerToken, token);
    return parsed.success ? this.#identity.verify(parsed.output) : undefined;
  }
}

const UNAVAILABLE = {
  IsAvailable: false,
  Broker: null,
  IsLoggedIn: false,
  AccessToken: null,
  ExpiresIn: 0,
  Account: null,
  Hash: null,
  Error: null,
} satisfies v.InferInput<typeof externalBrokerHttp.brokerState.response>;

/** The state of the login, the redirect to the broker's login page, and the way back. */
function loginHandlers(
  broker: ExternalBrokerService | undefined,
  callers: RouteCallers,
  prefix: string,
): Pick<Record<RouteName, Handler>, 'brokerState' | 'brokerLogin' | 'brokerCallback'> {
  const afterLogin = `${prefix}${AFTER_LOGIN_PATH}`;
  return {
    async brokerState(request) {
      const caller = await callers.ofBearer(request);
      if (!broker || caller.isDemo) return UNAVAILABLE;
      const state = await broker.state(caller);
      return {
        IsAvailable: true,
        Broker: broker.kind,
        IsLoggedIn: state.isLoggedIn,
        AccessToken: state.accessToken,
        ExpiresIn: state.expiresInSeconds,
        Account: state.account,
        Hash: state.accountHash,
        Error: state.error,
      };
    },
    async brokerLogin(request, reply) {
      const caller = await callers.ofCookie(request);
      // The page at this address shows the sign-in form, or that there is no broker.
      const login = broker?.redirectLogin;
      if (!login || !caller || caller.isDemo) return reply.redirect(afterLogin, 303);
      const { url, browserKey } = login.beginLogin(caller);
      return reply
        .header('set-cookie', loginCookie(browserKey, loginScopeOf(login, prefix)))
        .redirect(url, 303);
    },
    async brokerCallback(request, reply) {
      const login = broker?.redirectLogin;
      if (!login) return reply.redirect(afterLogin, 303);
      const returned = v.safeParse(externalBrokerHttp.brokerCallback.params, request.query);
      if (returned.success && returned.output.state !== undefined) {
        const { state, code, error } = returned.output;
        await login.finishLogin({ state, browserKey: browserKeyOf(request.headers.cookie), code, error });
      }
      return reply
        .header('set-cookie', clearedLoginCookie(loginScopeOf(login, prefix)))
        .redirect(afterLogin, 303);
    },
  };
}

/** What a user may change: token, default account, keys, logout. */
function tradingInfoHandlers(
  callers: RouteCallers,
): Pick<
  Record<RouteName, Handler>,
  'brokerRefreshToken' | 'brokerSetDefault' | 'brokerSetKeys' | 'brokerLogout'
> {
  return {
    async brokerRefreshToken(request) {
      const { caller, broker } = await callers.ofChange(request);
      if (!broker.redirectLogin) throw new HttpRefusal(404, NO_TOKENS);
      const answer = await broker.redirectLogin.refresh(caller);
      if ('error' in answer)
        return { Error: answer.error, ErrorDescription: answer.description, AccessToken: null, ExpiresIn: 0 };
      return {
        Error: null,
        ErrorDescription: null,
        AccessToken: answer.accessToken,
        ExpiresIn: answer.expiresInSeconds,
      };
    },
    async brokerSetDefault(request) {
      const { caller, broker } = await callers.ofChange(request);
      const chosen = v.safeParse(externalBrokerHttp.brokerSetDefault.params, request.query);
      if (!chosen.success) throw new HttpRefusal(400, chosen.issues[0].message);
      await broker.setDefault(caller.userId, chosen.output.account, chosen.output.hash);
      return { Status: 'OK' };
    },
    async brokerSetKeys(request) {
      const { caller, broker } = await callers.ofChange(request);
      if (!broker.keyLogin) throw new HttpRefusal(404, NO_KEYS);
      const { KeyId: id, Secret: secret } = checked(externalBrokerHttp.brokerSetKeys.body, request.body);
      const connected = await broker.keyLogin.connect(caller.userId, { id, secret });
      return { Error: connected.ok ? null : connected.error };
    },
    async brokerLogout(request) {
      const { caller, broker } = await callers.ofChange(request);
      await broker.logout(caller.userId);
      return { Status: 'OK' };
    },
  };
}

function loginScopeOf(login: RedirectLogin, prefix: string): CookieScope {
  return {
    isOverTls: login.callback.startsWith('https:'),
    path: `${prefix}${EXTERNAL_BROKER_PATH}`,
  };
}
