import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/calendar/durations.ts';
import { fromE4 } from '../../src/domain/money/price.ts';
import { startServer, type RunningServer } from '../../src/server/compose.ts';
import { readConfig } from '../../src/server/config.ts';
import { temporaryFolder, testConfig } from '../support/server.ts';
import { startStandInAlpaca, type StandInAlpaca } from '../support/stand-in-alpaca.ts';
import { until } from '../support/until.ts';
import { authenticated, openAccount, type WireClient } from './wire-client.ts';

let alpaca: StandInAlpaca;
let server: RunningServer;
let trading: WireClient<'trading'>;
let streaming: WireClient<'streaming'>;
let data: WireClient<'data'>;
let account: string;
const folders: (() => Promise<void>)[] = [];

/** Starts a server in this process, with the market that these variables choose. */
async function startWith(environment: Readonly<Record<string, string>>): Promise<RunningServer> {
  const { folder, remove } = await temporaryFolder();
  folders.push(remove);
  return startServer(testConfig(folder, { market: readConfig(environment).market }));
}

beforeAll(async () => {
  alpaca = await startStandInAlpaca(Date.now());
  server = await startWith(alpaca.environment);
  const { users, accounts } = server.storage.repositories;
  const { userName = '', password = '' } = server.firstUser ?? {};
  const userId = (await users.byName(userName))?.userId ?? '';
  account = (await accounts.ofUser(userId))[0]?.account ?? '';
  const opened = await openAccount(server.ports, { userId, userName, password, account });
  trading = opened.client;
  streaming = await authenticated('streaming', server.ports, opened.jwt);
  data = await authenticated('data', server.ports, opened.jwt);
});
afterAll(async () => {
  for (const client of [trading, streaming, data]) client.close();
  await server.stop();
  await alpaca.close();
  for (const remove of folders) await remove();
});

/** A trade of AAPL now, and its price as the client receives it. */
async function nextTrade(price: number): Promise<number> {
  alpaca.trade('AAPL', price, 100, Date.now());
  return (await streaming.next('trade', (trade) => trade.P === price)).P;
}

async function healthText(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${server.ports.http}/healthz`)).text();
}

describe('a server with the market of Alpaca', () => {
  it('announces its market and its most active symbols', () => {
    const facts = trading.seen.find((message) => message.name === 'market');
    expect(facts?.body).toMatchObject({
      Kind: 'Alpaca',
      DefaultSymbol: 'SPY',
      MostTraded: ['SPY', 'MSFT', 'AAPL'],
    });
  });

  it('answers with the prices, bars and prints of the vendor', async () => {
    const [yesterday, today] = alpaca.world.bars('AAPL', '1Day').slice(-2);
    data.send('symbolsInfo', { Id: 1, Symbols: ['AAPL'] });
    const { Items: infos } = await data.next('symbolsInfoAnswer');
    expect(infos[0]?.Prices).toMatchObject({ Bid: expect.any(Number), Last: fromE4(today?.closeE4 ?? 0) });
    expect(infos[0]?.Fundamentals).toMatchObject({ Company: 'Apple Inc. Common Stock', Exchange: 'NASDAQ' });
    const range = { From: Date.now() - 20 * DAY_MS, To: Date.now(), ExcludePrePostMarket: true };
    data.send('chartCandles', { Id: 2, Symbol: 'AAPL', CandleType: 'Day', ...range });
    const { Items: days } = await data.next('chartCandlesAnswer');
    expect(days.map(({ C }) => C)).toContain(fromE4(yesterday?.closeE4 ?? 0));
    data.send('timeAndSale', { Id: 3, Symbol: 'AAPL' });
    expect((await data.next('timeAndSaleAnswer')).Result).toBe('Ok');
    data.send('symbolsInfo', { Id: 4, Symbols: ['PINKY'] });
    expect((await data.next('symbolsInfoAnswer')).Items).toEqual([]);
  });

  it('streams trades and quotes, stops confirming prices when the vendor is lost, and recovers with what was missed', async () => {
    for (const Type of ['Trade', 'Quote'] as const) {
      streaming.send('subscribe', { Account: account, Symbol: 'AAPL', Type });
      expect((await streaming.next('subscriptionResponse')).Result).toBe('Subscribed');
    }
    await until(() => expect(alpaca.streamed()).toContain('AAPL'));
    expect(await nextTrade(191.25)).toBe(191.25);
    alpaca.quote('AAPL', 191.24, 191.26, Date.now());
    expect(await streaming.next('quote', ({ B }) => B === 191.24)).toMatchObject({ A: 191.26, BS: 200 });
    await streaming.next('feedAlive');

    alpaca.switches.refusesStream = true;
    alpaca.cutStreams();
    await until(async () => expect(await healthText()).toContain('The market data feed has stopped.'));
    alpaca.trade('AAPL', 192.5, 100, Date.now());
    alpaca.switches.refusesStream = false;

    await streaming.next('trade', ({ P }) => P === 192.5);
    await until(async () => expect(await healthText()).toBe('{"status":"ok"}'));
    expect(await nextTrade(193)).toBe(193);
    await streaming.next('feedAlive');
  });
});

describe('a server that cannot open the market of Alpaca', () => {
  it.each([
    [{ TAPEDECK_ALPACA_SECRET: '' }, 'The market of Alpaca needs a key: set TAPEDECK_ALPACA_KEY'],
    [{ TAPEDECK_ALPACA_KEY: 'wrong' }, 'Alpaca refuses the key (status 401'],
  ])('ends with what to correct, without showing the key: %j', async (change, message) => {
    const failure = await startWith({ ...alpaca.environment, ...change }).then(
      () => 'it started',
      (error: unknown) => String(error),
    );
    expect(failure).toContain(message);
    expect(failure).not.toContain('test-secret');
  });
});
