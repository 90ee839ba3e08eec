import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import {
  AFTER_LOGIN_PATH,
  bearerToken,
  externalBrokerHttp,
  type HttpRoute,
} from '../../../protocol/index.ts';
import { HttpRefusal } from '../../gateway/http/refusal.ts';
import { isOverTls } from '../../gateway/http/security-headers.ts';
import { sessionTokenOf } from '../../gateway/session-cookie.ts';
import { isOwnOrigin } from '../../gateway/sockets/origin.ts';
import type { Identity, Principal } from '../../identity/identity.ts';
import type { Logger } from '../../logging.ts';
import type { ExternalBrokerService } from './schwab-broker.ts';
import { browserKeyOf, clearedLoginCookie, loginCookie } from './login-cookie.ts';
import { addTraderProxy } from './trader-proxy.ts';

export interface SchwabRouteDeps {
  /** Undefined when this server has no external broker. */
  readonly externalBroker: ExternalBrokerService | undefined;
  readonly identity: Pick<Identity, 'verify'>;
  readonly logger: Logger;
  readonly apiRequestsPerMinute: number;
  /** Our ports, once they listen. */
  readonly ownPorts: () => readonly number[];
}

const NO_BROKER = 'This server has no external broker set up.';
const NO_CHANGE_IN_DEMO = 'Changing trading info is not supported during Demo Session';

type RouteName = keyof typeof externalBrokerHttp;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The routes of the external broker's login, and its trader API as it is passed on. */
export function addExternalBrokerRoutes(app: FastifyInstance, deps: SchwabRouteDeps): void {
  const { externalBroker: service, identity } = deps;
  const rateLimit = { max: deps.apiRequestsPerMinute, timeWindow: 60_000 };

  const refuseForeign = (request: FastifyRequest): void => {
    if (request.method === 'GET') return;
    if (!isOwnOrigin(request.headers.origin, request.headers.host, deps.ownPorts()))
      throw new HttpRefusal(403, 'Calls from pages of other sites are refused.');
  };
  const principalOf = async (token: string | undefined): Promise<Principal | undefined> => {
    const parsed = v.safeParse(bearerToken, token);
    return parsed.success ? identity.verify(parsed.output) : undefined;
  };
  const callerOf = async (request: FastifyRequest): Promise<Principal> => {
    const caller = await principalOf(/^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]);
    if (!caller) throw new HttpRefusal(401, 'Sign in first: the call carries no valid token.');
    return caller;
  };
  /** Who may change their trading info, with the service that they change it at. */
  const changerOf = async (
    request: FastifyRequest,
  ): Promise<{ caller: Principal; broker: ExternalBrokerService }> => {
    const caller = await callerOf(request);
    if (caller.isDemo) throw new HttpRefusal(403, NO_CHANGE_IN_DEMO);
    if (!service) throw new HttpRefusal(404, NO_BROKER);
    return { caller, broker: service };
  };

  const handlers: Readonly<Record<RouteName, Handler>> = {
    async brokerState(request) {
      const caller = await callerOf(request);
      if (!service || caller.isDemo)
        return {
          IsAvailable: false,
          IsLoggedIn: false,
          AccessToken: null,
          ExpiresIn: 0,
          Account: null,
          Hash: null,
          Error: null,
        };
      const state = await service.state(caller);
      return {
        IsAvailable: true,
        IsLoggedIn: state.accessToken !== null,
        AccessToken: state.accessToken,
        ExpiresIn: state.expiresInSeconds,
        Account: state.account,
        Hash: state.accountHash,
        Error: state.error,
      };
    },
    async brokerLogin(request, reply) {
      const caller = await principalOf(sessionTokenOf(request.headers.cookie, isOverTls(request.raw)));
      // The page that the browser comes to shows the sign-in, or why there is no broker.
      if (!service || !caller || caller.isDemo) return reply.redirect(AFTER_LOGIN_PATH, 303);
      const { url, browserKey } = service.beginLogin(caller);
      return reply.header('set-cookie', loginCookie(browserKey, isSecure(service))).redirect(url, 303);
    },
    async brokerCallback(request, reply) {
      if (!service) return reply.redirect(AFTER_LOGIN_PATH, 303);
      const returned = v.safeParse(externalBrokerHttp.brokerCallback.params, request.query);
      if (returned.success && returned.output.state !== undefined) {
        const { state, code, error } = returned.output;
        await service.finishLogin({ state, browserKey: browserKeyOf(request.headers.cookie), code, error });
      }
      return reply
        .header('set-cookie', clearedLoginCookie(isSecure(service)))
        .redirect(AFTER_LOGIN_PATH, 303);
    },
    async brokerRefreshToken(request) {
      const { caller, broker } = await changerOf(request);
      const answer = await broker.refresh(caller);
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
      const { caller, broker } = await changerOf(request);
      const chosen = v.safeParse(externalBrokerHttp.brokerSetDefault.params, request.query);
      if (!chosen.success) throw new HttpRefusal(400, chosen.issues[0].message);
      await broker.setDefault(caller.userId, chosen.output.account, chosen.output.hash);
      return { Status: 'OK' };
    },
    async brokerLogout(request) {
      const { caller, broker } = await changerOf(request);
      await broker.logout(caller.userId);
      return { Status: 'OK' };
    },
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
  if (service) addTraderProxy(app, service, { logger: deps.logger, rateLimit, refuseForeign });
}

function isSecure(service: ExternalBrokerService): boolean {
  return service.config.callback.startsWith('https:');
}
