import type { ExternalFill } from '../external-orders/external-order.ts';
import { E4, notionalE4, type MoneyE4 } from '../../money/price.ts';

interface KnownFills {
  fills: ExternalFill[];
  filled: number;
  valueE4: MoneyE4;
}

/**
 * The fills of orders, from what an order says is filled in all. Alpaca lists no executions of an order, its updates may repeat, and what came while
 * the stream was lost is never sent: so a fill is the difference of two readings. Its id is the quantity filled by then, the same however often it is read.
 */
export class FillBook {
  readonly #orders = new Map<string, KnownFills>();

  /** Sets the fills that were recorded earlier, oldest first. Fills that are known already stay. */
  restore(orderId: string, fills: readonly ExternalFill[]): void {
    if (this.#orders.has(orderId) || fills.length === 0) return;
    this.#orders.set(orderId, {
      fills: [...fills],
      filled: fills.reduce((sum, { quantity }) => sum + quantity, 0),
      valueE4: fills.reduce<MoneyE4>((sum, fill) => sum + notionalE4(fill.priceE4, fill.quantity), 0),
    });
  }

  /** The fills of an order that has filled so much at this average, dollars. An older reading adds nothing. */
  read(orderId: string, filled: number, averagePrice: number, timeMs: number): readonly ExternalFill[] {
    const known = this.#orders.get(orderId) ?? { fills: [], filled: 0, valueE4: 0 };
    const quantity = filled - known.filled;
    if (quantity <= 0) return known.fills;
    const valueE4: MoneyE4 = Math.round(averagePrice * E4 * filled);
    const priceE4 = Math.max(0, Math.round((valueE4 - known.valueE4) / quantity));
    const fill = { executionId: `fill-${filled}`, priceE4, quantity, timeMs };
    const next = {
      fills: [...known.fills, fill],
      filled,
      // By the price that is shown, so that the sum of all fills stays the average.
      valueE4: known.valueE4 + notionalE4(priceE4, quantity),
    };
    this.#orders.set(orderId, next);
    return next.fills;
  }

  clear(): void {
    this.#orders.clear();
  }
}
