import type { Book } from '../../domain/orders/core/book.ts';
import {
  isPriceReached,
  PRICE_FIELDS,
  waitsOf,
  type GroupWait,
  type PriceWait,
  type TimeWait,
} from '../../domain/orders/core/groups/waits.ts';
import type { MarketView, OrderEvent } from '../../domain/orders/core/types.ts';
import { isReached, PRICE_DIRECTIONS, PRICE_SOURCES } from '../../domain/orders/groups/conditions.ts';
import type { BookGroup } from '../../domain/orders/groups/types.ts';

type Triggered = Extract<OrderEvent, { readonly kind: 'groupTriggered' }>;
type Prices = NonNullable<ReturnType<MarketView['prices']>>;

const NO_WAITS: readonly GroupWait[] = [];

/** The waits of groups for prices of one symbol, and of those on each price and side the one that is nearest to the market: a tick reads these alone. */
class SymbolWaits {
  readonly #waits = new Map<string, readonly PriceWait[]>();
  #nearest: readonly PriceWait[] | undefined;

  get isEmpty(): boolean {
    return this.#waits.size === 0;
  }

  set(groupId: string, waits: readonly PriceWait[]): void {
    this.#nearest = undefined;
    if (waits.length === 0) this.#waits.delete(groupId);
    else this.#waits.set(groupId, waits);
  }

  /** GroupIds whose price is reached, in the order in which they began to wait. */
  reachedBy(prices: Prices): readonly string[] {
    this.#nearest ??= nearestOf([...this.#waits.values()].flat());
    if (!this.#nearest.some((wait) => isPriceReached(wait, prices))) return [];
    return [...this.#waits]
      .filter(([, waits]) => waits.some((wait) => isPriceReached(wait, prices)))
      .map(([groupId]) => groupId);
  }
}

function nearestOf(waits: readonly PriceWait[]): readonly PriceWait[] {
  return PRICE_SOURCES.flatMap((source) =>
    PRICE_DIRECTIONS.flatMap((direction) => {
      let nearest: PriceWait | undefined;
      for (const wait of waits) {
        if (wait.source !== source || wait.direction !== direction) continue;
        const isNearer = nearest && isReached(nearest.priceE4, direction, wait.priceE4);
        if (!nearest || isNearer) nearest = wait;
      }
      return nearest ? [nearest] : [];
    }),
  );
}

/**
 * What live groups wait for outside of their orders, indexed by symbol and by time, so that a tick of a symbol that no group waits for costs nothing. The index holds nothing that
 * the book does not: after a restart it is built again from there.
 */
export class GroupTriggers {
  readonly #book: Book;
  readonly #waits = new Map<string, readonly GroupWait[]>();
  readonly #bySymbol = new Map<string, SymbolWaits>();
  readonly #times = new Set<string>();
  /** The earliest time that a group waits for; it may have passed while its symbol does not trade. Undefined = to be computed. */
  #nextMs: number | undefined;
  /** Groups whose time had passed before the server was started. */
  readonly #late = new Set<string>();

  constructor(book: Book) {
    this.#book = book;
  }

  /** Whether a group waits for a price of the symbol. */
  isWatched(symbol: string): boolean {
    return this.#bySymbol.has(symbol);
  }

  /** Symbols of whose prices groups wait for one. */
  symbols(): IterableIterator<string> {
    return this.#bySymbol.keys();
  }

  /** Reads again what the group waits for. `isStart`: the server has just started, so that times before now have passed without it. */
  update(groupId: string, view: MarketView, isStart: boolean): void {
    const group = this.#book.groups.get(groupId);
    const waits = group ? waitsOf(this.#book, group) : NO_WAITS;
    const known = this.#waits.get(groupId) ?? NO_WAITS;
    if (areSame(known, waits)) return;
    if (waits.length === 0) this.#waits.delete(groupId);
    else this.#waits.set(groupId, waits);
    for (const symbol of new Set([...known, ...waits].flatMap(symbolOf))) this.#index(symbol, groupId, waits);
    const times = waits.filter(isTime);
    if (times.length > 0) this.#times.add(groupId);
    else if (!this.#times.delete(groupId)) return;
    else this.#late.delete(groupId);
    this.#nextMs = undefined;
    if (isStart && times.some(({ timeMs }) => timeMs < view.nowMs)) this.#late.add(groupId);
  }

  /** What has happened to the group by now, by what it waited for at its last `update`; undefined when it still waits, or for nothing. */
  triggered(groupId: string, view: MarketView): Triggered | undefined {
    const reached = this.#waits.get(groupId)?.find((wait) => isReachedNow(wait, view));
    const group = reached && this.#book.groups.get(groupId);
    return group && this.#eventOf(group, reached, view);
  }

  /** Groups that a price of the symbol has reached. */
  atPrices(symbol: string, view: MarketView): readonly string[] {
    const waits = this.#bySymbol.get(symbol);
    const prices = waits && view.prices(symbol);
    return prices ? waits.reachedBy(prices) : [];
  }

  /** Groups whose time has come. Those whose symbol does not trade are among them. */
  atTime(nowMs: number): readonly string[] {
    this.#nextMs ??= this.#earliestMs();
    if (nowMs < this.#nextMs) return [];
    return [...this.#times].filter((groupId) => this.#timesOf(groupId).some((timeMs) => timeMs <= nowMs));
  }

  #earliestMs(): number {
    let earliestMs = Number.POSITIVE_INFINITY;
    for (const groupId of this.#times)
      for (const timeMs of this.#timesOf(groupId)) earliestMs = Math.min(earliestMs, timeMs);
    return earliestMs;
  }

  #timesOf(groupId: string): readonly number[] {
    return (this.#waits.get(groupId) ?? NO_WAITS).filter(isTime).map(({ timeMs }) => timeMs);
  }

  #index(symbol: string, groupId: string, waits: readonly GroupWait[]): void {
    const found = this.#bySymbol.get(symbol) ?? new SymbolWaits();
    found.set(
      groupId,
      waits.filter(isPrice).filter((wait) => wait.symbol === symbol),
    );
    if (found.isEmpty) this.#bySymbol.delete(symbol);
    else this.#bySymbol.set(symbol, found);
  }

  #eventOf({ groupId, request }: BookGroup, wait: GroupWait, view: MarketView): Triggered {
    const priceE4 = wait.kind === 'price' ? view.prices(wait.symbol)?.[PRICE_FIELDS[wait.source]] : undefined;
    return {
      kind: 'groupTriggered',
      groupId,
      account: request.account,
      cause: wait.cause,
      ...(wait.cause === 'TimeExit' && this.#late.has(groupId) && { isLate: true }),
      ...(priceE4 !== undefined && { priceE4 }),
      timeMs: view.nowMs,
    };
  }
}

/** A fill of a group seldom changes what it waits for, and the index then stays as it is. */
const areSame = (known: readonly GroupWait[], waits: readonly GroupWait[]): boolean =>
  known.length === waits.length && known.every((wait, at) => isSame(wait, waits[at]));

function isSame(a: GroupWait, b: GroupWait | undefined): boolean {
  if (b?.cause !== a.cause) return false;
  if (a.kind === 'time')
    return b.kind === 'time' && a.timeMs === b.timeMs && a.tradedSymbol === b.tradedSymbol;
  return (
    b.kind === 'price' &&
    a.priceE4 === b.priceE4 &&
    a.symbol === b.symbol &&
    a.source === b.source &&
    a.direction === b.direction
  );
}

const isTime = (wait: GroupWait): wait is TimeWait => wait.kind === 'time';
const isPrice = (wait: GroupWait): wait is PriceWait => wait.kind === 'price';
const symbolOf = (wait: GroupWait): readonly string[] => (wait.kind === 'price' ? [wait.symbol] : []);

function isReachedNow(wait: GroupWait, view: MarketView): boolean {
  if (wait.kind === 'time') {
    const { tradedSymbol, timeMs } = wait;
    if (view.nowMs < timeMs) return false;
    return tradedSymbol === null || (view.phase === 'open' && !view.isHalted(tradedSymbol));
  }
  const prices = view.prices(wait.symbol);
  return prices !== undefined && isPriceReached(wait, prices);
}
