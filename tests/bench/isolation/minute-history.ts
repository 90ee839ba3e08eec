import { encode } from '../../../src/protocol/index.ts';
import { clientFrame, pause } from './harness/attack-socket.ts';
import type { IsolationRow } from './harness/row.ts';

const REQUESTS = 50;
const DAYS = 399;
const SYMBOLS = ['SPY', 'QQQ', 'AAPL', 'MSFT', 'NVDA', 'AMZN', 'TSLA', 'META', 'AMD', 'INTC'];
const ROUND_MS = 1_000;

export const row: IsolationRow = {
  name: `${REQUESTS} parallel requests for ${DAYS} days of minutes`,
  async misbehave({ users: [user], openAuthenticated, signal }) {
    if (!user) return;
    const sockets = await Promise.all(
      Array.from({ length: REQUESTS / 5 }, () => openAuthenticated('data', user)),
    );
    let id = 0;
    while (!signal.aborted) {
      const To = Date.now();
      for (const socket of sockets)
        for (let request = 0; request < 5; request += 1) {
          id += 1;
          socket.write(
            clientFrame(
              encode('chartCandles', {
                Id: id,
                Symbol: SYMBOLS[id % SYMBOLS.length] ?? 'SPY',
                CandleType: 'OneMinute',
                From: To - DAYS * 86_400_000,
                To,
                ExcludePrePostMarket: false,
              }),
            ),
          );
        }
      await pause(ROUND_MS, signal);
    }
  },
};
