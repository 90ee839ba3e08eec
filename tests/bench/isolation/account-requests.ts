import { encode } from '../../../src/protocol/index.ts';
import { clientFrame, pause } from './harness/attack-socket.ts';
import { tradeADay } from './harness/trade-a-day.ts';
import type { IsolationRow } from './harness/row.ts';

const ORDERS = 12_000;
const REQUESTS = 40;
const SOCKETS = 4;

export const row: IsolationRow = {
  name: `${REQUESTS} account requests of ${ORDERS.toLocaleString('en-US')} orders`,
  prepare: async (server, [user]) => user && tradeADay(server, user, ORDERS),
  async misbehave({ users: [user], openTrading, signal }) {
    if (!user) return;
    const frame = clientFrame(
      encode('accountDataRequest', {
        Account: user.account,
        UserId: user.userId,
        LoadTradeLogForNBusinessDays: 30,
        LoadPositions: true,
      }),
    );
    const frames = Buffer.concat(Array.from({ length: REQUESTS / SOCKETS }, () => frame));
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openTrading(user)));
    for (const socket of sockets) socket.write(frames);
    await pause(60_000, signal);
  },
};
