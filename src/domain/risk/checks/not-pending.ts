import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';
import { stageOf } from '../stages.ts';

export const notPending = cancelCheck({
  id: 'not-pending',
  codes: [OrderError.CancelPending],
  title: 'No change under way',
  explain: 'A cancel or replace of the order is under way already.',
  check: ({ target }) =>
    target?.status !== undefined && stageOf(target.status) !== 'changing' ? 0 : OrderError.CancelPending,
});
