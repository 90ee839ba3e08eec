import { DAY_MS } from '../../src/domain/calendar/durations.ts';
import type { MarketData } from '../../src/server/market/market-data.ts';
import type { TestServer } from '../support/server.ts';
import { authenticated } from './wire-client.ts';

const MIN_DAYS_LEFT = 5;

/** Two quoted calls of SPY that expire in more than five days: the highest strike up to the price, and the highest of the six nearest. */
export async function quotedCalls(server: TestServer<MarketData>, jwt: string) {
  const data = await authenticated('data', server.ports, jwt);
  data.send('symbolsInfo', { Id: 1, Symbols: ['SPY'] });
  const spot = (await data.next('symbolsInfoAnswer')).Items?.[0]?.Prices.Last ?? 0;
  data.send('optionExpirations', { Id: 2, Symbol: 'SPY' });
  const { Items } = await data.next('optionExpirationsAnswer');
  const earliestMs = server.market.exchangeMs() + MIN_DAYS_LEFT * DAY_MS;
  const expiration = Items.find(({ Expiration }) => Expiration * 1000 > earliestMs)?.Expiration ?? 0;
  data.send('optionChainSnapshot', {
    Id: 3,
    UnderlyingSymbol: 'SPY',
    ApplyConditions: true,
    ExpirationFrom: expiration,
    ExpirationTo: expiration,
    NearestNumber: 6,
  });
  const calls = ((await data.next('optionChainSnapshotAnswer')).Items ?? []).filter(
    ({ Type, Bid, Ask }) => Type === 'Call' && Bid > 0 && Ask > 0,
  );
  data.close();
  const [lower, upper] = [calls.filter(({ Strike }) => Strike <= spot).at(-1), calls.at(-1)];
  if (!lower || !upper)
    throw new Error(`The chain of SPY at ${spot} has no two calls: ${JSON.stringify(calls)}`);
  return { lower, upper };
}
