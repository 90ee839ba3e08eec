import { riskCheck } from '../check.ts';
import { heldOf } from '../exposure.ts';

export const closeLongFirst = riskCheck({
  id: 'close-long-first',
  codes: [-24],
  title: 'Long position first',
  explain: 'A short sale while the account holds the symbol long.',
  check(context) {
    if (context.order.side !== 'Short') return 0;
    const held = heldOf(context);
    return held !== undefined && held <= 0 ? 0 : -24;
  },
});
