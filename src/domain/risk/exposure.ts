import type { MoneyE4, PriceE4 } from '../money/price.ts';
import { CONTRACT_SHARES } from '../symbols/contract-shares.ts';
import { isOptionSymbol } from '../symbols/symbol.ts';
import { isWhole, knownNotionalE4, plus } from './exact.ts';
import type { OpenQuantity, RiskContext } from './types.ts';

/** What a symbol is for limits and permissions. */
export type Kind = 'Stock' | 'Option' | 'Future';
/** From this length on a symbol is taken for an option's (spec tools.md §3 "Position"). */
const OPTION_LENGTH = 14;

/** Stock, option or future, by the form of the symbol. */
export function kindOfSymbol(symbol: string): Kind {
  if (symbol.length >= OPTION_LENGTH || isOptionSymbol(symbol)) return 'Option';
  return symbol.startsWith('/') ? 'Future' : 'Stock';
}

/** The kind of the order: that of the listing, else by the form of the symbol. */
export function kindOf({ order, instrument }: RiskContext): Kind {
  const shape = kindOfSymbol(order.symbol);
  if (shape !== 'Stock') return shape;
  switch (instrument?.securityType) {
    case 'Future':
      return 'Future';
    case 'Option':
    case 'Bullet':
    case 'Multileg':
      return 'Option';
    case 'Stock':
    case undefined:
      return 'Stock';
  }
}

/** Signed shares of a symbol; undefined when not known. */
export function heldOf({ portfolio, order }: RiskContext, symbol: string = order.symbol): number | undefined {
  if (!portfolio?.positions) return undefined;
  const position = portfolio.positions.get(symbol);
  if (position === undefined) return 0;
  return isWhole(position.quantity) ? position.quantity : undefined;
}

/** Resting quantities of a symbol without the order that is being replaced; undefined when not known. */
export function openOf(
  { portfolio, order, replaced }: RiskContext,
  symbol: string = order.symbol,
): OpenQuantity | undefined {
  if (!portfolio?.openInterest || replaced === undefined) return undefined;
  const open = portfolio.openInterest.get(symbol) ?? { buy: 0, sell: 0 };
  const isReplaced = replaced !== null && symbol === order.symbol;
  return isReplaced ? openWithout(open, replaced) : sound(open.buy, open.sell);
}

function openWithout(
  open: OpenQuantity,
  { side, leaves }: NonNullable<RiskContext['replaced']>,
): OpenQuantity | undefined {
  if (side === undefined || leaves === undefined) return undefined;
  return side === 'Buy'
    ? sound(minus(open.buy, leaves), open.sell)
    : sound(open.buy, minus(open.sell, leaves));
}

const sound = (buy: number | undefined, sell: number | undefined): OpenQuantity | undefined =>
  isCount(buy) && isCount(sell) ? { buy, sell } : undefined;
const minus = (total: number, part: number | undefined): number | undefined =>
  part === undefined ? undefined : plus(total, -part);
const isCount = (value: number | undefined): value is number => isWhole(value) && value >= 0;

/** Open quantity of the order: that of a replacement without the fills so far. */
export function workingOf({ order, replaced }: RiskContext): number | undefined {
  if (replaced === undefined) return undefined;
  const working = replaced === null ? order.quantity : minus(order.quantity, replaced.filled);
  return isWhole(working) && working > 0 ? working : undefined;
}

/** Shares of the order that open a position, everything that rests on its side being filled first. */
export function openingOf(context: RiskContext): number | undefined {
  const working = workingOf(context);
  const held = heldOf(context);
  const open = openOf(context);
  if (working === undefined || held === undefined || open === undefined) return undefined;
  switch (context.order.side) {
    case 'Buy':
      return working - Math.min(working, Math.max(0, -held - open.buy));
    case 'Short':
      return working;
    case 'Sell':
      if (kindOf(context) !== 'Option' || context.order.source === 'Close') return 0;
      return working - Math.min(working, Math.max(0, held - open.sell));
  }
}

/** True only when it is known that the order opens nothing: limits do not keep anyone from reducing a position. */
export function isReducing(context: RiskContext): boolean {
  return openingOf(context) === 0;
}

/** A symbol at its worst: everything on one side filled and nothing on the other, this order included. */
export interface Exposure {
  readonly symbol: string;
  readonly kind: Kind;
  readonly long: number;
  readonly short: number;
}

/** Exposure of the order's own symbol. */
export function exposureOf(context: RiskContext): Exposure | undefined {
  return exposureIn(context, context.order.symbol);
}

/** Exposure of every symbol that is held, rests, or is ordered; undefined when any of it is not known. */
export function exposuresOf(context: RiskContext): readonly Exposure[] | undefined {
  const { portfolio, order } = context;
  if (!portfolio?.positions || !portfolio.openInterest) return undefined;
  const exposures: Exposure[] = [];
  for (const symbol of new Set([
    order.symbol,
    ...portfolio.positions.keys(),
    ...portfolio.openInterest.keys(),
  ])) {
    const exposure = exposureIn(context, symbol);
    if (!exposure) return undefined;
    if (exposure.long > 0 || exposure.short > 0) exposures.push(exposure);
  }
  return exposures;
}

/** The largest long and short position that the account could have in a symbol once all open orders of a side are filled, this order included; undefined when a part is unknown. */
export function exposureIn(context: RiskContext, symbol: string): Exposure | undefined {
  const { order } = context;
  const isOwn = symbol === order.symbol;
  const held = heldOf(context, symbol);
  const open = openOf(context, symbol);
  const working = isOwn ? workingOf(context) : 0;
  if (held === undefined || open === undefined || working === undefined) return undefined;
  const long = plus(held, open.buy, order.side === 'Buy' ? working : 0);
  const short = plus(-held, open.sell, order.side === 'Buy' ? 0 : working);
  if (long === undefined || short === undefined) return undefined;
  return {
    symbol,
    kind: isOwn ? kindOf(context) : kindOfSymbol(symbol),
    long: Math.max(0, long),
    short: Math.max(0, short),
  };
}

/** Shares (or contracts) of one kind over all symbols, the larger side of each. */
export function totalOf(
  context: RiskContext,
  kind: Kind,
  counts: (exposure: Exposure) => boolean | undefined = () => true,
): number | undefined {
  const exposures = exposuresOf(context);
  if (!exposures) return undefined;
  let total: number | undefined = 0;
  for (const exposure of exposures) {
    if (exposure.kind !== kind) continue;
    const isCounted = counts(exposure);
    if (isCounted === undefined) return undefined;
    if (isCounted) total = plus(total, Math.max(exposure.long, exposure.short));
  }
  return total;
}

/** Shares of one unit of a symbol. */
export function multiplierOf({ order, instrument }: RiskContext, symbol: string): number | undefined {
  if (symbol !== order.symbol) return kindOfSymbol(symbol) === 'Option' ? CONTRACT_SHARES : 1;
  return isWhole(instrument?.multiplier) && instrument.multiplier > 0 ? instrument.multiplier : undefined;
}

/** Market value of all long or all short exposures; undefined when a mark is unknown. */
export function valueOfSide(
  context: RiskContext,
  side: 'long' | 'short',
  priceOf: (symbol: string) => PriceE4 | undefined,
): MoneyE4 | undefined {
  const exposures = exposuresOf(context);
  if (!exposures) return undefined;
  let total: MoneyE4 | undefined = 0;
  for (const { symbol, [side]: quantity } of exposures) {
    if (quantity > 0)
      total = plus(total, knownNotionalE4(priceOf(symbol), quantity, multiplierOf(context, symbol)));
  }
  return total;
}

/** The position, long or short, that the order's own side grows to. */
export function grownTo(context: RiskContext): number | undefined {
  return exposureOf(context)?.[context.order.side === 'Buy' ? 'long' : 'short'];
}
