import type { BarColumns, StudyParameters, StudyRun } from '../../../src/domain/studies/index.ts';
import type { ChartStudyCalls, StudyBars } from '../../../src/plugin-api/index.ts';
import { faultText, parametersForCode, type MyStudy } from './my-study.ts';

/** How often a run sends the last bar, ms: as grids show prices. */
export const SEND_EVERY_MS = 500;
const RETRY_MS = 5_000;

/** What a run uses of its chart. */
export interface MyStudyHost {
  calls(): Promise<ChartStudyCalls>;
  /** False while the chart is not on screen: nothing is sent then. */
  isActive(): boolean;
  /** Calls back after so many ms. Returns the function that cancels it. */
  later(run: () => void, ms: number): () => void;
  /** Values of a run from an index on have changed; `isLegendOutdated`: so has its problem. */
  onChanged(run: MyStudyRun, from: number, isLegendOutdated: boolean): void;
}

/**
 * The values of a study that the server computes. Bars that changed are sent at most twice a second, one call at a time; until its values come the
 * last bar has those of before. A run that the server has ended is opened again with all bars.
 */
export class MyStudyRun implements StudyRun {
  readonly study: MyStudy;
  readonly parameters: StudyParameters;
  readonly #host: MyStudyHost;
  #outputs: Float64Array[];
  #bars: BarColumns | null = null;
  #length = 0;
  /** Of the run on the server; null = none is open. */
  #runId: string | null = null;
  /** Bars from here on were not sent. */
  #dueFrom = 0;
  #isSending = false;
  /** Of the bars: other ones after each reset. */
  #generation = 0;
  #cancelTimer: (() => void) | null = null;
  #problem: string | null = null;
  #isFaulty = false;
  #isOver = false;

  constructor(study: MyStudy, parameters: StudyParameters, bars: BarColumns, host: MyStudyHost) {
    this.study = study;
    this.parameters = parameters;
    this.#host = host;
    this.#outputs = study.outputs.map(() => new Float64Array(0));
    this.reset(bars);
  }

  get length(): number {
    return this.#length;
  }

  get outputs(): readonly Float64Array[] {
    return this.#outputs;
  }

  /** Why there are no present values, as text for the legend; null when there are. */
  get problem(): string | null {
    return this.#problem;
  }

  push(bars: BarColumns): void {
    // Bars that were complete are corrected with `reset` alone.
    this.#dueFrom = Math.min(this.#dueFrom, Math.max(0, Math.min(this.#length, bars.length) - 1));
    this.#follow(bars);
  }

  update(bars: BarColumns): void {
    this.push(bars);
  }

  reset(bars: BarColumns): void {
    this.#generation += 1;
    this.#dueFrom = 0;
    for (const column of this.#outputs) column.fill(Number.NaN);
    this.#follow(bars);
  }

  /** The chart is on screen again, or not any more: then the server is to keep nothing for it. */
  activityChanged(): void {
    if (this.#host.isActive()) this.#schedule(0);
    else this.#release();
  }

  dispose(): void {
    this.#isOver = true;
    this.#release();
  }

  #follow(bars: BarColumns): void {
    this.#bars = bars;
    this.#grow(bars.length);
    this.#length = bars.length;
    this.#schedule(SEND_EVERY_MS);
  }

  #grow(length: number): void {
    if ((this.#outputs[0]?.length ?? 0) >= length) return;
    this.#outputs = this.#outputs.map((shorter) => {
      const longer = new Float64Array(length + (length >> 2) + 64).fill(Number.NaN);
      longer.set(shorter);
      return longer;
    });
  }

  /** A run that is not open yet begins at once. */
  #schedule(ms: number): void {
    if (this.#isOver || this.#isFaulty || this.#cancelTimer !== null || this.#isSending) return;
    if (!this.#host.isActive() || this.#length === 0) return;
    this.#cancelTimer = this.#host.later(
      () => {
        this.#cancelTimer = null;
        void this.#send();
      },
      this.#runId === null && ms === SEND_EVERY_MS ? 0 : ms,
    );
  }

  #release(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const runId = this.#runId;
    this.#runId = null;
    this.#dueFrom = 0;
    if (runId === null) return;
    // An idle run ends by itself after a while.
    this.#host
      .calls()
      .then((calls) => calls.close(runId))
      .catch(() => {});
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    let nextMs = SEND_EVERY_MS;
    try {
      await this.#exchange(await this.#host.calls());
    } catch (error) {
      // A lost connection, or too many calls: what was sent may not have arrived.
      this.#runId = null;
      this.#dueFrom = 0;
      this.#report(error instanceof Error ? error.message : 'The study could not be computed.');
      nextMs = RETRY_MS;
    }
    this.#isSending = false;
    if (this.#dueFrom < this.#length) this.#schedule(nextMs);
  }

  async #exchange(calls: ChartStudyCalls): Promise<void> {
    if (this.#runId === null) {
      const opened = await calls.open(this.study.file, parametersForCode(this.study, this.parameters));
      if ('fault' in opened) return this.#fail(faultText(opened.fault, this.study.file));
      if (this.#isOver || !this.#host.isActive()) return calls.close(opened.runId);
      this.#runId = opened.runId;
      this.#dueFrom = 0;
    }
    const [runId, bars, from] = [this.#runId, this.#bars, this.#dueFrom];
    const until = this.#length;
    const generation = this.#generation;
    if (bars === null || from >= until) return;
    this.#dueFrom = until;
    const done = await calls.compute(runId, rowsOf(bars, from, until), { from, valuesFrom: from });
    if (this.#isOver || this.#runId !== runId) return;
    if (done.kind === 'fault') return this.#fail(faultText(done.fault, this.study.file));
    if (done.kind === 'gone') {
      this.#runId = null;
      this.#dueFrom = 0;
      return;
    }
    // The bars are others by now.
    if (generation !== this.#generation) return;
    done.columns.forEach((column, n) => this.#outputs[n]?.set(column.subarray(0, this.#length - from), from));
    const hadProblem = this.#problem !== null;
    this.#problem = null;
    this.#host.onChanged(this, from, hadProblem);
  }

  #fail(text: string): void {
    this.#isFaulty = true;
    this.#runId = null;
    this.#report(text);
  }

  #report(text: string): void {
    this.#problem = text;
    for (const column of this.#outputs) column.fill(Number.NaN);
    if (!this.#isOver) this.#host.onChanged(this, 0, true);
  }
}

const rowsOf = (bars: BarColumns, from: number, until: number): StudyBars => ({
  timeMs: bars.timeMs.slice(from, until),
  open: bars.open.slice(from, until),
  high: bars.high.slice(from, until),
  low: bars.low.slice(from, until),
  close: bars.close.slice(from, until),
  volume: bars.volume.slice(from, until),
});
