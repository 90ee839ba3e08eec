import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const demoSession = riskCheck({
  id: 'demo-session',
  codes: [OrderError.NotPermitted],
  title: 'Demo session',
  explain: 'The session is a demo.',
  check: ({ session }) => (session?.isDemo === false ? 0 : OrderError.NotPermitted),
});
