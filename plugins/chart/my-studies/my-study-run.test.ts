import { expect, it } from 'vitest';
import type {
  ChartStudyCalls,
  StudyBars,
  StudyValues,
  WireChartStudy,
} from '../../../src/plugin-api/index.ts';
import { BarStore } from '../model/bar-store.ts';
import { fileOfStudy, isMyStudy, myStudyId, myStudyOf } from './my-study.ts';
import { MyStudyRun, SEND_EVERY_MS } from './my-study-run.ts';
import { MyStudyRuns } from './my-study-runs.ts';

const WIRE: WireChartStudy = {
  Name: 'Band',
  Version: '1',
  Fault: null,
  Study: {
    Title: 'Band',
    Help: '',
    Pane: 'price',
    Levels: [],
    Scale: null,
    Lines: [{ Name: 'close', Form: 'line', Tone: 'main', Format: 'price' }],
    Parameters: [
      { Name: 'period', Default: 20, IsSwitch: false, Min: 1, Max: 50, Step: 1 },
      { Name: 'isFast', Default: 0, IsSwitch: true, Min: 0, Max: 1, Step: 1 },
    ],
  },
};

interface Sent {
  readonly runId: string;
  readonly bars: StudyBars;
  readonly from: number;
}

/** A server whose study is the close, a chart around a run of it, and a clock that is moved by hand. */
class World {
  readonly sent: Sent[] = [];
  readonly opened: Readonly<Record<string, number | boolean>>[] = [];
  readonly closed: string[] = [];
  readonly changes: number[] = [];
  isActive = true;
  answer: (sent: Sent) => StudyValues | Promise<StudyValues> = ({ bars }) => ({
    kind: 'values',
    columns: [bars.close],
  });
  readonly bars = new BarStore();
  #timers: { readonly run: () => void; readonly ms: number }[] = [];
  readonly run: MyStudyRun;

  constructor(count: number) {
    for (let n = 0; n < count; n += 1) this.addBar(n);
    const study = myStudyOf(WIRE);
    if (study === null) throw new Error('no study');
    this.run = new MyStudyRun(study, { period: 9, isFast: 1 }, this.bars, {
      calls: () => Promise.resolve(this.#calls()),
      isActive: () => this.isActive,
      later: (run, ms) => {
        const timer = { run, ms };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer);
        };
      },
      onChanged: (_run, from) => this.changes.push(from),
    });
  }

  addBar(close: number): void {
    this.bars.append(this.bars.length * 60_000, close, close + 1, close - 1, close, 100);
  }

  /** Lets the timers run that are due, and their calls end. Returns their times. */
  async settle(): Promise<readonly number[]> {
    const due = this.#timers.splice(0);
    for (const { run } of due) run();
    for (let n = 0; n < 20; n += 1) await Promise.resolve();
    return due.map(({ ms }) => ms);
  }

  get values(): readonly number[] {
    return [...(this.run.outputs[0] ?? [])].slice(0, this.run.length);
  }

  #calls(): ChartStudyCalls {
    return {
      list: () => Promise.resolve([WIRE]),
      open: (_name, parameters) => {
        this.opened.push(parameters);
        return Promise.resolve({ runId: `run${this.opened.length}` });
      },
      compute: async (runId, bars, { from }) => {
        const sent = { runId, bars, from };
        this.sent.push(sent);
        return this.answer(sent);
      },
      close: (runId) => {
        this.closed.push(runId);
        return Promise.resolve();
      },
    };
  }
}

it('sends all bars once, then only the last one and those that were added, twice a second', async () => {
  const world = new World(3);
  expect(await world.settle()).toEqual([0]);
  expect(world.opened).toEqual([{ period: 9, isFast: true }]);
  expect(world.values).toEqual([0, 1, 2]);
  for (const close of [7, 8]) {
    world.bars.close[2] = close;
    world.run.push(world.bars);
  }
  expect(world.values).toEqual([0, 1, 2]);
  expect(await world.settle()).toEqual([SEND_EVERY_MS]);
  expect(world.values).toEqual([0, 1, 8]);
  world.addBar(5);
  world.run.push(world.bars);
  await world.settle();
  expect(world.values).toEqual([0, 1, 8, 5]);
  expect(world.sent.map(({ from, bars }) => [from, [...bars.close]])).toEqual([
    [0, [0, 1, 2]],
    [2, [8]],
    [2, [8, 5]],
  ]);
  expect(await world.settle()).toEqual([]);
});

it('waits for an answer before it sends again, and drops values of bars that were replaced', async () => {
  const world = new World(2);
  const { promise, resolve } = Promise.withResolvers<StudyValues>();
  world.answer = () => promise;
  await world.settle();
  world.bars.close[0] = 50;
  world.run.reset(world.bars);
  expect(await world.settle()).toEqual([]);
  world.answer = ({ bars }) => ({ kind: 'values', columns: [bars.close] });
  resolve({ kind: 'values', columns: [Float64Array.of(1, 1)] });
  await world.settle();
  expect(world.changes).toEqual([]);
  await world.settle();
  expect(world.values).toEqual([50, 1]);
});

it('opens the study again with all bars when the server has ended the run', async () => {
  const world = new World(2);
  await world.settle();
  world.answer = ({ runId, bars }) =>
    runId === 'run1' ? { kind: 'gone' } : { kind: 'values', columns: [bars.close] };
  world.addBar(9);
  world.run.push(world.bars);
  await world.settle();
  await world.settle();
  expect(world.sent.at(-1)).toMatchObject({ runId: 'run2', from: 0 });
  expect(world.values).toEqual([0, 1, 9]);
});

it('shows a fault with its place, and sends nothing more', async () => {
  const world = new World(2);
  world.answer = () => ({ kind: 'fault', fault: { Message: 'too far', File: '', Line: 3, Column: 0 } });
  await world.settle();
  expect(world.run.problem).toBe('too far (Band, line 3)');
  expect(world.values).toEqual([NaN, NaN]);
  world.run.push(world.bars);
  expect(await world.settle()).toEqual([]);
});

it('tries again later when the server cannot be reached', async () => {
  const world = new World(2);
  const { answer } = world;
  world.answer = () => Promise.reject(new Error('The server could not be reached.'));
  await world.settle();
  expect(world.run.problem).toBe('The server could not be reached.');
  world.answer = answer;
  expect(await world.settle()).toEqual([5_000]);
  expect([world.run.problem, world.values]).toEqual([null, [0, 1]]);
});

it('ends the run of a chart that is not on screen, and sends nothing for it', async () => {
  const world = new World(2);
  await world.settle();
  world.isActive = false;
  world.run.activityChanged();
  await world.settle();
  expect(world.closed).toEqual(['run1']);
  world.addBar(4);
  world.run.push(world.bars);
  expect(await world.settle()).toEqual([]);
  world.isActive = true;
  world.run.activityChanged();
  await world.settle();
  expect(world.values).toEqual([0, 1, 4]);
});

it('ends the runs of studies that the chart does not show any more', async () => {
  const world = new World(1);
  const study = myStudyOf(WIRE);
  if (study === null || !isMyStudy(study)) throw new Error('no study');
  const disposed: unknown[] = [];
  const runs = new MyStudyRuns({
    calls: () => Promise.reject(new Error('none')),
    isActive: () => true,
    later: () => () => disposed.push('timer'),
    onChanged: () => {},
  });
  const [kept] = [runs.start(study, {}, world.bars), runs.start(study, {}, world.bars)];
  runs.keepOnly([kept]);
  expect(disposed).toEqual(['timer']);
});

it.each(['Band', 'a: b', '100%', '%3A'])('keeps the file %s in an id without a colon', (name) => {
  expect(myStudyId(name)).not.toContain(':');
  expect(fileOfStudy(myStudyId(name))).toBe(name);
});

it('knows the id of another study from that of a file', () => {
  expect(fileOfStudy('ema')).toBeNull();
});
