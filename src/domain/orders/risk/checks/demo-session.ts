import { riskCheck } from '../check.ts';

export const demoSession = riskCheck({
  id: 'demo-session',
  codes: [-3],
  title: 'Demo session',
  explain: 'The session is a demo.',
  check: ({ session }) => (session?.isDemo === false ? 0 : -3),
});
