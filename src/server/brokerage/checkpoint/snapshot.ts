import {
  createAccountBook,
  indexAlternative,
  RECENT_MS,
  type AccountBook,
  type OtherRequest,
} from '../../../domain/orders/core/account-book.ts';
import { bookOrder, type Book } from '../../../domain/orders/core/book-state.ts';
import { TakenLiquidity } from '../../../domain/orders/core/taken.ts';
import type { ReportSource } from '../../../domain/orders/core/report.ts';
import type { BookOrder, ExecutionTerms, OrderRequest } from '../../../domain/orders/core/types.ts';
import { restoreGroup } from '../../../domain/orders/core/book-groups.ts';
import type { BookGroup } from '../../../domain/orders/groups/types.ts';
import { NO_GUARDS, type AccountGuards } from '../../../domain/risk/guards.ts';
import type { RecentOrder } from '../../../domain/risk/types.ts';
import type { Position } from '../../../domain/portfolio/position.ts';
import type { ActionView, Report, SettlementView } from '../brokerage.ts';
import type { Ledger } from '../ledger.ts';
import { TimeMarks } from '../time-marks.ts';

/**
 * The state from which a brokerage continues, as JSON: open orders with their reports, positions, money, and the ClientIds in use. Finished orders and the histories of positions stay
 * in the journal. A field added to the books must be added here too, with another CHECKPOINT_FORM; the
 * simulation of checkpoints compares whole books.
 */
export interface Snapshot {
  readonly lastSeq: number;
  readonly sessionDate: string;
  readonly ordersToday: number;
  readonly accounts: readonly AccountSnapshot[];
  readonly orders: readonly OrderSnapshot[];
  readonly openBySymbol: readonly (readonly [symbol: string, orderIds: readonly string[]])[];
  /** Absent in checkpoints of releases without groups. */
  readonly groups?: readonly BookGroup[];
  readonly amended: readonly (readonly [
    serial: number,
    amendment: { readonly instruction: string; readonly terms: ExecutionTerms | null },
  ])[];
  readonly refusedReplaces: readonly (readonly [serial: number, report: Report])[];
  readonly recordCounts: Entries<number>;
  readonly marks: ReturnType<TimeMarks['all']>;
  readonly taken: ReturnType<TakenLiquidity['toList']>;
}

type Entries<Value> = readonly (readonly [name: string, value: Value])[];

interface AccountSnapshot extends Pick<
  AccountBook,
  | 'account'
  | 'cashE4'
  | 'fundedE4'
  | 'fundingVersion'
  | 'reservedE4'
  | 'openOrderCount'
  | 'ordersToday'
  | 'cancelOnDisconnect'
  | 'isHalted'
  | 'clientIds'
> {
  /** Absent in checkpoints of releases without guards. */
  readonly guards?: AccountGuards;
  /** Absent in checkpoints of releases without corporate actions. */
  readonly appliedActions?: readonly string[];
  /** As `appliedActions`. */
  readonly actions?: readonly ActionView[];
  readonly positions: Entries<Position>;
  readonly openInterest: Entries<{ buy: number; sell: number }>;
  readonly openOrders: Entries<{ readonly buys: readonly string[]; readonly sells: readonly string[] }>;
  readonly orderIdByClientId: Entries<string>;
  readonly otherRequests: Entries<OtherRequest>;
  readonly recentOrders: readonly RecentOrder[];
  readonly settlements: readonly SettlementView[];
  /** Null: since the beginning. */
  readonly wholeSinceMs: number | null;
}

const ORDER_FIELDS = [
  'termsMs',
  'originalClientId',
  'expiresMs',
  'reserveE4',
  'openingQuantity',
  'status',
  'filled',
  'filledValueE4',
  'completedMs',
  'description',
  'errorCode',
  'isTriggered',
  'workingStopE4',
  'watermarkE4',
  'fees',
  'executedRoute',
  'executedLiquidity',
  'refusedCancels',
  'group',
  'session',
  'isAlternate',
] as const satisfies readonly (keyof BookOrder)[];

interface OrderSnapshot {
  readonly orderId: string;
  readonly sessionDate: string;
  readonly createdMs: number;
  readonly terms: OrderRequest;
  readonly state: Readonly<Pick<BookOrder, (typeof ORDER_FIELDS)[number]>>;
  /** Sources of the order's reports. The name is part of the checkpoint format. */
  readonly told: readonly Omit<ReportSource, 'order'>[];
}

/** The snapshot of a ledger: the same for the same journal, whatever finished orders are in memory. */
export function snapshotOf(ledger: Ledger): Snapshot {
  const { book } = ledger;
  return {
    lastSeq: book.lastSeq,
    sessionDate: book.sessionDate,
    ordersToday: book.ordersToday,
    accounts: [...book.accounts.values()].map((account) => accountSnapshot(ledger, account)),
    orders: [...openOrdersOf(book)].map((order) => orderSnapshot(ledger, order)),
    openBySymbol: [...book.openBySymbol].map(([symbol, open]) => [symbol, [...open.keys()]]),
    groups: [...book.groups.values()],
    amended: [...book.amended],
    refusedReplaces: [...ledger.refusedReplaces],
    recordCounts: [...ledger.recordCounts],
    marks: ledger.marks.all(),
    taken: ledger.taken.toList(),
  };
}

/** Fills an empty ledger with what a snapshot holds. */
export function fillFrom(snapshot: Snapshot, ledger: Ledger): void {
  const { book } = ledger;
  book.lastSeq = snapshot.lastSeq;
  book.sessionDate = snapshot.sessionDate;
  book.ordersToday = snapshot.ordersToday;
  for (const saved of snapshot.orders) {
    const order = bookOrder(saved.orderId, saved.terms, saved.sessionDate, saved.createdMs);
    Object.assign(order, saved.state);
    book.orders.set(order.orderId, order);
    for (const source of saved.told) ledger.reportIndex.add(order.account, { ...source, order });
  }
  for (const [symbol, orderIds] of snapshot.openBySymbol)
    book.openBySymbol.set(symbol, ordersNamed(book, orderIds));
  for (const [serial, amendment] of snapshot.amended) book.amended.set(serial, amendment);
  for (const [serial, report] of snapshot.refusedReplaces) ledger.refusedReplaces.set(serial, report);
  for (const saved of snapshot.accounts) restoreAccount(ledger, saved);
  for (const group of snapshot.groups ?? []) restoreGroup(book, group);
  for (const [account, count] of snapshot.recordCounts) ledger.recordCounts.set(account, count);
  ledger.reportIndex.sort();
  ledger.marks = new TimeMarks(snapshot.marks);
  ledger.taken = TakenLiquidity.fromList(snapshot.taken);
}

function* openOrdersOf(book: Book): Generator<BookOrder> {
  for (const order of book.orders.values()) if (order.completedMs === null) yield order;
}

function orderSnapshot(ledger: Ledger, order: BookOrder): OrderSnapshot {
  return {
    orderId: order.orderId,
    sessionDate: order.sessionDate,
    createdMs: order.createdMs,
    terms: order.terms,
    // Each named field of the order, under its name.
    state: Object.fromEntries(ORDER_FIELDS.map((field) => [field, order[field]])) as OrderSnapshot['state'],
    told: (ledger.reportIndex.byOrder.get(order.orderId) ?? []).map(({ order: _order, ...source }) => source),
  };
}

function accountSnapshot(ledger: Ledger, account: AccountBook): AccountSnapshot {
  const newestMs = account.recentOrders.at(-1)?.timeMs ?? 0;
  return {
    account: account.account,
    cashE4: account.cashE4,
    fundedE4: account.fundedE4,
    fundingVersion: account.fundingVersion,
    reservedE4: account.reservedE4,
    openOrderCount: account.openOrderCount,
    ordersToday: account.ordersToday,
    cancelOnDisconnect: account.cancelOnDisconnect,
    isHalted: account.isHalted,
    guards: account.guards,
    appliedActions: account.appliedActions,
    actions: ledger.reportIndex.accounts.get(account.account)?.actions ?? [],
    clientIds: account.clientIds,
    positions: [...account.positions],
    openInterest: [...account.openInterest],
    openOrders: [...account.openOrders].map(([symbol, { buys, sells }]) => [
      symbol,
      { buys: [...buys.keys()], sells: [...sells.keys()] },
    ]),
    orderIdByClientId: [...account.orderIdByClientId],
    otherRequests: [...account.otherRequests],
    recentOrders: account.recentOrders.filter(({ timeMs }) => timeMs > newestMs - RECENT_MS),
    settlements: ledger.reportIndex.accounts.get(account.account)?.settlements ?? [],
    wholeSinceMs: wholeSinceMs(ledger, account.account),
  };
}

/** From when on a ledger that is made from the snapshot has everything of the account. */
function wholeSinceMs(ledger: Ledger, account: string): number | null {
  const known = ledger.reportIndex.accounts.get(account);
  let sinceMs = known?.wholeSinceMs ?? Number.NEGATIVE_INFINITY;
  for (const { order, event } of known?.sources ?? [])
    if (order?.completedMs !== null) sinceMs = Math.max(sinceMs, event.timeMs + 1);
  return Number.isFinite(sinceMs) ? sinceMs : null;
}

function restoreAccount(ledger: Ledger, saved: AccountSnapshot): void {
  const { book } = ledger;
  const account = createAccountBook(saved.account);
  account.cashE4 = saved.cashE4;
  account.fundedE4 = saved.fundedE4;
  account.fundingVersion = saved.fundingVersion;
  account.reservedE4 = saved.reservedE4;
  account.openOrderCount = saved.openOrderCount;
  account.ordersToday = saved.ordersToday;
  account.cancelOnDisconnect = saved.cancelOnDisconnect;
  account.isHalted = saved.isHalted;
  account.guards = saved.guards ?? NO_GUARDS;
  account.appliedActions = [...(saved.appliedActions ?? [])];
  account.clientIds = saved.clientIds;
  account.recentOrders = [...saved.recentOrders];
  account.hasForgottenHistories = true;
  for (const [symbol, position] of saved.positions) account.positions.set(symbol, position);
  for (const [symbol, interest] of saved.openInterest) account.openInterest.set(symbol, interest);
  for (const [symbol, { buys, sells }] of saved.openOrders)
    account.openOrders.set(symbol, { buys: ordersNamed(book, buys), sells: ordersNamed(book, sells) });
  for (const { buys, sells } of account.openOrders.values())
    for (const order of [...buys.values(), ...sells.values()]) indexAlternative(account, order, true);
  for (const [clientId, orderId] of saved.orderIdByClientId) account.orderIdByClientId.set(clientId, orderId);
  for (const [clientId, request] of saved.otherRequests) account.otherRequests.set(clientId, request);
  book.accounts.set(account.account, account);
  const reports = ledger.reportIndex.accountReports(account.account);
  for (const settlement of saved.settlements) ledger.reportIndex.addSettlement(settlement);
  for (const action of saved.actions ?? []) ledger.reportIndex.addAction(action);
  reports.wholeSinceMs = saved.wholeSinceMs ?? Number.NEGATIVE_INFINITY;
}

function ordersNamed(book: Book, orderIds: readonly string[]): Map<string, BookOrder> {
  const orders = new Map<string, BookOrder>();
  for (const orderId of orderIds) {
    const order = book.orders.get(orderId);
    if (order) orders.set(orderId, order);
  }
  return orders;
}
