import { columnAt } from '../columns.ts';
import { defineStudy, periodParameter, type StudyOutput } from '../study.ts';

/** The properties by which averages of closes differ. */
export interface CloseAverage {
  readonly id: string;
  readonly title: string;
  readonly help: string;
  readonly defaultPeriod: number;
  readonly tone: StudyOutput['tone'];
  readonly stateLength: number;
  /** Writes the averages of closes [from, to) of a period, continuing from `state`. */
  average(
    close: Float64Array,
    period: number,
    from: number,
    to: number,
    out: Float64Array,
    state: Float64Array,
  ): void;
}

/** An average of the last `period` closes: one line over the price, with its first value at the bar that completes the period. */
export const closeAverage = ({ id, title, help, defaultPeriod, tone, stateLength, average }: CloseAverage) =>
  defineStudy({
    id,
    title,
    help,
    stateLength,
    pane: 'overlay',
    readsCloses: true,
    parameters: { period: periodParameter(defaultPeriod) },
    outputs: [{ id: title.toLowerCase(), title, form: 'line', tone, format: 'price' }],
    workColumns: 0,
    warmUpBars: ({ period }) => period - 1,
    compute(bars, from, to, { period }, columns, state) {
      average(bars.close, period, from, to, columnAt(columns, 0), state);
    },
  });
