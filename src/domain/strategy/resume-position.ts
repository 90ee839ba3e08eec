import { toPriceE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import { applyFill, closeOut, feesOf, securityOf, totalFeesE4 } from '../portfolio/index.ts';
import type { Liquidity, Position } from '../portfolio/index.ts';

/** An execution of an earlier part of a continued run. The price is in dollars. */
export interface EarlierFill {
  readonly side: OrderSide;
  readonly quantity: number;
  readonly price: number;
  readonly liquidity: Liquidity;
  /** Shares delivered by the exercise or assignment of an option: without fees. */
  readonly isFree?: boolean | undefined;
}

/** What a run holds of a symbol that it trades, before its first bar. */
export interface SymbolHolding {
  readonly symbol: string;
  /** Signed. */
  readonly position: number;
  /** In the order they happened. */
  readonly fills: readonly EarlierFill[];
}

/**
 * Restores the position of a continued run, with its closed profit and fees, in an empty position. `heldQuantity` is the signed quantity that the
 * account still holds. The rest was closed outside of the run: it is removed at cost, because its price does not belong to the run.
 */
export function resumePosition(
  position: Position,
  symbol: string,
  fills: readonly EarlierFill[],
  heldQuantity: number,
): void {
  const security = securityOf(symbol);
  for (const { side, quantity, price, liquidity, isFree = false } of fills) {
    const priceE4 = toPriceE4(price);
    applyFill(position, {
      signedQuantity: side === 'Buy' ? quantity : -quantity,
      priceE4,
      feesE4: isFree ? 0 : totalFeesE4(feesOf(side, quantity, priceE4, liquidity, security)),
    });
  }
  const direction = Math.sign(position.quantity);
  for (
    let excess = Math.abs(position.quantity) - Math.max(0, direction * heldQuantity);
    excess > 0 && position.lots[0] !== undefined;
  ) {
    const { quantity, priceE4 } = position.lots[0];
    const closed = Math.min(quantity, excess);
    closeOut(position, -direction * closed, priceE4);
    excess -= closed;
  }
}

/** Restores the positions of a continued run by symbol. */
export function resumePositions(
  books: readonly { readonly symbol: string; readonly position: Position }[],
  holdings: readonly SymbolHolding[],
): void {
  for (const { symbol, position, fills } of holdings) {
    const book = books.find((some) => some.symbol === symbol);
    if (book !== undefined) resumePosition(book.position, symbol, fills, position);
  }
}
