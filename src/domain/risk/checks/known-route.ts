import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const knownRoute = riskCheck({
  id: 'known-route',
  codes: [OrderError.UnknownRoute],
  title: 'Known route',
  explain: 'Nobody offers the route.',
  check: ({ route }) => (route ? 0 : OrderError.UnknownRoute),
});
