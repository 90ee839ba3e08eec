import { columnAt } from '../columns.ts';
import { RUNNING_VWAP_STATE, runningVwap } from '../passes/running-vwap.ts';
import { defineStudy } from '../study.ts';

/** The latest time that a Date can represent, ms. */
const LAST_MS = 8.64e15;

/** Anchored VWAP: like the session VWAP, but from the first bar at or after a time that the user chooses, across sessions. 0 = from the first loaded bar. */
export const anchoredVwap = defineStudy({
  id: 'anchoredVwap',
  title: 'Anchored VWAP',
  help: 'Volume-weighted average price since a bar of your choice, an earnings day for example.',
  pane: 'overlay',
  parameters: { anchorMs: { label: 'From', min: 0, max: LAST_MS, step: 1, default: 0, input: 'time' } },
  outputs: [{ id: 'vwap', title: 'VWAP', form: 'line', tone: 'third', format: 'price' }],
  workColumns: 0,
  stateLength: RUNNING_VWAP_STATE,
  warmUpBars: () => 0,
  compute(bars, from, to, { anchorMs }, columns, state) {
    const span = { fromMs: anchorMs === 0 ? -LAST_MS : anchorMs, toMs: Infinity };
    runningVwap(
      bars,
      (timeMs) => (timeMs >= span.fromMs ? span : null),
      from,
      to,
      columnAt(columns, 0),
      state,
    );
  },
});
