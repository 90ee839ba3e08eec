import type { BarColumns } from '../columns.ts';

/** One bar as a test writes it. */
export interface TestBar {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export function columnsOf(rows: readonly TestBar[]): BarColumns {
  const column = (name: keyof TestBar): Float64Array => Float64Array.from(rows, (row) => row[name]);
  return {
    length: rows.length,
    timeMs: column('timeMs'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
}

/** Bars that only have closes, a minute apart. */
export const closes = (...values: readonly number[]): BarColumns =>
  columnsOf(
    values.map((close, i) => ({
      timeMs: i * 60_000,
      open: close,
      high: close,
      low: close,
      close,
      volume: 1,
    })),
  );

/** Bars from [open, high, low, close, volume = 1], a minute apart. */
export const candles = (
  ...rows: readonly (readonly [number, number, number, number, number?])[]
): BarColumns =>
  columnsOf(
    rows.map(([open, high, low, close, volume = 1], i) => ({
      timeMs: i * 60_000,
      open,
      high,
      low,
      close,
      volume,
    })),
  );

/** The same bars up to a length. */
export const firstBars = (bars: BarColumns, length: number): BarColumns => ({ ...bars, length });

/** A walk that is the same for the same seed: minute bars, with gaps (bars without prices) one in `gapEvery`, 0 = none. */
export function randomWalk(length: number, seed: number, gapEvery = 0): TestBar[] {
  let state = seed >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let price = 20 + random() * 200;
  return Array.from({ length }, (_, i) => {
    const open = cents(price * (1 + (random() - 0.5) * 0.004));
    const close = cents(Math.max(1, open * (1 + (random() - 0.5) * 0.02)));
    const high = cents(Math.max(open, close) * (1 + random() * 0.005));
    const low = cents(Math.min(open, close) * (1 - random() * 0.005));
    price = close;
    const timeMs = Date.UTC(2024, 2, 4, 14, 30) + i * 60_000;
    const isGap = gapEvery > 0 && Math.floor(random() * gapEvery) === 0;
    if (isGap)
      return {
        timeMs,
        open: Number.NaN,
        high: Number.NaN,
        low: Number.NaN,
        close: Number.NaN,
        volume: Number.NaN,
      };
    return { timeMs, open, high, low, close, volume: Math.floor(random() * 10_000) };
  });
}

const cents = (price: number): number => Math.round(price * 100) / 100;
