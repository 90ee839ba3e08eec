import { at, columnAt, NONE } from '../columns.ts';
import { defineStudy } from '../study.ts';

/**
 * On-balance volume (Joseph Granville, 1963; TA-Lib OBV): starts with the volume of the first bar, adds the volume of a bar that closes higher
 * than the one before, and subtracts that of one that closes lower. A bar without a close or volume changes nothing, and has no value.
 */
export const obv = defineStudy({
  id: 'obv',
  title: 'OBV',
  help: 'On-balance volume: the running sum of volume, counted up on bars that close higher and down on bars that close lower.',
  pane: 'own',
  parameters: {},
  outputs: [{ id: 'obv', title: 'OBV', form: 'line', tone: 'main', format: 'volume' }],
  workColumns: 0,
  stateLength: 3,
  warmUpBars: () => 0,
  compute(bars, from, to, _parameters, columns, state) {
    const { close, volume } = bars;
    const out = columnAt(columns, 0);
    let hasStarted = at(state, 0);
    let before = at(state, 1);
    let sum = at(state, 2);
    for (let i = from; i < to; i += 1) {
      const price = at(close, i);
      const shares = at(volume, i);
      if (Number.isNaN(price + shares)) {
        out[i] = NONE;
        continue;
      }
      sum += hasStarted === 0 ? shares : (Number(price > before) - Number(price < before)) * shares;
      hasStarted = 1;
      before = price;
      out[i] = sum;
    }
    state[0] = hasStarted;
    state[1] = before;
    state[2] = sum;
  },
});
