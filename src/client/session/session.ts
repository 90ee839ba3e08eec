import {
  CLOSE_AUTH_FAILED,
  CLOSE_OTHER_VERSION,
  CLOSE_SESSION_ENDED,
  PROTOCOL_VERSION,
  type Message,
} from '../../protocol/index.ts';
import type { Connection } from '../connection/connection.ts';
import { failureText, HttpError, type HttpApi } from '../connection/http-api.ts';
import type { HostClock } from '../host-clock.ts';
import type { KnownReport } from '../orders/known-report.ts';
import { createObservable } from '../observable.ts';
import type {
  ConnectionName,
  ContactInfo,
  LogoutOutcome,
  Session,
  SessionPhase,
  SessionState,
} from '../types.ts';
import { createAwaitedMessages } from './awaited-messages.ts';
import { chooseAccount } from './choose-account.ts';
import {
  ACCOUNT_SELECT_FAILURE_TEXTS,
  loginFailureText,
  NO_ACCOUNTS_TEXT,
  OUTDATED_TEXT,
  SESSION_ENDED_TEXT,
  UNREACHABLE_TEXT,
} from './failure-texts.ts';
import { DemoEnd } from './demo-end.ts';
import { sessionFacts } from './session-facts.ts';
import { accountLog, CONNECTION_NAMES, HANDSHAKE, LOGGED_OUT, wholeAccount } from './session-state.ts';

type TradingMessage = Message<'trading', 'toClient'>;

/** How long the server may take for one step of signing in. */
const STEP_LIMIT_MS = 30_000;
/** How long the trading socket may take to say that the session is over, when the call that says it, too, has failed. */
const LOGOFF_LIMIT_MS = 5_000;
export interface SessionDeps {
  readonly clock: HostClock;
  readonly api: HttpApi;
  readonly connections: { readonly [Name in ConnectionName]: Connection };
  /** Loads the user's settings and resolves with the stored default account; rejects with an error that can be shown. */
  readonly loadSettings: () => Promise<string | null>;
  readonly flushSettings: () => Promise<void>;
  /** The user has logged out: what could not be stored is given up. */
  readonly forgetUnsaved: () => void;
  /** The newest reports up to which nothing of the account is missing. */
  readonly known: Pick<KnownReport, 'inDay' | 'inLog'>;
  /** Another account (or none) is about to be selected: what is known of the last one goes. */
  readonly onAccountChange: (account: string | null) => void;
  /** Everything of the account has arrived and orders may be sent. */
  readonly onAccountReady: () => void;
}

/** The session as the rest of the client drives it. */
export interface SessionCore extends Session {
  token(): string | null;
  /** The server has saved contact data of the user. */
  onContactSaved(contact: ContactInfo): void;
  onTradingMessage(message: TradingMessage): void;
  onClose(name: ConnectionName, code: number): void;
  dispose(): void;
}

export function createSession(deps: SessionDeps): SessionCore {
  const { clock, api } = deps;
  const { trading, streaming, data } = deps.connections;
  const state = createObservable<SessionState>(LOGGED_OUT);
  const awaited = createAwaitedMessages(clock, HANDSHAKE);
  let token: string | null = null;
  /** Rises with every procedure; one that finds it changed stops where it is. */
  let generation = 0;
  /** The server has said `connected` on the present trading socket. */
  let isGreeted = false;
  /** The logout under way, which a second call joins. */
  let leaving: Promise<LogoutOutcome> | null = null;
  /** Notifies a logout that the server has ended the session. */
  let onEnded = (): void => {};
  /** A sign-in was sent on the present trading socket and has not been answered. */
  let isAnswerDue = false;
  /** The resume under way, which a second call joins. */
  let resuming: Promise<boolean> | null = null;
  const demoEnd = new DemoEnd(clock, () => end('demo-expired', null));

  const set = (change: Partial<SessionState>) => state.set({ ...state.get(), ...change });
  for (const name of CONNECTION_NAMES) {
    deps.connections[name].subscribe(() =>
      set({ connections: { ...state.get().connections, [name]: deps.connections[name].get() } }),
    );
  }

  function begin(): number {
    generation++;
    awaited.giveUp();
    return generation;
  }

  /** Signed out, with nothing left open. */
  function end(phase: SessionPhase, error: string | null): void {
    begin();
    demoEnd.clear();
    token = null;
    isGreeted = isAnswerDue = false;
    for (const name of CONNECTION_NAMES) deps.connections[name].close();
    deps.onAccountChange(null);
    state.set({ ...LOGGED_OUT, phase, error, connections: state.get().connections });
  }

  /** Ends a procedure with a text. Before the sign-in was accepted the trading socket stays open, so that the user can try again at once. */
  function fail(mine: number, error: string): false {
    if (mine !== generation) return false;
    // A server that did not answer may be behind a dead socket: the next try takes a new one.
    if (token !== null || error === UNREACHABLE_TEXT) {
      trading.close();
      isGreeted = false;
    }
    token = null;
    streaming.close();
    data.close();
    deps.onAccountChange(null);
    state.set({ ...LOGGED_OUT, error, connections: state.get().connections });
    return false;
  }

  /**
   * The server was upgraded while this page was open, or the other way round. An open desk stays as it is, so that a reload keeps
   * what is not stored yet; nothing more is sent.
   */
  function stopAsOutdated(): void {
    begin();
    isGreeted = isAnswerDue = false;
    for (const name of CONNECTION_NAMES) deps.connections[name].close();
    const { phase, connections } = state.get();
    if (phase === 'logged-in' || phase === 'loading-account') return set({ isOutdated: true });
    token = null;
    state.set({ ...LOGGED_OUT, isOutdated: true, error: OUTDATED_TEXT, connections });
  }

  /** Waits for the server's first message; through reconnects when there is no limit. */
  async function greeting(
    mine: number,
    limitMs: number | null,
  ): Promise<{ IsAuthenticated: boolean } | null> {
    if (isGreeted && trading.get().status === 'open') return { IsAuthenticated: false };
    for (;;) {
      trading.connect();
      const message = await awaited.next(['connected'], limitMs);
      if (mine !== generation) return null;
      if (message !== null) return message.body;
      if (limitMs !== null) return null;
    }
  }

  /** From an accepted sign-in to the account being ready. */
  async function enter(mine: number): Promise<boolean> {
    const success = await awaited.next(['loginSuccess', 'loginFailure'], STEP_LIMIT_MS);
    if (mine !== generation) return false;
    if (success === null) return fail(mine, UNREACHABLE_TEXT);
    isAnswerDue = false;
    if (success.name === 'loginFailure')
      return fail(mine, loginFailureText(success.body.FailureType, success.body.RetryAfterSeconds));
    token = success.body.JWT;
    set({ phase: 'loading-account', userId: success.body.UserId, isDemo: success.body.IsDemo });
    const settings = deps.loadSettings().then(
      (preferred) => ({ preferred }),
      (error: unknown) => ({ error }),
    );
    const [available, loaded] = await Promise.all([
      awaited.next(['availableAccounts'], STEP_LIMIT_MS),
      settings,
    ]);
    if (mine !== generation) return false;
    if (available === null) return fail(mine, UNREACHABLE_TEXT);
    // A desk without what is stored would be taken for the user's own, and stored over it.
    if ('error' in loaded) return fail(mine, failureText(loaded.error));
    const { DemoAccounts, LiveAccounts } = available.body;
    set({ demoAccounts: DemoAccounts, liveAccounts: LiveAccounts });
    const account = chooseAccount({ demo: DemoAccounts, live: LiveAccounts }, loaded.preferred);
    if (account === undefined) return fail(mine, NO_ACCOUNTS_TEXT);
    const error = await select(mine, account, { isNewAccount: true });
    if (mine !== generation) return false;
    return error === null ? true : fail(mine, error);
  }

  /** Selects an account and waits until all of it has come. Returns the text of what went wrong, or null. */
  async function select(
    mine: number,
    account: string,
    { isNewAccount }: { isNewAccount: boolean },
  ): Promise<string | null> {
    awaited.forget();
    if (isNewAccount) deps.onAccountChange(account);
    const request = wholeAccount(account, isNewAccount, deps.known);
    if (!trading.sendNow('accountSelect', request)) return UNREACHABLE_TEXT;
    const response = await awaited.next(['accountSelectResponse'], STEP_LIMIT_MS);
    if (mine !== generation || response === null) return UNREACHABLE_TEXT;
    if (response.body.FailureType !== undefined)
      return ACCOUNT_SELECT_FAILURE_TEXTS[response.body.FailureType];
    token = response.body.JWT ?? token;
    set({ account, isLive: response.body.IsLive });
    // Without the cookie a reload requires the password again; the session itself stands.
    const cookie = api.call('onLoggedIn', null, { token }).catch(() => null);
    for (const feed of [streaming, data]) {
      // The feeds are bound to the account by their token, so another account needs another socket.
      if (isNewAccount || feed.get().status === 'closed' || feed.get().status === 'idle') feed.restart();
    }
    const complete = await awaited.next(['initializationComplete'], STEP_LIMIT_MS);
    if (mine !== generation || complete === null) return UNREACHABLE_TEXT;
    trading.markReady();
    const { userId } = state.get();
    if (response.body.IsLive && userId !== null)
      trading.send('accountDataRequest', accountLog(account, userId, deps.known));
    set({ phase: 'logged-in', error: null });
    deps.onAccountReady();
    await cookie;
    return null;
  }

  /** The trading socket is open, yet the server says nothing: a new one may do better. One that was lost is replaced anyway. */
  function replaceSilentSocket(): void {
    if (trading.get().status !== 'open') return;
    // The greeting of the new socket starts the next attempt.
    isGreeted = isAnswerDue = false;
    trading.restart();
  }

  /** After a reconnect: the token instead of the password, and the same account again. */
  async function reestablish(isAuthenticated: boolean): Promise<void> {
    const { account, userId } = state.get();
    if (token === null || account === null) return;
    const mine = begin();
    awaited.forget();
    // The browser's cookie may by now be another session's, of another tab: what is said of that must not pass for the answer.
    const offered = isAuthenticated ? await awaited.next(['loginSuccess'], STEP_LIMIT_MS) : null;
    if (mine === generation && offered !== null) await awaited.next(['availableAccounts'], STEP_LIMIT_MS);
    if (mine !== generation) return;
    awaited.forget();
    if (!trading.sendNow('resume', { JWT: token, Protocol: PROTOCOL_VERSION })) return;
    const answer = await awaited.next(['loginSuccess', 'loginFailure', 'relogin'], STEP_LIMIT_MS);
    if (mine !== generation) return;
    if (answer === null) {
      replaceSilentSocket();
      return;
    }
    const isSameUser = answer.name === 'loginSuccess' && answer.body.UserId === userId;
    if (!isSameUser && !(offered?.body.UserId === userId && answer.name === 'loginFailure'))
      return end('logged-out', SESSION_ENDED_TEXT);
    if (answer.name === 'loginSuccess') token = answer.body.JWT;
    const error = await select(mine, account, { isNewAccount: false });
    if (mine !== generation || error === null) return;
    if (error === UNREACHABLE_TEXT) {
      replaceSilentSocket();
    } else {
      end('logged-out', error);
    }
  }

  async function signIn(send: () => boolean): Promise<boolean> {
    // The answer to an earlier sign-in, of another user perhaps, must not pass for the answer to this one: it gets a socket of its own.
    if (token !== null || isAnswerDue) end('logged-out', null);
    const mine = begin();
    state.set({ ...LOGGED_OUT, phase: 'connecting', connections: state.get().connections });
    const hello = await greeting(mine, STEP_LIMIT_MS);
    if (mine !== generation) return false;
    if (hello === null) return fail(mine, UNREACHABLE_TEXT);
    set({ phase: 'checking-login' });
    // The cookie of an earlier session has the server offer that session first: what it says of it must not pass for the answer to this sign-in.
    if (hello.IsAuthenticated) await awaited.next(['availableAccounts'], STEP_LIMIT_MS);
    if (mine !== generation) return false;
    awaited.forget();
    if (!send()) return fail(mine, UNREACHABLE_TEXT);
    isAnswerDue = true;
    return enter(mine);
  }

  async function resume(): Promise<boolean> {
    if (state.get().phase === 'logged-in') return true;
    const mine = begin();
    state.set({ ...LOGGED_OUT, phase: 'connecting', connections: state.get().connections });
    const hello = await greeting(mine, null);
    if (hello === null) return false;
    set({ phase: 'checking-login' });
    if (hello.IsAuthenticated) return enter(mine);
    set({ phase: 'logged-out' });
    return false;
  }

  async function leave(dropsUnsaved: boolean): Promise<LogoutOutcome> {
    let isEnded = false;
    let wake = (): void => {};
    onEnded = () => {
      isEnded = true;
      wake();
    };
    const unsaved = dropsUnsaved ? null : await deps.flushSettings().then(() => null, failureText);
    if (unsaved !== null) {
      if (!isEnded) return { ok: false, reason: 'unsaved', message: unsaved };
      // It is over without our doing; what is unsaved waits for the same user.
      end('logged-out', SESSION_ENDED_TEXT);
      return { ok: true };
    }
    const wasIn = token !== null;
    const isRequested = trading.sendNow('logoff', {});
    const failure: unknown = await api.call('onLoggedOut', null, { token }).then(
      () => null,
      (error: unknown) => error,
    );
    // The cookie of a session that is over already is taken away by the refusal.
    let isDone =
      failure === null ||
      (failure instanceof HttpError && failure.status === 401) ||
      (wasIn && token === null);
    if (!isDone && isRequested && !isEnded) {
      await new Promise<void>((resolve) => {
        const timer = clock.setTimeout(resolve, LOGOFF_LIMIT_MS);
        wake = () => {
          clock.clearTimeout(timer);
          resolve();
        };
      });
    }
    isDone ||= isEnded;
    if (!isDone) return { ok: false, reason: 'unanswered', message: failureText(failure) };
    end('logged-out', null);
    deps.forgetUnsaved();
    return { ok: true };
  }

  function onDemoStatus(expiresInSeconds: number): void {
    if (expiresInSeconds <= 0) return end('demo-expired', null);
    const endsAtMs = clock.nowMs() + expiresInSeconds * 1000;
    set({ demoEndsAtMs: endsAtMs });
    demoEnd.set(endsAtMs);
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    token: () => token,
    onContactSaved(contact) {
      const { profile } = state.get();
      if (profile !== null) set({ profile: { ...profile, ...contact } });
    },

    resume() {
      resuming ??= resume().finally(() => {
        resuming = null;
      });
      return resuming;
    },
    login: (userName, password) =>
      signIn(() =>
        trading.sendNow('login', { UserId: userName, Password: password, Protocol: PROTOCOL_VERSION }),
      ),
    startDemo: () => signIn(() => trading.sendNow('demoStart', { Protocol: PROTOCOL_VERSION })),

    async selectAccount(account) {
      const before = state.get();
      if (before.phase !== 'logged-in') return false;
      if (before.account === account) return true;
      const mine = begin();
      set({ phase: 'loading-account', error: null });
      const error = await select(mine, account, { isNewAccount: true });
      if (mine !== generation) return false;
      if (error === null) return true;
      if (before.account === null) return fail(mine, error);
      if (error === UNREACHABLE_TEXT) {
        // It is the line, not the account: the session stands, and comes back with the account from before.
        deps.onAccountChange(before.account);
        set({ phase: 'logged-in', account: before.account, isLive: before.isLive, error });
        replaceSilentSocket();
        return false;
      }
      // The server refused: back to the account from before, with the reason.
      const back = await select(mine, before.account, { isNewAccount: true });
      if (mine !== generation) return false;
      if (back !== null) return fail(mine, back);
      set({ error });
      return false;
    },

    logout({ dropsUnsaved = false } = {}) {
      leaving ??= leave(dropsUnsaved).finally(() => {
        leaving = null;
        onEnded = () => {};
      });
      return leaving;
    },

    setReplaySpeed: (speed) => trading.sendReady('replaySpeedSet', { Speed: speed }),

    reconnect(name) {
      for (const each of name === undefined ? CONNECTION_NAMES : [name])
        if (deps.connections[each].get().status === 'waiting') deps.connections[each].checkNow();
    },

    onTradingMessage(message) {
      awaited.deliver(message);
      const facts = sessionFacts(message);
      if (facts !== undefined) return set(facts);
      switch (message.name) {
        case 'connected': {
          const { Protocol } = message.body;
          if (Protocol !== undefined && Protocol !== PROTOCOL_VERSION) return stopAsOutdated();
          const isReturn = !isGreeted && state.get().phase === 'logged-in';
          isGreeted = true;
          if (isReturn) void reestablish(message.body.IsAuthenticated);
          break;
        }
        case 'demoSessionStatus':
          onDemoStatus(message.body.ExpiresIn);
          break;
        case 'tokenRefresh':
          token = message.body.JWT;
          // A failure leaves the old cookie, which is good until it ends; the token itself is renewed.
          void api.call('onTokenRefresh', null, { token }).catch(() => null);
          for (const feed of [streaming, data]) if (feed.get().status === 'closed') feed.restart();
          break;
        case 'relogin':
          if (leaving !== null) onEnded();
          else if (state.get().phase !== 'logged-out')
            end('logged-out', message.body.Message || SESSION_ENDED_TEXT);
          break;
        default:
          break;
      }
    },

    onClose(name, code) {
      if (name !== 'trading') return;
      if (code === CLOSE_OTHER_VERSION) return stopAsOutdated();
      isGreeted = isAnswerDue = false;
      const isSignedIn = token !== null;
      const isOver = code === CLOSE_SESSION_ENDED || code === CLOSE_AUTH_FAILED;
      if (isOver && isSignedIn) {
        if (leaving !== null) onEnded();
        else if (state.get().isDemo) end('demo-expired', null);
        else end('logged-out', SESSION_ENDED_TEXT);
        return;
      }
      awaited.giveUp();
      awaited.forget();
    },

    dispose() {
      begin();
      demoEnd.clear();
      for (const connection of Object.values(deps.connections)) connection.close();
    },
  };
}
