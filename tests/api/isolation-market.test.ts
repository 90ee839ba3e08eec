import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  changesNothing,
  closeWorld,
  intruder,
  namesOf,
  openWorld,
  server,
  victim,
  victimData,
  type Requests,
  type SocketCase,
} from './isolation-world.ts';
import { authenticated, openAccount } from './wire-client.ts';

beforeAll(openWorld);
afterAll(closeWorld);

const STREAMING: Readonly<Record<Requests<'streaming'>, SocketCase<'streaming'>>> = {
  async streamingAuth(client) {
    client.send('streamingAuth', { JWT: 'of.another.user' });
    await client.next('streamingError');
  },
  async subscribe(client) {
    client.send('subscribe', { Account: victim.account, Symbol: 'SPY', Type: 'Trade' });
    expect(await client.next('subscriptionResponse')).toEqual({
      Symbol: 'SPY',
      Type: 'Trade',
      Result: 'NoPermission',
    });
  },
  async unsubscribe(client) {
    client.send('unsubscribe', { Account: victim.account, Symbol: 'SPY', Type: 'Trade' });
    await client.next('subscriptionResponse');
  },
  async streamingPing(client) {
    client.send('streamingPing', { Sent: 3 });
    await client.next('streamingPong');
  },
};

const DATA: Readonly<Record<Requests<'data'>, SocketCase<'data'>>> = {
  async dataAuth(client) {
    client.send('dataAuth', { JWT: 'of.another.user' });
    await client.next('dataError');
  },
  async symbolsInfo(client) {
    client.send('symbolsInfo', { Id: 1, Symbols: ['SPY', 'QQQ'] });
    await client.next('symbolsInfoAnswer');
  },
  async lookup(client) {
    client.send('lookup', { Id: 1, Query: victim.account, MaxResults: 100 });
    expect((await client.next('lookupAnswer')).Items).toEqual([]);
  },
  async chartCandles(client) {
    client.send('chartCandles', {
      Id: 1,
      Symbol: 'SPY',
      CandleType: 'Day',
      From: 0,
      To: Date.now(),
      ExcludePrePostMarket: true,
    });
    await client.next('chartCandlesAnswer');
  },
  async timeAndSale(client) {
    client.send('timeAndSale', { Id: 1, Symbol: 'SPY' });
    await client.next('timeAndSaleAnswer');
  },
  async bbo(client) {
    client.send('bbo', { Id: 1, Symbol: 'SPY' });
    await client.next('bboAnswer');
  },
  async historicalPrices(client) {
    client.send('historicalPrices', { Id: 1, Symbols: ['SPY'] });
    await client.next('historicalPricesAnswer');
  },
  async closingPrices(client) {
    client.send('closingPrices', { Id: 1, Symbol: 'SPY', From: 0, To: Date.now() });
    await client.next('closingPricesAnswer');
  },
  async symbolActions(client) {
    client.send('symbolActions', { Id: 1, Symbol: 'SPY' });
    await client.next('symbolActionsAnswer');
  },
  async optionExpirations(client) {
    client.send('optionExpirations', { Id: 1, Symbol: 'SPY' });
    await client.next('optionExpirationsAnswer');
  },
  async optionChain(client) {
    client.send('optionChain', { Id: 1, Symbol: 'SPY' });
    await client.next('optionChainAnswer');
  },
  async optionChainSnapshot(client) {
    client.send('optionChainSnapshot', {
      Id: 1,
      UnderlyingSymbol: 'SPY',
      ApplyConditions: true,
      ExpirationFrom: 0,
      ExpirationTo: 4_000_000_000,
      NearestNumber: 7,
    });
    await client.next('optionChainSnapshotAnswer');
  },
  async optionSnapshot(client) {
    client.send('optionSnapshot', { Id: 1, Symbols: ['SPY261218C00500000'] });
    await client.next('optionSnapshotAnswer');
  },
  async priceVolatility(client) {
    client.send('priceVolatility', {
      Id: 1,
      Symbol: 'SPY',
      ToDate: Date.now(),
      NumberOfDays: 252,
      Method: 0,
    });
    await client.next('priceVolatilityAnswer');
  },
  async stockFilters(client) {
    client.send('stockFilters', { Id: 1 });
    await client.next('stockFiltersAnswer');
  },
  async filteredStocks(client) {
    client.send('filteredStocks', {
      Id: 1,
      Filters: [{ Field: 'Company', Compare: 'Contains', CompareWith: victim.account }],
    });
    expect((await client.next('filteredStocksAnswer')).Items).toEqual([]);
  },
  async cancelRequest(client) {
    victimData.send('symbolsInfo', { Id: 77, Symbols: ['SPY'] });
    client.send('cancelRequest', { Id: 77 });
    client.send('dataPing', { Sent: 4 });
    await client.next('dataPong');
    expect((await victimData.next('symbolsInfoAnswer', ({ Id }) => Id === 77)).Result).toBe('Ok');
  },
  async dataPing(client) {
    client.send('dataPing', { Sent: 5 });
    await client.next('dataPong');
  },
};

/** Does something as the intruder, on a socket of theirs: all that came back. */
async function seenByIntruder<S extends 'streaming' | 'data'>(
  socket: S,
  act: SocketCase<S>,
): Promise<readonly unknown[]> {
  const { client: trading, jwt } = await openAccount(server.ports, intruder);
  const client = await authenticated(socket, server.ports, jwt);
  await act(client);
  trading.close();
  client.close();
  return client.seen;
}

describe('every message about the market', () => {
  it('has its case here', () => {
    expect([STREAMING, DATA].map((cases) => Object.keys(cases).toSorted())).toEqual([
      namesOf('streaming'),
      namesOf('data'),
    ]);
  });

  it.each(Object.entries(STREAMING))(
    "%s with another user's ids reads and changes nothing of theirs",
    (_name, act) => changesNothing(() => seenByIntruder('streaming', act)),
  );
  it.each(Object.entries(DATA))(
    "%s with another user's ids reads and changes nothing of theirs",
    (_name, act) => changesNothing(() => seenByIntruder('data', act)),
  );
});
