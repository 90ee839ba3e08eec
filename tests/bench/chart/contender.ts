import type { BenchBars } from './data.ts';

/** A chart under test. All draw candles, and with studies also volume, three averages and a pane with RSI. */
export interface BenchChart {
  /** Shows `span` bars from `left` on. */
  show(left: number, span: number): void;
  /** A print in the last bar. */
  tick(price: number): void;
  /** Where a library has its own limit: the bars that it shows now. */
  barsInSight?(): number;
  destroy(): void;
}
export interface Contender {
  /** What its library takes as data, made before the clock starts. */
  prepare(bars: BenchBars, hasStudies: boolean): unknown;
  create(host: HTMLElement, prepared: unknown, hasStudies: boolean): BenchChart;
}
/** Gives a contender's own prepared data its type back. */
export function defineContender<Data>(contender: {
  prepare(bars: BenchBars, hasStudies: boolean): Data;
  create(host: HTMLElement, data: Data, hasStudies: boolean): BenchChart;
}): Contender {
  return {
    prepare: contender.prepare,
    create: (host, prepared, hasStudies) => contender.create(host, prepared as Data, hasStudies),
  };
}
