import * as v from 'valibot';
import { GroupError, orderErrorMessage } from '../../domain/orders/errors.ts';
import { BROKERS, type ExternalBrokerKind } from '../../domain/orders/brokers.ts';
import { problemLines, problemText } from '../../domain/orders/external-orders/index.ts';
import { tradingApiData, type Message } from '../../protocol/index.ts';
import type { GroupResult, GroupTicket } from '../orders/group-types.ts';
import { createObservable } from '../observable.ts';
import type { BrokerKey, ExternalBrokerHost, ExternalLinkState } from '../trading-api/external-link.ts';
import type { SettleWay } from '../trading-api/reconciliation.ts';
import type { Outcome, SessionState, TradingProblem } from '../types.ts';
import { chooseBrokerAccount, loadBrokerAccount } from './account-loader.ts';
import { connectKey, fetchBrokerState, logOutAtBroker, type ServerState } from './broker-session.ts';
import { BrokerOrderCommands } from './broker-order-commands.ts';
import { OrderRecords } from './order-records.ts';
import { OrderWatch } from './order-watch.ts';
import { holdingsOf, Reconciler } from './reconciler.ts';
import { BrokerCallError, type BrokerAccount, type BrokerClient } from './broker-client.ts';
import type { BrokerLogin, ExternalLink, LinkDialect } from './link-dialect.ts';
import { unevenProblem } from './uneven-problem.ts';
import type { OrderOwner } from './wire.ts';

/** A load that failed is tried again after this. */
const LOAD_RETRY_MS = 15_000;

const NO_GROUPS: GroupResult = {
  ok: false,
  errorCode: GroupError.NotAtExternalBroker,
  message: orderErrorMessage(GroupError.NotAtExternalBroker),
  isUnknown: false,
  clientId: '',
};

const UNAVAILABLE: ExternalLinkState = {
  isAvailable: false,
  login: 'LoggedOut',
  loginUrl: null,
  account: null,
  error: null,
  reconciliation: null,
  stated: null,
};

/** The client's side of an external broker: login, history, orders. */
export class BrokerLink<Body, Login extends BrokerLogin = BrokerLogin> implements ExternalLink {
  readonly broker: ExternalBrokerKind;
  readonly orders: BrokerOrderCommands<Body>;
  readonly #dialect: LinkDialect<Body, Login>;
  readonly #host: ExternalBrokerHost;
  readonly #state = createObservable<ExternalLinkState>(UNAVAILABLE);
  readonly #problemListeners = new Set<(problem: TradingProblem) => void>();
  readonly #login: Login;
  readonly #client: BrokerClient<Body>;
  readonly #records: OrderRecords;
  readonly #watch: OrderWatch;
  readonly #reconciler: Reconciler;
  readonly #stops: readonly (() => void)[];

  #isActive = false;
  /** Rises when the link is switched, another user signs in, or a login ends: what was begun before is not finished. */
  #generation = 0;
  #account: BrokerAccount | null = null;
  #isLoaded = false;
  #isLoading = false;
  #chosen: BrokerAccount | null = null;
  #loadTimer: unknown = null;
  #knownUser: string | null = null;
  #phase: SessionState['phase'] | null = null;

  constructor(host: ExternalBrokerHost, dialect: LinkDialect<Body, Login>) {
    this.#host = host;
    this.#dialect = dialect;
    this.broker = dialect.broker;
    this.#login = dialect.createLogin(host, {
      onRenewed: () => {
        if (this.#isActive && !this.#isLoaded) void this.#load();
      },
      onLost: (text) => this.#end(text),
    });
    this.#client = dialect.createClient(host, this.#login);
    this.#records = new OrderRecords({
      host,
      owner: () => this.#owner(),
      account: () => this.#account?.account ?? null,
      onUneven: (order) => this.#notify(unevenProblem(order)),
      onRead: (orders) => this.#reconciler.observe(orders),
      onRestored: (reports) => dialect.onRestored?.(reports),
    });
    this.#reconciler = new Reconciler({
      host,
      brokerName: BROKERS[dialect.broker].name,
      records: this.#records,
      onChanged: (reconciliation) => this.#set({ reconciliation }),
    });
    this.#watch = this.#createWatch();
    this.orders = this.#createCommands();
    this.#stops = [
      host.session.subscribe(() => this.#followSession()),
      host.onTrading((message) => this.#receive(message)),
    ];
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
    this.#login.rest();
    this.#set({ login: 'LoggedOut', error: null });
  }

  async logout(): Promise<Outcome> {
    const outcome = await logOutAtBroker(this.#host);
    if (outcome.ok) this.#end(null);
    return outcome;
  }

  async connect(key: BrokerKey): Promise<Outcome> {
    const outcome = await connectKey(this.#host, key);
    if (outcome.ok && this.#isActive) {
      this.#set({ stated: null });
      this.#generation += 1;
      this.#stopTimers();
      this.#isLoaded = this.#isLoading = false;
      void this.#start();
    }
    return outcome;
  }

  async placeGroup(ticket: GroupTicket, clientId?: string): Promise<GroupResult> {
    const place = this.#dialect.placeGroup;
    return place === undefined ? NO_GROUPS : place(this.orders, ticket, clientId);
  }

  settle(key: string, mark: string, way: SettleWay): Promise<Outcome> {
    return this.#reconciler.settle(key, mark, way);
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
    for (const stop of this.#stops) stop();
    this.#forget();
  }

  #createWatch(): OrderWatch {
    return new OrderWatch({
      clock: this.#host.clock,
      client: this.#client,
      records: this.#records,
      account: () => this.#account,
      onMissing: (orderIds) => this.#reconciler.noteMissing(orderIds),
      onRead: ({ statement }, readMs) => {
        if (statement !== undefined) this.#set({ stated: { ...statement, readMs, problem: null } });
      },
      onReadFailed: (problem) => this.#keepStated(problemText(problem)),
      onHoldings: (read) => this.#reconciler.compare(holdingsOf(read)),
      onPolled: (problem) => {
        if (problem !== null) this.#keepStated(problemText(problem));
        if (problem !== null || this.#state.get().login === 'LoggedIn')
          this.#set({ error: problem?.text ?? null });
      },
    });
  }

  #createCommands(): BrokerOrderCommands<Body> {
    return new BrokerOrderCommands({
      host: this.#host,
      dialect: this.#dialect.orders,
      client: this.#client,
      records: this.#records,
      owner: () => this.#owner(),
      account: () => (this.#login.isUsable() ? this.#account : null),
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

  /** The balances and positions of the last reading stay, with why there is no later one. */
  #keepStated(problem: string): void {
    const { stated } = this.#state.get();
    if (stated !== null) this.#set({ stated: { ...stated, problem } });
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
    this.#login.forget();
    this.#isLoaded = this.#isLoading = false;
    if (this.#account !== null)
      this.#host.sendTrading('tradingApiInfo', {
        TradingAccount: this.#account.account,
        Login: 'LoggedOut',
        SyncedTo: null,
        Load: false,
      });
    this.#set({ login: 'LoggedOut', error });
    // A user who has logged out wants nothing of the account on the screen.
    if (error === null) this.#set({ stated: null });
    else this.#keepStated(error);
  }

  /** Another user, or none: everything of the last one is dropped. */
  #forget(): void {
    this.#generation += 1;
    this.#stopTimers();
    this.#login.forget();
    this.#records.clear();
    this.#reconciler.clear();
    this.#dialect.onForgotten?.();
    this.#isActive = this.#isLoaded = this.#isLoading = false;
    this.#account = this.#chosen = null;
    this.#state.set(UNAVAILABLE);
  }

  #takeServerState(server: ServerState): void {
    const { loginPath } = this.#dialect;
    this.#chosen =
      server.Account !== null && server.Hash !== null ? { account: server.Account, hash: server.Hash } : null;
    this.#set({
      isAvailable: server.IsAvailable,
      loginUrl: server.IsAvailable && loginPath !== null ? `${this.#host.baseUrl}${loginPath}` : null,
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
    const taken = this.#login.take(server);
    if (taken === 'none') return this.#set({ login: 'LoggedOut', error: server.Error });
    if (taken === 'ready') return this.#load();
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
      const stores = { orders: this.#records, reconciler: this.#reconciler };
      const remark = await loadBrokerAccount(this.#host, this.#client, stores, found, isCurrent);
      if (!isCurrent()) return;
      await this.#watch.readAll(found, this.#reconciler.uncounted());
      if (!isCurrent()) return;
      await this.#watch.start(found);
      if (!isCurrent()) return;
      this.#isLoaded = true;
      this.#set({ login: 'LoggedIn', error: remark });
      this.#followUpdates();
    } catch (error) {
      if (isCurrent()) this.#loadFailed(error);
    } finally {
      if (isCurrent()) this.#isLoading = false;
    }
  }

  /** Has the server send the updates of orders from now on. */
  #followUpdates(): void {
    if (this.#dialect.readUpdate === undefined || this.#account === null) return;
    this.#host.sendTrading('tradingApiInfo', {
      TradingAccount: this.#account.account,
      Login: 'LoggedIn',
      SyncedTo: null,
      Load: false,
    });
  }

  /** An update of an order; or updates arrive from now on, and what changed before is read. */
  #receive(message: Message<'trading', 'toClient'>): void {
    const { readUpdate } = this.#dialect;
    if (message.name !== 'apiUpdate' || readUpdate === undefined) return;
    if (this.#account === null || !this.#isLoaded) return;
    const { State, Update } = message.body;
    if (Update === null) {
      if (State === 'Live') this.#watch.pollNow();
      return;
    }
    const order = readUpdate(Update, this.#account.account);
    // What cannot be read here is read with all orders.
    if (order === undefined) this.#watch.pollNow();
    else this.#watch.take(order);
  }

  #loadFailed(error: unknown): void {
    if (!(error instanceof BrokerCallError)) throw error;
    const { status, text } = error.problem;
    if (status === 401 || status === 403) return this.#end(text);
    this.#set({ error: problemText(error.problem) });
    this.#keepStated(problemText(error.problem));
    this.#retryLater(() => this.#load(), Math.max(LOAD_RETRY_MS, (error.retryAfterSeconds ?? 0) * 1000));
  }

  #followSession(): void {
    const { phase, userId, account, isDemo } = this.#host.session.get();
    const user = phase === 'logged-in' && userId !== null && !isDemo ? `${userId}/${account}` : null;
    const isBack = phase === 'logged-in' && this.#phase !== 'logged-in';
    this.#phase = phase;
    if (user === this.#knownUser) {
      // The connection is another one than before, which follows nothing yet.
      if (isBack && this.#isLoaded) this.#followUpdates();
      return;
    }
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
