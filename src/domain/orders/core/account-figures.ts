import { DueHeap } from '../../collections/due-heap.ts';
import type { MoneyE4 } from '../../money/price.ts';
import { optionTermsOf, type Position } from '../../portfolio/index.ts';
import { tradedSymbols } from '../legs.ts';
import { kindOfSymbol } from '../../risk/exposure.ts';
import { powerPerDollar } from '../../risk/prices.ts';
import { heldBy } from './held.ts';
import { figuresOf, NO_FIGURES, type Marks, type PositionFigures } from './position-figures.ts';
import type { BookOrder } from './types.ts';

/** The maps of an account that its figures are derived from. Their entries are never removed. */
export interface AccountMaps {
  readonly positions: ReadonlyMap<string, Position>;
  readonly openInterest: ReadonlyMap<string, unknown>;
  readonly openOrders: ReadonlyMap<string, { readonly buys: ReadonlyMap<string, BookOrder> }>;
}

/** An underlying and its options in an account. */
interface Group {
  /** In the order of the account's own map: of options of one margin, the first is covered first. */
  readonly positions: Map<string, Position>;
  figures: PositionFigures;
  /** The figures hold until this exchange time. */
  untilMs: number;
}

/**
 * Running sums over an account's positions and open orders, so that an order does not cost more in an account that holds more. Derived: built
 * from the account's maps when first read, kept by the functions that change those maps, and no part of the account's state. Each read gives
 * exactly what `figuresOf` gives for all positions at that moment: it recomputes the groups whose position changed or whose price may have.
 */
export class AccountFigures {
  readonly #account: AccountMaps;
  #groups: Map<string, Group> | undefined;
  readonly #changed = new Set<Group>();
  /** Groups whose prices may change at any moment. */
  readonly #volatile = new Set<Group>();
  readonly #due = new DueHeap<{ readonly atMs: number; readonly seq: number; readonly group: Group }>();
  #seq = 0;
  #sums: PositionFigures = NO_FIGURES;
  #heldBeyondPriceE4: MoneyE4 | undefined;
  #options: Map<string, { readonly held: Set<string>; readonly ordered: Set<string> }> | undefined;

  constructor(account: AccountMaps) {
    this.#account = account;
  }

  /** The sums over all positions at the present marks. */
  read(marks: Marks): PositionFigures {
    if (!this.#groups) {
      this.#groups = new Map();
      for (const symbol of this.#account.positions.keys()) this.positionChanged(symbol);
    }
    const nowMs = marks.nowMs();
    for (const group of this.#volatile) this.#changed.add(group);
    for (let due = this.#due.takeDue(nowMs); due; due = this.#due.takeDue(nowMs))
      if (due.group.untilMs === due.atMs) this.#changed.add(due.group);
    for (const group of this.#changed) this.#recompute(group, marks, nowMs);
    this.#changed.clear();
    return this.#sums;
  }

  /** A position was made, traded, settled, amended or marked. */
  positionChanged(symbol: string): void {
    const position = this.#account.positions.get(symbol);
    if (!position) return;
    const underlying = optionTermsOf(symbol)?.underlying;
    if (underlying !== undefined && this.#options) this.#namesOf(underlying).held.add(symbol);
    if (!this.#groups) return;
    const name = underlying ?? symbol;
    let group = this.#groups.get(name);
    if (!group)
      this.#groups.set(
        name,
        (group = { positions: new Map(), figures: NO_FIGURES, untilMs: Number.NEGATIVE_INFINITY }),
      );
    // An amendment makes another object of the position.
    group.positions.set(symbol, position);
    this.#changed.add(group);
  }

  /** An order holds so much more (sign 1) or less (-1) than before. */
  heldChanged(order: BookOrder, sign: 1 | -1): void {
    for (const symbol of this.#options ? tradedSymbols(order) : []) {
      const underlying = optionTermsOf(symbol)?.underlying;
      if (underlying !== undefined) this.#namesOf(underlying).ordered.add(symbol);
    }
    if (this.#heldBeyondPriceE4 !== undefined) this.#heldBeyondPriceE4 += sign * beyondPriceE4(order);
  }

  /** Reserve of open option buys beyond their price: in a buying power of twice the equity their price counts twice. */
  heldBeyondPriceE4(): MoneyE4 {
    if (this.#heldBeyondPriceE4 === undefined) {
      this.#heldBeyondPriceE4 = 0;
      for (const { buys } of this.#account.openOrders.values())
        for (const order of buys.values()) this.#heldBeyondPriceE4 += beyondPriceE4(order);
    }
    return this.#heldBeyondPriceE4;
  }

  /** Options of an underlying that the account has had positions or open orders in: positions in the order of the map, then orders. */
  optionsOf(underlying: string): Iterable<string> {
    if (!this.#options) {
      this.#options = new Map();
      for (const symbol of this.#account.positions.keys()) {
        const name = optionTermsOf(symbol)?.underlying;
        if (name !== undefined) this.#namesOf(name).held.add(symbol);
      }
      for (const symbol of this.#account.openInterest.keys()) {
        const name = optionTermsOf(symbol)?.underlying;
        if (name !== undefined) this.#namesOf(name).ordered.add(symbol);
      }
    }
    const known = this.#options.get(underlying);
    return known ? new Set([...known.held, ...known.ordered]) : [];
  }

  #namesOf(underlying: string): { readonly held: Set<string>; readonly ordered: Set<string> } {
    let names = this.#options?.get(underlying);
    if (!names) this.#options?.set(underlying, (names = { held: new Set(), ordered: new Set() }));
    return names ?? { held: new Set(), ordered: new Set() };
  }

  #recompute(group: Group, marks: Marks, nowMs: number): void {
    let untilMs = Number.POSITIVE_INFINITY;
    const before = group.figures;
    group.figures = figuresOf(group.positions, {
      nowMs: () => nowMs,
      last(symbol) {
        const price = marks.last(symbol);
        untilMs = Math.min(untilMs, price?.untilMs ?? Number.NEGATIVE_INFINITY);
        return price;
      },
      // The market does not state how long a quote holds.
      quote(symbol) {
        untilMs = Number.NEGATIVE_INFINITY;
        return marks.quote(symbol);
      },
    });
    this.#sums = {
      powerE4: this.#sums.powerE4 + group.figures.powerE4 - before.powerE4,
      claimedE4: this.#sums.claimedE4 + group.figures.claimedE4 - before.claimedE4,
      openedE4: this.#sums.openedE4 + group.figures.openedE4 - before.openedE4,
      todayPlE4: this.#sums.todayPlE4 + group.figures.todayPlE4 - before.todayPlE4,
    };
    if (untilMs <= nowMs) this.#volatile.add(group);
    else {
      this.#volatile.delete(group);
      // A group that is unchanged until then is in the heap already.
      if (untilMs !== group.untilMs && untilMs < Number.POSITIVE_INFINITY)
        this.#due.add({ atMs: untilMs, seq: (this.#seq += 1), group });
    }
    group.untilMs = untilMs;
  }
}

function beyondPriceE4(order: BookOrder): MoneyE4 {
  const perDollar = powerPerDollar(kindOfSymbol(order.symbol), order.side);
  if (order.side !== 'Buy' || perDollar === 1) return 0;
  return heldBy(order) - Math.ceil(heldBy(order) / perDollar);
}
