import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { kindOf } from '../exposure.ts';

export const optionsAllowed = riskCheck({
  id: 'options-allowed',
  codes: [OrderError.OptionsNotAllowed],
  title: 'Options allowed',
  explain: 'The account is approved for no option strategy at all.',
  check(context) {
    if (kindOf(context) !== 'Option') return 0;
    const mask = context.account?.optionMask;
    return isWhole(mask) && mask > 0 ? 0 : OrderError.OptionsNotAllowed;
  },
});
