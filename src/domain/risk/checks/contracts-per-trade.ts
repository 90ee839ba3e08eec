import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';
import { isWithin } from '../exact.ts';
import { kindOf } from '../exposure.ts';

export const contractsPerTrade = riskCheck({
  id: 'contracts-per-trade',
  codes: [OrderError.ContractsPerTrade],
  title: 'Contracts per trade',
  explain: 'An option order of more contracts than one order may have.',
  check: (context) =>
    kindOf(context) !== 'Option' || isWithin(context.order.quantity, context.limits?.maxTradeContracts)
      ? 0
      : OrderError.ContractsPerTrade,
});
