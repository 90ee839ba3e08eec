import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newYorkDate } from '../../src/domain/calendar/new-york-time.ts';
import { CHAIN_STRIKES, expirationSeconds, historicalVolatility } from '../../src/domain/options/index.ts';
import { ALL_PERMISSIONS, Permission } from '../../src/domain/permissions.ts';
import { parseOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { Body } from '../../src/protocol/index.ts';
import { SCRIPTED_SESSION } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { MarketWithCloses } from './market-with-closes.ts';
import { authenticated, openAccount, orderOf, type WireClient } from './wire-client.ts';

const CALL = 'SPY260320C00660000';
let server: TestServer<MarketWithCloses>;
let client: WireClient<'data'>;
let streaming: WireClient<'streaming'>;
let trading: WireClient<'trading'>;
beforeAll(async () => {
  const market = new MarketWithCloses([
    { symbol: 'SPY', isEtf: true, sharesOutstanding: 1e9 },
    'QQQ',
    { symbol: 'TINY', sharesOutstanding: 1e6 },
    '$SPX',
  ]);
  market.print('SPY', 655, 60_000);
  market.beginSession(SCRIPTED_SESSION);
  market.nowMs += 3_600_000;
  market.show('SPY', [{ exchange: 'NSDQ', bid: [660, 500], ask: [660.02, 400] }]);
  market.print('SPY', 660, 100);
  server = await startTestServer({ market });
  const { client: signedIn, jwt } = await openAccount(server.ports, server.user);
  trading = signedIn;
  client = await authenticated('data', server.ports, jwt);
  streaming = await authenticated('streaming', server.ports, jwt);
});
afterAll(() => server.end());

let lastId = 0;
const id = (): number => (lastId += 1);
type Option = Body<'optionChainAnswer'>['Items'][number];

/** All chunks of an answer. */
async function chainOf(
  name: 'optionChainAnswer' | 'optionChainSnapshotAnswer',
  Id: number,
): Promise<{ options: Option[]; chunks: number }> {
  const options: Option[] = [];
  for (let chunks = 1; ; chunks += 1) {
    const chunk = await client.next(name, (body) => body.Id === Id);
    expect(chunk.Result).toBe('Ok');
    options.push(...chunk.Items);
    if (!chunk.HasMore) return { options, chunks };
  }
}

describe('option expirations', () => {
  it('come in Unix seconds of 16:00 New York, ascending, each marked as weekly or not', async () => {
    const Id = id();
    client.send('optionExpirations', { Id, Symbol: 'SPY' });
    const { Result, Items } = await client.next('optionExpirationsAnswer', (body) => body.Id === Id);
    expect(Result).toBe('Ok');
    expect(Items.slice(0, 3).map(({ Expiration }) => new Date(Expiration * 1000).toISOString())).toEqual([
      '2026-03-02T21:00:00.000Z',
      '2026-03-03T21:00:00.000Z',
      '2026-03-04T21:00:00.000Z',
    ]);
    expect(Items.find(({ Expiration }) => Expiration === expirationSeconds('2026-03-20'))).toEqual({
      Expiration: expirationSeconds('2026-03-20'),
      IsWeekly: false,
    });
    expect(Items.find(({ Expiration }) => Expiration === expirationSeconds('2026-03-27'))?.IsWeekly).toBe(
      true,
    );
    expect(Items.map(({ Expiration }) => Expiration)).toEqual(
      Items.map(({ Expiration }) => Expiration).sort((left, right) => left - right),
    );
  });

  it.each(['TINY', '$SPX'])('of %s, which has no options, are none', async (Symbol) => {
    const Id = id();
    client.send('optionExpirations', { Id, Symbol });
    expect(await client.next('optionExpirationsAnswer', (body) => body.Id === Id)).toMatchObject({
      Result: 'Ok',
      Items: [],
      HasMore: false,
    });
  });

  it.each(['optionExpirations', 'optionChain', 'priceVolatility', 'optionChainSnapshot'] as const)(
    'and everything else of an unknown underlying is answered with Symbol not found (%s)',
    async (name) => {
      const Id = id();
      if (name === 'optionChainSnapshot')
        client.send(name, {
          Id,
          UnderlyingSymbol: 'NOPE',
          ApplyConditions: true,
          ExpirationFrom: 0,
          ExpirationTo: 1,
          NearestNumber: 7,
        });
      else if (name === 'priceVolatility')
        client.send(name, { Id, Symbol: 'NOPE', ToDate: 1, NumberOfDays: 252, Method: 0 });
      else client.send(name, { Id, Symbol: 'NOPE' });
      expect(await client.next(`${name}Answer`, (body) => body.Id === Id)).toMatchObject({
        Result: 'Error',
        Error: 'Symbol not found',
        Items: [],
      });
    },
  );
});

describe('a chain', () => {
  it('in full comes in chunks, by expiration and strike, each strike with call and put', async () => {
    const Id = id();
    client.send('optionChain', { Id, Symbol: 'SPY' });
    const { options, chunks } = await chainOf('optionChainAnswer', Id);
    expect(chunks).toBe(Math.ceil(options.length / 1000));
    expect(chunks).toBeGreaterThan(2);
    const keys = options.map(
      ({ Expiration, Strike, Type }) => (Expiration - 1.7e9) * 1e6 + Strike * 100 + (Type === 'Put' ? 1 : 0),
    );
    expect(keys).toEqual([...new Set(keys)].sort((left, right) => left - right));
    expect(options.filter(({ Type }) => Type === 'Call')).toHaveLength(options.length / 2);
    const call = options.find(({ Symbol }) => Symbol === CALL);
    expect(call).toMatchObject({
      Underlying: 'SPY',
      Type: 'Call',
      Strike: 660,
      Expiration: expirationSeconds('2026-03-20'),
      DisplayName: "SPY Mar 20 '26 660 Call",
    });
    expect(call?.Ask).toBeGreaterThan(call?.Bid ?? Infinity);
    expect(call?.ImpliedVolatility).toBeGreaterThan(0.05);
    for (const option of options) {
      expect(parseOptionSymbol(option.Symbol)).toMatchObject({
        underlying: 'SPY',
        strike: option.Strike,
        expiration: newYorkDate(option.Expiration * 1000),
        right: option.Type === 'Call' ? 'C' : 'P',
      });
    }
  });

  it('with conditions has only the nearest strikes of each expiration in the range, both ends included', async () => {
    const Id = id();
    const [from, to] = [expirationSeconds('2026-03-06'), expirationSeconds('2026-03-20')];
    client.send('optionChainSnapshot', {
      Id,
      UnderlyingSymbol: 'SPY',
      ApplyConditions: true,
      ExpirationFrom: from,
      ExpirationTo: to,
      NearestNumber: CHAIN_STRIKES,
    });
    const { options } = await chainOf('optionChainSnapshotAnswer', Id);
    const expirations = [...new Set(options.map(({ Expiration }) => Expiration))];
    expect([expirations[0], expirations.at(-1)]).toEqual([from, to]);
    for (const expiration of expirations) {
      const strikes = options
        .filter((option) => option.Expiration === expiration && option.Type === 'Call')
        .map(({ Strike }) => Strike);
      expect(strikes).toEqual([657, 658, 659, 660, 661, 662, 663]);
    }
  });

  it('without conditions has every strike of the range, and outside of any listing none', async () => {
    const [Id, Empty] = [id(), id()];
    const expiration = expirationSeconds('2026-03-20');
    client.send('optionChainSnapshot', {
      Id,
      UnderlyingSymbol: 'SPY',
      ApplyConditions: false,
      ExpirationFrom: expiration,
      ExpirationTo: expiration,
      NearestNumber: 7,
    });
    client.send('optionChainSnapshot', {
      Id: Empty,
      UnderlyingSymbol: 'SPY',
      ApplyConditions: true,
      ExpirationFrom: expiration + 1,
      ExpirationTo: expiration + 86_400,
      NearestNumber: 7,
    });
    expect((await chainOf('optionChainSnapshotAnswer', Id)).options.length).toBeGreaterThan(80);
    expect((await chainOf('optionChainSnapshotAnswer', Empty)).options).toEqual([]);
  });
});

describe('an option', () => {
  it('is answered by snapshot, without unknown ones', async () => {
    const Id = id();
    client.send('optionSnapshot', { Id, Symbols: [CALL, 'SPY260321C00660000', 'SPY', CALL] });
    const { Result, Items } = await client.next('optionSnapshotAnswer', (body) => body.Id === Id);
    expect([Result, Items.map(({ Symbol }) => Symbol)]).toEqual(['Ok', [CALL]]);
    expect(Items[0]).toMatchObject({
      Expiration: expirationSeconds('2026-03-20'),
      Strike: 660,
      Type: 'Call',
      Last: expect.any(Number),
      Bid: expect.any(Number),
      Ask: expect.any(Number),
      ImpliedVolatility: expect.any(Number),
      OpenInterest: expect.any(Number),
      PreviousClose: expect.any(Number),
      Volume: expect.any(Number),
      Timestamp: server.market.nowMs,
    });
  });

  it('has symbol info with its option part, and a stock with the volatility that its options imply', async () => {
    const Id = id();
    client.send('symbolsInfo', { Id, Symbols: ['SPY', CALL, 'TINY'] });
    const {
      Items: [stock, option, tiny],
    } = await client.next('symbolsInfoAnswer', (body) => body.Id === Id);
    expect(option).toMatchObject({
      Symbol: CALL,
      Fundamentals: { Company: "SPY Mar 20 '26 660 Call" },
      Option: {
        Underlying: 'SPY',
        Type: 'Call',
        Strike: 660,
        Expiration: expirationSeconds('2026-03-20'),
        DisplayName: "SPY Mar 20 '26 660 Call",
        OpenInterest: expect.any(Number),
      },
    });
    expect(option?.Prices.ImpliedVolatility).toBe(option?.Option?.ImpliedVolatility);
    expect(option?.Prices.ImpliedVolatility).toBeGreaterThan(0.05);
    expect(stock?.Option).toBeUndefined();
    expect(stock?.Prices.ImpliedVolatility).toBeGreaterThan(0.05);
    expect(tiny?.Prices.ImpliedVolatility).toBeNull();
  });

  it('has exchange quotes and is found by its symbol', async () => {
    const [quotes, found] = [id(), id()];
    client.send('bbo', { Id: quotes, Symbol: CALL });
    client.send('lookup', { Id: found, Query: CALL, MaxResults: 40 });
    expect((await client.next('bboAnswer', (body) => body.Id === quotes)).Items.length).toBeGreaterThan(5);
    expect((await client.next('lookupAnswer', (body) => body.Id === found)).Items).toEqual([
      { Symbol: CALL, Info: "SPY Mar 20 '26 660 Call", Exchange: 'OPRA' },
    ]);
  });

  it('streams its own quotes and prints, and is let go with its last subscriber', async () => {
    const { account: Account } = server.user;
    for (const Type of ['Quote', 'Trade'] as const)
      streaming.send('subscribe', { Account, Symbol: CALL, Type });
    const first = await streaming.next('quote', (quote) => quote.S === CALL);
    expect(first.B).toBeGreaterThan(0);
    expect(server.market.watcherCount('SPY')).toBeGreaterThan(0);
    for (let step = 0; step < 40; step += 1) {
      server.market.nowMs += 300;
      server.market.print('SPY', 662, 1000);
    }
    const risen = await streaming.next('quote', (quote) => quote.S === CALL && quote.B > first.A);
    const print = await streaming.next('trade', (trade) => trade.S === CALL);
    expect([print.P > 0, print.V > 0, print.TV >= print.V, Number.isInteger(print.V)]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(risen.A).toBeGreaterThan(risen.B);
    const Id = id();
    client.send('timeAndSale', { Id, Symbol: CALL });
    const tape = await client.next('timeAndSaleAnswer', (body) => body.Id === Id);
    expect(tape.Items.map(({ TV }) => TV)).toContain(print.TV);
    const watchers = server.market.watcherCount('SPY');
    for (const Type of ['Quote', 'Trade'] as const) {
      streaming.send('unsubscribe', { Account, Symbol: CALL, Type });
      await streaming.next(
        'subscriptionResponse',
        (body) => body.Symbol === CALL && body.Type === Type && body.Result === 'Unsubscribed',
      );
    }
    expect(server.market.watcherCount('SPY')).toBe(watchers - 1);
  });

  it('is bought at its own offer, by the contract', async () => {
    const Id = id();
    client.send('bbo', { Id, Symbol: CALL });
    const { Items } = await client.next('bboAnswer', (body) => body.Id === Id);
    const offer = Math.min(...Items.flatMap(({ Ask }) => (Ask > 0 ? [Ask] : [])));
    const order = orderOf(server.user, { Symbol: CALL, Quantity: 1 });
    trading.send('optionOrderSend', order);
    const report = await trading.next(
      'executionReport',
      (body) => body.ClientId === order.ClientId && body.LastFillQuantity > 0,
    );
    expect(report).toMatchObject({ Symbol: CALL, LastFillPrice: offer, LastFillQuantity: 1 });
    expect(offer).toBeGreaterThan(1);
    expect(offer).toBeLessThan(40);
  });

  it('that is not listed is an unknown symbol to the stream', async () => {
    streaming.send('subscribe', {
      Account: server.user.account,
      Symbol: 'SPY260321C00660000',
      Type: 'Quote',
    });
    expect(
      await streaming.next('subscriptionResponse', (body) => body.Symbol === 'SPY260321C00660000'),
    ).toMatchObject({ Result: 'UnknownSymbol' });
  });
});

describe('price volatility', () => {
  it('is that of the last 252 finished days: the day in progress has no close yet', async () => {
    const Id = id();
    client.send('priceVolatility', {
      Id,
      Symbol: 'SPY',
      ToDate: server.market.nowMs,
      NumberOfDays: 252,
      Method: 0,
    });
    const { Result, Items } = await client.next('priceVolatilityAnswer', (body) => body.Id === Id);
    expect(Result).toBe('Ok');
    const closes = (await server.market.bars('SPY', 'Day', 0, Date.UTC(2026, 2, 2, 4)))
      .slice(-252)
      .map(({ closeE4 }) => closeE4 / 10_000);
    expect(closes).toHaveLength(252);
    expect(Items).toEqual([{ Volatility: historicalVolatility(closes) }]);
  });

  it('ends at ToDate', async () => {
    const Id = id();
    const ToDate = Date.UTC(2025, 11, 5, 21);
    client.send('priceVolatility', { Id, Symbol: 'SPY', ToDate, NumberOfDays: 4, Method: 0 });
    const { Items } = await client.next('priceVolatilityAnswer', (body) => body.Id === Id);
    const closes = (await server.market.bars('SPY', 'Day', 0, ToDate))
      .slice(-4)
      .map(({ closeE4 }) => closeE4 / 10_000);
    expect(Items).toEqual([{ Volatility: historicalVolatility(closes) }]);
  });

  it('of a symbol with too short a history is answered with an error that says so', async () => {
    const Id = id();
    client.send('priceVolatility', {
      Id,
      Symbol: 'QQQ',
      ToDate: server.market.nowMs,
      NumberOfDays: 252,
      Method: 0,
    });
    expect(await client.next('priceVolatilityAnswer', (body) => body.Id === Id)).toMatchObject({
      Result: 'Error',
      Error: 'There are not enough daily closes of QQQ to compute its volatility.',
    });
  });
});

describe('a user without the permission for the Option Chain', () => {
  it('gets no options, but the volatility of a price', async () => {
    const user = await server.addUser('plain', { permissionMask: ALL_PERMISSIONS & ~Permission.OptionChain });
    const { jwt } = await openAccount(server.ports, user);
    const other = await authenticated('data', server.ports, jwt);
    other.send('optionExpirations', { Id: 1, Symbol: 'SPY' });
    other.send('optionChain', { Id: 2, Symbol: 'SPY' });
    other.send('optionChainSnapshot', {
      Id: 3,
      UnderlyingSymbol: 'SPY',
      ApplyConditions: true,
      ExpirationFrom: 0,
      ExpirationTo: 2e9,
      NearestNumber: 7,
    });
    other.send('optionSnapshot', { Id: 4, Symbols: [CALL] });
    other.send('priceVolatility', {
      Id: 5,
      Symbol: 'SPY',
      ToDate: server.market.nowMs,
      NumberOfDays: 252,
      Method: 0,
    });
    const refused = {
      Result: 'Error',
      Error: 'You have no permission for Option Chain.',
      Items: [],
      HasMore: false,
    };
    expect(await other.next('optionExpirationsAnswer')).toMatchObject(refused);
    expect(await other.next('optionChainAnswer')).toMatchObject(refused);
    expect(await other.next('optionChainSnapshotAnswer')).toMatchObject(refused);
    expect(await other.next('optionSnapshotAnswer')).toMatchObject(refused);
    expect((await other.next('priceVolatilityAnswer')).Result).toBe('Ok');
    other.close();
  });
});
