import { riskCheck } from '../check.ts';
import { isApprovedFor, optionIntent } from '../options.ts';
import { OptionPermission } from '../types.ts';

export const optionCoveredCall = riskCheck({
  id: 'option-covered-call',
  codes: [-58],
  title: 'Covered calls',
  explain: 'Writes a call covered by shares without approval for it.',
  check: (context) =>
    optionIntent(context) !== 'coveredCall' || isApprovedFor(context, OptionPermission.CoveredCalls)
      ? 0
      : -58,
});
