import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { heldOf, kindOf, openOf, workingOf } from '../exposure.ts';

export const optionPosition = riskCheck({
  id: 'option-position',
  codes: [OrderError.OptionPosition],
  title: 'Option position',
  explain: 'An option order meant to close more contracts than the position has.',
  check(context) {
    const { order } = context;
    if (kindOf(context) !== 'Option' || order.source === 'Open') return 0;
    const held = heldOf(context);
    const open = openOf(context);
    const working = workingOf(context);
    if (held === undefined || open === undefined || working === undefined) return OrderError.OptionPosition;
    const closable = order.side === 'Buy' ? -held - open.buy : held - open.sell;
    return working <= closable ? 0 : OrderError.OptionPosition;
  },
});
