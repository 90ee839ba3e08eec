import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isApprovedFor, optionIntent } from '../options.ts';
import { OptionPermission } from '../types.ts';

export const optionCombination = riskCheck({
  id: 'option-combination',
  codes: [OrderError.OptionCombination],
  title: 'Option combinations',
  explain:
    'Writes an option covered by another one, or a leg of a strategy, without approval for combinations.',
  check: (context) =>
    optionIntent(context) !== 'combination' || isApprovedFor(context, OptionPermission.Combinations)
      ? 0
      : OrderError.OptionCombination,
});
