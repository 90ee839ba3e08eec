import type { EndRefusal } from '../../identity/own-sessions.ts';
import { browserName } from '../browser-name.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SessionRegistry } from '../session-registry.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import { waitText } from './wait-text.ts';

/** The calls by which users see their own sessions and end them. */
export function sessionsRoutes(
  { identity, clock, logger }: Pick<GatewayDeps, 'identity' | 'clock' | 'logger'>,
  registry: Pick<SessionRegistry, 'isConnected'>,
): Pick<Handlers, 'sessionsList' | 'sessionsEnd' | 'sessionsEndOthers'> {
  const ended = async (
    facts: { readonly userId: string; readonly address: string },
    outcome: ReturnType<typeof identity.endOtherSessions>,
  ): Promise<{ Ended: number }> => {
    const result = await outcome;
    if (!result.ok) {
      logger.warn({ ...facts, reason: result.error.reason }, 'ending sessions was refused');
      throw refusalOf(result.error);
    }
    logger.info({ ...facts, count: result.value }, 'a user has ended sessions');
    return { Ended: result.value };
  };
  return {
    async sessionsList({ caller }) {
      const sessions = await identity.sessionsOf(caller.userId);
      return {
        Items: sessions.map(({ sessionId, createdAtMs, seenAtMs, origin }) => {
          const isConnected = registry.isConnected(sessionId);
          return {
            Id: sessionId,
            IsThis: sessionId === caller.sessionId,
            IsConnected: isConnected,
            SignedIn: createdAtMs,
            LastSeen: isConnected ? clock.hostMs() : seenAtMs,
            Address: origin?.address ?? '',
            Browser: browserName(origin?.userAgent),
          };
        }),
      };
    },
    sessionsEnd: ({ caller, params, body, address }) =>
      ended(
        { userId: caller.userId, address },
        identity.endSession(caller, { sessionId: params.id, password: body.Password, address }),
      ),
    sessionsEndOthers: ({ caller, body, address }) =>
      ended(
        { userId: caller.userId, address },
        identity.endOtherSessions(caller, { password: body.Password, address }),
      ),
  };
}

function refusalOf(refusal: EndRefusal): HttpRefusal {
  switch (refusal.reason) {
    case 'demo':
      return new HttpRefusal(403, 'Ending sessions is not supported during Demo Session');
    case 'password':
      return new HttpRefusal(403, 'The password is incorrect.');
    case 'own':
      return new HttpRefusal(400, 'This is the session you are using. Log out to end it.');
    case 'gone':
      return new HttpRefusal(404, 'This session is no longer there.');
    case 'wait':
      return new HttpRefusal(429, `Too many tries. Try again in ${waitText(refusal.retryAfterSeconds)}.`);
    case 'failed':
      return new HttpRefusal(503, 'The session could not be ended. Try again later.');
  }
}
