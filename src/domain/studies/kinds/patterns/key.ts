import { at } from '../../columns.ts';
import { isNewHigh, isNewLow, reversalStudy, TREND_BARS } from './reversal.ts';

/**
 * Key reversal: the strongest single bar. The move continues at the open, makes a new extreme, and ends beyond the whole bar before. Down: opens above the previous
 * close, makes a new high, closes below the previous low. Up: opens below the previous close, makes a new low, closes above the previous high.
 */
export const keyReversal = reversalStudy({
  id: 'strsKey',
  title: 'Key reversal',
  help: 'A bar that opens with the move and makes a new extreme, then closes beyond the other end of the bar before it.',
  leadBars: TREND_BARS,
  turnsUp: (bars, i) =>
    isNewLow(bars, i) && at(bars.open, i) < at(bars.close, i - 1) && at(bars.close, i) > at(bars.high, i - 1),
  turnsDown: (bars, i) =>
    isNewHigh(bars, i) && at(bars.open, i) > at(bars.close, i - 1) && at(bars.close, i) < at(bars.low, i - 1),
});
