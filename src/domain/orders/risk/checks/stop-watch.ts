import { riskCheck } from '../check.ts';
import { isStop } from '../prices.ts';

export const stopWatch = riskCheck({
  id: 'stop-watch',
  codes: [-32],
  title: 'Stops are watched',
  explain: 'A stop order while nothing watches stops.',
  check: ({ order, server }) => (!isStop(order.type) || server?.isStopWatchReady === true ? 0 : -32),
});
