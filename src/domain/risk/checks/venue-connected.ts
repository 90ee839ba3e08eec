import { OrderError } from '../../orders/errors.ts';
import { sharedCheck } from '../check.ts';

export const venueConnected = sharedCheck({
  id: 'venue-connected',
  codes: [OrderError.ServerConnection],
  title: 'Connection of the route',
  explain: 'The venue behind the route is not connected.',
  check: ({ route }) => (route?.isConnected === true ? 0 : OrderError.ServerConnection),
});
