import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { newYorkMs, sessionOn } from '../../../domain/calendar/us-equity.ts';
import { backtest, loadStrategy } from '../../../domain/strategy/testing/run-strategy.ts';
import type { Bar, Instrument } from '../../market/market-data.ts';
import type { SetWorker } from '../optimizations/engine/set-runner.ts';
import { runGates } from './gate-runs.ts';

/** Runs the rules of a backtest in this process: what is special at the end of a day must not count as a use of later bars. */

const DATES = ['2026-03-02', '2026-03-03', '2026-03-04'];
const BARS: readonly Bar[] = DATES.flatMap((date, day) => {
  const { openMs = 0 } = sessionOn(date) ?? {};
  return Array.from({ length: 390 }, (_, minute): Bar => {
    const at = day * 390 + minute;
    const closeE4 = Math.round((100 + Math.sin(at / 9) + Math.sin(at / 2.3) / 2) * 100) * 100;
    return {
      timeMs: openMs + minute * MINUTE_MS,
      ...{ openE4: closeE4, highE4: closeE4 + 900, lowE4: closeE4 - 900, closeE4, volume: 1_000 },
    };
  });
});
const MARKET = {
  bars: (_symbol: string, candle: string, fromMs: number, toMs: number) =>
    Promise.resolve(candle === 'Day' ? [] : BARS.filter(({ timeMs }) => timeMs >= fromMs && timeMs < toMs)),
  timeAndSales: () => [],
  // Every symbol has the same bars. Only whether there is one is read.
  instrument: () => ({}) as Instrument,
  exchangeMs: () => newYorkMs('2026-03-05', 0),
  sessionDay: () => sessionOn('2026-03-04') ?? { date: '', openMs: 0, closeMs: 0 },
};

/** The language and the rules of the isolate. Without costs an order fills in full. */
const worker: SetWorker = {
  backtest(job, events) {
    const { code, parameters, data, rowRange, firstIndex, sessions, limits, costs, startRows } = job;
    const { description } = loadStrategy(code, parameters);
    const { from: first, until } = rowRange ?? { from: 0, until: data.length };
    const from = startRows?.[description.warmUpBars] ?? first;
    const begin = startRows === undefined ? firstIndex : (startRows[0] ?? 0) - from;
    const others = (job.others ?? []).map((other, n) => {
      const range = other.rowRange ?? { from: 0, until: other.data.length };
      const needed = description.otherSymbols[n]?.warmUpBars ?? 0;
      return other.data.rows(other.startRows?.[needed] ?? range.from, range.until);
    });
    const run = backtest(code, data.rows(from, until), sessions, {
      ...{ limits, parameters, firstIndex: begin, costs: costs ?? null, others },
    });
    for (const { number, ...fill } of run.fills) events.onFill?.({ ...fill, orderId: String(number) });
    for (const { number, stop, status, ...order } of run.orders)
      if (status === 'Filled' || status === 'Cancelled' || status === 'Rejected')
        events.onOrders?.([{ ...order, status, id: String(number), stopPrice: stop }]);
    return { done: Promise.resolve({ outcome: 'completed', equity: run.equity }), cancel() {} };
  },
};

const STRATEGIES: readonly [string, string][] = [
  [
    'the bars of another symbol',
    `const market = security('QQQ');
const slow = market.sma(20);
onBar((bar) => {
  if (position.isFlat && market.close.last > slow.last && bar.close > mean.last) goLong(100);
  else if (market.close.last < slow.last) goFlat();
});`,
  ],
  [
    'a closing time',
    `closingTime('15:45');
onBar((bar) => {
  if (position.isFlat && bar.close > mean.last) goLong(100);
  else if (bar.close < mean.last) goFlat();
});`,
  ],
  [
    'exits',
    `onBar((bar) => {
  if (position.isFlat && !hasOpenOrders() && bar.minute % 7 === 0) buy(100, { exits: { stop: { percent: 0.4 }, target: { percent: 0.4 } } });
});
onOrder((done) => { if (done.exit === 'Stop' && done.status === 'Filled') buy(10, { exits: { target: { amount: 0.1 } } }); });`,
  ],
  [
    'closing auctions and resting limits',
    `onBar((bar) => {
  if (bar.minute % 30 === 0) buy(10, { type: 'Limit', price: bar.close - 0.2 });
  if (bar.minute === 900 && position.isLong) sell(undefined, { type: 'MarketOnClose' });
});
onOrder((done) => { if (done.status === 'Filled' && done.side === 'Sell') buy(5); });`,
  ],
];

it.each(STRATEGIES)('finds no use of later bars in a strategy with %s', async (_, rules) => {
  const code = `symbol('SPY');\nbars('1 minute');\nconst mean = ema(param('length', 12));\n${rules}`;
  const { description } = loadStrategy(code);
  const seeds = [0.1, 0.5, 0.9];
  for (const seed of seeds) {
    const { results } = await runGates(
      {
        ...{ market: MARKET, worker, signal: new AbortController().signal },
        random: () => seed,
        onProgress: () => {},
      },
      {
        ...{ program: { code, parameters: '' }, description },
        limits: {
          intradayPositionsOnly: false,
          intervals: [{ startMinute: 570, endMinute: 960 }],
          includeOffMarket: false,
          shareLimit: -1,
          dollarLimit: -1,
        },
        period: { fromMs: newYorkMs('2026-03-03', 0), toMs: newYorkMs('2026-03-04', 1440) - 1 },
      },
    );
    expect(results[0]?.text).toMatch(/^\d+ of \d+ orders are the same .* \(6 cuts\)\.$/);
  }
});
