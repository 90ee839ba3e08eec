import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { newAlert } from '../../src/domain/alerts/index.ts';
import { drawing } from '../../src/domain/drawings/testing.ts';
import { toPriceE4 } from '../../src/domain/money/price.ts';
import type { Body } from '../../src/protocol/index.ts';
import type { Bar } from '../../src/server/market/market-data.ts';
import { createReplayMarket, type ReplayMarket } from '../../src/server/market/replay/replay-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, orderOf } from './wire-client.ts';

const ROOT = new URL('../../', import.meta.url);
/** Beside the project, or beside the folder of its worktrees. */
const SHARED = ['../shared/data/', '../../shared/data/']
  .map((path) => new URL(path, ROOT))
  .find((folder) => existsSync(folder));

/** 00:00 New York of the ex-date. */
const SPLIT_MS = Date.UTC(2014, 5, 9, 4);
const DAY_MS = 24 * 3_600_000;
const SESSION_MS = 390 * 60_000;
const MINUTE_MS = 60_000;

let server: TestServer<ReplayMarket> | undefined;
let folder = '';
afterEach(async () => {
  await server?.end();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** A recording in a folder of its own; texts by file name. */
function recordingOf(files: Readonly<Record<string, string>>): void {
  folder = mkdtempSync(join(tmpdir(), 'actions-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Minute bars at one price for a whole session, and the minute before them. */
function minutesAt(date: string, price: number): string {
  const rows = Array.from({ length: 390 }, (_, minute) => {
    const clock = 9 * 60 + 30 + minute;
    const time = `${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`;
    return `${date}T${time}:00-04:00,${price},${price + 0.05},${price - 0.05},${price},50000`;
  });
  return `Timestamp,Open,High,Low,Close,Volume\n${rows.join('\n')}\n`;
}

/** The recorded days of AAPL around the split, and the factors that say what happened. */
function sharedRecording(shared: URL): void {
  folder = mkdtempSync(join(tmpdir(), 'actions-'));
  for (const name of [
    'minute-more/AAPL_2014-06-05_2014-06-09.csv.gz',
    'minute-quotes/AAPL_2014-06-05_2014-06-09.csv.gz',
    'daily-raw/AAPL.factors.csv.gz',
  ])
    cpSync(new URL(name, shared), join(folder, name));
}

/** Plays 2014-06-06 with 100 AAPL bought and an open order to buy 100 more at 630, and then the open of 2014-06-09. */
async function playOverTheSplit() {
  let hostMs = 0;
  const market = createReplayMarket({
    folder,
    startDate: '2014-06-06',
    speed: 1,
    nowMs: () => hostMs,
    seed: 7,
    log: () => undefined,
    pumpMs: 1,
  });
  const playTo = async (ms: number): Promise<void> => {
    hostMs = ms;
    await expect.poll(() => market.flowedAtMs?.() ?? 0, { timeout: 20_000 }).toBeGreaterThanOrEqual(ms);
  };
  server = await startTestServer<ReplayMarket>({ market });
  const { brokerage, user, ports } = server;
  const { client, jwt } = await openAccount(ports, user);
  await playTo(30 * MINUTE_MS);
  const order = { Symbol: 'AAPL', Quantity: 100 } as const;
  client.send('orderSend', orderOf(user, { ...order, Type: 'Market', Timestamp: market.exchangeMs() }));
  await expect
    .poll(async () => {
      await playTo(hostMs + 1_000);
      return brokerage.accountView(user.account, 0).positions[0]?.longQuantity;
    })
    .toBe(100);
  client.send(
    'orderSend',
    orderOf(user, {
      ...order,
      Type: 'Limit',
      Price: 630,
      TifType: 'GoodTillCancel',
      Timestamp: market.exchangeMs(),
    }),
  );
  const { OrderId } = await client.next(
    'executionReport',
    ({ ReportType, Price }) => ReportType === 'OrderConfirmed' && Price === 630,
  );
  // A level that the first price after the split is far below, and a line at it.
  const alert = { ...newAlert('a1', 'AAPL'), LowAlert: 500 };
  client.send('alertPut', { Id: 'a1', Seen: 0, Version: 1, Body: alert });
  await client.next('alertStored');
  client.send('alertList', {});
  await client.next('alertDocuments');
  client.send('drawingList', { Symbol: 'AAPL' });
  await client.next('drawingDocuments');
  const line = drawing({ Id: 'AAPL:d1', Points: [{ Date: SPLIT_MS - DAY_MS, Offset: 0, Value: 644 }] });
  client.send('drawingPut', { Id: line.Id, Seen: 0, Version: 1, Body: { ...line } });
  await client.next('drawingStored');
  const before = brokerage.accountView(user.account, 0);
  await playTo(SESSION_MS + 2 * MINUTE_MS);
  const actions = await client.next('corporateActions');
  return { market, client, jwt, OrderId, before, actions, after: brokerage.accountView(user.account, 0) };
}

/** What must hold whatever prices were recorded. */
async function expectSplit(): Promise<Awaited<ReturnType<typeof playOverTheSplit>>> {
  const played = await playOverTheSplit();
  const { before, after, actions, client, OrderId, market } = played;
  const [bought, split] = [before.positions[0], after.positions[0]];
  expect(split).toMatchObject({
    symbol: 'AAPL',
    longQuantity: 700,
    fifoCostE4: bought?.fifoCostE4,
    closedPlE4: 0,
  });
  expect(after.balance.cashE4).toBe(before.balance.cashE4);
  const average = (bought?.fifoCostE4 ?? 0) / 100 / 10_000;
  expect(actions.Items).toMatchObject([
    {
      ActionType: 'Split',
      Symbol: 'AAPL',
      ExDate: '2014-06-09',
      Orders: [{ OrderId }],
      Positions: [{ QuantityBefore: 100, QuantityAfter: 700, Cash: 0 }],
    },
  ]);
  const seventh = String(Math.round((average / 7) * 10_000) / 10_000);
  expect(actions.Items[0]?.Message).toBe(
    `7-for-1 split: 100 shares at ${average.toFixed(2)} became 700 at ${seventh}; 1 open order adjusted`,
  );
  // The client receives the adjusted order.
  const isAdjusted = ({
    Items,
  }: {
    readonly Items: readonly { readonly OrderId: string; readonly Quantity: number }[];
  }) => Items.some((item) => item.OrderId === OrderId && item.Quantity === 700);
  expect((await client.next('orders', isAdjusted)).Items).toMatchObject([{ Price: 90, Unfill: 700 }]);
  // The alert has not fired at a price below its old level, and the drawing lies at the same bars.
  expect(await client.next('alertChanged')).toMatchObject({
    Id: 'a1',
    Body: {
      LowAlert: 71.4286,
      LowAlertTime: null,
      Adjusted: '7-for-1 split on 2014-06-09: 500.00 became 71.4286',
    },
  });
  expect(await client.next('drawingChanged')).toMatchObject({
    Id: 'AAPL:d1',
    Body: { Points: [{ Value: 92 }] },
  });
  expect(client.seen.filter(({ name }) => name === 'alertFired')).toEqual([]);
  // The day's change counts from the close on the scale of the new shares.
  const { previousCloseE4, lastE4 } = market.snapshot('AAPL') ?? { previousCloseE4: 0, lastE4: 0 };
  expect(Math.abs(lastE4 / previousCloseE4 - 1)).toBeLessThan(0.05);
  const days = await market.bars('AAPL', 'Day', 0, Number.MAX_SAFE_INTEGER);
  expect(days.filter(({ closeE4 }) => closeE4 > 2_000_000)).toEqual([]);
  const minutes = await market.bars('AAPL', 'OneMinute', 0, Number.MAX_SAFE_INTEGER);
  expect(minutes.filter(({ closeE4 }) => closeE4 > 2_000_000)).toEqual([]);
  await expectRawBars(minutes, played.jwt);
  // A new connection has the line in its log.
  const again = await openAccount(server?.ports ?? never(), server?.user ?? never());
  expect(
    again.client.seen.flatMap((message) => (message.name === 'corporateActions' ? message.body.Items : [])),
  ).toEqual(actions.Items);
  for (const each of [client, again.client]) each.close();
  return played;
}

/** Bars as they traded, from the data socket: those before the split are the adjusted ones times 7, to the last 1/10,000 dollar that was rounded; later ones are the same. */
async function expectRawBars(adjusted: readonly Bar[], jwt: string): Promise<void> {
  const { ports } = server ?? never();
  const data = await authenticated('data', ports, jwt);
  const request = { Symbol: 'AAPL', CandleType: 'OneMinute', To: SPLIT_MS + DAY_MS } as const;
  const fromMs = SPLIT_MS - 3 * DAY_MS;
  data.send('chartCandles', {
    Id: 1,
    ...request,
    From: fromMs,
    ExcludePrePostMarket: true,
    Unadjusted: true,
  });
  const raw: Body<'chartCandlesAnswer'>['Items'] = [];
  for (let hasMore = true; hasMore;) {
    const part = await data.next('chartCandlesAnswer', ({ Id }) => Id === 1);
    raw.push(...part.Items);
    hasMore = part.HasMore;
  }
  const shown = adjusted.filter(({ timeMs }) => timeMs >= fromMs);
  expect(raw.map(({ TS }) => TS)).toEqual(shown.map(({ timeMs }) => timeMs));
  const toNearestSeventh = (priceE4: number): number => (2 * priceE4 + 7 - ((2 * priceE4 + 7) % 14)) / 14;
  const expected = raw.map(({ TS, O, H, L, C, V }) => {
    const before = TS < SPLIT_MS;
    const [openE4 = 0, highE4 = 0, lowE4 = 0, closeE4 = 0] = [O, H, L, C]
      .map((price) => toPriceE4(price))
      .map((priceE4) => (before ? toNearestSeventh(priceE4) : priceE4));
    return { timeMs: TS, openE4, highE4, lowE4, closeE4, volume: before ? V * 7 : V };
  });
  expect(expected).toEqual(shown);
  expect(raw.filter(({ TS }) => TS < SPLIT_MS).every(({ C }) => C > 600)).toBe(true);
  data.send('symbolActions', { Id: 2, Symbol: 'AAPL' });
  const actions = (await data.next('symbolActionsAnswer')).Items;
  expect(actions.filter(({ ActionType, TS }) => ActionType === 'Split' && TS >= fromMs)).toEqual([
    {
      TS: SPLIT_MS,
      ExDate: '2014-06-09',
      ActionType: 'Split',
      Title: '7-for-1 split',
      Numerator: 7,
      Denominator: 1,
    },
  ]);
  data.close();
}

const never = (): never => {
  throw new Error('The server runs.');
};

describe('a replay over a 7-for-1 split', () => {
  it('turns 100 shares into 700 at one seventh, adjusts the open order and explains both: actions.csv', async () => {
    recordingOf({
      'minute/AAPL_2014-06-06.csv': minutesAt('2014-06-06', 645.5),
      'minute/AAPL_2014-06-09.csv': minutesAt('2014-06-09', 92.8),
      'actions/actions.csv':
        'Symbol,ExDate,Kind,Numerator,Denominator\nAAPL,2014-06-09,split,7,1\nMSFT,2014-06-09,split,2,1\n',
    });
    await expectSplit();
  });

  it.skipIf(SHARED === undefined)('does so in the recorded days, by their published factors', async () => {
    sharedRecording(SHARED ?? never());
    await expectSplit();
  });
});
