import type { HttpApi } from '../connection/http-api.ts';
import type { Connection } from '../connection/connection.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable } from '../observable.ts';
import type { KnownReport } from '../orders/known-report.ts';
import type { ConnectionName, SessionPhase, SessionState } from '../types.ts';
import { AwaitedMessages } from './awaited-messages.ts';
import { DemoEnd } from './demo-end.ts';
import { OUTDATED_TEXT, UNREACHABLE_TEXT } from './failure-texts.ts';
import { CONNECTION_NAMES, HANDSHAKE, LOGGED_OUT } from './session-state.ts';

/** Time limit for the server's answer to one step of signing in. */
export const STEP_LIMIT_MS = 30_000;

/** What the session needs from the rest of the client. */
export interface SessionDeps {
  readonly clock: HostClock;
  readonly api: HttpApi;
  readonly connections: { readonly [Name in ConnectionName]: Connection };
  /** Loads the user's settings and resolves with the stored default account; rejects with an error that can be shown. */
  readonly loadSettings: () => Promise<string | null>;
  readonly flushSettings: () => Promise<void>;
  /** The user has logged out: discards what could not be stored. */
  readonly forgetUnsaved: () => void;
  /** The newest reports up to which nothing of the account is missing. */
  readonly known: Pick<KnownReport, 'inDay' | 'inLog'>;
  /** Another account (or none) is about to be selected: discards the data of the last one. */
  readonly onAccountChange: (account: string | null) => void;
  /** Everything of the account has arrived and orders may be sent. */
  readonly onAccountReady: () => void;
}

/** Whether a procedure is still the newest one. A procedure that is not stops after its present step. */
export type IsCurrent = () => boolean;

/** What the procedures of a session (sign-in, account selection, logout, …) share: state, token, and which of them runs. */
export class SessionContext {
  readonly deps: SessionDeps;
  readonly awaited: AwaitedMessages;
  /** Access token of the session; null while no user is signed in. */
  token: string | null = null;
  /** The server has sent `connected` on the present trading socket. */
  isGreeted = false;
  /** A sign-in was sent on the present trading socket and is not answered yet. */
  isAnswerDue = false;
  readonly #state = createObservable<SessionState>(LOGGED_OUT);
  readonly #demoEnd: DemoEnd;
  /** Rises with every procedure. */
  #generation = 0;
  // Views keep this function without the object.
  readonly subscribe = this.#state.subscribe;
  readonly get = this.#state.get;

  constructor(deps: SessionDeps) {
    this.deps = deps;
    this.awaited = new AwaitedMessages(deps.clock, HANDSHAKE);
    this.#demoEnd = new DemoEnd(deps.clock, () => this.end('demo-expired', null));
    for (const name of CONNECTION_NAMES) {
      const connection = deps.connections[name];
      connection.subscribe(() =>
        this.set({ connections: { ...this.get().connections, [name]: connection.get() } }),
      );
    }
  }

  /** Changes part of the state. */
  set(change: Partial<SessionState>): void {
    this.#state.set({ ...this.get(), ...change });
  }

  /** Replaces the state by that of a session without a user; the sockets keep theirs. */
  clear(change: Partial<SessionState>): void {
    this.#state.set({ ...LOGGED_OUT, connections: this.get().connections, ...change });
  }

  /** Starts a procedure and stops the one before. */
  begin(): IsCurrent {
    const mine = ++this.#generation;
    this.awaited.giveUp();
    return () => mine === this.#generation;
  }

  /** Signs the user out and closes every socket. */
  end(phase: SessionPhase, error: string | null): void {
    this.begin();
    this.#demoEnd.clear();
    this.token = null;
    this.onSocketReplaced();
    for (const name of CONNECTION_NAMES) this.deps.connections[name].close();
    this.deps.onAccountChange(null);
    this.clear({ phase, error });
  }

  /** Ends a procedure with an error text. Before the sign-in was accepted the trading socket stays open for another attempt. */
  fail(isCurrent: IsCurrent, error: string): false {
    if (!isCurrent()) return false;
    const { trading, streaming, data } = this.deps.connections;
    // A server that did not answer may be behind a dead socket: the next attempt opens a new one.
    if (this.token !== null || error === UNREACHABLE_TEXT) {
      trading.close();
      this.isGreeted = false;
    }
    this.token = null;
    streaming.close();
    data.close();
    this.deps.onAccountChange(null);
    this.clear({ error });
    return false;
  }

  /**
   * The page and the server have different versions: closes every socket. A loaded workspace stays open, so that a reload
   * keeps its unsaved changes.
   */
  stopAsOutdated(): void {
    this.begin();
    this.onSocketReplaced();
    for (const name of CONNECTION_NAMES) this.deps.connections[name].close();
    const { phase } = this.get();
    if (phase === 'logged-in' || phase === 'loading-account') return this.set({ isOutdated: true });
    this.token = null;
    this.clear({ isOutdated: true, error: OUTDATED_TEXT });
  }

  /** The present trading socket is gone, with its greeting and the answer that was due on it. */
  onSocketReplaced(): void {
    this.isGreeted = this.isAnswerDue = false;
  }

  /** Replaces an open trading socket on which the server does not answer. A lost one is opened again by its connection. */
  replaceSilentSocket(): void {
    const { trading } = this.deps.connections;
    if (trading.get().status !== 'open') return;
    // The greeting on the new socket starts the next attempt.
    this.onSocketReplaced();
    trading.restart();
  }

  /** @param seconds until the demo ends; at 0 or below it has ended */
  onDemoStatus(seconds: number): void {
    if (seconds <= 0) return this.end('demo-expired', null);
    const endsAtMs = this.deps.clock.nowMs() + seconds * 1000;
    this.set({ demoEndsAtMs: endsAtMs });
    this.#demoEnd.set(endsAtMs);
  }

  dispose(): void {
    this.begin();
    this.#demoEnd.clear();
    for (const name of CONNECTION_NAMES) this.deps.connections[name].close();
  }
}
