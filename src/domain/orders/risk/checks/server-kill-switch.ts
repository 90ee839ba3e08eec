import { riskCheck } from '../check.ts';

export const serverKillSwitch = riskCheck({
  id: 'server-kill-switch',
  codes: [-3],
  title: 'Server kill switch',
  explain: 'The kill switch of the whole server is on.',
  check: ({ server }) => (server?.isKillSwitchOn === false ? 0 : -3),
});
