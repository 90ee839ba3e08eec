import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const tradingHalt = riskCheck({
  id: 'trading-halt',
  codes: [OrderError.SymbolRestricted],
  title: 'Trading halt',
  explain: 'Trading in the symbol is halted.',
  check: ({ market }) => (market?.isHalted === false ? 0 : OrderError.SymbolRestricted),
});
