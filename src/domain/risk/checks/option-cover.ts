import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { kindOf, openingOf, workingOf } from '../exposure.ts';
import { isApprovedFor } from '../options.ts';
import { parseOptionSymbol } from '../../symbols/symbol.ts';
import { OptionPermission } from '../types.ts';
import { uncoveringCostE4 } from '../uncovering.ts';

export const optionCover = riskCheck({
  id: 'option-cover',
  codes: [OrderError.InsufficientCover],
  title: 'Cover of written options',
  explain:
    'A sale of long options that written ones of the same underlying need as cover, in an account that may not write them uncovered.',
  check(context) {
    const { order, instrument } = context;
    if (order.side !== 'Sell' || kindOf(context) !== 'Option') return 0;
    const opening = openingOf(context);
    // What only writes is judged by what it writes.
    if (opening !== undefined && opening === workingOf(context)) return 0;
    if (uncoveringCostE4(context) === 0) return 0;
    const ofStock =
      parseOptionSymbol(order.symbol)?.right === 'P'
        ? OptionPermission.UncoveredPuts
        : OptionPermission.UncoveredCalls;
    if (instrument?.isIndexOption === undefined) return OrderError.InsufficientCover;
    return isApprovedFor(context, instrument.isIndexOption ? OptionPermission.UncoveredIndex : ofStock)
      ? 0
      : OrderError.InsufficientCover;
  },
});
