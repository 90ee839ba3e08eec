import { formatInteger, formatPrice } from '../../src/domain/columns/index.ts';
import type { TimelineStep } from './timeline.ts';

/** Fewer moves than this in a row are shown one by one. */
const MIN_MOVES = 3;

/** A line of the timeline: a step, or a run of moves of a trailing stop under one line. */
export interface TimelineLine {
  readonly step: TimelineStep;
  /** The moves of the run, oldest first; empty for a single step. */
  readonly moves: readonly TimelineStep[];
}

/** The steps with each run of moves of a trailing stop as one line, which names the first and the last stop and their number. */
export function withRuns(steps: readonly TimelineStep[]): readonly TimelineLine[] {
  const lines: TimelineLine[] = [];
  let run: TimelineStep[] = [];
  const endRun = (): void => {
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined) return;
    if (run.length < MIN_MOVES) lines.push(...run.map((step) => ({ step, moves: [] })));
    else lines.push({ step: runStep(first, last, run.length), moves: run });
    run = [];
  };
  for (const step of steps) {
    if (step.movedTo !== undefined) {
      run.push(step);
      continue;
    }
    endRun();
    lines.push({ step, moves: [] });
  }
  endRun();
  return lines;
}

const runStep = (first: TimelineStep, last: TimelineStep, count: number): TimelineStep => ({
  ...last,
  key: `run ${first.key}`,
  sinceMs: last.timeMs - first.timeMs,
  meaning: `The stop moved ${formatInteger(count)} times, from ${formatPrice(first.movedTo ?? 0)} to ${formatPrice(last.movedTo ?? 0)}.`,
});
