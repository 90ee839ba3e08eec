import { at } from '../../columns.ts';
import { isNewHigh, isNewLow, reversalStudy, TREND_BARS } from './reversal.ts';

/**
 * Closing price reversal: the bar carries the move to a new extreme, and closes on the other side of the close before it. Down: a new high and a close below the
 * previous close. Up: a new low and a close above it. The mildest of the reversals: buyers had the high and could not hold the day.
 */
export const closingPriceReversal = reversalStudy({
  id: 'strsClosingPrice',
  title: 'Closing price reversal',
  help: 'A new high with a close below the close before it, or a new low with a close above it.',
  leadBars: TREND_BARS,
  turnsUp: (bars, i) => isNewLow(bars, i) && at(bars.close, i) > at(bars.close, i - 1),
  turnsDown: (bars, i) => isNewHigh(bars, i) && at(bars.close, i) < at(bars.close, i - 1),
});
