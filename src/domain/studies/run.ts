import type { BarColumns } from './columns.ts';
import { BLOCK_BARS } from './study.ts';
import type { SeriesStudy, StudyParameters } from './study.ts';

/**
 * Computes a study incrementally as bars arrive. It resumes the kernel that computes a batch: the state is kept as of the bar before the last, and
 * the last bar is computed on a copy of it each time that it changes. So the numbers equal those of the batch to the last bit.
 */
export interface StudyRun {
  readonly study: SeriesStudy;
  readonly parameters: StudyParameters;
  /** Number of bars that the outputs have values for. */
  readonly length: number;
  /** One column per output, at least `length` long. They are replaced when they grow: read them again after every call. */
  readonly outputs: readonly Float64Array[];
  /** Bars were added: completes the earlier ones and computes the last. */
  push(bars: BarColumns): void;
  /** The last bar changed in place: computes it again. */
  update(bars: BarColumns): void;
  /** Anything else changed (another symbol, earlier bars, a corrected bar): computes all bars again. */
  reset(bars: BarColumns): void;
}

/** Starts a study on the bars `startWith`, or without bars. `parameters` are those that `settleParameters` returned. */
export function createStudyRun(
  study: SeriesStudy,
  parameters: StudyParameters,
  startWith?: BarColumns,
): StudyRun {
  const state = new Float64Array(study.stateLength);
  const lastBarState = new Float64Array(study.stateLength);
  let columns: Float64Array[] = [];
  let outputs: readonly Float64Array[] = [];
  let closedBars = 0;
  let length = 0;
  grow(0);

  function grow(bars: number): void {
    const capacity = Math.max(64, bars + (bars >> 2));
    columns = Array.from({ length: study.outputs.length + study.workColumns }, (_, n) => {
      const longer = new Float64Array(capacity);
      const shorter = columns[n];
      if (shorter !== undefined) longer.set(shorter.subarray(0, Math.min(closedBars, capacity)));
      return longer;
    });
    outputs = columns.slice(0, study.outputs.length);
  }

  function follow(bars: BarColumns): void {
    if (bars.length < length) restart();
    if ((columns[0]?.length ?? 0) < bars.length) grow(bars.length);
    const lastIndex = Math.max(bars.length - 1, 0);
    computeBlocks(study, parameters, bars, closedBars, lastIndex, columns, state);
    closedBars = lastIndex;
    lastBarState.set(state);
    computeBlocks(study, parameters, bars, lastIndex, bars.length, columns, lastBarState);
    length = bars.length;
  }

  function restart(): void {
    state.fill(0);
    closedBars = 0;
    length = 0;
  }

  if (startWith !== undefined) follow(startWith);
  return {
    study,
    parameters,
    get length() {
      return length;
    },
    get outputs() {
      return outputs;
    },
    push: follow,
    update: follow,
    reset(bars) {
      restart();
      follow(bars);
    },
  };
}

/** Computes the outputs of a study over all bars. `parameters` are those that `settleParameters` returned. */
export function computeStudy(
  study: SeriesStudy,
  parameters: StudyParameters,
  bars: BarColumns,
): readonly Float64Array[] {
  const outputs = Array.from(study.outputs, () => new Float64Array(bars.length));
  const columns = [...outputs, ...workColumns(study.workColumns, bars.length)];
  computeBlocks(study, parameters, bars, 0, bars.length, columns, new Float64Array(study.stateLength));
  return outputs;
}

/** Internal columns are kept for the next computation up to this length: new ones cost as much as a fast study takes. */
const MAX_KEPT_BARS = 1 << 18;
let keptWork: Float64Array[] = [];

/** Columns for what a kernel keeps between its passes. It writes every index before it reads it, so they may hold anything. */
function workColumns(count: number, bars: number): readonly Float64Array[] {
  if (bars > MAX_KEPT_BARS) return Array.from({ length: count }, () => new Float64Array(bars));
  if (keptWork.length < count || (keptWork[0]?.length ?? 0) < bars)
    keptWork = Array.from({ length: Math.max(count, keptWork.length) }, () => new Float64Array(bars));
  return keptWork.slice(0, count);
}

function computeBlocks(
  study: SeriesStudy,
  parameters: StudyParameters,
  bars: BarColumns,
  from: number,
  to: number,
  columns: readonly Float64Array[],
  state: Float64Array,
): void {
  for (let start = from; start < to;) {
    const end = Math.min(to, start - (start % BLOCK_BARS) + BLOCK_BARS);
    study.compute(bars, start, end, parameters, columns, state);
    start = end;
  }
}
