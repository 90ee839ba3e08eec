import { at } from '../../columns.ts';
import { isNewHigh, isNewLow, reversalStudy, TREND_BARS } from './reversal.ts';

/**
 * Pivot point reversal, three bars: the middle one is the pivot, the move's extreme with a lesser extreme on either side; the third confirms it by closing beyond the
 * pivot's other end. Down: a new high, then a lower high and a close below the pivot's low. Up: a new low, then a higher low and a close
 * above the pivot's high. Marked on the third bar, the first on which it is known.
 */
export const pivotPointReversal = reversalStudy({
  id: 'strsPivotPoint',
  title: 'Pivot point reversal',
  help: 'A high with lower highs on both sides whose next bar closes below its low, or a low with higher lows whose next bar closes above its high.',
  leadBars: TREND_BARS + 1,
  turnsUp: (bars, i) =>
    isNewLow(bars, i - 1) &&
    at(bars.low, i) > at(bars.low, i - 1) &&
    at(bars.close, i) > at(bars.high, i - 1),
  turnsDown: (bars, i) =>
    isNewHigh(bars, i - 1) &&
    at(bars.high, i) < at(bars.high, i - 1) &&
    at(bars.close, i) < at(bars.low, i - 1),
});
