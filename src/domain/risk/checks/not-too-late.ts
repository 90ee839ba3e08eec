import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { stageOf } from '../stages.ts';

export const notTooLate = cancelCheck({
  id: 'not-too-late',
  codes: [OrderError.CancelTooLate],
  title: 'Order is still open',
  explain: 'The order is filled, cancelled, expired, rejected or otherwise done.',
  check({ target }) {
    if (target?.status === undefined || !isWhole(target.filled) || !isWhole(target.quantity))
      return OrderError.CancelTooLate;
    return stageOf(target.status) !== 'done' && target.filled < target.quantity
      ? 0
      : OrderError.CancelTooLate;
  },
});
