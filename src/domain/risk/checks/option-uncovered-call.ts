import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isApprovedFor, optionIntent } from '../options.ts';
import { OptionPermission } from '../types.ts';

export const optionUncoveredCall = riskCheck({
  id: 'option-uncovered-call',
  codes: [OrderError.UncoveredCall],
  title: 'Uncovered calls',
  explain: 'Writes an equity call that nothing covers without approval for it.',
  check: (context) =>
    optionIntent(context) !== 'uncoveredCall' || isApprovedFor(context, OptionPermission.UncoveredCalls)
      ? 0
      : OrderError.UncoveredCall,
});
