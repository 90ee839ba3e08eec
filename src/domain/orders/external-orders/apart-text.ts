import { displaySymbol } from '../../symbols/symbol.ts';
import type { ExternalLegFill } from './external-order.ts';
import { priceText } from './price-text.ts';

/** Names what legs have filled without the others: `Filled without the other legs: Buy 2 SPY Jan 15 '27 100 Call at 2.20`. */
export const apartText = (apart: readonly ExternalLegFill[]): string =>
  `Filled without the other legs: ${apart
    .map(({ side, quantity, symbol, priceE4 }) =>
      [side, String(quantity), displaySymbol(symbol), 'at', priceText(priceE4)].join(' '),
    )
    .join(', ')}`;
