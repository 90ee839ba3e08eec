import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isApprovedFor, optionIntent } from '../options.ts';
import { OptionPermission } from '../types.ts';

export const optionUncoveredPut = riskCheck({
  id: 'option-uncovered-put',
  codes: [OrderError.UncoveredPut],
  title: 'Uncovered puts',
  explain: 'Writes an equity put that nothing covers without approval for it.',
  check: (context) =>
    optionIntent(context) !== 'uncoveredPut' || isApprovedFor(context, OptionPermission.UncoveredPuts)
      ? 0
      : OrderError.UncoveredPut,
});
