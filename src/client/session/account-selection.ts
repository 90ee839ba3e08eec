import { ACCOUNT_SELECT_FAILURE_TEXTS, UNREACHABLE_TEXT } from './failure-texts.ts';
import { STEP_LIMIT_MS, type IsCurrent, type SessionContext } from './session-context.ts';
import { accountLog, wholeAccount } from './session-state.ts';

/** Selects the account of the session and loads its data. */
export class AccountSelection {
  readonly #context: SessionContext;

  constructor(context: SessionContext) {
    this.#context = context;
  }

  /** Selects an account and waits until all of its data has arrived. Returns an error text, or null. */
  async load(
    isCurrent: IsCurrent,
    account: string,
    { isNewAccount }: { isNewAccount: boolean },
  ): Promise<string | null> {
    const { awaited, deps } = this.#context;
    const { trading } = deps.connections;
    awaited.forget();
    if (isNewAccount) deps.onAccountChange(account);
    const request = wholeAccount(account, isNewAccount, deps.known);
    if (!trading.sendNow('accountSelect', request)) return UNREACHABLE_TEXT;
    const response = await awaited.next(['accountSelectResponse'], STEP_LIMIT_MS);
    if (!isCurrent() || response === null) return UNREACHABLE_TEXT;
    const { FailureType, IsLive, JWT } = response.body;
    if (FailureType !== undefined) return ACCOUNT_SELECT_FAILURE_TEXTS[FailureType];
    this.#context.token = JWT ?? this.#context.token;
    this.#context.set({ account, isLive: IsLive });
    // Without the cookie a reload requires the password again; the session itself stands.
    const cookie = deps.api.call('onLoggedIn', null, { token: this.#context.token }).catch(() => null);
    this.#openFeeds(isNewAccount);
    const complete = await awaited.next(['initializationComplete'], STEP_LIMIT_MS);
    if (!isCurrent() || complete === null) return UNREACHABLE_TEXT;
    trading.markReady();
    const { userId } = this.#context.get();
    if (IsLive && userId !== null)
      trading.send('accountDataRequest', accountLog(account, userId, deps.known));
    this.#context.set({ phase: 'logged-in', error: null });
    deps.onAccountReady();
    await cookie;
    return null;
  }

  /** Changes to another account; when that fails, back to the one before. Resolves true when the new one is loaded. */
  async change(account: string): Promise<boolean> {
    const context = this.#context;
    const before = context.get();
    if (before.phase !== 'logged-in') return false;
    if (before.account === account) return true;
    const isCurrent = context.begin();
    context.set({ phase: 'loading-account', error: null });
    const error = await this.load(isCurrent, account, { isNewAccount: true });
    if (!isCurrent()) return false;
    if (error === null) return true;
    if (before.account === null) return context.fail(isCurrent, error);
    if (error === UNREACHABLE_TEXT) {
      // The connection failed, not the account: the session stands and continues with the account from before.
      context.deps.onAccountChange(before.account);
      context.set({ phase: 'logged-in', account: before.account, isLive: before.isLive, error });
      context.replaceSilentSocket();
      return false;
    }
    // The server refused: back to the account from before, with the reason.
    const backError = await this.load(isCurrent, before.account, { isNewAccount: true });
    if (!isCurrent()) return false;
    if (backError !== null) return context.fail(isCurrent, backError);
    context.set({ error });
    return false;
  }

  #openFeeds(isNewAccount: boolean): void {
    const { streaming, data } = this.#context.deps.connections;
    for (const feed of [streaming, data]) {
      const { status } = feed.get();
      // The feeds are bound to the account by their token, so another account needs another socket.
      if (isNewAccount || status === 'closed' || status === 'idle') feed.restart();
    }
  }
}
