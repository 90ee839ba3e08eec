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

const extremeOf = (isLong: boolean, top: number, bottom: number): number => (isLong ? top : bottom);

/** The stop, moved out of the range of the last two bars. */
const outsideOf = (isLong: boolean, stop: number, highest: number, lowest: number): number =>
  isLong ? Math.min(stop, lowest) : Math.max(stop, highest);

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
  compute(bars, from, to, { initialAcceleration, accelerationIncrement, maxAcceleration }, columns, state) {
    const { high, low } = bars;
    const out = columnAt(columns, 0);
    const firstAcceleration = Math.min(initialAcceleration, maxAcceleration);
    const increment = Math.min(accelerationIncrement, maxAcceleration);
    let seen = at(state, 0);
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
      if (seen < 2) {
        seen += 1;
        if (seen === 1) {
          out[i] = NONE;
          highBefore = top;
          lowBefore = bottom;
          continue;
        }
        const fall = lowBefore - bottom;
        isLong = !(fall > 0 && fall > top - highBefore);
        stop = isLong ? lowBefore : highBefore;
        extreme = extremeOf(isLong, top, bottom);
        acceleration = firstAcceleration;
        // From here the bar counts as its own predecessor, as in TA-Lib.
        highBefore = top;
        lowBefore = bottom;
      }
      if (isLong ? bottom <= stop : top >= stop) {
        isLong = !isLong;
        // The new side starts at the extreme of the old one, outside of the last two bars.
        stop = outsideOf(isLong, extreme, Math.max(highBefore, top), Math.min(lowBefore, bottom));
        out[i] = stop;
        extreme = extremeOf(isLong, top, bottom);
        acceleration = firstAcceleration;
      } else {
        out[i] = stop;
        if (isLong ? top > extreme : bottom < extreme) {
          extreme = extremeOf(isLong, top, bottom);
          acceleration = Math.min(acceleration + increment, maxAcceleration);
        }
      }
      stop += acceleration * (extreme - stop);
      stop = outsideOf(isLong, stop, Math.max(highBefore, top), Math.min(lowBefore, bottom));
      highBefore = top;
      lowBefore = bottom;
    }
    state[0] = seen;
    state[1] = isLong ? 1 : 0;
    state[2] = stop;
    state[3] = extreme;
    state[4] = acceleration;
    state[5] = highBefore;
    state[6] = lowBefore;
  },
});
