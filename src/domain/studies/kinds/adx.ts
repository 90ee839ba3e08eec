import { at, columnAt, NONE } from '../columns.ts';
import { defineStudy, periodParameter } from '../study.ts';

/** A sum below this counts as zero (TA-Lib TA_IS_ZERO). */
const NOTHING = 1e-14;

/**
 * Average directional index (J. Welles Wilder, 1978; TA-Lib ADX, PLUS_DI, MINUS_DI). Of two bars only the larger of the rise of the high and the fall of the
 * low counts. Rises, falls and true ranges are summed over the first period - 1 pairs of bars, then sum = sum - sum / period + new. The DIs
 * start with the pair after that; ADX is first the plain mean of `period` DX values, then Wilder's average. Without any movement the DIs are 0
 * and ADX is unchanged. A bar without a price, and the one after it, are skipped.
 */
export const adx = defineStudy({
  id: 'adx',
  title: 'ADX',
  help: 'Average directional index: how strong a trend is, whichever way it goes, with the strength of the rises (+DI) and of the falls (-DI).',
  pane: 'own',
  parameters: { period: periodParameter(14) },
  outputs: [
    { id: 'adx', title: 'ADX', form: 'line', tone: 'main', format: 'number' },
    { id: 'plusDi', title: '+DI', form: 'line', tone: 'up', format: 'number' },
    { id: 'minusDi', title: '-DI', form: 'line', tone: 'down', format: 'number' },
  ],
  levels: [25],
  workColumns: 0,
  stateLength: 5,
  warmUpBars: ({ period }) => 2 * period - 1,
  compute({ high, low, close }, from, to, { period }, columns, state) {
    const out = columnAt(columns, 0);
    const plusDi = columnAt(columns, 1);
    const minusDi = columnAt(columns, 2);
    const share = 1 / period;
    const keep = 1 - share;
    let pairs = at(state, 0);
    let plus = at(state, 1);
    let minus = at(state, 2);
    let ranges = at(state, 3);
    let mean = at(state, 4);
    for (let i = from; i < to; i += 1) {
      const previous = Math.max(i - 1, 0);
      const top = at(high, i);
      const bottom = at(low, i);
      const before = at(close, previous);
      const rise = top - at(high, previous);
      const fall = at(low, previous) - bottom;
      out[i] = NONE;
      plusDi[i] = NONE;
      minusDi[i] = NONE;
      if (i === 0 || Number.isNaN(rise + fall + before)) continue;
      const range = Math.max(top, before) - Math.min(bottom, before);
      const fade = pairs < period - 1 ? 1 : keep;
      plus = plus * fade + (rise > fall ? Math.max(rise, 0) : 0);
      minus = minus * fade + (fall > rise ? Math.max(fall, 0) : 0);
      ranges = ranges * fade + range;
      pairs += 1;
      if (pairs < period) continue;
      const scale = ranges < NOTHING ? 0 : 100 / ranges;
      const up = plus * scale;
      const down = minus * scale;
      plusDi[i] = up;
      minusDi[i] = down;
      const isMoving = up + down >= NOTHING;
      const index = isMoving ? (100 * Math.abs(up - down)) / (up + down) : 0;
      if (pairs < 2 * period) {
        mean += index * share;
        if (pairs < 2 * period - 1) continue;
      } else if (isMoving) mean = mean * keep + index * share;
      out[i] = mean;
    }
    state[0] = pairs;
    state[1] = plus;
    state[2] = minus;
    state[3] = ranges;
    state[4] = mean;
  },
});
