import * as v from 'valibot';
import type { StrategyFault } from '../types.ts';
import { lineColumnsSchema } from './answers.ts';
import type { Box } from './box.ts';
import { answered, isRunFault, loadChartStudy } from './load-program.ts';
import type { ToChild } from './messages.ts';
import { watchOptions, type RunsPort } from './runs.ts';
import { watch, type Watched } from './watch.ts';

type MessageOf<Kind extends ToChild['kind']> = Extract<ToChild, { readonly kind: Kind }>;

interface ChartStudyEvents {
  /** The run is over, for whatever reason. */
  onOver(): void;
  /** A bug of ours. */
  onBug(problem: unknown): void;
}

/** A study of a chart in its isolate. Calls are made one after the other; a fault ends the run. */
export class ChartStudyProgram {
  readonly #port: RunsPort;
  readonly #id: number;
  readonly #events: ChartStudyEvents;
  #box: Box | null = null;
  #isOver = false;
  #queue: Promise<void>;

  constructor(port: RunsPort, id: number, program: MessageOf<'study'>['program'], events: ChartStudyEvents) {
    this.#port = port;
    this.#id = id;
    this.#events = events;
    this.#queue = this.#load(program).catch((problem: unknown) => events.onBug(problem));
  }

  putBars({ from, rows }: MessageOf<'studyBars'>): void {
    this.#enqueue('putBars', [from, rows], (done) => answered(done, v.null(), () => null));
  }

  sendValues({ from }: MessageOf<'studyRequest'>): void {
    this.#enqueue('studyValues', [from], (done) =>
      answered(done, lineColumnsSchema, (columns) => {
        this.#port.say({ kind: 'studyValues', id: this.#id, from, columns });
        return null;
      }),
    );
  }

  /** Ends the run at once. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#box?.dispose();
    this.#events.onOver();
  }

  async #load(program: MessageOf<'study'>['program']): Promise<void> {
    const box = await this.#port.pool.take();
    this.#box = box;
    const loaded = this.#isOver ? null : await loadChartStudy(watchOptions(this.#port), box, program);
    this.#port.pool.refill();
    if (this.#isOver || loaded === null) return box.dispose();
    if (isRunFault(loaded)) return this.#fail(loaded.fault);
    this.#port.say({ kind: 'studyDescribed', id: this.#id, study: loaded.study });
  }

  #enqueue(
    name: 'putBars' | 'studyValues',
    given: readonly unknown[],
    take: (value: unknown) => null | { readonly fault: StrategyFault },
  ): void {
    this.#queue = this.#queue
      .then(async () => {
        const box = this.#box;
        if (this.#isOver || box === null) return;
        const done: Watched = await watch(box, box.call(name, given), watchOptions(this.#port));
        // It was ended meanwhile.
        if (this.#hasEnded()) return;
        const failed = 'fault' in done ? done : take(done.value);
        if (failed !== null) this.#fail(failed.fault);
      })
      .catch((problem: unknown) => this.#events.onBug(problem));
  }

  #hasEnded(): boolean {
    return this.#isOver;
  }

  #fail(fault: StrategyFault): void {
    this.end();
    this.#port.say({ kind: 'fault', id: this.#id, fault });
  }
}
