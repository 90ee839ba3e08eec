import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isReducing } from '../exposure.ts';

export const closingOnly = riskCheck({
  id: 'closing-only',
  codes: [OrderError.ClosingOnly],
  title: 'Closing only',
  explain: 'An order that opens, in an account that may only close.',
  check: (context) =>
    context.account?.isClosingOnly === false || isReducing(context) ? 0 : OrderError.ClosingOnly,
});
