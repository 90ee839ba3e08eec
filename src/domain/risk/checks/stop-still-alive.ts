import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { cancelCheck } from '../check.ts';
import { isWhole } from '../exact.ts';
import { stageOf } from '../stages.ts';

export const stopStillAlive = cancelCheck({
  id: 'stop-still-alive',
  codes: [OrderError.StopExpired],
  title: 'Stop has not expired',
  explain: 'The order is a stop that has expired.',
  check({ target, nowMs }) {
    if (target?.type === undefined || target.status === undefined || target.expiresMs === undefined)
      return OrderError.StopExpired;
    // What is done otherwise is told as such.
    if (
      !ORDER_TYPES[target.type].takesStopPrice ||
      (target.status !== 'Expired' && stageOf(target.status) === 'done')
    )
      return 0;
    return target.status !== 'Expired' &&
      (target.expiresMs === null || (isWhole(nowMs) && isWhole(target.expiresMs) && nowMs < target.expiresMs))
      ? 0
      : OrderError.StopExpired;
  },
});
