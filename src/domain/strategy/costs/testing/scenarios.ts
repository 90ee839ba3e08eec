import { newYorkMs } from '../../../calendar/us-equity.ts';
import { columnsOf, sessionsOf } from '../../testing/run-strategy.ts';
import type { TestBar } from '../../testing/run-strategy.ts';
import type { DataColumns, RunLimits } from '../../description.ts';

const DATES = ['2026-01-08', '2026-01-09', '2026-01-12'] as const;
const BARS_A_DAY = 78;

/** A random walk in cents, the same for the same seed. */
function randomBars(
  count: number,
  seed: number,
): { readonly bars: TestBar[]; readonly volume: Float64Array } {
  let state = seed;
  const next = (span: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % span;
  };
  let close = 10_000;
  const volume = new Float64Array(count);
  const bars = Array.from({ length: count }, (_, n): TestBar => {
    const open = close + next(21) - 10;
    close = open + next(81) - 40;
    volume[n] = 100 + next(900);
    const high = Math.max(open, close) + next(30);
    const low = Math.min(open, close) - next(30);
    return [open / 100, high / 100, low / 100, close / 100];
  });
  return { bars, volume };
}

/** Three sessions of five-minute bars, a weekend between the second and the third. */
export function scenarioData(seed = 20_260_108): {
  readonly data: DataColumns;
  readonly sessions: Float64Array;
} {
  const { bars, volume } = randomBars(DATES.length * BARS_A_DAY, seed);
  const times = bars.map((_, n) =>
    newYorkMs(DATES[Math.floor(n / BARS_A_DAY)] ?? DATES[0], 570 + (n % BARS_A_DAY) * 5),
  );
  return { data: { ...columnsOf(times, bars), volume }, sessions: sessionsOf(...DATES) };
}

const WITH_AVERAGES = `bars('5 minutes'); const fast = sma(3); const slow = sma(9); let n = 0;`;

/** Strategies that send every type of order, on both sides, with exits, overnight and during the day. */
export const SCENARIOS: readonly {
  readonly name: string;
  readonly code: string;
  readonly limits?: Partial<RunLimits>;
}[] = [
  {
    name: 'reversals at the market',
    code: `${WITH_AVERAGES} onBar(() => { if (fast.last > slow.last) goLong(90); else goShort(90); });`,
  },
  {
    name: 'reversals during the day',
    code: `${WITH_AVERAGES} onBar(() => { if (fast.last > slow.last) goLong(90); else goShort(90); });`,
    limits: { intradayPositionsOnly: true },
  },
  {
    name: 'limits and stops',
    code: `bars('5 minutes'); let n = 0; onBar((bar) => { n += 1;
      if (n % 7 === 1) { cancelAll(); if (position.quantity === 0) buy(150, { price: bar.close - 0.1 }); else sell(position.quantity, { price: bar.close + 0.2 }); }
      if (n % 7 === 4 && position.quantity > 0 && !hasOpenOrders()) sell(position.quantity, { stop: bar.close - 0.15 });
      if (n % 31 === 30) { cancelAll(); goFlat(); } });`,
  },
  {
    name: 'stop limits and orders for the close',
    code: `bars('5 minutes'); let n = 0; onBar((bar) => { n += 1;
      if (n % 11 === 1 && position.quantity === 0) buy(120, { stop: bar.close + 0.1, price: bar.close + 0.2 });
      if (n % 78 === 60 && position.quantity > 0) sell(position.quantity, { type: 'MarketOnClose' }); });`,
  },
  {
    name: 'exits with a target, a stop and a trail',
    code: `bars('5 minutes'); onBar((bar) => { if (position.quantity !== 0 || hasOpenOrders()) return;
      if (bar.close > bar.open) buy(200, { exits: { target: { amount: 0.6 }, stop: { amount: 0.4 } } });
      else short(200, { exits: { target: { percent: 0.8 }, stop: { percent: 0.5 }, trail: { amount: 0.3 } } }); });`,
  },
];
