import { PLAIN_ORDER } from '../../../../src/domain/orders/request.ts';
import type { MarketData } from '../../../../src/server/market/market-data.ts';
import type { TestServer, TestUser } from '../../../support/server.ts';

/** Below the accounts' order rate of a second. */
const ORDERS_A_TURN = 450;
const TURN_MS = 100;

/** Fills so many orders of the user today: one share bought, one sold, over and over. */
export async function tradeADay(
  { brokerage }: TestServer<MarketData>,
  user: TestUser,
  orders: number,
): Promise<void> {
  for (let sent = 0; sent < orders;) {
    const startMs = performance.now();
    const turn = Array.from({ length: Math.min(ORDERS_A_TURN, orders - sent) }, (_, index) => {
      const number = sent + index;
      const side = number % 2 === 0 ? 'Buy' : 'Sell';
      return brokerage.submit({
        ...PLAIN_ORDER,
        account: user.account,
        userId: user.userId,
        clientId: `day-${number}`,
        symbol: 'SPY',
        side,
        source: side === 'Buy' ? 'Open' : 'Close',
        type: 'Market',
        tif: 'Day',
        quantity: 1,
        priceE4: 0,
        destination: 'SMART',
        route: 'AUTO',
      });
    });
    await Promise.all(turn);
    sent += turn.length;
    const leftMs = TURN_MS - (performance.now() - startMs);
    if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
  }
}
