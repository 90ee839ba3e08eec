import { at, columnAt, NONE } from '../../columns.ts';
import type { BarColumns } from '../../columns.ts';
import { defineStudy } from '../../study.ts';
import type { SeriesStudy } from '../../study.ts';

/** How many bars before it a bar must top for its high to count as the high of an advance (or undercut for the low of a decline). */
export const TREND_BARS = 5;

/** "Near" an end of the bar means within this part of its range. */
const NEAR = 0.2;

/**
 * Declares a short-term reversal. Marks the bar that completes the pattern, with bars up to it only, so a closed bar's mark never changes: below its low when a
 * decline turns up, above its high when an advance turns down.
 */
export function reversalStudy({
  id,
  title,
  help,
  leadBars,
  turnsUp,
  turnsDown,
}: Readonly<Pick<SeriesStudy, 'id' | 'title' | 'help'>> & {
  /** Bars that must come before the one that completes the pattern. */
  readonly leadBars: number;
  readonly turnsUp: (bars: BarColumns, i: number) => boolean;
  readonly turnsDown: (bars: BarColumns, i: number) => boolean;
}): SeriesStudy {
  return defineStudy({
    id,
    title,
    help,
    pane: 'overlay',
    parameters: {},
    outputs: [
      { id: 'up', title: 'Turn up', form: 'markBelow', tone: 'up', format: 'price' },
      { id: 'down', title: 'Turn down', form: 'markAbove', tone: 'down', format: 'price' },
    ],
    workColumns: 0,
    stateLength: 0,
    warmUpBars: () => leadBars,
    compute(bars, from, to, _parameters, columns) {
      const up = columnAt(columns, 0);
      const down = columnAt(columns, 1);
      for (let i = from; i < to; i += 1) {
        const hasLead = i >= leadBars;
        up[i] = hasLead && turnsUp(bars, i) ? at(bars.low, i) : NONE;
        down[i] = hasLead && turnsDown(bars, i) ? at(bars.high, i) : NONE;
      }
    },
  });
}

/** True when bar `i` is above every one of the `TREND_BARS` bars before it. A missing price is never a new high. */
export function isNewHigh({ high }: BarColumns, i: number): boolean {
  const top = at(high, i);
  for (let j = i - TREND_BARS; j < i; j += 1) if (!(top > at(high, j))) return false;
  return true;
}

/** True when bar `i` is below every one of the `TREND_BARS` bars before it. */
export function isNewLow({ low }: BarColumns, i: number): boolean {
  const bottom = at(low, i);
  for (let j = i - TREND_BARS; j < i; j += 1) if (!(bottom < at(low, j))) return false;
  return true;
}

/** The bar opened near its high and closed near its low. */
export function fellThrough({ open, high, low, close }: BarColumns, i: number): boolean {
  const near = (at(high, i) - at(low, i)) * NEAR;
  return near > 0 && at(open, i) >= at(high, i) - near && at(close, i) <= at(low, i) + near;
}

/** The bar opened near its low and closed near its high. */
export function roseThrough({ open, high, low, close }: BarColumns, i: number): boolean {
  const near = (at(high, i) - at(low, i)) * NEAR;
  return near > 0 && at(open, i) <= at(low, i) + near && at(close, i) >= at(high, i) - near;
}
