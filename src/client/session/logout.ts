import { failureText, HttpError } from '../connection/http-api.ts';
import type { LogoutOutcome } from '../types.ts';
import { SESSION_ENDED_TEXT } from './failure-texts.ts';
import type { SessionContext } from './session-context.ts';

/** How long to wait for the trading socket to confirm the end of the session when the HTTP call has failed. */
const LOGOFF_LIMIT_MS = 5_000;
const HTTP_UNAUTHORIZED = 401;

/** Stores what is unsaved and ends the session at the server. */
export class Logout {
  readonly #context: SessionContext;
  /** The running logout, which a second call joins. */
  #running: Promise<LogoutOutcome> | null = null;
  /** The server has ended the session since the logout began. */
  #isEnded = false;
  #wake = (): void => {};

  constructor(context: SessionContext) {
    this.#context = context;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** @param dropsUnsaved logs out even though changes could not be stored, and discards them */
  run(dropsUnsaved: boolean): Promise<LogoutOutcome> {
    this.#running ??= this.#leave(dropsUnsaved).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** The server has ended the session. */
  onSessionEnded(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async #leave(dropsUnsaved: boolean): Promise<LogoutOutcome> {
    const context = this.#context;
    this.#isEnded = false;
    this.#wake = () => {};
    const unsaved = dropsUnsaved ? null : await context.deps.flushSettings().then(() => null, failureText);
    if (unsaved !== null) {
      if (!this.#isEnded) return { ok: false, reason: 'unsaved', message: unsaved };
      // The server ended the session meanwhile; what is unsaved is kept for the same user.
      context.end('logged-out', SESSION_ENDED_TEXT);
      return { ok: true };
    }
    const failure = await this.#endAtServer();
    if (failure !== null) return { ok: false, reason: 'unanswered', message: failure };
    context.end('logged-out', null);
    context.deps.forgetUnsaved();
    return { ok: true };
  }

  /** Ends the session by HTTP and on the trading socket, whichever works. Returns an error text when neither did. */
  async #endAtServer(): Promise<string | null> {
    const context = this.#context;
    const wasSignedIn = context.token !== null;
    const isRequested = context.deps.connections.trading.sendNow('logoff', {});
    const error: unknown = await context.deps.api.call('onLoggedOut', null, { token: context.token }).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null) return null;
    // A session that had ended already: the refusal has removed its cookie.
    if (error instanceof HttpError && error.status === HTTP_UNAUTHORIZED) return null;
    if (wasSignedIn && context.token === null) return null;
    if (isRequested && !this.#isEnded) await this.#endOfSession();
    return this.#isEnded ? null : failureText(error);
  }

  /** Waits until the trading socket has reported the end of the session, for a limited time. */
  #endOfSession(): Promise<void> {
    const { clock } = this.#context.deps;
    return new Promise((resolve) => {
      const timer = clock.setTimeout(resolve, LOGOFF_LIMIT_MS);
      this.#wake = () => {
        clock.clearTimeout(timer);
        resolve();
      };
    });
  }
}
