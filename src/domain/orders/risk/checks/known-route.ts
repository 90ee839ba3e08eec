import { riskCheck } from '../check.ts';

export const knownRoute = riskCheck({
  id: 'known-route',
  codes: [-52],
  title: 'Known route',
  explain: 'Nobody offers the route.',
  check: ({ route }) => (route ? 0 : -52),
});
