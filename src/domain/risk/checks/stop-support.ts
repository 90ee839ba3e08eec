import { OrderError } from '../../orders/errors.ts';
import { ORDER_TYPES } from '../../orders/order-types.ts';
import { riskCheck } from '../check.ts';
import { kindOf } from '../exposure.ts';

export const stopSupport = riskCheck({
  id: 'stop-support',
  codes: [OrderError.StopNotSupported],
  title: 'Stop is supported',
  explain:
    'A stop with a time in force that acts at once or in an auction or outside of hours, or an option stop that the route does not take.',
  check(context) {
    const { order, route } = context;
    const { takesStopPrice, tifs } = ORDER_TYPES[order.type];
    if (!takesStopPrice) return 0;
    if (!tifs.includes(order.tif)) return OrderError.StopNotSupported;
    return kindOf(context) === 'Stock' || (route?.takesOptionStops === true && order.stopType === 'Static')
      ? 0
      : OrderError.StopNotSupported;
  },
});
