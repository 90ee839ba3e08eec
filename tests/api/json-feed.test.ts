import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/calendar/durations.ts';
import { startServer, type RunningServer } from '../../src/server/compose.ts';
import { readConfig } from '../../src/server/config.ts';
import { startStandInFeed, type StandInFeed } from '../../src/server/market/feed/stand-in/stand-in.ts';
import { temporaryFolder, testConfig } from '../support/server.ts';
import { until } from '../support/until.ts';
import { authenticated, openAccount, type WireClient } from './wire-client.ts';

let feed: StandInFeed;
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
  feed = await startStandInFeed(Date.now());
  server = await startWith(feed.environment);
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
  await feed.close();
  for (const remove of folders) await remove();
});

const healthText = async (): Promise<string> =>
  (await fetch(`http://127.0.0.1:${server.ports.http}/healthz`)).text();

describe('a server with the market of a JSON feed', () => {
  it('announces its market, with the symbols in the order of the feed', () => {
    const facts = trading.seen.find((message) => message.name === 'market');
    expect(facts?.body).toMatchObject({
      Kind: 'Feed',
      DefaultSymbol: 'SPY',
      MostTraded: ['SPY', 'AAPL', 'MSFT'],
    });
  });

  it('answers with the prices and bars of the feed', async () => {
    data.send('symbolsInfo', { Id: 1, Symbols: ['MSFT'] });
    const { Items: infos } = await data.next('symbolsInfoAnswer');
    expect(infos[0]?.Prices).toMatchObject({ Last: feed.world.last('MSFT') });
    expect(infos[0]?.Fundamentals).toMatchObject({ Company: 'Microsoft Corporation', Exchange: 'NASDAQ' });
    const range = { From: Date.now() - 20 * DAY_MS, To: Date.now(), ExcludePrePostMarket: true };
    data.send('chartCandles', { Id: 2, Symbol: 'MSFT', CandleType: 'Day', ...range });
    expect((await data.next('chartCandlesAnswer')).Items.length).toBeGreaterThan(4);
  });

  it('streams prices, stops confirming them when the feed is lost, and recovers with what was missed', async () => {
    for (const Type of ['Trade', 'Quote'] as const) {
      streaming.send('subscribe', { Account: account, Symbol: 'AAPL', Type });
      expect((await streaming.next('subscriptionResponse')).Result).toBe('Subscribed');
    }
    await until(() => expect(feed.subscribed()).toContain('AAPL'));
    feed.trade('AAPL', 191.25, 100, Date.now());
    expect(await streaming.next('trade', ({ P }) => P === 191.25)).toMatchObject({ P: 191.25 });
    feed.quote('AAPL', 191.24, 191.26, Date.now());
    expect(await streaming.next('quote', ({ B }) => B === 191.24)).toMatchObject({ A: 191.26, BS: 200 });
    await streaming.next('feedAlive');

    feed.switches.refuses = true;
    feed.cut();
    await until(async () => expect(await healthText()).toContain('The market data feed has stopped.'));
    feed.trade('AAPL', 192.5, 100, Date.now());
    feed.switches.refuses = false;

    await streaming.next('trade', ({ P }) => P === 192.5);
    await until(async () => expect(await healthText()).toBe('{"status":"ok"}'));
    feed.trade('AAPL', 193, 100, Date.now());
    await streaming.next('trade', ({ P }) => P === 193);
    await streaming.next('feedAlive');
  });
});

it('ends with what to correct when the feed cannot be reached', async () => {
  const failure = await startWith({ TAPEDECK_MARKET: 'feed:ws://127.0.0.1:9/?token=secret' }).then(
    () => 'it started',
    (error: unknown) => String(error),
  );
  expect(failure).toContain('The feed at 127.0.0.1:9 cannot be reached');
  expect(failure).not.toContain('secret');
});
