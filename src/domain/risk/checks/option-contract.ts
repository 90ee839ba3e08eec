import { OrderError } from '../../orders/errors.ts';
import { parseOptionSymbol } from '../../symbols/symbol.ts';
import { riskCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { kindOf } from '../exposure.ts';

export const optionContract = riskCheck({
  id: 'option-contract',
  codes: [OrderError.OptionPosition],
  title: 'Option contract',
  explain: 'The symbol names no possible option, or its last trading session is over.',
  check(context) {
    if (kindOf(context) !== 'Option') return 0;
    const lastTradeMs = context.instrument?.lastTradeMs;
    const nowMs = context.market?.nowMs;
    return parseOptionSymbol(context.order.symbol) !== null &&
      isWhole(lastTradeMs) &&
      isWhole(nowMs) &&
      nowMs < lastTradeMs
      ? 0
      : OrderError.OptionPosition;
  },
});
