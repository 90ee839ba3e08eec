import { combinationName } from '../../domain/orders/combination-name.ts';
import { apartText, type ExternalOrder } from '../../domain/orders/external-orders/index.ts';
import type { TradingProblem } from '../types.ts';

/** A multi-leg order that has ended with one leg filled without the others. */
export function unevenProblem({ symbol, legs = [], apart = [], orderId }: ExternalOrder): TradingProblem {
  return {
    title: 'Order ended with a leg filled without the others',
    lines: [
      `${symbol} ${combinationName(legs)}, order ${orderId} at the broker.`,
      `${apartText(apart)}.`,
      'Close that position, or trade the missing legs, if you do not want to hold it alone.',
    ],
  };
}
