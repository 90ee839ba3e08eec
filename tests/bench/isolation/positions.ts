import { fromE4 } from '../../../src/domain/money/price.ts';
import { PLAIN_ORDER } from '../../../src/domain/orders/request.ts';
import { encode } from '../../../src/protocol/index.ts';
import type { MarketData } from '../../../src/server/market/market-data.ts';
import type { TestServer, TestUser } from '../../support/server.ts';
import { clientFrame, pause } from './harness/attack-socket.ts';
import type { IsolationRow } from './harness/row.ts';

const POSITIONS = 1_000;
const ORDERS_A_SECOND = 40;
/** Dollars: so many shares must fit into the account. */
const MAX_PRICE = 80;
const ORDERS_A_TURN = 100;

/** Buys a share of each of so many symbols. */
async function holdMany({ brokerage, market }: TestServer<MarketData>, user: TestUser): Promise<void> {
  const symbols = market
    .symbols()
    .filter((symbol) => fromE4(market.lastPrice(symbol)?.lastE4 ?? Number.MAX_SAFE_INTEGER) <= MAX_PRICE);
  const held = (): number =>
    brokerage.accountView(user.account, 0).positions.filter(({ longQuantity }) => longQuantity > 0).length;
  for (let sent = 0; sent < symbols.length && held() < POSITIONS; sent += ORDERS_A_TURN)
    await Promise.all(
      symbols.slice(sent, sent + ORDERS_A_TURN).map((symbol) =>
        brokerage.submit({
          ...PLAIN_ORDER,
          account: user.account,
          userId: user.userId,
          clientId: `hold-${symbol}`,
          symbol,
          side: 'Buy',
          source: 'Open',
          type: 'Market',
          tif: 'ImmediateOrCancel',
          quantity: 1,
          priceE4: 0,
          destination: 'SMART',
          route: 'AUTO',
        }),
      ),
    );
  if (held() < POSITIONS) throw new Error(`The account holds ${held()} positions instead of ${POSITIONS}.`);
}

export const row: IsolationRow = {
  name: `${ORDERS_A_SECOND} orders/s of an account with ${POSITIONS.toLocaleString('en-US')} positions`,
  prepare: async (server, [user]) => user && holdMany(server, user),
  async misbehave({ users: [user], openTrading, signal }) {
    if (!user) return;
    const socket = await openTrading(user);
    for (let count = 1; !signal.aborted; count += 1) {
      socket.write(
        clientFrame(
          encode('orderSend', {
            Symbol: 'SPY',
            Quantity: 1,
            Destination: 'SMART',
            Route: 'AUTO',
            Type: 'Limit',
            // Far below the market, and no two orders the same.
            Price: count / 100,
            TifType: 'Day',
            Currency: 'USD',
            Account: user.account,
            UserId: user.userId,
            ClientId: `flood-${count}`,
            Timestamp: Date.now(),
            Side: 'Buy',
            Source: 'Open',
          }),
        ),
      );
      await pause(1_000 / ORDERS_A_SECOND, signal);
    }
  },
};
