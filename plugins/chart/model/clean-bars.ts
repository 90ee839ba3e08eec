import type { BarColumns } from '../../../src/domain/studies/index.ts';
import { BarStore } from './bar-store.ts';

/** A bar as it comes over the wire; anything may be missing. */
export interface WireBar {
  readonly TS: number;
  readonly O: number | null;
  readonly H: number | null;
  readonly L: number | null;
  readonly C: number | null;
  readonly V: number | null;
}

/** A price as the chart keeps it: missing, zero and absurd ones are NaN. */
const price = (value: number | null): number =>
  value !== null && value > 0 && Number.isFinite(value) ? value : Number.NaN;

/**
 * Bars of an answer as columns: ascending, each moment once (the last one sent wins), prices that are not there NaN, high and low around open and
 * close. A bar with a close only is that close.
 */
export function cleanBars(items: readonly WireBar[]): BarColumns {
  const bars = new BarStore();
  for (const { TS, O, H, L, C, V } of inOrder(items)) {
    const close = price(C);
    const open = orElse(price(O), close);
    // Without open and close the other two say nothing that could be drawn.
    const high = Number.isNaN(open) ? open : largest(price(H), open, close);
    const low = Number.isNaN(open) ? open : smallest(price(L), open, close);
    const volume = V !== null && V > 0 && Number.isFinite(V) ? V : 0;
    if (bars.length > 0 && bars.timeMs[bars.length - 1] === TS) bars.truncate(bars.length - 1);
    bars.append(TS, open, high, low, orElse(close, open), volume);
  }
  return bars;
}

function inOrder(items: readonly WireBar[]): readonly WireBar[] {
  const valid = items.every(({ TS }) => Number.isFinite(TS))
    ? items
    : items.filter(({ TS }) => Number.isFinite(TS));
  for (let i = 1; i < valid.length; i += 1)
    if ((valid[i]?.TS ?? 0) < (valid[i - 1]?.TS ?? 0))
      return valid.toSorted((left, right) => left.TS - right.TS);
  return valid;
}

const orElse = (value: number, other: number): number => (Number.isNaN(value) ? other : value);

function largest(...values: readonly number[]): number {
  let most = Number.NaN;
  for (const value of values) if (!(value <= most) && !Number.isNaN(value)) most = value;
  return most;
}

function smallest(...values: readonly number[]): number {
  let least = Number.NaN;
  for (const value of values) if (!(value >= least) && !Number.isNaN(value)) least = value;
  return least;
}
