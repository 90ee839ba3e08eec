import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { riskCheck } from '../check.ts';

export const stopWatch = riskCheck({
  id: 'stop-watch',
  codes: [OrderError.NoStopServer],
  title: 'Stops are watched',
  explain: 'A stop order while nothing watches stops.',
  check: ({ order, server }) =>
    !ORDER_TYPES[order.type].takesStopPrice || server?.isStopWatchReady === true
      ? 0
      : OrderError.NoStopServer,
});
