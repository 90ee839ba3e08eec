import { OrderError } from '../../orders/errors.ts';
import { cancelCheck } from '../check.ts';

export const cancelledByMarket = cancelCheck({
  id: 'cancelled-by-market',
  codes: [OrderError.CancelledByMarket],
  title: 'Not cancelled by the market',
  explain: 'The market has cancelled the order already.',
  check: ({ target }) =>
    target?.status !== undefined && target.status !== 'CancelledByMarket' ? 0 : OrderError.CancelledByMarket,
});
