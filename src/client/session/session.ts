import {
  CLOSE_AUTH_FAILED,
  CLOSE_OTHER_VERSION,
  CLOSE_SESSION_ENDED,
  PROTOCOL_VERSION,
  type Body,
} from '../../protocol/index.ts';
import { err } from '../../domain/assert/assert.ts';
import type { ReceivedBy } from '../message-receivers.ts';
import type { ConnectionName, ContactInfo, LogoutOutcome, Session } from '../types.ts';
import { AccountSelection } from './account-selection.ts';
import { SESSION_ENDED_TEXT, UNREACHABLE_TEXT } from './failure-texts.ts';
import { Logout } from './logout.ts';
import { reestablishSession } from './reestablish-session.ts';
import { SessionContext, type SessionDeps } from './session-context.ts';
import { CONNECTION_NAMES, routeFromWire } from './session-state.ts';
import { SignIn } from './sign-in.ts';

type SessionMessage = ReceivedBy<'session'>;

type SessionHandlers = {
  readonly [Name in SessionMessage['name']]: (session: TradingSession, body: Body<Name>) => void;
};

/** The session of one client: sign-in, account selection, reconnection and logout on the trading socket. */
export class TradingSession implements Session {
  /** Only the running procedure waits for the message. */
  static readonly #awaited = (): void => {};

  /** Every message of the server that concerns the session. */
  static readonly #handlers = {
    connected: (session, body) => session.#onConnected(body),
    loginSuccess: TradingSession.#awaited,
    loginFailure: TradingSession.#awaited,
    codeRequired: TradingSession.#awaited,
    availableAccounts: TradingSession.#awaited,
    accountSelectResponse: TradingSession.#awaited,
    initializationComplete: TradingSession.#awaited,
    userInfo: (session, body) => session.#context.set({ userName: body.UserName, profile: body }),
    calendar: (session, { Items }) => session.#context.set({ calendar: Items }),
    market: (session, body) => session.#context.set({ market: body }),
    permissions: (session, { Mask }) => session.#context.set({ permissionMask: Mask }),
    routePermissions: (session, { Items }) => session.#context.set({ routes: Items.map(routeFromWire) }),
    demoSessionStatus: (session, { ExpiresIn }) => session.#context.onDemoStatus(ExpiresIn),
    tokenRefresh: (session, { JWT }) => session.#onTokenRefresh(JWT),
    relogin: (session, { Message: text }) => session.#onRelogin(text),
  } satisfies SessionHandlers;

  readonly #context: SessionContext;
  readonly #accounts: AccountSelection;
  readonly #signIn: SignIn;
  readonly #logout: Logout;
  // Views keep these two functions without the object.
  readonly get: Session['get'];
  readonly subscribe: Session['subscribe'];

  constructor(deps: SessionDeps) {
    this.#context = new SessionContext(deps);
    this.#accounts = new AccountSelection(this.#context);
    this.#signIn = new SignIn(this.#context, this.#accounts);
    this.#logout = new Logout(this.#context);
    this.get = this.#context.get;
    this.subscribe = this.#context.subscribe;
  }

  /** Access token of the session; null while no user is signed in. */
  token(): string | null {
    return this.#context.token;
  }

  resume(): Promise<boolean> {
    return this.#signIn.resume();
  }

  login(userName: string, password: string, code?: string): Promise<boolean> {
    const body = { UserId: userName, Password: password, Code: code, Protocol: PROTOCOL_VERSION };
    return this.#signIn.withCredentials(() => this.#trading.sendNow('login', body));
  }

  async loginWithPasskey(): Promise<boolean> {
    const { api } = this.#context.deps;
    // The code may fail to load, offline or after an upgrade of the server.
    const answer = await import('../user/passkey-ceremonies.ts').then(
      ({ requestPasskey }) => requestPasskey(api),
      () => err(UNREACHABLE_TEXT),
    );
    if (answer.ok)
      return this.#signIn.withCredentials(() =>
        this.#trading.sendNow('passkeyLogin', { ...answer.value, Protocol: PROTOCOL_VERSION }),
      );
    this.#context.set({ error: answer.error });
    return false;
  }

  loginWithTicket(ticket: string, code?: string): Promise<boolean> {
    const body = { Ticket: ticket, Code: code, Protocol: PROTOCOL_VERSION };
    return this.#signIn.withCredentials(() => this.#trading.sendNow('oidcLogin', body));
  }

  startDemo(): Promise<boolean> {
    return this.#signIn.withCredentials(() =>
      this.#trading.sendNow('demoStart', { Protocol: PROTOCOL_VERSION }),
    );
  }

  selectAccount(account: string): Promise<boolean> {
    return this.#accounts.change(account);
  }

  logout({ dropsUnsaved = false }: { readonly dropsUnsaved?: boolean } = {}): Promise<LogoutOutcome> {
    return this.#logout.run(dropsUnsaved);
  }

  setReplaySpeed(speed: number): boolean {
    return this.#trading.sendReady('replaySpeedSet', { Speed: speed });
  }

  reconnect(name?: ConnectionName): void {
    const { connections } = this.#context.deps;
    for (const each of name === undefined ? CONNECTION_NAMES : [name])
      if (connections[each].get().status === 'waiting') connections[each].checkNow();
  }

  /** The server has saved contact data of the user. */
  onContactSaved(contact: ContactInfo): void {
    const { profile } = this.#context.get();
    if (profile !== null) this.#context.set({ profile: { ...profile, ...contact } });
  }

  /** Takes a message of the trading socket: passes it to the running procedure and applies it to the state. */
  onTradingMessage(message: SessionMessage): void {
    this.#context.awaited.deliver(message);
    // TypeScript does not relate the name to the body: the map's type pairs each name with its own body.
    const handle = TradingSession.#handlers[message.name] as (
      session: TradingSession,
      body: SessionMessage['body'],
    ) => void;
    handle(this, message.body);
  }

  /** A socket was lost or closed by the server. */
  onClose(name: ConnectionName, code: number): void {
    if (name !== 'trading') return;
    const context = this.#context;
    if (code === CLOSE_OTHER_VERSION) return context.stopAsOutdated();
    context.onSocketReplaced();
    const isOver = code === CLOSE_SESSION_ENDED || code === CLOSE_AUTH_FAILED;
    if (isOver && context.token !== null) {
      if (this.#logout.isRunning) this.#logout.onSessionEnded();
      else if (context.get().isDemo) context.end('demo-expired', null);
      else context.end('logged-out', SESSION_ENDED_TEXT);
      return;
    }
    context.awaited.giveUp();
    context.awaited.forget();
  }

  dispose(): void {
    this.#context.dispose();
  }

  get #trading() {
    return this.#context.deps.connections.trading;
  }

  #onConnected({ Protocol, IsAuthenticated }: Body<'connected'>): void {
    const context = this.#context;
    if (Protocol !== undefined && Protocol !== PROTOCOL_VERSION) return context.stopAsOutdated();
    const isReturn = !context.isGreeted && this.#context.get().phase === 'logged-in';
    context.isGreeted = true;
    if (isReturn) void reestablishSession(context, this.#accounts, IsAuthenticated);
  }

  #onTokenRefresh(token: string): void {
    this.#context.token = token;
    const { api, connections } = this.#context.deps;
    // A failure leaves the old cookie, which is valid until it expires; the token itself is renewed.
    void api.call('onTokenRefresh', null, { token }).catch(() => null);
    for (const feed of [connections.streaming, connections.data])
      if (feed.get().status === 'closed') feed.restart();
  }

  #onRelogin(text: string): void {
    if (this.#logout.isRunning) this.#logout.onSessionEnded();
    else if (this.#context.get().phase !== 'logged-out')
      this.#context.end('logged-out', text || SESSION_ENDED_TEXT);
  }
}
