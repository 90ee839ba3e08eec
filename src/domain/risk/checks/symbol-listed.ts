import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const symbolListed = riskCheck({
  id: 'symbol-listed',
  codes: [OrderError.SymbolRestricted],
  title: 'Listed and unrestricted symbol',
  explain: 'The symbol is not listed here, or is on the restricted list.',
  // A listing that does not say what it is could be a future in the guise of a stock.
  check: ({ instrument }) =>
    instrument?.isRestricted === false && instrument.securityType !== undefined
      ? 0
      : OrderError.SymbolRestricted,
});
