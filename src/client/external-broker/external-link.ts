import * as v from 'valibot';
import { combinationName } from '../../domain/orders/combination-name.ts';
import { apartText, problemLines, type ExternalOrder } from '../../domain/orders/schwab/index.ts';
import { externalBrokerHttp, tradingApiData } from '../../protocol/index.ts';
import { createObservable } from '../observable.ts';
import type {
  ExternalBrokerHost,
  ExternalBrokerLink,
  ExternalLinkState,
} from '../trading-api/external-link.ts';
import type { Outcome, TradingProblem } from '../types.ts';
import { chooseBrokerAccount, loadBrokerAccount } from './account-loader.ts';
import { fetchBrokerState, logOutAtBroker, type ServerState } from './broker-session.ts';
import { BrokerOrderCommands } from './broker-order-commands.ts';
import { OrderRecords } from './order-records.ts';
import { OrderWatch } from './order-watch.ts';
import { BrokerCallError, SchwabClient, type BrokerAccount } from './schwab-client.ts';
import { TokenKeeper, TOO_SHORT_MS } from './token-keeper.ts';
import type { OrderOwner } from './wire.ts';

/** A load that failed is tried again after this. */
const LOAD_RETRY_MS = 15_000;

const UNAVAILABLE: ExternalLinkState = {
  isAvailable: false,
  login: 'LoggedOut',
  loginUrl: null,
  account: null,
  error: null,
};

/** The link to the external broker, with what the trading API's port does not name. */
export interface ExternalLink extends ExternalBrokerLink {
  /** Calls the listener with everything that the dialog "Error processing order" shows. */
  onProblem(listener: (problem: TradingProblem) => void): () => void;
}

/** The client's side of the external broker: login, history, orders. */
export const createExternalLink = (host: ExternalBrokerHost): ExternalLink => new SchwabLink(host);

class SchwabLink implements ExternalLink {
  readonly broker = 'schwab';
  readonly orders: BrokerOrderCommands;
  readonly #host: ExternalBrokerHost;
  readonly #state = createObservable<ExternalLinkState>(UNAVAILABLE);
  readonly #problemListeners = new Set<(problem: TradingProblem) => void>();
  readonly #tokens: TokenKeeper;
  readonly #client: SchwabClient;
  readonly #records: OrderRecords;
  readonly #watch: OrderWatch;
  readonly #stopSession: () => void;

  #isActive = false;
  /** Rises when the link is switched, another user signs in, or a login ends: what was begun before is not finished. */
  #generation = 0;
  #account: BrokerAccount | null = null;
  #isLoaded = false;
  #isLoading = false;
  #chosen: BrokerAccount | null = null;
  #loadTimer: unknown = null;
  #knownUser: string | null = null;

  constructor(host: ExternalBrokerHost) {
    this.#host = host;
    this.#tokens = this.#createTokens();
    this.#client = new SchwabClient({
      baseUrl: host.baseUrl,
      fetch: host.outsideFetch,
      accessToken: () => this.#tokens.accessToken(),
      renew: (rejected) => this.#tokens.renew(rejected),
    });
    this.#records = new OrderRecords({
      host,
      owner: () => this.#owner(),
      account: () => this.#account?.account ?? null,
      onUneven: (order) => this.#notify(unevenProblem(order)),
    });
    this.#watch = this.#createWatch();
    this.orders = this.#createCommands();
    this.#stopSession = host.session.subscribe(() => this.#followSession());
    // Created after the sign-in, there is no change to be notified of.
    this.#followSession();
  }

  get(): ExternalLinkState {
    return this.#state.get();
  }

  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }

  activate(data: string | null): void {
    this.#generation += 1;
    this.#isActive = true;
    this.#isLoaded = this.#isLoading = false;
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), tradingApiData), data);
    // Our server's own answer comes a moment later, and counts.
    if (stored.success) this.#set({ account: stored.output.Account });
    void this.#start();
  }

  deactivate(): void {
    this.#generation += 1;
    this.#isActive = this.#isLoaded = this.#isLoading = false;
    this.#stopTimers();
    // The token stays, so that orders at the broker can still be cancelled there.
    this.#tokens.rest();
    this.#set({ login: 'LoggedOut', error: null });
  }

  async logout(): Promise<Outcome> {
    const outcome = await logOutAtBroker(this.#host);
    if (outcome.ok) this.#end(null);
    return outcome;
  }

  owns(orderId: string): boolean {
    return this.#records.has(orderId);
  }

  onProblem(listener: (problem: TradingProblem) => void): () => void {
    const added = (problem: TradingProblem) => listener(problem);
    this.#problemListeners.add(added);
    return () => void this.#problemListeners.delete(added);
  }

  dispose(): void {
    this.#stopSession();
    this.#forget();
  }

  #createTokens(): TokenKeeper {
    return new TokenKeeper({
      clock: this.#host.clock,
      fetch: this.#host.fetch,
      onRefreshed: () => {
        if (this.#isActive && !this.#isLoaded) void this.#load();
      },
      onLost: (text) => this.#end(text),
    });
  }

  #createWatch(): OrderWatch {
    return new OrderWatch({
      clock: this.#host.clock,
      client: this.#client,
      records: this.#records,
      account: () => this.#account,
      onPolled: (problem) => {
        if (problem !== null || this.#state.get().login === 'LoggedIn')
          this.#set({ error: problem?.text ?? null });
      },
    });
  }

  #createCommands(): BrokerOrderCommands {
    return new BrokerOrderCommands({
      host: this.#host,
      client: this.#client,
      records: this.#records,
      owner: () => this.#owner(),
      account: () => (this.#tokens.accessToken() === null ? null : this.#account),
      position: (symbol) => this.#watch.position(symbol),
      read: (account, orderId) => this.#watch.read(account, orderId),
      recheck: (orderIds) => this.#watch.recheck(orderIds),
      onProblem: (problem) => this.#notify({ title: problem.title, lines: problemLines(problem) }),
      onNotice: (title, lines) => this.#notify({ title, lines }),
    });
  }

  #owner(): OrderOwner {
    const { userId, account } = this.#host.session.get();
    return { userId: userId ?? '', account: account ?? '' };
  }

  #set(change: Partial<ExternalLinkState>): void {
    this.#state.set({ ...this.#state.get(), ...change });
  }

  #notify(problem: TradingProblem): void {
    for (const listener of [...this.#problemListeners]) listener(problem);
  }

  #stopTimers(): void {
    this.#watch.stop();
    this.#host.clock.clearTimeout(this.#loadTimer);
    this.#loadTimer = null;
  }

  #retryLater(start: () => Promise<void>, delayMs = LOAD_RETRY_MS): void {
    this.#loadTimer = this.#host.clock.setTimeout(() => void start(), delayMs);
  }

  /** The login is over: nothing runs any more, and the reason shows. */
  #end(error: string | null): void {
    this.#generation += 1;
    this.#stopTimers();
    this.#tokens.forget();
    this.#isLoaded = this.#isLoading = false;
    if (this.#account !== null)
      this.#host.sendTrading('tradingApiInfo', {
        TradingAccount: this.#account.account,
        Login: 'LoggedOut',
        SyncedTo: null,
        Load: false,
      });
    this.#set({ login: 'LoggedOut', error });
  }

  /** Another user, or none: everything of the last one is dropped. */
  #forget(): void {
    this.#generation += 1;
    this.#stopTimers();
    this.#tokens.forget();
    this.#records.clear();
    this.#isActive = this.#isLoaded = this.#isLoading = false;
    this.#account = this.#chosen = null;
    this.#state.set(UNAVAILABLE);
  }

  #takeServerState(server: ServerState): void {
    this.#chosen =
      server.Account !== null && server.Hash !== null ? { account: server.Account, hash: server.Hash } : null;
    this.#set({
      isAvailable: server.IsAvailable,
      loginUrl: server.IsAvailable ? `${this.#host.baseUrl}${externalBrokerHttp.brokerLogin.path}` : null,
      account: server.Account,
    });
  }

  /** Shows whether there is a broker at all, before the user chooses it. */
  async #checkAvailable(): Promise<void> {
    const generation = this.#generation;
    const server = await fetchBrokerState(this.#host);
    if (server && generation === this.#generation) this.#takeServerState(server);
  }

  async #start(): Promise<void> {
    const generation = this.#generation;
    this.#set({ login: 'LoggingIn', error: null });
    const server = await fetchBrokerState(this.#host);
    if (generation !== this.#generation) return;
    if (!server) {
      this.#set({ error: 'The login at the broker could not be checked. Trying again shortly.' });
      this.#retryLater(() => this.#start());
      return;
    }
    this.#takeServerState(server);
    if (server.AccessToken === null) return this.#set({ login: 'LoggedOut', error: server.Error });
    this.#tokens.take(server.AccessToken, server.ExpiresIn);
    if (this.#tokens.remainingMs() > TOO_SHORT_MS) return this.#load();
    // Too little time is left to load an account: the refresh comes at once, and the account after it.
    this.#host.sendTrading('tradingApiInfo', {
      TradingAccount: this.#chosen?.account ?? null,
      Login: 'LoggingIn',
      SyncedTo: null,
      Load: false,
    });
  }

  async #load(): Promise<void> {
    if (this.#isLoading) return;
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    this.#isLoading = true;
    this.#set({ login: 'LoggingIn' });
    try {
      const found = await chooseBrokerAccount(this.#client, this.#host, this.#chosen);
      if (!isCurrent()) return;
      this.#account = this.#chosen = found;
      this.#set({ account: found.account });
      const remark = await loadBrokerAccount(this.#host, this.#client, this.#records, found, isCurrent);
      if (!isCurrent()) return;
      await this.#watch.start(found);
      if (!isCurrent()) return;
      this.#isLoaded = true;
      this.#set({ login: 'LoggedIn', error: remark });
    } catch (error) {
      if (isCurrent()) this.#loadFailed(error);
    } finally {
      if (isCurrent()) this.#isLoading = false;
    }
  }

  #loadFailed(error: unknown): void {
    if (!(error instanceof BrokerCallError)) throw error;
    const { status, text, message } = error.problem;
    if (status === 401 || status === 403) return this.#end(text);
    this.#set({ error: message === '' ? text : `${text}: ${message}` });
    this.#retryLater(() => this.#load(), Math.max(LOAD_RETRY_MS, (error.retryAfterSeconds ?? 0) * 1000));
  }

  #followSession(): void {
    const { phase, userId, account, isDemo } = this.#host.session.get();
    const user = phase === 'logged-in' && userId !== null && !isDemo ? `${userId}/${account}` : null;
    if (user === this.#knownUser) return;
    // A reconnect or the load of an account ends nothing: only a change of the user or the account counts.
    if (
      user === null &&
      (phase === 'connecting' || phase === 'checking-login' || phase === 'loading-account')
    )
      return;
    this.#knownUser = user;
    this.#forget();
    if (user !== null) void this.#checkAvailable();
  }
}

/** A multi-leg order that has ended with one leg filled without the others. */
function unevenProblem({ symbol, legs = [], apart = [], orderId }: ExternalOrder): TradingProblem {
  return {
    title: 'Order ended with a leg filled without the others',
    lines: [
      `${symbol} ${combinationName(legs)}, order ${orderId} at the broker.`,
      `${apartText(apart)}.`,
      'Close that position, or trade the missing legs, if you do not want to hold it alone.',
    ],
  };
}
