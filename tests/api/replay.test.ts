import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chainText, folderOf } from '../../src/server/market/replay/testing/chain-folder.ts';
import { fourFreePorts } from '../support/ports.ts';
import { runServer, temporaryFolder } from '../support/server.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { authenticated, orderOf, portsOfProcess, signInAsFirstUser } from './wire-client.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
const OPEN_MS = Date.parse('2019-02-11T09:30:00-05:00');

let dataFolder: string;
let remove: () => Promise<void>;
let running: SpawnedServer[] = [];
beforeEach(async () => {
  ({ folder: dataFolder, remove } = await temporaryFolder());
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
  await remove();
});

async function start(recording: string, env: Record<string, string> = {}): Promise<SpawnedServer> {
  const server = await spawnServer({ dataFolder, env: { TAPEDECK_MARKET: `replay:${recording}`, ...env } });
  running.push(server);
  await expect.poll(() => server.output()).toContain('Tapedeck is at');
  return server;
}

const linesOf = (server: SpawnedServer): string[] => server.output().trim().split('\n');

describe('a server on a recorded option chain', () => {
  const chainFile = 'options/SPY_2026-08-14.csv';
  const SEEN_MS = Date.parse('2026-08-14T09:31:00-04:00');
  const rows = [
    { time: '2026-08-14T09:31:00-04:00' },
    { time: '2026-08-14T09:31:00-04:00', right: 'P', bid: 3.2, ask: 3.3 },
  ] as const;

  it('sends the recorded quotes with their time', async () => {
    const folder = folderOf({ [chainFile]: chainText(rows) });
    const server = await start(folder, { TAPEDECK_SPEED: '100' });
    const { jwt } = await signInAsFirstUser(server);
    const data = await authenticated('data', portsOfProcess(server), jwt);
    const expiration = Date.parse('2026-08-21T16:00:00-04:00') / 1000;
    data.send('optionExpirations', { Id: 1, Symbol: 'SPY' });
    expect((await data.next('optionExpirationsAnswer')).Items).toEqual([
      { Expiration: expiration, IsWeekly: false },
    ]);
    const call = async () => {
      data.send('optionSnapshot', { Id: 2, Symbols: ['SPY260821C00775000'] });
      return (await data.next('optionSnapshotAnswer')).Items[0];
    };
    await expect.poll(async () => (await call())?.Bid, { timeout: 20_000 }).toBe(4.9);
    expect(await call()).toMatchObject({
      Ask: 5,
      BidSize: 20,
      OpenInterest: 500,
      Timestamp: SEEN_MS,
      Recorded: { Time: SEEN_MS, UnderlyingPrice: 776 },
    });
    await rm(folder, { recursive: true });
  });

  it('logs why a chain is refused, and answers its requests with the reason', async () => {
    const folder = folderOf({ [chainFile]: chainText(rows).slice(0, -30) });
    const server = await start(folder);
    const { jwt } = await signInAsFirstUser(server);
    await expect
      .poll(() => server.output())
      .toContain(`${chainFile}: the option chain is refused: its last line, 3,`);
    const data = await authenticated('data', portsOfProcess(server), jwt);
    data.send('optionExpirations', { Id: 1, Symbol: 'SPY' });
    expect((await data.next('optionExpirationsAnswer')).Error).toMatch(
      `The recorded option chain of SPY on 2026-08-14 cannot be used: ${chainFile}, its last line, 3, is incomplete`,
    );
    await rm(folder, { recursive: true });
  });
});

describe('a server on a recording', () => {
  it('plays the recorded prices', async () => {
    const server = await start(join(FIXTURES, 'replay'), { TAPEDECK_SPEED: '100' });
    const { jwt, user, client: trader } = await signInAsFirstUser(server);
    const prices = await authenticated('streaming', portsOfProcess(server), jwt);
    prices.send('subscribe', { Account: user.account, Symbol: 'AAPL', Type: 'Trade' });
    // The first one may be the state as the subscription begins: the last price with the time now, and of no exchange.
    let trade = await prices.next('trade');
    while (trade.X === '') trade = await prices.next('trade');
    expect(trade.TS).toBeGreaterThanOrEqual(OPEN_MS);

    const recorded = gunzipSync(await readFile(join(FIXTURES, 'replay/minute/AAPL.csv.gz')))
      .toString('utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const bars = new Map(
      recorded.map(([time = '', open, high, low, close, volume]) => [
        Date.parse(time),
        [open, high, low, close, volume].map(Number),
      ]),
    );
    const [, high = 0, low = 0] = bars.get(Math.floor(trade.TS / 60_000) * 60_000) ?? [];
    expect(trade.P).toBeLessThanOrEqual(high);
    expect(trade.P).toBeGreaterThanOrEqual(low);

    const data = await authenticated('data', portsOfProcess(server), jwt);
    let items: readonly (readonly number[])[] = [];
    await expect
      .poll(async () => {
        data.send('chartCandles', {
          Id: 1,
          Symbol: 'AAPL',
          CandleType: 'OneMinute',
          From: OPEN_MS,
          To: OPEN_MS + 3_600_000,
          ExcludePrePostMarket: true,
        });
        const answer = await data.next('chartCandlesAnswer');
        items = answer.Items.map((bar) => [bar.TS, bar.O, bar.H, bar.L, bar.C, bar.V]);
        return items.length;
      })
      .toBeGreaterThan(3);
    // The last one is still forming.
    for (const [timeMs = 0, ...values] of items.slice(0, -1)) expect(values).toEqual(bars.get(timeMs));
    for (const client of [prices, data, trader]) client.close();
  });

  it('names a default symbol and the most traded symbols of a recording without SPY', async () => {
    const recording = join(dataFolder, 'recording');
    await mkdir(join(recording, 'minute'), { recursive: true });
    for (const symbol of ['BAC', 'MSFT', 'VIX'])
      await copyFile(
        join(FIXTURES, `replay/minute/${symbol}.csv.gz`),
        join(recording, `minute/${symbol}.csv.gz`),
      );
    const server = await start(recording);
    const { client } = await signInAsFirstUser(server);
    expect(await client.next('market')).toEqual({
      Kind: 'Replay',
      DefaultSymbol: 'MSFT',
      MostTraded: ['MSFT', 'BAC'],
      Replay: { Speed: 1, MayControl: true },
    });
    client.close();
  });

  it('fills an order, and after a kill has both order and position', async () => {
    const first = await start(join(FIXTURES, 'replay'));
    const { client, user } = await signInAsFirstUser(first);
    const order = orderOf(user, { Symbol: 'BAC', Quantity: 100 });
    client.send('orderSend', order);
    const executed = await client.next('executionReport', (report) => report.ReportType === 'OrderExecuted');
    expect(executed.LastFillPrice).toBeGreaterThan(20);
    expect(executed.LastFillPrice).toBeLessThan(40);
    client.send('orderSend', orderOf(user, { Symbol: 'BAC', Type: 'Limit', Price: 1 }));
    const { OrderId } = await client.next(
      'executionReport',
      (report) => report.ReportType === 'OrderConfirmed' && report.OrderId !== executed.OrderId,
    );
    await first.kill();

    const second = await start(join(FIXTURES, 'replay'));
    const { client: again } = await signInAsFirstUser(second, user);
    expect((await again.next('positions')).Items).toMatchObject([{ Symbol: 'BAC', LongQty: 100 }]);
    const orders = (await again.next('orders')).Items;
    expect(orders.find((each) => each.OrderId === OrderId)).toMatchObject({
      Symbol: 'BAC',
      Price: 1,
      Unfill: 100,
    });
    again.close();
  });

  it('logs one summary line for each kind of data of a valid recording', async () => {
    const server = await start(join(FIXTURES, 'replay'));
    await expect
      .poll(() => linesOf(server).filter((line) => line.startsWith('replay: ')))
      .toEqual([
        'replay: daily: 510 rows read, 0 skipped, in 4 files',
        'replay: minute: 3890 rows read, 0 skipped, in 5 files',
        'replay: symbols: 5 rows read, 0 skipped, in 1 file',
      ]);
  });

  it('starts on a malformed one, names file, line and reason of the first 20 bad rows, and keeps all in the log', async () => {
    const server = await start(join(FIXTURES, 'malformed'));
    await expect.poll(() => server.output()).toContain('replay: trades: 4 rows read, 3 skipped, in 1 file');
    const lines = linesOf(server).filter((line) => /^(replay|…)/.test(line));
    const more = lines.findIndex((line) => line.startsWith('…'));
    expect(more).toBe(20);
    expect(lines.slice(0, more)).toContain('replay: minute/BAD.csv line 5: volume is negative: -5; skipped');
    expect(lines[more]).toMatch(/^… and \d+ more in .*server\.log$/);
    expect(lines.slice(more + 1)).toHaveLength(6);
    const skipped = lines
      .slice(more + 1)
      .reduce((sum, line) => sum + Number(/(\d+) skipped/.exec(line)?.[1]), 0);
    expect(Number(/\d+/.exec(lines[more] ?? '')?.[0])).toBe(skipped - 20);
    await server.stop();
    const log = await readFile(join(dataFolder, 'server.log'), 'utf8');
    expect(log).toContain('replay: daily/BAD.csv line 7: bad date: 2019-02-30; skipped');
    expect(log.match(/; skipped/g)).toHaveLength(skipped);
  });
});

describe('a folder that cannot be played', () => {
  it.each([
    ['missing', 'does not exist'],
    ['empty', 'holds no recording'],
  ])('(%s) ends the start with one line', async (name, reason) => {
    const folder = join(dataFolder, name);
    if (name === 'empty') await mkdir(folder, { recursive: true });
    const { code, stderr } = await runServer({
      TAPEDECK_DATA: join(dataFolder, 'deck'),
      TAPEDECK_PORT: String(await fourFreePorts()),
      TAPEDECK_MARKET: `replay:${folder}`,
    });
    expect(code).toBe(1);
    expect(stderr.endsWith('\n')).toBe(true);
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(reason)]);
  });

  it('(a start date after its end) ends the start with one line', async () => {
    const { code, stderr } = await runServer({
      TAPEDECK_DATA: dataFolder,
      TAPEDECK_PORT: String(await fourFreePorts()),
      TAPEDECK_MARKET: `replay:${join(FIXTURES, 'replay')}`,
      TAPEDECK_MARKET_START: '2031-01-01',
    });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringContaining('ends on 2019-02-12')]);
  });
});
