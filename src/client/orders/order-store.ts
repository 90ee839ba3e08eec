import { OrderError } from '../../domain/orders/errors.ts';
import { FINAL_STATUSES } from '../../domain/orders/transitions.ts';
import { catalogue, type Body, type Message } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import { createObservable, notifyAll, reportLater } from '../observable.ts';
import type {
  AccountOptions,
  OrdersState,
  OrderStore,
  WireBalance,
  WireOrder,
  WirePosition,
  WireReport,
  WireSettlement,
} from '../types.ts';
import { applyReport, isRequestRefusal, localRefusal, type Refusal } from './apply-report.ts';
import { createAsking, type AskingDeps } from './asking.ts';
import { createExercises } from './exercises.ts';
import { KnownReport } from './known-report.ts';
import { createOpenRequests, isCancelRefusal, type OpenRequest } from './open-requests.ts';
import { createOrderBook } from './order-book.ts';
import { createPreviews } from './previews.ts';
import { createTradeLog } from './trade-log.ts';

const LOST_ORDER_TEXT =
  'The connection was lost before the server answered: the order may not have been placed. If it was, it shows in Open Orders: look there before you send it again.';
const LOST_CANCEL_TEXT =
  'The connection was lost before the server answered: the cancel may not have reached the server. The order was still working when the connection came back.';
const LOST_CHANGE_TEXT =
  'The connection was lost before the server answered: the change may not have reached the server. The order was working as it was when the connection came back.';

const lost = (text: string): Refusal => ({ text, errorCode: OrderError.NetworkError });

/** A failure that is none of the catalogue's has the code 0, which means that all is well: the order server is what failed then. */
const errorCodeOf = (code: number): number =>
  Number.isInteger(code) && code < 0 && code >= -999 ? code : OrderError.ServerConnection;

export interface OrderStoreDeps extends AskingDeps {
  readonly clock: Pick<HostClock, 'nowMs' | 'setTimeout' | 'clearTimeout'>;
}

/** The order store as the trading connection feeds it. */
export interface OrderStoreCore extends OrderStore {
  onTrading(message: Message<'trading', 'toClient'>): void;
  /** Orders of another service, as they stand there. */
  putOrders(orders: readonly WireOrder[]): void;
  /** A report of another service. */
  hear(report: WireReport): void;
  /** Reports of another service's past: they are in the log, and nobody is told. */
  logReports(reports: readonly WireReport[]): void;
  /** The newest reports up to which nothing of the account is missing. */
  readonly known: Pick<KnownReport, 'inDay' | 'inLog'>;
  /** Another account (or none): what is known of the last one goes. */
  reset(account: string | null): void;
  /** Everything of the account has arrived, so what the server did not name it does not have. */
  onAccountReady(): void;
  /** The trading connection is gone: nobody will answer what was asked on it. */
  onLost(): void;
}

const bySymbol = (positions: readonly WirePosition[]): Map<string, WirePosition> =>
  new Map(positions.map((position) => [position.Symbol, position]));

/** Newest first; one that came as it happened comes again with the log. */
function withSettlements(
  known: readonly WireSettlement[],
  more: readonly WireSettlement[],
): readonly WireSettlement[] {
  const bySerial = new Map([...known, ...more].map((settlement) => [settlement.Serial, settlement]));
  return [...bySerial.values()].sort((one, other) => other.Serial - one.Serial);
}

/** Adds a listener; wrapped, so that the same function may listen twice and each is removed on its own. */
function listenTo<Args extends readonly unknown[]>(
  set: Set<(...args: Args) => void>,
  listener: (...args: Args) => void,
): () => void {
  const own = (...args: Args): void => listener(...args);
  set.add(own);
  return () => void set.delete(own);
}

export function createOrderStore(deps: OrderStoreDeps): OrderStoreCore {
  const listeners = new Set<() => void>();
  const reportListeners = new Set<(report: WireReport) => void>();
  const refusalListeners = new Set<(message: string) => void>();
  const log = createTradeLog();
  const known = new KnownReport();
  const book = createOrderBook();
  const requests = createOpenRequests();
  const previews = createPreviews(deps.clock);
  const exercises = createExercises(deps);
  const options = createObservable<AccountOptions | null>(null);
  let positions = new Map<string, WirePosition>();
  let incoming: WirePosition[] = [];
  /** Newest first. */
  let settlements: readonly WireSettlement[] = [];
  let balance: WireBalance | null = null;
  let account: string | null = null;
  let isLoaded = false;
  let state: OrdersState | null = null;
  let isNotifying = false;

  /** Listeners hear once of everything that one turn of the host brought. */
  function changed(): void {
    state = null;
    if (isNotifying) return;
    isNotifying = true;
    queueMicrotask(() => {
      isNotifying = false;
      notifyAll(listeners);
    });
  }

  function tell<Told>(whom: ReadonlySet<(told: Told) => void>, told: Told): void {
    for (const listener of [...whom]) {
      try {
        listener(told);
      } catch (error) {
        reportLater(error);
      }
    }
  }

  function hearReport(report: WireReport, isServers = false): void {
    if (!log.add(report)) return;
    const orderId = book.take(report, requests.get(report.ClientId));
    if (isServers && orderId !== undefined) book.heardOf(orderId);
    requests.settle(report);
    changed();
    tell(reportListeners, report);
  }

  function hearFailure({ ClientId, RequestT, Message: text, ErrorCode }: Body<'failure'>): void {
    if (RequestT === catalogue.orderPreview.T) return previews.refuse(text);
    if (RequestT === catalogue.accountOptionsSet.T) return tell(refusalListeners, text);
    if (ClientId === undefined) return;
    const request = requests.take(ClientId);
    const why = { text, errorCode: errorCodeOf(ErrorCode) };
    const order = book.get(request?.orderId ?? '');
    if (request !== undefined && order !== undefined) {
      // What was answered otherwise meanwhile stands.
      if (order.Status === (request.kind === 'cancel' ? 'CancelSent' : 'CancelReplaceSent'))
        refuse(order, why, { clientId: ClientId, kind: request.kind });
      return changed();
    }
    const sent = book.ofClientId(ClientId);
    if (sent?.Status === 'Sent') refuse(sent, why);
  }

  /** What the server never took, or never answered: told like a refusal of the server's, so that ticket, log and toasts all hear of it. */
  function refuse(
    order: WireOrder,
    why: Refusal,
    request: { clientId: string; kind: OpenRequest['kind'] } | null = null,
  ): void {
    hearReport(localRefusal(order, why, Math.floor(deps.exchangeMs()), request));
  }

  /** The server keeps no status of a refused cancel or change: where that was the last that happened to an order it shows so, as it did when it happened. */
  function showRefusals(): void {
    const seen = new Set<string>();
    for (const report of log.newestFirst()) {
      if (report.Serial === 0 || seen.has(report.OrderId)) continue;
      seen.add(report.OrderId);
      const order = book.get(report.OrderId);
      // What was asked since then is still to be answered.
      if (order === undefined || order.Status === 'CancelSent' || order.Status === 'CancelReplaceSent')
        continue;
      if (isCancelRefusal(report) || isRequestRefusal(report)) book.put(applyReport(order, report));
    }
  }

  const asking = createAsking(deps, {
    book,
    requests,
    previews,
    changed,
    position: (symbol) => positions.get(symbol),
  });

  return {
    get: () =>
      (state ??= { isLoaded, orders: book.all(), log: log.newestFirst(), settlements, positions, balance }),
    subscribe: (listener) => listenTo(listeners, listener),
    onReport: (listener) => listenTo(reportListeners, listener),
    onOptionsRefused: (listener) => listenTo(refusalListeners, listener),

    ...asking,
    exercise: exercises.exercise,
    options,

    onTrading(message) {
      exercises.onTrading(message);
      switch (message.name) {
        case 'executionReport':
          if (message.body.Account !== account) break;
          known.note(message.body);
          hearReport(message.body, true);
          break;
        case 'historyTrades':
          if (message.body.Account !== account) break;
          known.noteHistory(message.body);
          for (const report of message.body.Items) if (log.add(report)) requests.settle(report);
          if (!message.body.HasMore) showRefusals();
          changed();
          break;
        case 'orders':
          if (message.body.Account !== account) break;
          for (const order of message.body.Items) book.putOwn(order);
          changed();
          break;
        case 'positions':
          if (message.body.Account !== account) break;
          if (message.body.IsSnapshot) {
            incoming.push(...message.body.Items);
            if (message.body.HasMore) break;
            positions = bySymbol(incoming);
            incoming = [];
          } else positions = bySymbol([...positions.values(), ...message.body.Items]);
          changed();
          break;
        case 'settlements':
          if (message.body.Account !== account) break;
          settlements = withSettlements(settlements, message.body.Items);
          changed();
          break;
        case 'balance':
          if (message.body.Account !== account) break;
          balance = message.body;
          changed();
          break;
        case 'orderPreviewResult':
          previews.answer(message.body);
          break;
        case 'accountOptions': {
          const { Account, ...rest } = message.body;
          if (Account === account) options.set(rest);
          break;
        }
        case 'failure':
          hearFailure(message.body);
          break;
        default:
          break;
      }
    },
    putOrders(orders) {
      for (const order of orders) book.put(order);
      changed();
    },
    hear: (report) => hearReport(report),
    logReports(reports) {
      for (const report of reports) log.add(report);
      changed();
    },
    known,
    reset(next) {
      account = next;
      known.reset();
      book.clear();
      requests.clear();
      previews.onLost();
      exercises.onLost();
      options.set(null);
      log.clear();
      positions = new Map();
      incoming = [];
      settlements = [];
      balance = null;
      isLoaded = false;
      changed();
    },
    onAccountReady() {
      isLoaded = true;
      known.completeDay();
      // None of this is sent again: an order must not reach a market that nobody has looked at. If it did get there, its reports have the last word.
      for (const order of book.unanswered()) refuse(order, lost(LOST_ORDER_TEXT));
      book.dropUnnamed();
      for (const [clientId, { kind, orderId }] of requests.lose()) {
        const order = book.get(orderId);
        if (order === undefined || order.ClientId === clientId || FINAL_STATUSES.has(order.Status)) continue;
        refuse(order, lost(kind === 'cancel' ? LOST_CANCEL_TEXT : LOST_CHANGE_TEXT), { clientId, kind });
      }
      changed();
    },
    onLost() {
      known.lost();
      book.onLost();
      previews.onLost();
      exercises.onLost();
      // The rest of a list that was cut off never comes.
      incoming = [];
    },
  };
}
