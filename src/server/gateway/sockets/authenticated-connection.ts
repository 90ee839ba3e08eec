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
import type { ReaderParts } from '../shared-parts.ts';
import { badFrameText, createFrameReader } from './frame-reader.ts';
import { TOO_MANY_REASON } from './message-limits.ts';
import { MessageMeter } from './message-meter.ts';
import type { Peer } from './peer.ts';
import type { ConnectionHandler } from './socket-server.ts';

/** Time limit for the first message, which carries the token, ms. */
const AUTH_TIMEOUT_MS = 10_000;

/** The user of a connection, and the user's accounts. */
export interface Caller {
  readonly principal: Principal;
  readonly accounts: ReadonlySet<string>;
}

type AuthSocket = 'streaming' | 'data';

/** What a socket does with the messages of its authenticated clients. */
export interface AuthenticatedConnectionOptions<S extends AuthSocket> {
  readonly socket: S;
  readonly deps: GatewayDeps;
  readonly shared: ReaderParts;
  /** The token of an auth message; undefined for any other message. */
  readonly authBody: (message: Message<S, 'toServer'>) => { JWT: string } | undefined;
  /** The auth message has arrived, once; its token is checked next. */
  readonly onAuth?: (message: Message<S, 'toServer'>) => void;
  readonly sendAuthResult: (body: Body<'streamingAuthResult'>) => void;
  readonly sendError: (message: string, requestT: number | undefined) => void;
  readonly onMessage: (message: Message<S, 'toServer'>, caller: Caller) => void;
  /** Answers a message beyond its rate with the text. */
  readonly onRefused: (message: Message<S, 'toServer'>, text: string) => void;
  /** The user's permissions or accounts have changed. */
  readonly onRights: (caller: Caller) => void;
  readonly onClosed: () => void;
}

/** Messages that may wait while the token is checked. */
const MAX_EARLY_MESSAGES = 1000;

type State = 'new' | 'checking' | 'in' | 'closed';

/** A client of the streaming or the data socket. Its first message must carry a valid token, or the socket is closed. */
export class AuthenticatedConnection<S extends AuthSocket> implements ConnectionHandler {
  readonly #peer: Peer;
  readonly #options: AuthenticatedConnectionOptions<S>;
  readonly #meter: MessageMeter;
  readonly #read: ReturnType<typeof createFrameReader>;
  readonly #timer: NodeJS.Timeout;
  /** Messages that arrived while the token was checked. */
  readonly #early: Message<S, 'toServer'>[] = [];
  #state: State = 'new';
  #caller: Caller | undefined;
  #leave = (): void => {};

  constructor(peer: Peer, options: AuthenticatedConnectionOptions<S>) {
    this.#peer = peer;
    this.#options = options;
    this.#meter = new MessageMeter(options.shared.meters);
    this.#timer = setTimeout(() => this.#refuse('No token came in time.'), AUTH_TIMEOUT_MS);
    this.#read = createFrameReader(options.socket, this.#meter, {
      tooMany: () => this.#tooMany(),
      refused: (message, text) => {
        if (this.#state === 'in') options.onRefused(message, text);
        else this.#refuse(text);
      },
      message: (message) => this.#receive(message),
      bad: (error, count) => {
        if (this.#state === 'new') this.#refuse(error.message);
        else options.sendError(badFrameText(error, count), error.T);
      },
      hopeless: () => this.#end(CLOSE_PROTOCOL, 'too many bad frames'),
    });
  }

  onFrame(text: string | undefined): void {
    if (this.#state !== 'closed') this.#read(text);
  }

  onClose(): void {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    this.#leave();
    this.#options.onClosed();
  }

  #receive(message: Message<S, 'toServer'>): void {
    switch (this.#state) {
      case 'in':
        return this.#deliver(message);
      case 'checking':
        if (this.#early.length < MAX_EARLY_MESSAGES) this.#early.push(message);
        else this.#refuse('Too many messages before the token was checked.');
        return;
      case 'new':
        return this.#authenticate(message);
      case 'closed':
        return;
    }
  }

  #deliver(message: Message<S, 'toServer'>): void {
    if (this.#state !== 'in' || !this.#caller) return;
    if (this.#options.authBody(message))
      return this.#options.sendError('This connection is authenticated already.', undefined);
    this.#options.onMessage(message, this.#caller);
  }

  #authenticate(message: Message<S, 'toServer'>): void {
    const { authBody, onAuth, deps, socket } = this.#options;
    const auth = authBody(message);
    if (!auth) return this.#refuse('The first message must carry the token.');
    this.#state = 'checking';
    onAuth?.(message);
    this.#check(auth.JWT).catch((error: unknown) => {
      deps.logger.error({ err: error, socket }, 'checking a token failed');
      this.#refuse('Error occured, please try again later');
    });
  }

  async #check(jwt: string): Promise<void> {
    const { identity } = this.#options.deps;
    const principal = await identity.verify(jwt);
    if (!principal) return this.#refuse('The token is not valid; sign in again.');
    const choices = await identity.accountsOf(principal.userId);
    // The socket may have been closed meanwhile.
    if (this.#state !== 'checking') return;
    clearTimeout(this.#timer);
    if (!this.#meter.belongTo(principal.userId)) return this.#tooMany();
    this.#caller = { principal, accounts: new Set(choices.map(({ account }) => account)) };
    this.#follow(principal);
    this.#state = 'in';
    this.#options.sendAuthResult({ Ok: true });
    for (const message of this.#early.splice(0)) this.#deliver(message);
  }

  /** Follows the end of the session and changes of the user's rights. */
  #follow(principal: Principal): void {
    const { shared, deps, onRights } = this.#options;
    const leaveSession = shared.registry.join(principal.sessionId, () =>
      this.#end(CLOSE_SESSION_ENDED, 'the session has ended'),
    );
    const stopRights = deps.identity.onRightsChanged(principal.userId, ({ permissionMask, accounts }) => {
      this.#caller = { principal: { ...principal, permissionMask }, accounts };
      onRights(this.#caller);
    });
    this.#leave = () => {
      leaveSession();
      stopRights();
    };
  }

  #refuse(reason: string): void {
    if (this.#state === 'closed') return;
    this.#options.sendAuthResult({ Ok: false, Error: reason });
    this.#end(CLOSE_AUTH_FAILED, 'not authenticated');
  }

  #end(code: number, reason: string): void {
    this.#state = 'closed';
    this.#early.length = 0;
    this.#peer.close(code, reason);
  }

  #tooMany(): void {
    this.#state = 'closed';
    this.#early.length = 0;
    this.#peer.cut(CLOSE_TOO_MANY, TOO_MANY_REASON);
  }
}
