import { OrderError } from '../../orders/errors.ts';
import { riskCheck } from '../check.ts';

export const serverKillSwitch = riskCheck({
  id: 'server-kill-switch',
  codes: [OrderError.NotPermitted],
  title: 'Server kill switch',
  explain: 'The kill switch of the whole server is on.',
  check: ({ server }) => (server?.isKillSwitchOn === false ? 0 : OrderError.NotPermitted),
});
