import type { OrderSide } from '../orders/enumerations.ts';
import type { RiskContext, TradeType } from './types.ts';

/** Cash, Margin or Short: as requested, else derived from the side and the kind of account; undefined when that is unknown. */
export function tradeTypeOf({ order, account }: RiskContext): TradeType | undefined {
  if (order.side === 'Short') return 'Short';
  if (order.tradeType !== null) return order.tradeType;
  switch (account?.kind) {
    case 'cash':
      return 'Cash';
    case 'margin':
      return 'Margin';
    case undefined:
      return undefined;
  }
}

/** True unless both are known to be on the same side of the market. */
export function isOpposite(side: OrderSide, otherSide: OrderSide | undefined): boolean {
  return otherSide === undefined || (side === 'Buy') !== (otherSide === 'Buy');
}
