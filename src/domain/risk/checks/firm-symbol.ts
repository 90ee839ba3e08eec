import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin, plus } from '../exact.ts';
import { isReducing, workingOf } from '../exposure.ts';

export const firmSymbol = riskCheck({
  id: 'firm-symbol',
  codes: [OrderError.FirmSymbolLimit],
  title: 'Firm in the symbol',
  explain: 'Positions and open orders of all accounts in the symbol would exceed the limit of the firm.',
  check(context) {
    const { limits, firm, replaced } = context;
    const limit = limits?.maxFirmSymbolShares;
    if (limit === null || isReducing(context)) return 0;
    const released = replaced === null ? 0 : replaced?.leaves;
    const after =
      released === undefined ? undefined : plus(firm?.symbolShares, workingOf(context), -released);
    return isWithin(after, limit) ? 0 : OrderError.FirmSymbolLimit;
  },
});
