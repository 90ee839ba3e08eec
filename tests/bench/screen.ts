import { monitorEventLoopDelay } from 'node:perf_hooks';
import { symbolColumn, type ColumnInput } from '../../src/domain/columns/index.ts';
import { screen, screenField, StockTable, type StockFilter } from '../../src/domain/screener/index.ts';
import { DailyFigures } from '../../src/server/market/history/daily-figures.ts';
import { StockScreener } from '../../src/server/market/history/stock-screener.ts';
import { columnInputOf } from '../../src/server/market/shared/column-input.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';
import { interleave, median, printTable } from './harness.ts';

const ROUNDS = 20;
/** Lets timers of the market run outside of what is timed, ms. */
const REST_MS = 5;
const GOAL_MS = 100;

const SCREENS: Readonly<Record<string, StockFilter[]>> = {
  '1 filter, prices': [{ Field: 'ChangeP', Compare: 'GreaterThan', CompareWith: 0.01 }],
  '3 filters, history and text': [
    { Field: 'RSI14', Compare: 'LessThan', CompareWith: 40 },
    { Field: 'SMA200P', Compare: 'LessThan', CompareWith: 0 },
    { Field: 'Sector', Compare: 'Contains', CompareWith: 'tech' },
  ],
  '10 filters that few fail': [
    { Field: 'Last', Compare: 'GreaterThan', CompareWith: 0.5 },
    { Field: 'Volume', Compare: 'GreaterThan', CompareWith: 10 },
    { Field: 'RSI14', Compare: 'LessThan', CompareWith: 95 },
    { Field: 'RSI14Weekly', Compare: 'LessThan', CompareWith: 95 },
    { Field: 'ADV', Compare: 'GreaterThan', CompareWith: 10 },
    { Field: 'OffYearHighP', Compare: 'LessThan', CompareWith: 0.01 },
    { Field: 'Change1YP', Compare: 'GreaterThan', CompareWith: -0.9 },
    { Field: 'DayRangeAdtrP', Compare: 'GreaterThan', CompareWith: 0 },
    { Field: 'SpreadP', Compare: 'LessThan', CompareWith: 0.9 },
    { Field: 'Exchange', Compare: 'Contains', CompareWith: 'n' },
  ],
};

/** What a hand-written filter does with one stock. */
function passes(stock: ColumnInput, filters: readonly StockFilter[]): boolean {
  return filters.every(({ Field, Compare, CompareWith }) => {
    const value = symbolColumn(Field)?.value(stock) ?? null;
    if (Compare === 'Contains')
      return String(value ?? '')
        .toLowerCase()
        .includes(String(CompareWith));
    const limit = Number(CompareWith) * (screenField(Field)?.Type === 'Percentage' ? 100 : 1);
    return typeof value === 'number' && (Compare === 'GreaterThan' ? value > limit : value < limit);
  });
}

/** Screens over the whole simulated universe: the table of the server against objects that are looked at one by one. */
export async function benchScreen(): Promise<void> {
  const market = createSimulatedMarket({ seed: 1, nowMs: () => Date.now() });
  await market.start();
  const figures = new DailyFigures({ market, logger: console, startAfterMs: 0 });
  const service = new StockScreener({ market, figures, hostMs: () => Date.now(), logger: console });
  const { signal } = new AbortController();
  const startedMs = performance.now();
  figures.start();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  service.start();
  const firstMs: number[] = [];
  /** As the client does: asks until the answer is whole. */
  const whole = async (filters: readonly StockFilter[]): Promise<readonly string[]> => {
    for (;;) {
      const fromMs = performance.now();
      const { symbols: found, pending } = await service.screen(filters, signal);
      firstMs.push(performance.now() - fromMs);
      if (pending === 0) return found;
    }
  };
  await whole(SCREENS['1 filter, prices'] ?? []);
  const pricesMs = performance.now() - startedMs;
  await whole(SCREENS['10 filters that few fail'] ?? []);
  const slowestAnswerMs = Math.max(...firstMs);
  const readyMs = performance.now() - startedMs;
  delays.disable();

  const symbols = market.symbols();
  const read = (symbol: string): ColumnInput | undefined => {
    const [instrument, snapshot] = [market.instrument(symbol), market.snapshot(symbol)];
    return (
      instrument && snapshot && columnInputOf(instrument, snapshot, undefined, figures.known(symbol) ?? null)
    );
  };
  const stocks = symbols.flatMap((symbol) => read(symbol) ?? []);
  const table = new StockTable(symbols);
  stocks.forEach((stock, index) => table.set(index, stock));
  const [first] = stocks;
  const timed = async (
    work: () => readonly unknown[] | Promise<readonly unknown[]>,
  ): Promise<{ ms: number; found: number }> => {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const fromMs = performance.now();
    const found = (await work()).length;
    return { ms: performance.now() - fromMs, found };
  };

  const rows: (string | number)[][] = [];
  for (const [name, filters] of Object.entries(SCREENS)) {
    const results = await interleave(ROUNDS, {
      'server, whole answer': () => timed(async () => (await service.screen(filters, signal)).symbols),
      'table, a price has changed': () => {
        if (first) table.set(0, first);
        return timed(() => screen(table, filters));
      },
      'table, again': () => timed(() => screen(table, filters)),
      'plain objects, prices read before': () =>
        timed(() => stocks.filter((stock) => passes(stock, filters))),
      'plain objects, prices read now': () =>
        timed(() =>
          symbols.filter((symbol) => {
            const stock = read(symbol);
            return stock !== undefined && passes(stock, filters);
          }),
        ),
    });
    for (const [contender, runs] of results)
      rows.push([
        name,
        contender,
        median(runs.map(({ ms }) => ms)),
        Math.max(...runs.map(({ ms }) => ms)),
        median(runs.map(({ found }) => found)),
      ]);
  }
  const slowestMs = Math.max(
    ...rows.filter(([, contender]) => contender === 'server, whole answer').map((row) => Number(row[2])),
  );
  printTable(
    `Screening ${symbols.length.toLocaleString('en-US')} stocks, ms`,
    ['screen', 'contender', 'median', 'worst', 'found'],
    rows,
    [
      `Goal: under ${GOAL_MS} ms on the server; the slowest screen takes ${slowestMs.toFixed(1)} ms: ${slowestMs < GOAL_MS ? 'met' : 'MISSED'}.`,
      `First answers from nothing, in ${firstMs.length} parts, none later than ${(slowestAnswerMs / 1000).toFixed(1)} s: prices ${(pricesMs / 1000).toFixed(1)} s, ten years of all stocks ${(readyMs / 1000).toFixed(1)} s; meanwhile 99% of event loop delays under ${(delays.percentile(99) / 1e6).toFixed(1)} ms.`,
    ],
  );
  service.stop();
  figures.stop();
  await market.stop();
}
