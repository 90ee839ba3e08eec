import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { MINUTE_MS } from '../../src/domain/calendar/durations.ts';
import { newYorkDate, newYorkMs, sessionOn } from '../../src/domain/calendar/us-equity.ts';
import { collectImports } from '../../src/domain/strategy/imports/link-imports.ts';
import { formatProgram } from '../../src/domain/strategy/imports/program-text.ts';
import {
  computeStudy,
  settleParameters,
  studyById,
  type BarColumns,
} from '../../src/domain/studies/index.ts';
import type { BarRows } from '../../src/server/algostream/data/bar-columns.ts';
import { chooseRunData } from '../../src/server/algostream/data/run-data.ts';
import { createStrategyRuntime, type SimulatedOrder } from '../../src/server/algostream/runtime/index.ts';
import { createSimulatedMarket } from '../../src/server/market/simulated/simulated-market.ts';

const SYMBOL = 'SPY';
const LAST_DATE = '2025-12-31';
const market = createSimulatedMarket({
  seed: 1,
  nowMs: () => 0,
  epoch: { hostMs: 0, date: '2026-01-02' },
  preparesAhead: false,
});
/** Each file makes one of its own and closes it after its tests: files of a worker share this module. */
export const createExamplesRuntime = () =>
  createStrategyRuntime({ priority: { niceness: 0, onlyWhenIdle: false } });

export type Fill = SimulatedOrder & { readonly fillMs: number };

interface ExampleRun {
  /** Bars of regular sessions, warm-up included. */
  readonly bars: BarColumns;
  /** Bars of each other symbol that the strategy reads, those before its period included. */
  readonly others: readonly BarColumns[];
  /** The first bar of the period. */
  readonly firstRow: number;
  readonly orders: readonly SimulatedOrder[];
  /** In the order of time. */
  readonly fills: readonly Fill[];
  /** The bar whose handler sent an order. */
  rowOf(order: SimulatedOrder): number;
}

const isFill = (order: SimulatedOrder): order is Fill => order.status === 'Filled' && order.fillMs !== null;
export const signed = ({ side, quantity }: SimulatedOrder): number => (side === 'Buy' ? quantity : -quantity);
export const value = (column: Float64Array, row: number): number => column[row] ?? Number.NaN;

const codeOf = (name: string): string =>
  readFileSync(new URL(`../../examples/strategies/strategies/${name}.ts`, import.meta.url), 'utf8');

/** Runs a strategy of `examples/strategies` on the simulated market, to the end of 2025. */
export async function runExample(
  runtime: ReturnType<typeof createExamplesRuntime>,
  name: string,
  fromDate: string,
  symbol = SYMBOL,
  parameters = '',
): Promise<ExampleRun> {
  const files = await collectImports(name, codeOf(name), (imported) =>
    Promise.resolve({ code: codeOf(imported), version: null }),
  );
  const program = { code: formatProgram(files), parameters };
  const user = runtime.forUser('examples', 'backtest');
  const described = await user.describe(program);
  if (!described.ok) throw new Error(JSON.stringify(described.error));
  const { barMinutes, warmUpBars, otherSymbols } = described.value;
  const chosen = await chooseRunData(
    market,
    {
      symbol,
      barMinutes,
      warmUpBars,
      otherSymbols,
      fromMs: newYorkMs(fromDate, 0),
      toMs: newYorkMs(LAST_DATE, 24 * 60) - 1,
      dataType: 'Auto',
      acceptsIncomplete: false,
    },
    new AbortController().signal,
  );
  if (chosen.kind !== 'data') throw new Error(JSON.stringify(chosen));
  const { bars: data, others, firstIndex, sessions } = chosen.data;
  const orders: SimulatedOrder[] = [];
  const limits = {
    intradayPositionsOnly: false,
    intervals: [{ startMinute: 570, endMinute: 960 }],
    includeOffMarket: false,
    shareLimit: -1,
    dollarLimit: -1,
  };
  const { outcome } = await user.backtest(
    { ...program, symbol, limits, data, others, firstIndex, sessions },
    { onOrders: (ended) => orders.push(...ended) },
  ).done;
  expect([name, outcome]).toEqual([name, 'completed']);
  expect(orders.filter(({ status }) => status === 'Rejected')).toEqual([]);
  const barsOf = (rows: BarRows): BarColumns =>
    regularBars({ ...rows.rows(0, rows.length), length: rows.length }, barMinutes);
  const bars = barsOf(data);
  const rows = new Map(Array.from(bars.timeMs, (timeMs, row) => [timeMs, row]));
  const startMs = (order: SimulatedOrder): number =>
    barMinutes < 1440 ? order.sentMs - barMinutes * MINUTE_MS : newYorkMs(newYorkDate(order.sentMs), 0);
  return {
    bars,
    others: others.map((other) => barsOf(other.data)),
    firstRow: bars.timeMs.findIndex((timeMs) => timeMs >= data.value('timeMs', firstIndex)),
    orders,
    fills: orders.filter(isFill).sort((a, b) => a.fillMs - b.fillMs),
    rowOf: (order) => rows.get(startMs(order)) ?? Number.NaN,
  };
}

function regularBars(bars: BarColumns, barMinutes: number): BarColumns {
  if (barMinutes >= 1440) return bars;
  const kept = Array.from({ length: bars.length }, (_, row) => row).filter((row) => {
    const timeMs = value(bars.timeMs, row);
    const session = sessionOn(newYorkDate(timeMs));
    return session !== null && timeMs >= session.openMs && timeMs < session.closeMs;
  });
  const only = (column: Float64Array): Float64Array => Float64Array.from(kept, (row) => value(column, row));
  return {
    length: kept.length,
    timeMs: only(bars.timeMs),
    open: only(bars.open),
    high: only(bars.high),
    low: only(bars.low),
    close: only(bars.close),
    volume: only(bars.volume),
  };
}

/** The columns of a study of the chart, whose numbers have tests of their own. */
export function study(id: string, bars: BarColumns, parameters: Record<string, number> = {}): Float64Array[] {
  const kind = studyById(id);
  if (kind?.form !== 'series') throw new Error(`no study ${id}`);
  return [...computeStudy(kind, settleParameters(kind, parameters), bars)];
}

/** The mean of so many values up to a row. */
export function mean(column: Float64Array, row: number, count: number): number {
  const values = column.subarray(row - count + 1, row + 1);
  return values.length === count ? values.reduce((sum, number) => sum + number, 0) / count : Number.NaN;
}

export const dateOf = (bars: BarColumns, row: number): string => newYorkDate(value(bars.timeMs, row));

/** Pairs of the fill that opens a position and the fill that closes it; the last may be open. */
export function roundTrips(
  fills: readonly Fill[],
): { readonly entry: Fill; readonly exit: Fill | undefined }[] {
  const trips: { entry: Fill; exit: Fill | undefined }[] = [];
  for (const fill of fills) {
    const last = trips.at(-1);
    if (last === undefined || last.exit !== undefined) trips.push({ entry: fill, exit: undefined });
    else {
      expect(signed(fill)).toBe(-signed(last.entry));
      last.exit = fill;
    }
  }
  return trips;
}
