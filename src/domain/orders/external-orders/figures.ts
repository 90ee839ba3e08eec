import { notionalE4, type MoneyE4 } from '../../money/price.ts';
import { CONTRACT_SHARES } from '../../symbols/contract-shares.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import type { ExternalLegFill, ExternalOrder } from './external-order.ts';
import { isOpenStatus } from './open-status.ts';

/** Shares or contracts by symbol, negative for a short position. */
export type Shares = Readonly<Record<string, number>>;

/** What one order has done to its account so far. */
export interface OrderEffect {
  /** Shares, or units of a multi-leg order. */
  readonly filled: number;
  readonly shares: Shares;
  readonly cashE4: MoneyE4;
  /** By how much `cashE4` may differ from the broker's: average prices and cash amounts are rounded there. */
  readonly doubtE4: MoneyE4;
}

/** An order whose effect is part of the figures. `overMs`: when it ended, UTC ms; null while it is open. */
export interface CountedOrder extends OrderEffect {
  readonly overMs: number | null;
}

/** Positions and cash of an account at a broker by our own count: figures of the broker at some time, and every fill that was recorded since. */
export interface BrokerFigures {
  readonly positions: Shares;
  /** Null while the broker has never stated it. */
  readonly cashE4: MoneyE4 | null;
  readonly doubtE4: MoneyE4;
  /** The fills of orders that ended before this are part of the figures, UTC ms. Later ones are in `counted`. */
  readonly horizonMs: number;
  readonly counted: Readonly<Record<string, CountedOrder>>;
}

/** Positions and cash as the broker states them. */
export interface BrokerHoldings {
  readonly positions: Shares;
  /** Null when the broker did not state it. */
  readonly cashE4: MoneyE4 | null;
}

/** A position or the cash of which we count another amount than the broker states: shares, contracts, or dollars E4. */
export interface FigureDifference {
  readonly kind: 'position' | 'cash';
  /** Empty for cash. */
  readonly symbol: string;
  readonly here: number;
  readonly there: number;
}

/** Orders that ended this long before the figures are taken may still be read for the first time. */
const HORIZON_MARGIN_MS = 10 * 60_000;
/** Counted orders are kept this long after they end: a history is read again from the last time that it was read in full. */
const KEEP_COUNTED_MS = 10 * 86_400_000;
/** A broker rounds each amount of cash to the cent. */
const CENT_DOUBT_E4 = 50;
/** Fractions of a share are stated with nine decimals. */
const SMALLEST_SHARE = 1e-9;

/** What an order has done to positions and cash, by its fills. */
export function effectOf(order: ExternalOrder): OrderEffect {
  const shares: Record<string, number> = {};
  let [cashE4, doubtE4] = [0, 0];
  for (const { symbol, sign, quantity, priceE4 } of tradesOf(order)) {
    const multiplier = isOptionSymbol(symbol) ? CONTRACT_SHARES : 1;
    shares[symbol] = (shares[symbol] ?? 0) + sign * quantity;
    cashE4 -= sign * notionalE4(priceE4, quantity) * multiplier;
    // Half a unit of the price a share.
    doubtE4 += CENT_DOUBT_E4 + Math.ceil((quantity * multiplier) / 2);
  }
  return { filled: order.filled, shares, cashE4, doubtE4 };
}

interface Trade {
  readonly symbol: string;
  readonly sign: 1 | -1;
  readonly quantity: number;
  readonly priceE4: number;
}

/** The trades of an order by symbol. Of what is filled and not listed the last price is known at best. */
function tradesOf(order: ExternalOrder): Trade[] {
  const ofLegs = [...order.fills.flatMap(({ legFills }) => legFills ?? []), ...(order.apart ?? [])];
  if (order.legs !== undefined) return ofLegs.map(legTrade);
  const { symbol } = order;
  const sign = order.side === 'Buy' ? 1 : -1;
  const trades: Trade[] = [];
  let left = order.filled;
  // More than is filled is listed when the broker has busted a fill: the newest ones count no longer.
  for (const { quantity, priceE4 } of order.fills) {
    const counted = Math.min(quantity, left);
    left -= counted;
    if (counted > 0) trades.push({ symbol, sign, quantity: counted, priceE4 });
  }
  if (left > 0)
    trades.push({ symbol, sign, quantity: left, priceE4: order.fills.at(-1)?.priceE4 ?? order.priceE4 });
  return trades;
}

const legTrade = ({ symbol, side, quantity, priceE4 }: ExternalLegFill): Trade => ({
  symbol,
  sign: side === 'Buy' ? 1 : -1,
  quantity,
  priceE4,
});

/** When an order ended, UTC ms; null while it is open. */
export function overMsOf(order: ExternalOrder): number | null {
  return isOpenStatus(order.status)
    ? null
    : (order.closedMs ?? order.fills.at(-1)?.timeMs ?? order.enteredMs);
}

/** The broker's figures as the beginning of our own count. `orders`: those that are known by now, whose fills the figures contain. */
export function firstFigures(
  holdings: BrokerHoldings,
  orders: Iterable<ExternalOrder>,
  nowMs: number,
): BrokerFigures {
  const horizonMs = nowMs - HORIZON_MARGIN_MS;
  const counted: Record<string, CountedOrder> = {};
  for (const order of orders) {
    const overMs = overMsOf(order);
    if (hasTraded(order) && (overMs === null || overMs >= horizonMs))
      counted[order.orderId] = { ...effectOf(order), overMs };
  }
  return { ...holdings, doubtE4: 0, horizonMs, counted };
}

const hasTraded = ({ filled, apart }: ExternalOrder): boolean => filled > 0 || apart !== undefined;

/**
 * Adds what an order has filled since it was counted last. A reading with fewer fills changes nothing, unless `isAccepted` says that the user has
 * accepted it.
 */
export function countOrder(figures: BrokerFigures, order: ExternalOrder, isAccepted = false): BrokerFigures {
  const before = figures.counted[order.orderId];
  const overMs = overMsOf(order);
  const isCounted =
    before === undefined ? isNews(figures, order) : isAccepted || order.filled >= before.filled;
  if (!isCounted) return figures;
  const effect = effectOf(order);
  const earlier = before ?? NO_EFFECT;
  if (before?.overMs === overMs && isSameEffect(before, effect)) return figures;
  return {
    ...figures,
    positions: withShares(figures.positions, earlier.shares, effect.shares),
    cashE4: figures.cashE4 === null ? null : figures.cashE4 + effect.cashE4 - earlier.cashE4,
    doubtE4: figures.doubtE4 + Math.max(0, effect.doubtE4 - earlier.doubtE4),
    counted: { ...figures.counted, [order.orderId]: { ...effect, overMs } },
  };
}

const NO_EFFECT: OrderEffect = { filled: 0, shares: {}, cashE4: 0, doubtE4: 0 };

/** True for an order with fills that the figures do not contain. */
function isNews({ horizonMs }: BrokerFigures, order: ExternalOrder): boolean {
  const overMs = overMsOf(order);
  return hasTraded(order) && (overMs === null || overMs >= horizonMs);
}

/** Positions with the shares of an order as they are now in place of those counted before. */
function withShares(positions: Shares, before: Shares, now: Shares): Shares {
  const changed: Record<string, number> = { ...positions };
  for (const symbol of new Set([...Object.keys(now), ...Object.keys(before)])) {
    const held = (changed[symbol] ?? 0) + (now[symbol] ?? 0) - (before[symbol] ?? 0);
    if (held === 0) delete changed[symbol];
    else changed[symbol] = held;
  }
  return changed;
}

function isSameEffect(left: OrderEffect, right: OrderEffect): boolean {
  const symbols = Object.keys(left.shares);
  return (
    left.filled === right.filled &&
    left.cashE4 === right.cashE4 &&
    symbols.length === Object.keys(right.shares).length &&
    symbols.every((symbol) => left.shares[symbol] === right.shares[symbol])
  );
}

/** Forgets the orders that ended long ago; their fills stay in the figures. */
export function withoutOldOrders(figures: BrokerFigures, nowMs: number): BrokerFigures {
  const horizonMs = Math.max(figures.horizonMs, nowMs - KEEP_COUNTED_MS);
  const kept = Object.entries(figures.counted).filter(
    ([, { overMs }]) => overMs === null || overMs >= horizonMs,
  );
  if (horizonMs === figures.horizonMs && kept.length === Object.keys(figures.counted).length) return figures;
  return { ...figures, horizonMs, counted: Object.fromEntries(kept) };
}

/** Where our count and the broker's statement differ: cash first, then positions by symbol. Cash that differs by rounding only agrees. */
export function differencesOf(figures: BrokerFigures, holdings: BrokerHoldings): FigureDifference[] {
  const found: FigureDifference[] = [];
  if (figures.cashE4 !== null && holdings.cashE4 !== null && !isRounding(figures, holdings.cashE4))
    found.push({ kind: 'cash', symbol: '', here: figures.cashE4, there: holdings.cashE4 });
  const symbols = new Set([...Object.keys(figures.positions), ...Object.keys(holdings.positions)]);
  for (const symbol of [...symbols].sort()) {
    const [here, there] = [figures.positions[symbol] ?? 0, holdings.positions[symbol] ?? 0];
    if (Math.abs(here - there) > SMALLEST_SHARE) found.push({ kind: 'position', symbol, here, there });
  }
  return found;
}

const isRounding = ({ cashE4, doubtE4 }: BrokerFigures, thereE4: MoneyE4): boolean =>
  cashE4 !== null && Math.abs(cashE4 - thereE4) <= doubtE4;

/** The figures with cash to the broker's rounding, where the two agree; with the broker's cash where there was none. */
export function withRoundedCash(figures: BrokerFigures, { cashE4 }: BrokerHoldings): BrokerFigures {
  if (cashE4 === null || (figures.cashE4 === cashE4 && figures.doubtE4 === 0)) return figures;
  if (figures.cashE4 !== null && !isRounding(figures, cashE4)) return figures;
  return { ...figures, cashE4, doubtE4: 0 };
}

/** The figures with the broker's amount in place of ours. */
export function withAccepted(figures: BrokerFigures, difference: FigureDifference): BrokerFigures {
  if (difference.kind === 'cash') return { ...figures, cashE4: difference.there, doubtE4: 0 };
  const { [difference.symbol]: _before, ...others } = figures.positions;
  return {
    ...figures,
    positions: difference.there === 0 ? others : { ...others, [difference.symbol]: difference.there },
  };
}
