import { at } from '../../columns.ts';
import type { BarColumns } from '../../columns.ts';
import { fellThrough, isNewHigh, isNewLow, reversalStudy, roseThrough, TREND_BARS } from './reversal.ts';

/** The bar lies wholly inside of the one before it. */
const isInside = ({ high, low }: BarColumns, i: number): boolean =>
  at(high, i) < at(high, i - 1) && at(low, i) > at(low, i - 1);

/**
 * Hook reversal: after the move's extreme comes a narrower bar, inside of the extreme one, that runs against the move from end to end. Down: the previous bar made a
 * new high; this one has a lower high and a higher low, opens near its high and closes near its low. Up: the mirror image.
 */
export const hookReversal = reversalStudy({
  id: 'strsHook',
  title: 'Hook reversal',
  help: 'After a new extreme, a bar inside of the one before it that opens at the end of the move and closes at the other.',
  leadBars: TREND_BARS + 1,
  turnsUp: (bars, i) => isNewLow(bars, i - 1) && isInside(bars, i) && roseThrough(bars, i),
  turnsDown: (bars, i) => isNewHigh(bars, i - 1) && isInside(bars, i) && fellThrough(bars, i),
});
