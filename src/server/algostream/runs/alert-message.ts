import type { StrategyPush } from '../service.ts';
import type { StrategyAlert } from './strategy-alerts.ts';

/** The message that shows an alert on the open pages of its user. */
export const alertMessage = ({
  account,
  strategy,
  instanceId,
  timeMs,
  text,
  number,
}: StrategyAlert): StrategyPush => ({
  name: 'strategyAlert',
  body: {
    Name: strategy,
    InstanceId: instanceId,
    Account: account,
    Time: timeMs,
    Text: text,
    Number: number,
  },
});
