import { fellThrough, isNewHigh, isNewLow, reversalStudy, roseThrough, TREND_BARS } from './reversal.ts';

/**
 * Open-close reversal: the move's extreme bar runs against the move from end to end. Down: a new high, with the open near the bar's high and the close near its low
 * (each within a fifth of the range). Up: a new low, opened near the low and closed near the high.
 */
export const openCloseReversal = reversalStudy({
  id: 'strsOpenClose',
  title: 'Open-close reversal',
  help: 'A bar with a new high that opens near its high and closes near its low, or a new low that opens near its low and closes near its high.',
  leadBars: TREND_BARS,
  turnsUp: (bars, i) => isNewLow(bars, i) && roseThrough(bars, i),
  turnsDown: (bars, i) => isNewHigh(bars, i) && fellThrough(bars, i),
});
