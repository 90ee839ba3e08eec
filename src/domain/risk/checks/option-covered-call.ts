import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isApprovedFor, optionIntent } from '../options.ts';
import { OptionPermission } from '../types.ts';

export const optionCoveredCall = riskCheck({
  id: 'option-covered-call',
  codes: [OrderError.CoveredCall],
  title: 'Covered calls',
  explain: 'Writes a call covered by shares without approval for it.',
  check: (context) =>
    optionIntent(context) !== 'coveredCall' || isApprovedFor(context, OptionPermission.CoveredCalls)
      ? 0
      : OrderError.CoveredCall,
});
