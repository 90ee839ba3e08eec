import {
  areSameLegs,
  greatestDivisor,
  legQuantity,
  legSign,
  MAX_LEG_RATIO,
  MAX_LEGS,
  type OrderLeg,
} from '../../src/domain/orders/legs.ts';
import { parseOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { WireOrder, WirePosition } from '../../src/plugin-api/index.ts';

/** Legs and units of a spread, as the spread builder opens them. */
export interface ClosingSpread {
  readonly legs: readonly OrderLeg[];
  readonly quantity: number;
}

/** Contracts or shares of a position, negative for short. */
const signedOf = (position: Pick<WirePosition, 'LongQty' | 'ShortQty'> | undefined): number =>
  (position?.LongQty ?? 0) - (position?.ShortQty ?? 0);

type Positions = ReadonlyMap<string, Pick<WirePosition, 'LongQty' | 'ShortQty'>>;

/**
 * The spread that closes a position in an option together with the ones that belong to it: those that the newest multi-leg order with the
 * symbol opened, where a whole unit of it is left, else all options on the same underlying. Null when there is nothing to close it with.
 */
export function closingSpread(
  symbol: string,
  orders: Iterable<WireOrder>,
  positions: Positions,
): ClosingSpread | null {
  return spreadOfOrder(symbol, orders, positions) ?? spreadOfUnderlying(symbol, positions);
}

/** Two to four options on an underlying, each closed whole: as many units as divide all of them. */
function spreadOfUnderlying(symbol: string, positions: Positions): ClosingSpread | null {
  const underlying = parseOptionSymbol(symbol)?.underlying;
  if (underlying === undefined || signedOf(positions.get(symbol)) === 0) return null;
  const held = [...positions]
    .map(([name, position]) => ({ name, quantity: signedOf(position) }))
    .filter(({ name, quantity }) => quantity !== 0 && parseOptionSymbol(name)?.underlying === underlying);
  if (held.length < 2 || held.length > MAX_LEGS) return null;
  const quantity = held.map((each) => Math.abs(each.quantity)).reduce(greatestDivisor);
  const legs = held.map((each): OrderLeg => ({
    symbol: each.name,
    side: each.quantity > 0 ? 'Sell' : 'Buy',
    ratio: Math.abs(each.quantity) / quantity,
  }));
  return legs.every(({ ratio }) => ratio <= MAX_LEG_RATIO) ? { legs, quantity } : null;
}

/** The legs of the newest order with the symbol the other way round, as many units as are still held with all their legs. */
function spreadOfOrder(
  symbol: string,
  orders: Iterable<WireOrder>,
  positions: Positions,
): ClosingSpread | null {
  const newestFirst = [...orders]
    .filter(({ Fill, Legs }) => Fill > 0 && Legs?.some((leg) => leg.Symbol === symbol) === true)
    .sort((first, second) => second.Timestamp - first.Timestamp);
  for (const { Legs } of newestFirst) {
    const legs = legsOf(Legs);
    const opened = newestFirst
      .filter((order) => areSameLegs(legsOf(order.Legs), legs))
      .reduce((sum, { Fill }) => sum + Fill, 0);
    const quantity = Math.min(opened, ...legs.map((leg) => unitsHeld(leg, positions.get(leg.symbol))));
    if (quantity > 0)
      return { legs: legs.map((leg) => ({ ...leg, side: leg.side === 'Buy' ? 'Sell' : 'Buy' })), quantity };
  }
  return null;
}

const legsOf = (legs: WireOrder['Legs'] = []): readonly OrderLeg[] =>
  legs.map(({ Symbol, Side, Ratio }) => ({ symbol: Symbol, side: Side, ratio: Ratio }));

/** Units of which a position holds the whole leg. */
function unitsHeld(leg: OrderLeg, position: Pick<WirePosition, 'LongQty' | 'ShortQty'> | undefined): number {
  return Math.max(0, Math.floor((legSign(leg) * signedOf(position)) / legQuantity(leg, 1)));
}
