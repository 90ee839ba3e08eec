import { columnAt } from '../columns.ts';
import { defineStudy } from '../study.ts';

/** Shares traded in the bar. */
export const volume = defineStudy({
  id: 'volume',
  title: 'Volume',
  help: 'Shares traded in each bar, colored by whether the bar closed at or above its open.',
  pane: 'own',
  parameters: {},
  outputs: [{ id: 'volume', title: 'Volume', form: 'histogram', tone: 'direction', format: 'volume' }],
  workColumns: 0,
  stateLength: 0,
  warmUpBars: () => 0,
  compute(bars, from, to, _parameters, columns) {
    columnAt(columns, 0).set(bars.volume.subarray(from, to), from);
  },
});
