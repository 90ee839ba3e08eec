import { rmSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { E4 } from '../../../domain/money/price.ts';
import { PLAIN_ORDER } from '../../../domain/orders/request.ts';
import { createBrokerage } from '../../brokerage/create-brokerage.ts';
import { createDefaultRiskFacts } from '../../brokerage/default-risk-facts.ts';
import type { NewOrder, Report } from '../../brokerage/brokerage.ts';
import { fillsOf, settle, TEST_LIMITS, typesOf } from '../../brokerage/testing/harness.ts';
import { MemoryJournal } from '../../brokerage/testing/memory-journal.ts';
import { withOptions } from '../options/with-options.ts';
import { createReplayMarket } from './replay-market.ts';
import { chainText, folderOf } from './testing/chain-folder.ts';

const CALL = 'SPY260821C00775000';
const NO_BID = 'SPY260821C00820000';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0)) await undo();
  vi.useRealTimers();
});

/** A brokerage on a replay of two snapshots, 10:00 and 11:00, at its open. */
async function openReplay() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = folderOf({
    'options/SPY_2026-08-14.csv': chainText([
      {},
      { strike: 820, bid: '', ask: 0.01, last: 0.01 },
      { time: '2026-08-14T11:00:00-04:00', bid: 4.4, ask: 4.5, askSize: 8 },
    ]),
  });
  let hostMs = 1_000;
  const stocks = createReplayMarket({ folder, speed: 1, nowMs: () => hostMs, seed: 7, log: () => undefined });
  const market = withOptions(stocks, { seed: 7 });
  await market.start();
  const accounts = (account: string) => (account === 'A' ? { isLive: false, isLocked: false } : undefined);
  const facts = createDefaultRiskFacts({ market, accounts });
  const brokerage = createBrokerage({
    market,
    journal: new MemoryJournal(),
    clock: { exchangeMs: () => market.exchangeMs(), hostMs: () => hostMs },
    accounts,
    facts: { ...facts, limits: () => TEST_LIMITS },
    sweepIntervalMs: 60_000,
  });
  await brokerage.start();
  await brokerage.fundAccount('A', { cashE4: 1_000_000 * E4, version: 1 });
  cleanUp.push(
    () => brokerage.stop(),
    () => market.stop(),
    () => rmSync(folder, { recursive: true }),
  );
  let sent = 0;
  return {
    pass: async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        hostMs += MINUTE_MS;
        vi.advanceTimersByTime(300);
      }
      await settle();
    },
    send: (change: Partial<NewOrder>): Promise<readonly Report[]> =>
      brokerage.submit({
        ...PLAIN_ORDER,
        account: 'A',
        userId: 'u',
        clientId: `ord${(sent += 1)}`,
        symbol: CALL,
        side: 'Buy',
        source: 'Open',
        type: 'Limit',
        tif: 'Day',
        quantity: 5,
        priceE4: 5 * E4,
        destination: 'SMART',
        route: 'AUTO',
        ...change,
      }),
    reports: () => brokerage.accountView('A', 0).reports,
  };
}

it('fills orders on the recorded quotes, up to the recorded size', async () => {
  const { pass, send, reports } = await openReplay();
  await pass(31);
  expect(fillsOf(await send({}))).toEqual([[5, 5, 'R']]);
  // Of the 30 contracts offered 25 are left: the rest waits for what the next snapshot shows.
  const first = await send({ quantity: 40 });
  expect(fillsOf(first)).toEqual([[25, 5, 'R']]);
  await pass(61);
  const later = reports().filter(({ orderId }) => orderId === first[0]?.orderId);
  expect(fillsOf(later).slice(1)).toEqual([[8, 4.5, 'R']]);
});

it('rejects orders before the first snapshot, when nothing says what an option is worth', async () => {
  const { send } = await openReplay();
  expect(typesOf(await send({}))).toEqual(['OrderRejected']);
});

it('fills no sale where the recording has no bid', async () => {
  const { pass, send } = await openReplay();
  await pass(31);
  await send({ symbol: NO_BID, quantity: 2, priceE4: 0.01 * E4 });
  const sale = await send({ symbol: NO_BID, side: 'Sell', source: 'Close', quantity: 2, priceE4: 0.01 * E4 });
  expect([typesOf(sale), fillsOf(sale)]).toEqual([['OrderAccepted', 'OrderConfirmed'], []]);
});

it('rejects orders on options that were not recorded', async () => {
  const { pass, send } = await openReplay();
  await pass(31);
  expect(typesOf(await send({ symbol: 'SPY260821C00776000' }))).toEqual(['OrderRejected']);
});
