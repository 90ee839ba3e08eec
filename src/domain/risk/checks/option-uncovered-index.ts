import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isApprovedFor, optionIntent } from '../options.ts';
import { OptionPermission } from '../types.ts';

export const optionUncoveredIndex = riskCheck({
  id: 'option-uncovered-index',
  codes: [OrderError.UncoveredIndexOption],
  title: 'Uncovered index options',
  explain:
    'Writes an index option that nothing covers without approval for it; so does an option of which we cannot tell what it is.',
  check(context) {
    const intent = optionIntent(context);
    return intent !== undefined &&
      (intent !== 'uncoveredIndex' || isApprovedFor(context, OptionPermission.UncoveredIndex))
      ? 0
      : OrderError.UncoveredIndexOption;
  },
});
