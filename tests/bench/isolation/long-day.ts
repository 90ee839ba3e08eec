import { pause } from './harness/attack-socket.ts';
import { tradeADay } from './harness/trade-a-day.ts';
import type { IsolationRow } from './harness/row.ts';

const ORDERS = 100_000;

export const row: IsolationRow = {
  name: `a client opens a day of ${ORDERS.toLocaleString('en-US')} orders`,
  prepare: async (server, [user]) => user && tradeADay(server, user, ORDERS),
  async misbehave({ users: [user], openTrading, signal }) {
    if (!user) return;
    await openTrading(user, { IncludeTrades: true });
    await pause(60_000, signal);
  },
};
