import {
  americanPrice,
  europeanPrice,
  impliedVolatility,
  RISK_FREE_RATE,
  type OptionTerms,
} from '../../src/domain/options/index.ts';
import { treePrice } from '../../src/domain/options/testing/tree.ts';
import { withOptions } from '../../src/server/market/options/with-options.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import { interleave, median, printTable } from './harness.ts';

const ROUNDS = 20;
const START_MS = Date.UTC(2026, 10, 18, 12, 0);

/** How long the market needs for a whole chain of SPY, an hour before the close; and for single prices and volatilities. */
export async function benchOptionChain(): Promise<void> {
  const clock = { hostMs: START_MS };
  const stocks = createSimulatedMarket({ seed: 7, nowMs: () => clock.hostMs });
  clock.hostMs = stocks.hostMsOf(stocks.sessionDay().closeMs - 3_600_000);
  stocks.snapshot('SPY');
  const whole = (market: ReturnType<typeof withOptions>, nearest?: number): number =>
    (market.expirations('SPY') ?? []).reduce(
      (count, { date }) => count + market.chain('SPY', date, nearest === undefined ? {} : { nearest }).length,
      0,
    );
  const timed = (work: () => number): { ms: number; count: number } => {
    const startMs = performance.now();
    const count = work();
    return { ms: performance.now() - startMs, count };
  };
  const market = withOptions(stocks, { seed: 7 });
  const figures = await interleave(ROUNDS, {
    'first of the day': async () => timed(() => whole(withOptions(stocks, { seed: 7 }))),
    'again, prices moved': async () => {
      clock.hostMs += 15_000;
      return timed(() => whole(market));
    },
    'nearest 7 strikes': async () => timed(() => whole(market, 7)),
  });
  printTable(
    'A chain of SPY, all expirations',
    ['', 'options', 'ms (median)', 'µs an option'],
    [...figures].map(([name, runs]) => {
      const ms = median(runs.map((run) => run.ms));
      const count = median(runs.map((run) => run.count));
      return [name, count, ms, (ms * 1000) / count];
    }),
    [
      'goal: 6,000 options again in 50 ms; a server that answers lets others have their turn between expirations',
    ],
  );

  const options = Array.from({ length: 2000 }, (_, index): OptionTerms => ({
    right: index % 2 === 0 ? 'C' : 'P',
    spot: 660,
    strike: 500 + (index % 320),
    years: 0.02 + (index % 50) / 50,
    rate: RISK_FREE_RATE,
    dividendYield: 0.011,
  }));
  const prices = options.map((option) => americanPrice(option, 0.2));
  const each = (work: (option: OptionTerms, index: number) => unknown, some = options): Promise<number> => {
    const startMs = performance.now();
    for (const [index, option] of some.entries()) work(option, index);
    return Promise.resolve(((performance.now() - startMs) * 1000) / some.length);
  };
  const single = await interleave(ROUNDS, {
    'European price': () => each((option) => europeanPrice(option, 0.2)),
    'American price': () => each((option) => americanPrice(option, 0.2)),
    'implied volatility, American': () =>
      each((option, index) => impliedVolatility(prices[index] ?? 0, option)),
    'implied volatility, European': () =>
      each((option, index) => impliedVolatility(prices[index] ?? 0, option, 'european')),
    'binomial tree of 200 steps, to compare': () =>
      each((option) => treePrice(option, 0.2, 'american', 200), options.slice(0, 20)),
  });
  printTable(
    'One option',
    ['', 'µs (median)'],
    [...single].map(([name, runs]) => [name, median(runs)]),
  );
}
