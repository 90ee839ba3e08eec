import { CONTRACT_SHARES } from '../../symbols/contract-shares.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import {
  applyFill,
  createPosition,
  multiplierOfSymbol,
  optionRequirementsE4,
  optionTermsOf,
  uncoveredContracts,
  type Position,
} from '../../portfolio/index.ts';
import { legQuantity, legSign, listKeyOf, type OrderLeg } from '../legs.ts';
import type { RiskAccount } from '../../risk/types.ts';
import type { AccountBook } from './account-book.ts';
import { leavesOf } from './held.ts';
import { figuresOf } from './position-figures.ts';
import type { BookOrder, MarketView } from './types.ts';

/** A market order is counted this far beyond the present prices of its legs, per cent: it may walk beyond the best price. */
const MARKET_RESERVE_PERCENT = 5;

/** An order with legs. */
export interface LeggedOrder {
  readonly symbol: string;
  readonly side: 'Buy' | 'Sell' | 'Short';
  readonly type: string;
  readonly priceE4: PriceE4;
  readonly legs: readonly OrderLeg[];
}

/** What a leg would trade at now: the offer of what is bought, the bid of what is sold; 0 = there is none. */
export function legPriceE4({ symbol, side }: OrderLeg, view: MarketView): PriceE4 {
  const prices = view.prices(symbol);
  return (side === 'Buy' ? prices?.askE4 : prices?.bidE4) ?? 0;
}

/**
 * The most that one share of a unit may cost, E4, negative = the least it must bring. Of a market order a little beyond what its legs trade at now;
 * undefined while one of them has no price.
 */
export function netLimitE4(order: LeggedOrder, view: MarketView): PriceE4 | undefined {
  if (order.type === 'Limit') return order.side === 'Buy' ? order.priceE4 : -order.priceE4;
  let netE4: PriceE4 = 0;
  let grossE4: PriceE4 = 0;
  for (const leg of order.legs) {
    const priceE4 = legPriceE4(leg, view);
    if (priceE4 === 0) return undefined;
    netE4 += legSign(leg) * leg.ratio * priceE4;
    grossE4 += leg.ratio * priceE4;
  }
  return netE4 + Math.ceil((grossE4 * MARKET_RESERVE_PERCENT) / 100);
}

interface Quantities {
  readonly quantity: number;
}

/** Quantities of an underlying and its options, before and after units of an order, everything else that may be sold being sold. */
interface Cover {
  readonly before: ReadonlyMap<string, Quantities>;
  readonly after: ReadonlyMap<string, Quantities>;
}

/** Positions of an account in the options of an underlying and in itself: as they are, and as a number of units would leave them. */
interface UnitsEffect {
  readonly before: ReadonlyMap<string, Position>;
  readonly after: ReadonlyMap<string, Position>;
  /** Without the other multi-leg orders, and with them filled: which one needs more margin is not known before. */
  readonly covers: readonly [without: Cover, filled: Cover];
}

/** The account's positions after `units` units of an order. `openOrder`: the order itself while it is open, or the one it replaces. */
export function unitsEffect(
  account: AccountBook,
  order: LeggedOrder,
  units: number,
  openOrder: BookOrder | undefined,
  view: MarketView,
): UnitsEffect {
  const { symbol: underlying, legs } = order;
  const before = new Map<string, Position>();
  const after = new Map<string, Position>();
  const covers = [emptyCover(), emptyCover()] as const;
  const bySymbol = new Map(legs.map((leg) => [leg.symbol, leg]));
  const { sold, filled } = otherUnits(account, underlying, openOrder);
  for (const symbol of new Set([underlying, ...bySymbol.keys(), ...account.figures.optionsOf(underlying)])) {
    const held = account.positions.get(symbol) ?? createPosition(multiplierOfSymbol(symbol));
    const leg = bySymbol.get(symbol);
    const then = { ...held, lots: held.lots.map((lot) => ({ ...lot })) };
    const signed = leg ? legSign(leg) * legQuantity(leg, units) : 0;
    if (leg && signed !== 0)
      applyFill(then, { signedQuantity: signed, priceE4: legPriceE4(leg, view) || 1, feesE4: 0 });
    before.set(symbol, held);
    after.set(symbol, then);
    // What single orders sell: the legs of multi-leg orders are counted as whole orders.
    const forSale = (account.openInterest.get(symbol)?.sell ?? 0) - (sold.get(symbol) ?? 0);
    covers.forEach((cover, index) => {
      const quantity = held.quantity - forSale + (index === 0 ? 0 : (filled.get(symbol) ?? 0));
      cover.before.set(symbol, { quantity });
      cover.after.set(symbol, { quantity: quantity + signed });
    });
  }
  return { before, after, covers };
}

const emptyCover = () => ({
  before: new Map<string, Quantities>(),
  after: new Map<string, Quantities>(),
});

/**
 * What the open multi-leg orders on an underlying sell, `openOrder` included, and what the others would make of the positions once filled: all that they
 * sell, and of what they buy as many contracts of a right as they sell of it. The rest they buy is no cover before it is there.
 */
function otherUnits(
  account: AccountBook,
  underlying: string,
  openOrder: BookOrder | undefined,
): { readonly sold: ReadonlyMap<string, number>; readonly filled: ReadonlyMap<string, number> } {
  const sold = new Map<string, number>();
  const filled = new Map<string, number>();
  const add = (to: Map<string, number>, symbol: string, quantity: number): void =>
    void to.set(symbol, (to.get(symbol) ?? 0) + quantity);
  const open = account.openOrders.get(listKeyOf({ symbol: underlying, legs: [] }));
  for (const order of [...(open?.buys.values() ?? []), ...(open?.sells.values() ?? [])]) {
    const left = new Map<string, number>();
    for (const leg of order.legs ?? []) {
      if (leg.side !== 'Sell') continue;
      const quantity = legQuantity(leg, leavesOf(order));
      add(sold, leg.symbol, quantity);
      if (order !== openOrder) add(filled, leg.symbol, -quantity);
      add(left, rightOf(leg), quantity);
    }
    for (const leg of order === openOrder ? [] : (order.legs ?? [])) {
      if (leg.side !== 'Buy') continue;
      const quantity = Math.min(legQuantity(leg, leavesOf(order)), left.get(rightOf(leg)) ?? 0);
      add(filled, leg.symbol, quantity);
      add(left, rightOf(leg), -quantity);
    }
  }
  return { sold, filled };
}

const rightOf = ({ symbol }: OrderLeg): string => optionTermsOf(symbol)?.right ?? 'shares';

/** Margin that written options need beyond what they need now, E4 dollars; negative = released. */
interface AddedMargin {
  /** With the units filled and nothing else. */
  readonly filledE4: MoneyE4;
  /** With everything else that is for sale being sold as well: what it covers now needs margin of its own then. */
  readonly uncoveredE4: MoneyE4;
}

function addedMarginE4({ before, after, covers }: UnitsEffect, view: MarketView): AddedMargin {
  const markE4 = (symbol: string): PriceE4 =>
    view.prices(symbol)?.lastE4 || view.prices(symbol)?.previousCloseE4 || 0;
  const marginE4 = (positions: ReadonlyMap<string, Quantities>): MoneyE4 =>
    [...optionRequirementsE4(positions, markE4).values()].reduce((sum, each) => sum + each, 0);
  return {
    filledE4: marginE4(after) - marginE4(before),
    uncoveredE4: Math.max(...covers.map((cover) => marginE4(cover.after) - marginE4(cover.before))),
  };
}

/** Margin that an order with these units adds to what the account's written options need, E4 dollars; negative = it releases margin. */
export function unitsMarginE4(effect: UnitsEffect, view: MarketView): MoneyE4 {
  const { filledE4, uncoveredE4 } = addedMarginE4(effect, view);
  return Math.max(filledE4, uncoveredE4);
}

/**
 * What units of a multi-leg order take from the buying power (of a cash account: the free cash) once they are filled at a net price, E4 dollars, not
 * below 0: the net that is paid, and what the positions need more margin than before, everything else that is for sale being sold.
 */
export function unitsCostE4(
  effect: UnitsEffect,
  units: number,
  netE4: PriceE4,
  kind: RiskAccount['kind'],
  view: MarketView,
): MoneyE4 {
  const { before, after } = effect;
  const cashE4: MoneyE4 = -notionalE4(netE4, CONTRACT_SHARES * units);
  const [was, will] = [figuresOf(before, view.marks), figuresOf(after, view.marks)];
  const powerEffectE4: MoneyE4 =
    kind === 'cash' ? cashE4 - (will.claimedE4 - was.claimedE4) : 2 * cashE4 + will.powerE4 - was.powerE4;
  const { filledE4, uncoveredE4 } = addedMarginE4(effect, view);
  return Math.max(0, Math.ceil(Math.max(0, uncoveredE4 - filledE4) - powerEffectE4));
}

/** Contracts that the units leave uncovered beyond those that are so already. */
export function addedUncovered(
  { covers }: UnitsEffect,
  underlying: string,
): { readonly calls: number; readonly puts: number } {
  const added = covers.map((cover) => {
    const [was, will] = [
      uncoveredContracts(cover.before, underlying),
      uncoveredContracts(cover.after, underlying),
    ];
    return { calls: will.calls - was.calls, puts: will.puts - was.puts };
  });
  return {
    calls: Math.max(0, ...added.map(({ calls }) => calls)),
    puts: Math.max(0, ...added.map(({ puts }) => puts)),
  };
}

/** True when the shares that a leg sells are there: a multi-leg order sells none short. */
export function hasSharesToSell({ covers }: UnitsEffect, { symbol: underlying, legs }: LeggedOrder): boolean {
  const isSold = legs.some((leg) => leg.symbol === underlying && leg.side === 'Sell');
  return !isSold || covers.every(({ after }) => (after.get(underlying)?.quantity ?? 0) >= 0);
}
