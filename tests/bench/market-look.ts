import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import {
  DAY_FIGURES,
  figuresOfDay,
  mean,
  minuteDaysOf,
  type DayFigures,
} from '../../src/server/market/simulated/testing/day-figures.ts';
import { FIGURE_BANDS } from '../../src/server/market/simulated/testing/figure-bands.ts';
import { recordedSets } from '../../src/server/market/simulated/testing/recorded-days.ts';
import { printTable } from './harness.ts';

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1);
/** Those of the recorded sets, and a part of the invented ones. */
const KNOWN = 'AAPL AMZN BAC GLD JPM MSFT MU QQQ SBUX SPY TSLA V VOO XLP'.split(' ');
const EVERY_NTH_SYMBOL = 100;
const PAST_DAYS = 14;
const DAY_MS = 86_400_000;
/** A fixed moment, so that the table is the same at every run. */
const EPOCH = { hostMs: Date.UTC(2026, 10, 16), date: '2026-11-02' };
const NOW_MS = Date.UTC(2026, 10, 21, 14);

interface Simulated {
  readonly past: DayFigures[];
  readonly live: DayFigures[];
  readonly others: DayFigures[];
}

async function simulatedFigures(): Promise<Simulated> {
  const found: Simulated = { past: [], live: [], others: [] };
  for (const seed of SEEDS) {
    const host = { ms: NOW_MS };
    const market = createSimulatedMarket({ seed, nowMs: () => host.ms, epoch: EPOCH });
    const { openMs, closeMs } = market.sessionDay();
    host.ms = market.hostMsOf(closeMs - 1);
    const days = async (symbol: string, fromMs: number, toMs: number): Promise<DayFigures[]> =>
      minuteDaysOf(await market.bars(symbol, 'OneMinute', fromMs, toMs)).map(figuresOfDay);
    for (const symbol of KNOWN) {
      found.past.push(...(await days(symbol, openMs - PAST_DAYS * DAY_MS, openMs)));
      found.live.push(...(await days(symbol, openMs, closeMs)));
    }
    const others = market.symbols().filter((_, at) => (at + seed) % EVERY_NTH_SYMBOL === 0);
    for (const symbol of others) found.others.push(...(await days(symbol, openMs - 2 * DAY_MS, openMs)));
  }
  return found;
}

/** Mean, then the tenth and ninetieth per cent and the largest. */
function cell(figures: readonly DayFigures[], name: keyof DayFigures): string {
  const values = figures.map((each) => each[name]).sort((a, b) => a - b);
  const at = (part: number): string => (values[Math.floor(part * (values.length - 1))] ?? 0).toFixed(2);
  return `${mean(values).toFixed(2)} (${at(0.1)} to ${at(0.9)}, ${at(1)})`;
}

/** Sessions of the simulated market beside recorded ones. */
export async function benchMarketFigures(): Promise<void> {
  const recorded = recordedSets().map(({ name, days }) => ({ name, figures: days.map(figuresOfDay) }));
  const { past, live, others } = await simulatedFigures();
  const sets = [
    ...recorded.map(({ name, figures }) => ({ name: `recorded: ${name}`, figures })),
    { name: 'simulated: past', figures: past },
    { name: 'simulated: in progress', figures: live },
    { name: 'simulated: any symbol', figures: others },
  ];
  const bands: Partial<Record<keyof DayFigures, readonly [number, number]>> = FIGURE_BANDS;
  printTable(
    'Sessions minute by minute: mean (10 % to 90 %, largest)',
    ['figure', 'band of the mean', ...sets.map(({ name, figures }) => `${name}, ${figures.length}`)],
    DAY_FIGURES.map((name) => [
      name,
      bands[name]?.join(' to ') ?? 'none',
      ...sets.map(({ figures }) => cell(figures, name)),
    ]),
  );
}
