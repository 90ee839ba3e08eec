import { at, columnAt, NONE } from '../columns.ts';
import { defineStudy } from '../study.ts';
import type { StudyParameter } from '../study.ts';

const step = (label: string, defaultValue: number): StudyParameter => ({
  label,
  min: 0.01,
  max: 1,
  step: 0.01,
  default: defaultValue,
});

/**
 * Parabolic stop and reverse (J. Welles Wilder, 1978; TA-Lib SAR, and SAREXT when the first acceleration is not the increment). The first value is
 * that of the second bar. It begins short when the second bar fell below the first by more than it rose above it, else long; the first
 * stop is the opposite extreme of the first bar. A stop is never within the range of the last two bars. An acceleration above the maximum is
 * reduced to it. On the bar that hits the stop, the value is the stop of the new side. A bar without a price is skipped.
 */
export const sar = defineStudy({
  id: 'sar',
  title: 'SAR',
  help: 'Parabolic stop and reverse: a stop that follows the price ever more closely while it makes new extremes, and changes sides when it is hit.',
  pane: 'overlay',
  parameters: {
    initialAcceleration: step('Initial acceleration', 0.02),
    accelerationIncrement: step('Acceleration increment', 0.02),
    maxAcceleration: step('Maximum acceleration', 0.2),
  },
  outputs: [{ id: 'sar', title: 'SAR', form: 'dots', tone: 'main', format: 'price' }],
  workColumns: 0,
  stateLength: 7,
  warmUpBars: () => 1,
  compute({ high, low }, from, to, parameters, columns, state) {
    const { initialAcceleration, accelerationIncrement, maxAcceleration } = parameters;
    const out = columnAt(columns, 0);
    const acceleration: Acceleration = {
      first: Math.min(initialAcceleration, maxAcceleration),
      increment: Math.min(accelerationIncrement, maxAcceleration),
      max: maxAcceleration,
    };
    const second = seed(high, low, from, to, acceleration.first, out, state);
    follow(high, low, second, to, acceleration, out, state);
  },
});

interface Acceleration {
  readonly first: number;
  readonly increment: number;
  readonly max: number;
}

// State: bars seen, up to 2; 1 while long; the stop of the next bar; the extreme of the side; the acceleration; high and low of the bar before.

/** Computes the bars up to the second one with a price, if it is still to come, and decides the first side. Returns the index of that bar. */
function seed(
  high: Float64Array,
  low: Float64Array,
  from: number,
  to: number,
  acceleration: number,
  out: Float64Array,
  state: Float64Array,
): number {
  let i = from;
  for (; i < to && at(state, 0) < 2; i += 1) {
    const top = at(high, i);
    const bottom = at(low, i);
    out[i] = NONE;
    if (Number.isNaN(top + bottom)) continue;
    state[0] = at(state, 0) + 1;
    if (at(state, 0) === 2) {
      const fall = at(state, 6) - bottom;
      const isLong = !(fall > 0 && fall > top - at(state, 5));
      state[1] = isLong ? 1 : 0;
      state[2] = isLong ? at(state, 6) : at(state, 5);
      state[3] = isLong ? top : bottom;
      state[4] = acceleration;
    }
    // The second bar counts as its own predecessor, as in TA-Lib.
    state[5] = top;
    state[6] = bottom;
    if (at(state, 0) === 2) return i;
  }
  return i;
}

/** The stop, moved out of the range of the last two bars. */
function outsideOf(isLong: boolean, stop: number, highest: number, lowest: number): number {
  if (isLong) return stop > lowest ? lowest : stop;
  return stop < highest ? highest : stop;
}

/** Computes the bars from the second one with a price. It is separate from the seed because V8 otherwise may keep its numbers on the heap. */
function follow(
  high: Float64Array,
  low: Float64Array,
  from: number,
  to: number,
  { first, increment, max }: Acceleration,
  out: Float64Array,
  state: Float64Array,
): void {
  let isLong = at(state, 1) === 1;
  let stop = at(state, 2);
  let extreme = at(state, 3);
  let acceleration = at(state, 4);
  let highBefore = at(state, 5);
  let lowBefore = at(state, 6);
  for (let i = from; i < to; i += 1) {
    const top = at(high, i);
    const bottom = at(low, i);
    if (Number.isNaN(top + bottom)) {
      out[i] = NONE;
      continue;
    }
    const highest = top > highBefore ? top : highBefore;
    const lowest = bottom < lowBefore ? bottom : lowBefore;
    highBefore = top;
    lowBefore = bottom;
    if (isLong ? bottom <= stop : top >= stop) {
      isLong = !isLong;
      // The new side starts at the extreme of the old one, outside of the last two bars.
      stop = outsideOf(isLong, extreme, highest, lowest);
      extreme = isLong ? top : bottom;
      acceleration = first;
      out[i] = stop;
    } else {
      out[i] = stop;
      if (isLong ? top > extreme : bottom < extreme) {
        extreme = isLong ? top : bottom;
        acceleration = Math.min(acceleration + increment, max);
      }
    }
    stop = outsideOf(isLong, stop + acceleration * (extreme - stop), highest, lowest);
  }
  state[1] = isLong ? 1 : 0;
  state[2] = stop;
  state[3] = extreme;
  state[4] = acceleration;
  state[5] = highBefore;
  state[6] = lowBefore;
}
