import { riskCheck } from '../check.ts';

export const tradingHalt = riskCheck({
  id: 'trading-halt',
  codes: [-49],
  title: 'Trading halt',
  explain: 'Trading in the symbol is halted.',
  check: ({ market }) => (market?.isHalted === false ? 0 : -49),
});
