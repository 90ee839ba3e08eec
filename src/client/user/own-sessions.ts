import { failureText, type HttpApi } from '../connection/http-api.ts';
import type { Outcome, OwnSessions } from '../types.ts';

/** The HTTP calls, and the access token of the present session. */
export interface OwnSessionsDeps {
  readonly api: Pick<HttpApi, 'call'>;
  readonly token: () => string | null;
}

/** The user's sessions at the server, this one among them. */
export function createOwnSessions({ api, token }: OwnSessionsDeps): OwnSessions {
  const outcomeOf = (call: Promise<unknown>): Promise<Outcome> =>
    call.then(
      () => ({ ok: true }),
      (error: unknown) => ({ ok: false, message: failureText(error) }),
    );
  return {
    async list() {
      const { Items } = await api.call('sessionsList', null, { token: token() }).catch((error: unknown) => {
        throw new Error(failureText(error), { cause: error });
      });
      return Items.map(({ Id, IsThis, IsConnected, SignedIn, LastSeen, Address, Browser }) => ({
        id: Id,
        isThis: IsThis,
        isConnected: IsConnected,
        signedInMs: SignedIn,
        lastSeenMs: LastSeen,
        address: Address,
        browser: Browser,
      }));
    },
    end: (id, password) =>
      outcomeOf(api.call('sessionsEnd', { Password: password }, { token: token(), params: { id } })),
    endOthers: (password) =>
      outcomeOf(api.call('sessionsEndOthers', { Password: password }, { token: token() })),
  };
}
