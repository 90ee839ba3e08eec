import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { exposuresOf, heldOf, isReducing, openOf } from '../exposure.ts';

export const symbols = riskCheck({
  id: 'symbols',
  codes: [OrderError.AccountSymbolLimit],
  title: 'Symbols of the account',
  explain: 'A new symbol, in an account that has positions or open orders in as many symbols as it may.',
  check(context) {
    const limit = context.limits?.maxSymbols;
    if (limit === null || isReducing(context)) return 0;
    const held = heldOf(context);
    const open = openOf(context);
    const isNew =
      held === undefined || open === undefined || (held === 0 && open.buy === 0 && open.sell === 0);
    return !isNew || isWithin(exposuresOf(context)?.length, limit) ? 0 : OrderError.AccountSymbolLimit;
  },
});
