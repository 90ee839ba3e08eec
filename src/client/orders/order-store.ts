import { OrderError } from '../../domain/orders/errors.ts';
import { FINAL_STATUSES } from '../../domain/orders/transitions.ts';
import { catalogue, type Body, type Message } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable, notifyAll, reportLater } from '../observable.ts';
import type { AccountOptions, OrdersState, OrderStore, WireOrder, WireReport } from '../types.ts';
import { AccountState } from './account-state.ts';
import { applyReport, isRequestRefusal, localRefusal, type Refusal } from './apply-report.ts';
import { createExercises } from './exercises.ts';
import { KnownReport } from './known-report.ts';
import { createOpenRequests, isCancelRefusal, type OpenRequest } from './open-requests.ts';
import { OrderBook } from './order-book.ts';
import { OrderCommands, type OrderCommandsDeps } from './order-commands.ts';
import { lastInputMs } from './last-input.ts';
import { SentTimes } from './page-times.ts';
import { createPreviews } from './previews.ts';
import { createTradeLog } from './trade-log.ts';

const LOST_ORDER_TEXT =
  'The connection was lost before the server answered: the order may not have been placed. If it was, it shows in Open Orders: look there before you send it again.';
const LOST_CANCEL_TEXT =
  'The connection was lost before the server answered: the cancel may not have reached the server. The order was still working when the connection came back.';
const LOST_CHANGE_TEXT =
  'The connection was lost before the server answered: the change may not have reached the server. The order was working as it was when the connection came back.';

const lost = (text: string): Refusal => ({ text, errorCode: OrderError.NetworkError });

/** Failures outside the order error catalogue come with the code 0 (success): the order server failed then. */
const errorCodeOf = (code: number): number =>
  Number.isInteger(code) && code < 0 && code >= -999 ? code : OrderError.ServerConnection;

/** What the order store works with. */
export interface OrderStoreDeps extends OrderCommandsDeps {
  readonly clock: Pick<HostClock, 'nowMs' | 'setTimeout' | 'clearTimeout'>;
}

/** The order store as the trading connection feeds it. */
export interface OrderStoreCore extends OrderStore {
  onTrading(message: Message<'trading', 'toClient'>): void;
  /** Sets the present state of orders of an external broker. */
  putOrders(orders: readonly WireOrder[]): void;
  /** Applies a new report of another service. */
  applyReport(report: WireReport): void;
  /** Adds reports of another service's past to the log; no listener is notified of each. */
  logReports(reports: readonly WireReport[]): void;
  /** The newest reports up to which nothing of the account is missing. */
  readonly known: Pick<KnownReport, 'inDay' | 'inLog'>;
  /** Another account (or none) is selected: drops the state of the previous one. */
  reset(account: string | null): void;
  /** The state of the account has arrived completely: open orders that the server did not list are dropped. */
  onAccountReady(): void;
  /** The trading connection is lost: requests that were sent on it get no answer. */
  onLost(): void;
}

type Handlers = {
  readonly [Name in Message<'trading', 'toClient'>['name']]?: (body: Body<Name>) => void;
};

/** Adds a listener; wrapped, so that the same function may listen twice and each is removed on its own. */
function listenTo<Args extends readonly unknown[]>(
  set: Set<(...args: Args) => void>,
  listener: (...args: Args) => void,
): () => void {
  const added = (...args: Args): void => listener(...args);
  set.add(added);
  return () => void set.delete(added);
}

/** Calls each listener, also when another one throws. */
function publish<Value>(listeners: ReadonlySet<(value: Value) => void>, value: Value): void {
  for (const listener of [...listeners]) {
    try {
      listener(value);
    } catch (error) {
      reportLater(error);
    }
  }
}

/** Creates the store of the account's orders, reports, positions and balance. */
export const createOrderStore = (deps: OrderStoreDeps): OrderStoreCore => new ServerOrderStore(deps);

class ServerOrderStore implements OrderStoreCore {
  readonly known = new KnownReport();
  readonly options = createObservable<AccountOptions | null>(null);
  readonly #deps: OrderStoreDeps;
  readonly #listeners = new Set<() => void>();
  readonly #reportListeners = new Set<(report: WireReport) => void>();
  readonly #refusalListeners = new Set<(message: string) => void>();
  readonly #log = createTradeLog();
  readonly #book = new OrderBook();
  readonly #requests = createOpenRequests();
  readonly #accountState = new AccountState();
  readonly #previews: ReturnType<typeof createPreviews>;
  readonly #exercises: ReturnType<typeof createExercises>;
  readonly #commands: OrderCommands;
  readonly #times: SentTimes;
  readonly #handlers: Handlers;
  #account: string | null = null;
  #isLoaded = false;
  #state: OrdersState | null = null;
  #isNotifying = false;

  constructor(deps: OrderStoreDeps) {
    this.#deps = deps;
    this.#times = new SentTimes({ nowMs: () => deps.clock.nowMs(), lastInputMs });
    this.#previews = createPreviews(deps.clock);
    this.#exercises = createExercises(deps);
    this.#commands = new OrderCommands(deps, {
      book: this.#book,
      requests: this.#requests,
      previews: this.#previews,
      changed: () => this.#changed(),
      position: (symbol) => this.#accountState.positions.get(symbol),
    });
    this.#handlers = this.#createHandlers();
  }

  get(): OrdersState {
    const { positions, settlements, actions, balance } = this.#accountState;
    return (this.#state ??= {
      isLoaded: this.#isLoaded,
      orders: this.#book.all(),
      log: this.#log.newestFirst(),
      settlements,
      actions,
      positions,
      balance,
    });
  }

  subscribe(listener: () => void): () => void {
    return listenTo(this.#listeners, listener);
  }

  onReport(listener: (report: WireReport) => void): () => void {
    return listenTo(this.#reportListeners, listener);
  }

  onOptionsRefused(listener: (message: string) => void): () => void {
    return listenTo(this.#refusalListeners, listener);
  }

  pageTimesOf(clientId: string): ReturnType<OrderStore['pageTimesOf']> {
    return this.#times.get(clientId);
  }

  send(...args: Parameters<OrderStore['send']>): ReturnType<OrderStore['send']> {
    const result = this.#commands.send(...args);
    if (result.ok) this.#times.sent(result.clientId);
    return result;
  }

  cancel(...args: Parameters<OrderStore['cancel']>): ReturnType<OrderStore['cancel']> {
    return this.#commands.cancel(...args);
  }

  replace(...args: Parameters<OrderStore['replace']>): ReturnType<OrderStore['replace']> {
    return this.#commands.replace(...args);
  }

  preview(...args: Parameters<OrderStore['preview']>): ReturnType<OrderStore['preview']> {
    return this.#commands.preview(...args);
  }

  explain(...args: Parameters<OrderStore['explain']>): ReturnType<OrderStore['explain']> {
    return this.#commands.explain(...args);
  }

  setOptions(...args: Parameters<OrderStore['setOptions']>): ReturnType<OrderStore['setOptions']> {
    return this.#commands.setOptions(...args);
  }

  exportJournal(...args: Parameters<OrderStore['exportJournal']>): ReturnType<OrderStore['exportJournal']> {
    return this.#commands.exportJournal(...args);
  }

  exercise(...args: Parameters<OrderStore['exercise']>): ReturnType<OrderStore['exercise']> {
    return this.#exercises.exercise(...args);
  }

  onTrading(message: Message<'trading', 'toClient'>): void {
    this.#exercises.onTrading(message);
    // Name and body belong together, which the type of the table cannot state for a union.
    const handler = this.#handlers[message.name] as ((body: typeof message.body) => void) | undefined;
    handler?.(message.body);
  }

  putOrders(orders: readonly WireOrder[]): void {
    for (const order of orders) this.#book.put(order);
    this.#changed();
  }

  applyReport(report: WireReport): void {
    this.#applyReport(report, false);
  }

  logReports(reports: readonly WireReport[]): void {
    for (const report of reports) this.#log.add(report);
    this.#changed();
  }

  reset(account: string | null): void {
    this.#account = account;
    this.#times.clear();
    this.known.reset();
    this.#book.clear();
    this.#requests.clear();
    this.#previews.onLost();
    this.#exercises.onLost();
    this.options.set(null);
    this.#log.clear();
    this.#accountState.clear();
    this.#isLoaded = false;
    this.#changed();
  }

  onAccountReady(): void {
    this.#isLoaded = true;
    this.known.completeDay();
    // None of this is sent again: an order must not reach a market that the user has not seen. If it did arrive, its reports have the last word.
    for (const order of this.#book.unanswered()) this.#reject(order, lost(LOST_ORDER_TEXT));
    this.#book.dropUnnamed();
    for (const [clientId, { kind, orderId }] of this.#requests.lose()) {
      const order = this.#book.get(orderId);
      if (order === undefined || order.ClientId === clientId || FINAL_STATUSES.has(order.Status)) continue;
      const text = kind === 'cancel' ? LOST_CANCEL_TEXT : LOST_CHANGE_TEXT;
      this.#reject(order, lost(text), { clientId, kind });
    }
    this.#changed();
  }

  onLost(): void {
    this.known.lost();
    this.#book.onLost();
    this.#previews.onLost();
    this.#exercises.onLost();
    this.#accountState.onLost();
  }

  #createHandlers(): Handlers {
    const isOurs = ({ Account }: { readonly Account: string }): boolean => Account === this.#account;
    return {
      executionReport: (body) => {
        if (!isOurs(body)) return;
        this.known.note(body);
        this.#applyReport(body, true);
      },
      historyTrades: (body) => {
        if (isOurs(body)) this.#takeHistory(body);
      },
      orders: (body) => {
        if (!isOurs(body)) return;
        for (const order of body.Items) this.#book.putOwn(order);
        this.#changed();
      },
      positions: (body) => {
        if (isOurs(body) && this.#accountState.takePositions(body)) this.#changed();
      },
      settlements: (body) => {
        if (!isOurs(body)) return;
        this.#accountState.addSettlements(body.Items);
        this.#changed();
      },
      corporateActions: (body) => {
        if (!isOurs(body)) return;
        this.#accountState.addActions(body.Items);
        this.#changed();
      },
      balance: (body) => {
        if (!isOurs(body)) return;
        this.#accountState.setBalance(body);
        this.#changed();
      },
      orderPreviewResult: (body) => this.#previews.answer(body),
      accountOptions: ({ Account, ...options }) => {
        if (Account === this.#account) this.options.set(options);
      },
      failure: (body) => this.#takeFailure(body),
    };
  }

  /** Notifies the listeners once for all changes of one turn of the event loop. */
  #changed(): void {
    this.#state = null;
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      notifyAll(this.#listeners);
    });
  }

  #applyReport(report: WireReport, isServers: boolean): void {
    if (!this.#log.add(report)) return;
    if (isServers) this.#times.reported(report);
    const orderId = this.#book.take(report, this.#requests.get(report.ClientId));
    if (isServers && orderId !== undefined) this.#book.noteMention(orderId);
    this.#requests.settle(report);
    this.#changed();
    publish(this.#reportListeners, report);
  }

  #takeHistory(body: Body<'historyTrades'>): void {
    this.known.noteHistory(body);
    for (const report of body.Items) if (this.#log.add(report)) this.#requests.settle(report);
    if (!body.HasMore) this.#showRejections();
    this.#changed();
  }

  #takeFailure({ ClientId, RequestT, Message: text, ErrorCode }: Body<'failure'>): void {
    if (RequestT === catalogue.orderPreview.T) return this.#previews.reject(text);
    if (RequestT === catalogue.accountOptionsSet.T) return publish(this.#refusalListeners, text);
    if (ClientId === undefined) return;
    const request = this.#requests.take(ClientId);
    const why = { text, errorCode: errorCodeOf(ErrorCode) };
    const order = this.#book.get(request?.orderId ?? '');
    if (request !== undefined && order !== undefined) {
      // A report that answered the request meanwhile stands.
      if (order.Status === (request.kind === 'cancel' ? 'CancelSent' : 'CancelReplaceSent'))
        this.#reject(order, why, { clientId: ClientId, kind: request.kind });
      return this.#changed();
    }
    const sent = this.#book.ofClientId(ClientId);
    if (sent?.Status === 'Sent') this.#reject(sent, why);
  }

  /** Rejects what the server did not accept or answer, with a report like the server's, so that ticket, log and toasts show it. */
  #reject(
    order: WireOrder,
    why: Refusal,
    request: { clientId: string; kind: OpenRequest['kind'] } | null = null,
  ): void {
    this.#applyReport(localRefusal(order, why, Math.floor(this.#deps.exchangeMs()), request), false);
  }

  /** The server keeps no status of a rejected cancel or change: an order whose last report is one shows it again, as it did when it happened. */
  #showRejections(): void {
    const seen = new Set<string>();
    for (const report of this.#log.newestFirst()) {
      if (report.Serial === 0 || seen.has(report.OrderId)) continue;
      seen.add(report.OrderId);
      const order = this.#book.get(report.OrderId);
      // A request that was sent since then is still unanswered.
      if (order === undefined || order.Status === 'CancelSent' || order.Status === 'CancelReplaceSent')
        continue;
      if (isCancelRefusal(report) || isRequestRefusal(report)) this.#book.put(applyReport(order, report));
    }
  }
}
