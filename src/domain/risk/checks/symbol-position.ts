import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { grownTo, isReducing } from '../exposure.ts';

export const symbolPosition = riskCheck({
  id: 'symbol-position',
  codes: [OrderError.SymbolPositionLimit],
  title: 'Position of the account in the symbol',
  explain: 'The position, long or short, would exceed what the account may have in this symbol.',
  check(context) {
    const limit = context.limits?.maxSymbolPosition;
    if (limit === null || isReducing(context)) return 0;
    return isWithin(grownTo(context), limit) ? 0 : OrderError.SymbolPositionLimit;
  },
});
