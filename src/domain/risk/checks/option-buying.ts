import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isApprovedFor, optionIntent } from '../options.ts';
import { OptionPermission } from '../types.ts';

export const optionBuying = riskCheck({
  id: 'option-buying',
  codes: [OrderError.OptionBuying],
  title: 'Buying options',
  explain: 'Buys a call or put without approval for it.',
  check: (context) =>
    optionIntent(context) !== 'buy' || isApprovedFor(context, OptionPermission.Buying)
      ? 0
      : OrderError.OptionBuying,
});
