import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { heldOf } from '../exposure.ts';

export const closeLongFirst = riskCheck({
  id: 'close-long-first',
  codes: [OrderError.CloseLongFirst],
  title: 'Long position first',
  explain: 'A short sale while the account holds the symbol long.',
  check(context) {
    if (context.order.side !== 'Short') return 0;
    const held = heldOf(context);
    return held !== undefined && held <= 0 ? 0 : OrderError.CloseLongFirst;
  },
});
