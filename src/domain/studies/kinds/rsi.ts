import { at, columnAt, NONE } from '../columns.ts';
import { defineStudy, periodParameter } from '../study.ts';

/** A sum of the two averages below this counts as zero (TA-Lib TA_IS_ZERO). */
const NOTHING = 1e-14;

/**
 * Relative strength index (J. Welles Wilder, 1978; TA-Lib RSI): Wilder averages of the rises and of the falls from close to close, seeded with
 * the plain means of the first `period` changes; RSI = 100 * rises / (rises + falls). A price that never moved has 0, as in TA-Lib.
 * Rises are computed as (|c| + c) / 2, without a branch. A bar without a close is skipped.
 */
export const rsi = defineStudy({
  id: 'rsi',
  title: 'RSI',
  help: 'Relative strength index: the share of rises in recent price changes, from 0 to 100. Above 70 is often called overbought, below 30 oversold.',
  pane: 'own',
  readsCloses: true,
  parameters: { period: periodParameter(14) },
  outputs: [{ id: 'rsi', title: 'RSI', form: 'line', tone: 'main', format: 'number' }],
  levels: [30, 70],
  scale: [0, 100],
  workColumns: 0,
  stateLength: 4,
  warmUpBars: ({ period }) => period,
  compute({ close }, from, to, { period }, columns, state) {
    const out = columnAt(columns, 0);
    follow(close, period, seed(close, period, from, to, out, state), to, out, state);
  },
});

// State: prices seen, the last of them, average of the rises, average of all moves.

/** Computes the bars up to the first value, if it is still to come. Returns the next index. */
function seed(
  close: Float64Array,
  period: number,
  from: number,
  to: number,
  out: Float64Array,
  state: Float64Array,
): number {
  let i = from;
  for (; i < to && at(state, 0) <= period; i += 1) {
    const price = at(close, i);
    out[i] = NONE;
    if (Number.isNaN(price)) continue;
    const seen = at(state, 0);
    if (seen > 0) {
      const change = price - at(state, 1);
      const size = Math.abs(change);
      state[2] = at(state, 2) + (size + change) / 2;
      state[3] = at(state, 3) + size;
    }
    state[0] = seen + 1;
    state[1] = price;
    if (seen < period) continue;
    state[2] = at(state, 2) / period;
    state[3] = at(state, 3) / period;
    out[i] = ratio(at(state, 2), at(state, 3));
  }
  return i;
}

/** Computes the bars after the first value. It is separate from the seed because V8 otherwise may keep the averages on the heap. */
function follow(
  close: Float64Array,
  period: number,
  from: number,
  to: number,
  out: Float64Array,
  state: Float64Array,
): void {
  const share = 1 / period;
  const keep = 1 - share;
  const halfShare = share / 2;
  let before = at(state, 1);
  let rises = at(state, 2);
  let moves = at(state, 3);
  for (let i = from; i < to; i += 1) {
    const price = at(close, i);
    if (Number.isNaN(price)) {
      out[i] = NONE;
      continue;
    }
    const change = price - before;
    const size = Math.abs(change);
    before = price;
    rises = rises * keep + (size + change) * halfShare;
    moves = moves * keep + size * share;
    out[i] = ratio(rises, moves);
  }
  state[1] = before;
  state[2] = rises;
  state[3] = moves;
}

function ratio(rises: number, moves: number): number {
  return moves < NOTHING ? 0 : (rises / moves) * 100;
}
