import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { isReducing, kindOf } from '../exposure.ts';

export const oddLot = riskCheck({
  id: 'odd-lot',
  codes: [OrderError.OddLot],
  title: 'Round lots',
  explain:
    'An order that opens, of a quantity that is no multiple of the round lot, where odd lots are refused.',
  check(context) {
    const { limits, instrument, order } = context;
    if (limits?.refusesOddLots === false || kindOf(context) === 'Option') return 0;
    const lot = instrument?.roundLot;
    return isReducing(context) || (isWhole(lot) && lot > 0 && order.quantity % lot === 0)
      ? 0
      : OrderError.OddLot;
  },
});
