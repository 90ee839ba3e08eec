import type { FastifyReply } from 'fastify';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { PublicAddress } from '../../http-kit/public-address.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import { clearedSessionCookie, sessionCookie } from '../../http-kit/session-cookie.ts';
import type { Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';

/** The calls that keep the session cookie in step with the session of the trading socket. */
export function signInRoutes(
  { clock, identity }: Pick<GatewayDeps, 'clock' | 'identity'>,
  publicAddress: PublicAddress,
): Pick<Handlers, 'onLoggedIn' | 'onLoggedOut' | 'onTokenRefresh'> {
  const setCookie = (reply: FastifyReply, token: string, { sessionExpiresAtMs }: Principal): void => {
    const scope = publicAddress.cookieScopeOf(reply.request.raw);
    reply.header('set-cookie', sessionCookie(token, sessionExpiresAtMs, clock.hostMs(), scope));
  };
  return {
    async onLoggedIn({ caller, token, reply }) {
      setCookie(reply, token, caller);
      return { Ok: true };
    },
    async onLoggedOut({ caller, reply }) {
      if (caller.isDemo) throw new HttpRefusal(403, 'Logging out is not supported during Demo Session');
      await identity.logout(caller.sessionId);
      reply.header('set-cookie', clearedSessionCookie(publicAddress.cookieScopeOf(reply.request.raw)));
      return { Ok: true };
    },
    async onTokenRefresh({ caller, token, reply }) {
      setCookie(reply, token, caller);
      return { Ok: true };
    },
  };
}
