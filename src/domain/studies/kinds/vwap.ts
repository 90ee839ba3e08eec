import { DAY_MS, HOUR_MS } from '../../calendar/durations.ts';
import { newYorkOffsetMs } from '../../calendar/new-york-time.ts';
import { columnAt } from '../columns.ts';
import { RUNNING_VWAP_STATE, runningVwap } from '../passes/running-vwap.ts';
import type { VwapSpan } from '../passes/running-vwap.ts';
import { defineStudy } from '../study.ts';

/** The New York day of a moment, midnight to midnight. */
function newYorkDay(timeMs: number): VwapSpan {
  const localDayMs = Math.floor((timeMs + newYorkOffsetMs(timeMs)) / DAY_MS) * DAY_MS;
  return { fromMs: midnightMs(localDayMs), toMs: midnightMs(localDayMs + DAY_MS) };
}

/** Clocks change at 2 a.m., so a time before that has the offset of midnight. */
const midnightMs = (localMs: number): number => localMs - newYorkOffsetMs(localMs + 5 * HOUR_MS);

/**
 * Session VWAP: running volume-weighted mean of the typical prices, from the first bar of each New York day. TA-Lib has no VWAP; this is the usual chart definition
 * from bars, so it differs a little from that of the exchange, which weights every trade. For daily bars and longer it is the typical price.
 */
export const vwap = defineStudy({
  id: 'vwap',
  title: 'VWAP',
  help: 'Volume-weighted average price since the start of the day: what a share has cost on average so far.',
  pane: 'overlay',
  parameters: {},
  outputs: [
    { id: 'vwap', title: 'VWAP', form: 'line', tone: 'second', format: 'price', breaksBySession: true },
  ],
  workColumns: 0,
  stateLength: RUNNING_VWAP_STATE,
  warmUpBars: () => 0,
  compute(bars, from, to, _parameters, columns, state) {
    runningVwap(bars, newYorkDay, from, to, columnAt(columns, 0), state);
  },
});
