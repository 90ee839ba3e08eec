import { failureText } from '../connection/http-api.ts';
import type { AccountSelection } from './account-selection.ts';
import { chooseAccount } from './choose-account.ts';
import { loginFailureText, NO_ACCOUNTS_TEXT, UNREACHABLE_TEXT } from './failure-texts.ts';
import { STEP_LIMIT_MS, type IsCurrent, type SessionContext } from './session-context.ts';

/** Signs a user in, from opening the trading socket to the loaded account. */
export class SignIn {
  readonly #context: SessionContext;
  readonly #accounts: AccountSelection;
  /** The running `resume`, which a second call joins. */
  #resuming: Promise<boolean> | null = null;

  constructor(context: SessionContext, accounts: AccountSelection) {
    this.#context = context;
    this.#accounts = accounts;
  }

  /**
   * Signs in with credentials.
   * @param send sends them on the trading socket; false when it is not open
   */
  async withCredentials(send: () => boolean): Promise<boolean> {
    const context = this.#context;
    // The answer to an earlier sign-in, perhaps of another user, must not be taken for the answer to this one: this one uses a new socket.
    if (context.token !== null || context.isAnswerDue) context.end('logged-out', null);
    const isCurrent = context.begin();
    context.clear({ phase: 'connecting' });
    const greeting = await this.#greeting(isCurrent, STEP_LIMIT_MS);
    if (!isCurrent()) return false;
    if (greeting === null) return context.fail(isCurrent, UNREACHABLE_TEXT);
    context.set({ phase: 'checking-login' });
    // With the cookie of an earlier session the server signs that session in first: its messages must not be taken for the answer to this sign-in.
    if (greeting.IsAuthenticated) await context.awaited.next(['availableAccounts'], STEP_LIMIT_MS);
    if (!isCurrent()) return false;
    context.awaited.forget();
    if (!send()) return context.fail(isCurrent, UNREACHABLE_TEXT);
    context.isAnswerDue = true;
    return this.#enter(isCurrent);
  }

  /** Continues the session of the browser's cookie, if it stands. Resolves true when signed in and the account is loaded. */
  resume(): Promise<boolean> {
    this.#resuming ??= this.#resume().finally(() => {
      this.#resuming = null;
    });
    return this.#resuming;
  }

  async #resume(): Promise<boolean> {
    const context = this.#context;
    if (context.get().phase === 'logged-in') return true;
    const isCurrent = context.begin();
    context.clear({ phase: 'connecting' });
    const greeting = await this.#greeting(isCurrent, null);
    if (greeting === null) return false;
    context.set({ phase: 'checking-login' });
    if (greeting.IsAuthenticated) return this.#enter(isCurrent);
    context.set({ phase: 'logged-out' });
    return false;
  }

  /** Waits for the server's first message; without a limit also through reconnects. */
  async #greeting(
    isCurrent: IsCurrent,
    limitMs: number | null,
  ): Promise<{ readonly IsAuthenticated: boolean } | null> {
    const { trading } = this.#context.deps.connections;
    if (this.#context.isGreeted && trading.get().status === 'open') return { IsAuthenticated: false };
    for (;;) {
      trading.connect();
      const message = await this.#context.awaited.next(['connected'], limitMs);
      if (!isCurrent()) return null;
      if (message !== null) return message.body;
      if (limitMs !== null) return null;
    }
  }

  /** From the server's answer to a sign-in to the loaded account. */
  async #enter(isCurrent: IsCurrent): Promise<boolean> {
    const context = this.#context;
    const answer = await context.awaited.next(
      ['loginSuccess', 'loginFailure', 'codeRequired'],
      STEP_LIMIT_MS,
    );
    if (!isCurrent()) return false;
    if (answer === null) return context.fail(isCurrent, UNREACHABLE_TEXT);
    context.isAnswerDue = false;
    if (answer.name === 'codeRequired') {
      context.clear({ isCodeRequired: true });
      return false;
    }
    if (answer.name === 'loginFailure') {
      const { FailureType, RetryAfterSeconds } = answer.body;
      context.fail(isCurrent, loginFailureText(FailureType, RetryAfterSeconds));
      // The password was right: only the code has to be entered again.
      if (FailureType === 'WrongCode') context.set({ isCodeRequired: true });
      return false;
    }
    const { JWT, UserId, IsDemo } = answer.body;
    context.token = JWT;
    context.set({ phase: 'loading-account', userId: UserId, isDemo: IsDemo });
    const error = await this.#loadUser(isCurrent);
    if (!isCurrent()) return false;
    return error === null ? true : context.fail(isCurrent, error);
  }

  /** Loads the settings, chooses an account and loads that. Returns an error text, or null. */
  async #loadUser(isCurrent: IsCurrent): Promise<string | null> {
    const context = this.#context;
    const settings = context.deps.loadSettings().then(
      (preferred) => ({ preferred }),
      (error: unknown) => ({ error }),
    );
    const [available, loaded] = await Promise.all([
      context.awaited.next(['availableAccounts'], STEP_LIMIT_MS),
      settings,
    ]);
    if (!isCurrent() || available === null) return UNREACHABLE_TEXT;
    // A workspace without the stored state would be taken for the user's own, and would overwrite it.
    if ('error' in loaded) return failureText(loaded.error);
    const { DemoAccounts, LiveAccounts } = available.body;
    context.set({ demoAccounts: DemoAccounts, liveAccounts: LiveAccounts });
    const account = chooseAccount({ demo: DemoAccounts, live: LiveAccounts }, loaded.preferred);
    if (account === undefined) return NO_ACCOUNTS_TEXT;
    return this.#accounts.load(isCurrent, account, { isNewAccount: true });
  }
}
