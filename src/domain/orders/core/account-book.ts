import type { MoneyE4 } from '../../money/price.ts';
import type { Position } from '../../portfolio/position.ts';
import { isExclusiveRole } from '../groups/types.ts';
import { listKeyOf, twinKeyOf } from '../legs.ts';
import { NO_GUARDS, type AccountGuards } from '../../risk/guards.ts';
import type { RecentOrder } from '../../risk/types.ts';
import { AccountFigures } from './account-figures.ts';
import type { PositionHistory } from './position-history.ts';
import type { BookOrder, OrderRequest } from './types.ts';

/** Shares of one symbol that an account's open orders may still buy or sell. */
export interface OpenInterest {
  buy: number;
  sell: number;
}

/** Open orders of one account under one key (`listKeyOf`), in time order. */
export interface OpenOrders {
  readonly buys: Map<string, BookOrder>;
  readonly sells: Map<string, BookOrder>;
}

/** A request with a ClientId of its own that does not give the present terms of its order: one before a replace, or a refused replace. */
export interface OtherRequest {
  readonly orderId: string;
  readonly order: OrderRequest;
  /** ClientId of the order that it was to replace; undefined for a new order. */
  readonly originalClientId: string | undefined;
  /** Serial of the only report of a refused replace; undefined when the reports of its order include the request. */
  readonly refusedSerial: number | undefined;
}

/** The state of one account in the book: cash, positions, open orders and known requests. Changed only by applying events. */
export interface AccountBook {
  readonly account: string;
  cashE4: MoneyE4;
  /** Cash paid in (or taken out) by funding, in sum. */
  fundedE4: MoneyE4;
  /** Version of the last funding, -1 before the first. */
  fundingVersion: number;
  /** Buying power held by open opening orders. */
  reservedE4: MoneyE4;
  readonly positions: Map<string, Position>;
  /** The fills and settlements behind each position, as far as they are in memory. */
  readonly histories: Map<string, PositionHistory>;
  /** Histories were dropped: those that are there begin later than their positions, unless they are whole. */
  hasForgottenHistories: boolean;
  /** Symbols whose history was completed from the journal since. */
  readonly wholeHistories: Set<string>;
  readonly openInterest: Map<string, OpenInterest>;
  readonly openOrders: Map<string, OpenOrders>;
  /** Open orders that exclude others of their group, by GroupId and OrderId: an index of `openOrders`, so that an order of a group costs nothing for other groups. */
  readonly openAlternatives: Map<string, Map<string, BookOrder>>;
  /** OrderIds by present ClientId. */
  readonly orderIdByClientId: Map<string, string>;
  readonly otherRequests: Map<string, OtherRequest>;
  /** ClientIds in the order in which they were taken, of the present session and of the one before. */
  clientIds: { readonly present: string[]; readonly previous: readonly string[] };
  /** GroupIds by the ClientId of the group. */
  readonly groupIdByClientId: Map<string, string>;
  /** GroupIds of the live groups, in the order in which they were accepted. */
  readonly liveGroups: Set<string>;
  openOrderCount: number;
  /** New orders taken in the present session. */
  ordersToday: number;
  /** New orders and replaces of the last minutes, refused ones included, in time order. */
  recentOrders: RecentOrder[];
  cancelOnDisconnect: boolean;
  /** The holder has stopped trading. */
  isHalted: boolean;
  guards: AccountGuards;
  /** Corporate actions (`actionIdOf`) of the session that begins, as far as they are applied: a crash may come between two of them. Empty once it has begun. */
  appliedActions: string[];
  /** Derived from the maps above, and no part of the state. */
  readonly figures: AccountFigures;
}

/** An account without cash, positions and orders. */
export function createAccountBook(account: string): AccountBook {
  const maps = {
    positions: new Map<string, Position>(),
    openInterest: new Map<string, OpenInterest>(),
    openOrders: new Map<string, OpenOrders>(),
  };
  return {
    account,
    figures: new AccountFigures(maps),
    ...maps,
    cashE4: 0,
    fundedE4: 0,
    fundingVersion: -1,
    reservedE4: 0,
    histories: new Map(),
    hasForgottenHistories: false,
    wholeHistories: new Set(),
    openAlternatives: new Map(),
    orderIdByClientId: new Map(),
    otherRequests: new Map(),
    groupIdByClientId: new Map(),
    liveGroups: new Set(),
    clientIds: { present: [], previous: [] },
    openOrderCount: 0,
    ordersToday: 0,
    recentOrders: [],
    cancelOnDisconnect: false,
    isHalted: false,
    guards: NO_GUARDS,
    appliedActions: [],
  };
}

/** How long recent orders are kept for the rate and duplicate checks, which bounds their windows. */
export const RECENT_MS = 600_000;
const TRIM_EVERY = 1_024;

/** Records a new order, or a replace, for the rate and duplicate checks. */
export function noteRecent(
  account: AccountBook,
  order: OrderRequest,
  { wasRefused, isChange }: Pick<RecentOrder, 'wasRefused' | 'isChange'>,
  timeMs: number,
): void {
  const { side, type, quantity, priceE4, stopPriceE4 } = order;
  if (isAhead(account, timeMs)) account.recentOrders = [];
  account.recentOrders.push({
    symbol: twinKeyOf(order),
    side,
    type,
    quantity,
    priceE4,
    stopPriceE4,
    wasRefused,
    isChange,
    timeMs,
  });
  if (account.recentOrders.length % TRIM_EVERY === 0)
    account.recentOrders = account.recentOrders.filter((earlier) => earlier.timeMs > timeMs - RECENT_MS);
}

/** True after a restart at an earlier time: what was recorded before it says nothing about how fast orders come now. */
const isAhead = ({ recentOrders }: AccountBook, nowMs: number): boolean =>
  (recentOrders.at(-1)?.timeMs ?? 0) > nowMs;

/** Recent orders of the last `windowMs`, oldest first. */
export function recentWithin(account: AccountBook, windowMs: number, nowMs: number): readonly RecentOrder[] {
  if (isAhead(account, nowMs)) return [];
  const first = firstSince(account, nowMs - windowMs);
  return first === 0 ? account.recentOrders : account.recentOrders.slice(first);
}

/** How many recent orders there are of the last `windowMs`. */
export const countWithin = (account: AccountBook, windowMs: number, nowMs: number): number =>
  isAhead(account, nowMs) ? 0 : account.recentOrders.length - firstSince(account, nowMs - windowMs);

function firstSince({ recentOrders }: AccountBook, timeMs: number): number {
  let low = 0;
  let high = recentOrders.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((recentOrders[middle]?.timeMs ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts an order among the open ones of its account, or takes it out. The lists of a symbol stay when they are empty: they are soon needed again. */
export function listOpen(account: AccountBook, order: BookOrder, isOpen: boolean): void {
  const key = listKeyOf(order);
  let open = account.openOrders.get(key);
  if (!open) account.openOrders.set(key, (open = { buys: new Map(), sells: new Map() }));
  const side = order.side === 'Buy' ? open.buys : open.sells;
  if (isOpen) side.set(order.orderId, order);
  else side.delete(order.orderId);
  account.openOrderCount += isOpen ? 1 : -1;
  indexAlternative(account, order, isOpen);
}

/** Adds an open order to the index of its group, or removes it. An order that excludes no others is in none. */
export function indexAlternative(account: AccountBook, order: BookOrder, isOpen: boolean): void {
  if (!order.group || !isExclusiveRole(order.group.role)) return;
  const { groupId } = order.group;
  const known = account.openAlternatives.get(groupId);
  if (isOpen) {
    if (known) known.set(order.orderId, order);
    else account.openAlternatives.set(groupId, new Map([[order.orderId, order]]));
  } else if (known?.delete(order.orderId) && known.size === 0) account.openAlternatives.delete(groupId);
}

/** Every open order of the account, symbol by symbol. */
export function* openOrdersOf(account: AccountBook): Generator<BookOrder> {
  for (const { buys, sells } of account.openOrders.values()) {
    yield* buys.values();
    yield* sells.values();
  }
}
