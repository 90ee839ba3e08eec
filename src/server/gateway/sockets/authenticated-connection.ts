import {
  CLOSE_AUTH_FAILED,
  CLOSE_PROTOCOL,
  CLOSE_SESSION_ENDED,
  CLOSE_TOO_MANY,
  type Body,
  type Message,
} from '../../../protocol/index.ts';
import type { Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SharedParts } from '../shared-parts.ts';
import { badFrameText, createFrameReader } from './frame-reader.ts';
import { TOO_MANY_REASON } from './message-limits.ts';
import { MessageMeter } from './message-meter.ts';
import type { Peer } from './peer.ts';
import type { ConnectionHandler } from './socket-server.ts';

/** A new connection has this long to say who it is, ms. */
const AUTH_TIMEOUT_MS = 10_000;

/** Who a connection speaks for, and the accounts that are theirs. */
export interface Caller {
  readonly principal: Principal;
  readonly accounts: ReadonlySet<string>;
}

type AuthSocket = 'streaming' | 'data';

export interface AuthenticatedConnectionOptions<S extends AuthSocket> {
  readonly socket: S;
  readonly deps: GatewayDeps;
  readonly shared: SharedParts;
  /** The token of an auth message; undefined for any other message. */
  readonly authBody: (message: Message<S, 'toServer'>) => { JWT: string } | undefined;
  /** The auth message has come, once; its token is about to be checked. */
  readonly onAuth?: (message: Message<S, 'toServer'>) => void;
  readonly sendAuthResult: (body: Body<'streamingAuthResult'>) => void;
  readonly sendError: (message: string, requestT: number | undefined) => void;
  readonly onMessage: (message: Message<S, 'toServer'>, caller: Caller) => void;
  /** A message beyond its rate is answered with the text. */
  readonly onRefused: (message: Message<S, 'toServer'>, text: string) => void;
  /** The user's permissions or accounts have changed. */
  readonly onRights: (caller: Caller) => void;
  readonly onClosed: () => void;
}

/** Frames that may wait while the token is checked. */
const MAX_EARLY_MESSAGES = 1000;

/** The streaming and the data socket's common part: the first message must be a good token, or the socket closes. */
export function createAuthenticatedConnection<S extends AuthSocket>(
  peer: Peer,
  options: AuthenticatedConnectionOptions<S>,
): ConnectionHandler {
  let state: 'new' | 'checking' | 'in' | 'closed' = 'new';
  let caller: Caller | undefined;
  let leave = (): void => {};
  const meter = new MessageMeter(options.shared.meters);
  const early: Message<S, 'toServer'>[] = [];

  const refuse = (reason: string): void => {
    if (state === 'closed') return;
    options.sendAuthResult({ Ok: false, Error: reason });
    end(CLOSE_AUTH_FAILED, 'not authenticated');
  };
  const end = (code: number, reason: string): void => {
    state = 'closed';
    early.length = 0;
    peer.close(code, reason);
  };
  const tooMany = (): void => {
    state = 'closed';
    early.length = 0;
    peer.cut(CLOSE_TOO_MANY, TOO_MANY_REASON);
  };
  const timer = setTimeout(() => refuse('No token came in time.'), AUTH_TIMEOUT_MS);

  const check = async (jwt: string): Promise<void> => {
    const principal = await options.deps.identity.verify(jwt);
    if (!principal) return refuse('The token is not valid; sign in again.');
    const accounts = new Set(
      (await options.deps.identity.accountsOf(principal.userId)).map((choice) => choice.account),
    );
    // The await let the socket close; the compiler still sees the state from before it.
    if ((state as string) === 'closed') return;
    clearTimeout(timer);
    if (!meter.belongTo(principal.userId)) return tooMany();
    const leaveSession = options.shared.registry.join(principal.sessionId, () =>
      end(CLOSE_SESSION_ENDED, 'the session has ended'),
    );
    caller = { principal, accounts };
    const stopRights = options.deps.identity.onRightsChanged(principal.userId, (rights) => {
      caller = {
        principal: { ...principal, permissionMask: rights.permissionMask },
        accounts: rights.accounts,
      };
      options.onRights(caller);
    });
    leave = () => {
      leaveSession();
      stopRights();
    };
    state = 'in';
    options.sendAuthResult({ Ok: true });
    for (const message of early.splice(0)) deliver(message);
  };

  const deliver = (message: Message<S, 'toServer'>): void => {
    if (state !== 'in' || !caller) return;
    if (options.authBody(message))
      return options.sendError('This connection is authenticated already.', undefined);
    options.onMessage(message, caller);
  };

  const read = createFrameReader(options.socket, meter, {
    tooMany,
    refused(message, text) {
      if (state === 'in') options.onRefused(message, text);
      else refuse(text);
    },
    message(message) {
      if (state === 'in') return deliver(message);
      if (state === 'checking') {
        if (early.length < MAX_EARLY_MESSAGES) early.push(message);
        else refuse('Too many messages before the token was checked.');
        return;
      }
      const auth = options.authBody(message);
      if (!auth) return refuse('The first message must carry the token.');
      state = 'checking';
      options.onAuth?.(message);
      check(auth.JWT).catch((error: unknown) => {
        options.deps.logger.error({ err: error, socket: options.socket }, 'checking a token failed');
        refuse('Error occured, please try again later');
      });
    },
    bad(error, count) {
      if (state === 'new') return refuse(error.message);
      options.sendError(badFrameText(error, count), error.T);
    },
    hopeless: () => end(CLOSE_PROTOCOL, 'too many bad frames'),
  });

  return {
    onFrame(text) {
      if (state !== 'closed') read(text);
    },
    onClose() {
      state = 'closed';
      clearTimeout(timer);
      leave();
      options.onClosed();
    },
  };
}
