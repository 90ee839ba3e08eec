import {
  applyEvent,
  createBook,
  leavesOf,
  type AccountBook,
  type Book,
} from '../../domain/orders/core/book.ts';
import { timeExitMs } from '../../domain/orders/core/groups/waits.ts';
import { groupsOf } from '../../domain/orders/core/book-groups.ts';
import { forgetOrder, recallOrder } from '../../domain/orders/core/forget.ts';
import { knownRequest } from '../../domain/orders/core/known-requests.ts';
import type { Marks } from '../../domain/orders/core/position-figures.ts';
import { accountPowerE4 } from '../../domain/orders/core/power.ts';
import { reportOf, reportSourceOf, type ReportSource } from '../../domain/orders/core/report.ts';
import { TakenLiquidity } from '../../domain/orders/core/taken.ts';
import type { BookOrder, OrderEvent } from '../../domain/orders/core/types.ts';
import { conditionOf, isBreakEvenOf, timeExitOf } from '../../domain/orders/groups/present-terms.ts';
import { isLive, TRIGGER_OF_ROLE } from '../../domain/orders/groups/states.ts';
import { isExitRole, type BookGroup } from '../../domain/orders/groups/types.ts';
import { hasOrderIdForm } from '../../domain/orders/order-id.ts';
import type { RiskAccount } from '../../domain/risk/index.ts';
import { LedgerHistory } from './account-history.ts';
import type {
  AccountView,
  ActionView,
  BalanceView,
  GroupView,
  KnownReport,
  OrderView,
  PositionView,
  Report,
  SettlementView,
} from './brokerage.ts';
import { accountOfEvent } from './event-codec.ts';
import { TimeMarks } from './time-marks.ts';
import { ReportIndex } from './report-index.ts';

/** Finished orders are dropped only above this multiple of their limit, because each pass walks everything in memory. */
const FORGET_ABOVE = 1.2;

/** The durable side of the brokerage: a second book, which applies events only once they are journaled. All reports are built from it. */
export class Ledger {
  readonly book: Book = createBook();
  /** Of the present session. */
  taken = new TakenLiquidity();
  /** Orders and reports that are in memory. */
  readonly reportIndex = new ReportIndex();
  /** How many records the journal has of each account, '' = of none. */
  readonly recordCounts = new Map<string, number>();
  /** Where each time is in the journal. */
  marks = new TimeMarks();
  /** Refusals of replaces by their serial: each is the only report of its ClientId. */
  readonly refusedReplaces = new Map<number, Report>();
  /** When an execution of an order was amended last, by OrderId. */
  readonly #amendedMs = new Map<string, number>();
  /** Finished orders that may leave memory, the longest finished first. */
  readonly #finished = new Set<string>();

  /** Applies a durable event, and returns the source of its report if it concerns an order. */
  add(seq: number, event: OrderEvent): ReportSource | undefined {
    applyEvent(this.book, seq, event);
    const owner = accountOfEvent(this.book, event) ?? '';
    this.recordCounts.set(owner, (this.recordCounts.get(owner) ?? 0) + 1);
    this.taken.add(this.book, event);
    this.marks.add(seq, event.timeMs);
    if (event.kind === 'session') this.#forgetRefusals();
    this.reportIndex.addRecord(seq, event);
    const source = reportSourceOf(this.book, seq, event);
    if (!source) return undefined;
    const { order } = source;
    this.reportIndex.add(order?.account ?? ('account' in source.event ? source.event.account : ''), source);
    if (event.kind === 'replaceRejected') this.refusedReplaces.set(seq, reportOf(source));
    if (event.kind === 'busted' || event.kind === 'corrected')
      this.#amendedMs.set(event.orderId, event.timeMs);
    if (order && order.completedMs !== null) this.#noteFinished(order.orderId);
    return source;
  }

  #noteFinished(orderId: string): void {
    if (!hasOrderIdForm(orderId)) return;
    this.#finished.delete(orderId);
    this.#finished.add(orderId);
  }

  /** Refusals whose ClientId is free again. */
  #forgetRefusals(): void {
    const kept = new Set<number | undefined>();
    for (const { otherRequests } of this.book.accounts.values())
      for (const { refusedSerial } of otherRequests.values()) kept.add(refusedSerial);
    for (const serial of this.refusedReplaces.keys())
      if (!kept.has(serial)) this.refusedReplaces.delete(serial);
  }

  /** Drops the longest finished orders when there are many more than `max`; returns which. The journal has them. */
  forgetFinished(max: number): ReadonlySet<string> {
    const forgotten = new Set<string>();
    if (this.#finished.size <= max * FORGET_ABOVE) return forgotten;
    for (const orderId of this.#finished) {
      if (this.#finished.size <= max) break;
      this.#finished.delete(orderId);
      this.#amendedMs.delete(orderId);
      forgetOrder(this.book, orderId);
      forgotten.add(orderId);
    }
    this.reportIndex.forget(forgotten);
    return forgotten;
  }

  /** Restores an order that had left memory, with all its reports. */
  recall(order: BookOrder, sources: readonly ReportSource[]): void {
    recallOrder(this.book, order);
    const restored = this.book.orders.get(order.orderId);
    if (!restored) return;
    this.reportIndex.recall(restored, sources);
    for (const { event } of sources)
      if (event.kind === 'busted' || event.kind === 'corrected')
        this.#amendedMs.set(order.orderId, event.timeMs);
    this.#noteFinished(order.orderId);
  }

  /** An order with all its reports, as far as both are in memory. */
  storyOf(
    orderId: string,
  ): { readonly order: BookOrder; readonly sources: readonly ReportSource[] } | undefined {
    const order = this.book.orders.get(orderId);
    return order && { order, sources: this.reportIndex.byOrder.get(orderId) ?? [] };
  }

  /** The orders of an account with their reports, as far as they are in memory. */
  stories(
    account: string,
  ): readonly { readonly order: BookOrder; readonly sources: readonly ReportSource[] }[] {
    return (this.reportIndex.accounts.get(account)?.orders ?? []).map((order) => ({
      order,
      sources: this.reportIndex.byOrder.get(order.orderId) ?? [],
    }));
  }

  /** Executions at or after a time (exchange UTC ms) that have no mark yet, oldest first. */
  unmarkedFills(sinceMs: number): readonly { readonly serial: number; readonly event: OrderEvent }[] {
    const recent = [...this.reportIndex.accounts.values()].flatMap(({ sources }) => {
      const first = sources.findLastIndex(({ event }) => event.timeMs < sinceMs) + 1;
      return sources
        .slice(first)
        .filter(({ event, mark }) => event.kind === 'executed' && mark === undefined);
    });
    return recent.sort((a, b) => a.serial - b.serial);
  }

  /** True when everything of the account from a time on is in memory. */
  isWholeSince(account: string, sinceMs: number): boolean {
    return sinceMs >= (this.reportIndex.accounts.get(account)?.wholeSinceMs ?? Number.NEGATIVE_INFINITY);
  }

  /** All reports so far of the request with this ClientId; undefined when the account sent no such request. */
  reportsOf(account: string, clientId: string): readonly Report[] | undefined {
    const known = knownRequest(this.book, account, clientId);
    if (known?.refusedSerial === undefined)
      return known && this.reportIndex.byOrder.get(known.orderId)?.map(reportOf);
    const refusal = this.refusedReplaces.get(known.refusedSerial);
    return refusal && [refusal];
  }

  /** The account with its orders and reports in memory since a time, valued at the given marks. */
  accountView(account: string, kind: RiskAccount['kind'], sinceMs: number, marks: Marks): AccountView {
    const known = this.reportIndex.accounts.get(account);
    const isSeen = this.#isSeenSince(sinceMs);
    return {
      orders: known ? known.orders.filter(isSeen).map(orderView) : [],
      reports: known
        ? known.sources
            .filter(({ order, event }) => event.timeMs >= sinceMs && (order === undefined || isSeen(order)))
            .map(reportOf)
        : [],
      settlements: this.settlements(account, sinceMs),
      actions: this.actions(account, sinceMs),
      positions: this.positions(account),
      groups: this.groups(account),
      balance: this.balance(account, kind, marks),
    };
  }

  /** Whether an order was created, was open, came to its end or was amended at `sinceMs` or later. */
  #isSeenSince(sinceMs: number): (order: BookOrder) => boolean {
    return ({ createdMs, completedMs, orderId }) =>
      createdMs >= sinceMs ||
      completedMs === null ||
      completedMs >= sinceMs ||
      (this.#amendedMs.get(orderId) ?? Number.NEGATIVE_INFINITY) >= sinceMs;
  }

  /** The orders and reports of `accountView`, to be read a part at a time; with `past`, those that have left this ledger's memory too. */
  accountHistory(
    account: string,
    sinceMs: number,
    known: KnownReport | undefined,
    past?: Ledger,
  ): LedgerHistory {
    const open = [...(this.book.accounts.get(account)?.openOrders.values() ?? [])];
    const isSeen = this.#isSeenSince(sinceMs);
    const wasSeen = past ? past.#isSeenSince(sinceMs) : () => false;
    return new LedgerHistory({
      sources: past
        ? this.#sourcesWith(past, account)
        : (this.reportIndex.accounts.get(account)?.sources ?? []),
      openOrders: open
        .flatMap(({ buys, sells }) => [...buys.values(), ...sells.values()])
        .sort((a, b) => a.createdMs - b.createdMs),
      sinceMs,
      isSeen: (order) => isSeen(order) || wasSeen(order),
      viewOf: orderView,
      known,
    });
  }

  /** The reports of an account in journal order, from the history and from this ledger. An order in the ledger takes precedence. */
  #sourcesWith(past: Ledger, account: string): readonly ReportSource[] {
    const present = this.reportIndex.accounts.get(account)?.sources ?? [];
    const all: ReportSource[] = [];
    // Both lists are in journal order: one pass over a long day instead of a sort.
    let next = 0;
    for (const source of past.reportIndex.accountReports(account).sources) {
      for (let newer = present[next]; newer && newer.serial < source.serial; newer = present[(next += 1)])
        all.push(newer);
      if (present[next]?.serial === source.serial) continue;
      const order = this.book.orders.get(source.order?.orderId ?? '');
      all.push(order ? { ...source, order } : source);
    }
    return all.concat(present.slice(next));
  }

  /** Option settlements of an account since a time, exchange UTC ms. */
  settlements(account: string, sinceMs: number): readonly SettlementView[] {
    return (this.reportIndex.accounts.get(account)?.settlements ?? []).filter(
      ({ timeMs }) => timeMs >= sinceMs,
    );
  }

  /** Corporate actions that changed an account since a time, exchange UTC ms. */
  actions(account: string, sinceMs: number): readonly ActionView[] {
    return (this.reportIndex.accounts.get(account)?.actions ?? []).filter(({ timeMs }) => timeMs >= sinceMs);
  }

  /** All positions of an account. */
  positions(account: string): readonly PositionView[] {
    const book = this.book.accounts.get(account);
    return book ? [...book.positions.keys()].flatMap((symbol) => positionView(book, symbol) ?? []) : [];
  }

  /** The groups of an account that are live or ended lately. */
  groups(account: string): readonly GroupView[] {
    return [...groupsOf(this.book, account)].map(groupView);
  }

  /** The group as clients see it; undefined when it is no longer kept. */
  group(groupId: string): GroupView | undefined {
    const group = this.book.groups.get(groupId);
    return group && groupView(group);
  }

  /** The order as clients see it; undefined when it is not in memory. */
  order(orderId: string): OrderView | undefined {
    const order = this.book.orders.get(orderId);
    return order && orderView(order);
  }

  /** The position of an account in a symbol; undefined when it has none. */
  position(account: string, symbol: string): PositionView | undefined {
    const book = this.book.accounts.get(account);
    return book && positionView(book, symbol);
  }

  /** Cash, and buying power (of a cash account, the cash that is free) at the market's present prices, not below 0. */
  balance(account: string, kind: RiskAccount['kind'], marks: Marks): BalanceView {
    const book = this.book.accounts.get(account);
    if (!book) return { account, cashE4: 0, buyingPowerE4: 0 };
    return { account, cashE4: book.cashE4, buyingPowerE4: Math.max(0, accountPowerE4(book, kind, marks)) };
  }
}

/** Written out field by field: spreading an object of so many fields takes ten times as long. */
function orderView(order: BookOrder): OrderView {
  const { terms } = order;
  return {
    account: terms.account,
    userId: terms.userId,
    clientId: terms.clientId,
    symbol: terms.symbol,
    side: terms.side,
    source: terms.source,
    type: terms.type,
    tif: terms.tif,
    quantity: terms.quantity,
    priceE4: terms.priceE4,
    stopPriceE4: terms.stopPriceE4,
    stopType: terms.stopType,
    offsetType: terms.offsetType,
    offsetE4: terms.offsetE4,
    pegType: terms.pegType,
    goodTillMs: terms.goodTillMs,
    minQuantity: terms.minQuantity,
    displayQuantity: terms.displayQuantity,
    destination: terms.destination,
    route: terms.route,
    tradeType: terms.tradeType,
    strategyId: terms.strategyId,
    apiId: terms.apiId,
    legs: terms.legs,
    orderId: order.orderId,
    status: order.status,
    fill: order.filled,
    unfill: leavesOf(order),
    averagePriceE4: order.filled === 0 ? 0 : Math.round(order.filledValueE4 / order.filled),
    createdMs: order.createdMs,
    completedMs: order.completedMs,
    description: order.description,
    errorCode: order.errorCode,
    originalClientId: order.originalClientId,
    workingStopE4: order.workingStopE4,
    fees: order.fees,
    executedRoute: order.executedRoute,
    executedLiquidity: order.executedLiquidity,
  };
}

function groupView(group: BookGroup): GroupView {
  const { groupId, request, target, stop, targets, state, code, createdMs, completedMs, members } = group;
  const { account, userId, clientId, kind, symbol } = request;
  const [timeExit, condition] = [timeExitOf(group), conditionOf(group)];
  return {
    groupId,
    account,
    userId,
    clientId,
    kind,
    symbol,
    target,
    stop,
    ...(targets && { targets }),
    ...(isBreakEvenOf(group) && { isBreakEven: true }),
    ...(group.trail && { trail: group.trail, isTrailing: group.isTrailing === true }),
    ...(request.atr && { atr: request.atr }),
    ...(timeExit && { timeExit, timeExitMs: timeExitMs(group) }),
    ...(condition && { condition }),
    state,
    code,
    createdMs,
    completedMs,
    orders: members.map((member) => ({ ...member })),
    waiting: isLive(group) ? request.orders.filter((_, at) => !isSent(group, at)) : [],
  };
}

/** Whether the group has sent this order of its request. */
const isSent = ({ members }: BookGroup, at: number): boolean =>
  members.some(
    ({ role, index }) => index === at && TRIGGER_OF_ROLE[role] !== 'closeSent' && !isExitRole(role),
  );

function positionView(account: AccountBook, symbol: string): PositionView | undefined {
  const position = account.positions.get(symbol);
  if (!position) return undefined;
  return {
    account: account.account,
    symbol,
    isStock: symbol.length < 14,
    longQuantity: Math.max(0, position.quantity),
    shortQuantity: Math.max(0, -position.quantity),
    fifoCostE4: position.fifoCostE4,
    mtmCostE4: position.mtmCostE4,
    closedPlE4: position.closedPlE4,
    todayPlE4: position.todayPlE4,
    // Shares that open orders are to close: sells of a long position, buys of a short one.
    lockedQuantity: lockedQuantity(account, symbol, position.quantity),
    tradedShares: position.tradedShares,
  };
}

function lockedQuantity(account: AccountBook, symbol: string, held: number): number {
  const open = account.openInterest.get(symbol);
  if (!open || held === 0) return 0;
  return held > 0 ? Math.min(held, open.sell) : Math.min(-held, open.buy);
}
