import { legQuantity, legSign, type OrderLeg } from '../../src/domain/orders/legs.ts';
import type { WireOrder, WirePosition } from '../../src/plugin-api/index.ts';

/** Legs and units of a spread, as the spread builder opens them. */
export interface ClosingSpread {
  readonly legs: readonly OrderLeg[];
  readonly quantity: number;
}

/**
 * The spread that closes what the newest multi-leg order with the symbol opened: its legs the other way round, as many units as are still held
 * with all their legs. Null when no such order has a whole unit left.
 */
export function closingSpread(
  symbol: string,
  orders: Iterable<WireOrder>,
  positions: ReadonlyMap<string, Pick<WirePosition, 'LongQty' | 'ShortQty'>>,
): ClosingSpread | null {
  const newestFirst = [...orders]
    .filter(({ Fill, Legs }) => Fill > 0 && Legs?.some((leg) => leg.Symbol === symbol) === true)
    .sort((first, second) => second.Timestamp - first.Timestamp);
  for (const { Legs = [], Fill } of newestFirst) {
    const legs = Legs.map(({ Symbol, Side, Ratio }): OrderLeg => ({
      symbol: Symbol,
      side: Side,
      ratio: Ratio,
    }));
    const quantity = Math.min(Fill, ...legs.map((leg) => unitsHeld(leg, positions.get(leg.symbol))));
    if (quantity > 0)
      return { legs: legs.map((leg) => ({ ...leg, side: leg.side === 'Buy' ? 'Sell' : 'Buy' })), quantity };
  }
  return null;
}

/** Units of which a position holds the whole leg. */
function unitsHeld(leg: OrderLeg, position: Pick<WirePosition, 'LongQty' | 'ShortQty'> | undefined): number {
  const held = legSign(leg) * ((position?.LongQty ?? 0) - (position?.ShortQty ?? 0));
  return Math.max(0, Math.floor(held / legQuantity(leg, 1)));
}
