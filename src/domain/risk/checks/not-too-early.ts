import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';
import { stageOf } from '../stages.ts';

export const notTooEarly = cancelCheck({
  id: 'not-too-early',
  codes: [OrderError.CancelTooEarly],
  title: 'Order was accepted',
  explain: 'The order was not accepted yet.',
  check: ({ target }) =>
    target?.status !== undefined && stageOf(target.status) !== 'early' ? 0 : OrderError.CancelTooEarly,
});
