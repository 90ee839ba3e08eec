import { OrderError } from '../../orders/errors.ts';
import { isTradableSymbol } from '../../orders/validate.ts';
import { riskCheck } from '../check.ts';

export const tradableSymbol = riskCheck({
  id: 'tradable-symbol',
  codes: [OrderError.NotPermitted],
  title: 'Tradable symbol',
  explain: 'The symbol is an index ($) or synthetic (~).',
  check: ({ order }) => (isTradableSymbol(order.symbol) ? 0 : OrderError.NotPermitted),
});
