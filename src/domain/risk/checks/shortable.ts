import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin, plus } from '../exact.ts';
import { openOf, workingOf } from '../exposure.ts';

export const shortable = riskCheck({
  id: 'shortable',
  codes: [OrderError.NotShortable],
  title: 'Symbol can be borrowed',
  explain: 'A short sale of a symbol that cannot be borrowed, or of more shares than can.',
  check(context) {
    const { order, instrument } = context;
    if (order.side !== 'Short') return 0;
    if (instrument?.isShortable !== true) return OrderError.NotShortable;
    return isWithin(plus(workingOf(context), openOf(context)?.sell), instrument.borrowableShares)
      ? 0
      : OrderError.NotShortable;
  },
});
