import { median } from '../harness.ts';
import { figureKey, type BenchFigure, type BenchResults } from './results-file.ts';

/** A figure in two files. */
export interface ComparedFigure {
  readonly place: Omit<BenchFigure, 'values'>;
  /** Medians over the repetitions. */
  readonly before: number;
  readonly after: number;
  /** After over before: 2 is twice the figure, whether that is a time or a rate. */
  readonly ratio: number;
  /** Smallest and largest ratio between any repetition of the one and any of the other. A change is only sure when 1 lies outside. */
  readonly spread: readonly [smallest: number, largest: number];
}

export interface Comparison {
  readonly figures: readonly ComparedFigure[];
  /** Figures that only one file has. */
  readonly onlyBefore: number;
  readonly onlyAfter: number;
}

/** Compares the figures that both files have. Those that are 0 before have no ratio and are left out. */
export function compareResults(before: BenchResults, after: BenchResults): Comparison {
  const later = new Map(after.figures.map((figure) => [figureKey(figure), figure]));
  const both = before.figures.flatMap((figure) => {
    const other = later.get(figureKey(figure));
    return other === undefined ? [] : [[figure, other] as const];
  });
  return {
    figures: both
      .filter(([figure]) => figure.values.every((value) => value > 0))
      .map(([figure, other]) => compared(figure, other.values)),
    onlyBefore: before.figures.length - both.length,
    onlyAfter: after.figures.length - both.length,
  };
}

function compared({ values, ...place }: BenchFigure, laterValues: readonly number[]): ComparedFigure {
  const [before, after] = [median(values), median(laterValues)];
  return {
    place,
    before,
    after,
    ratio: after / before,
    spread: [Math.min(...laterValues) / Math.max(...values), Math.max(...laterValues) / Math.min(...values)],
  };
}
