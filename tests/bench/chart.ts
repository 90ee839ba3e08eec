import type { CDPSession } from '@playwright/test';
import { medianOf, openArena, type Arena } from './chart/arena.ts';
import type { bench } from './chart/page.ts';
import { printTable } from './harness.ts';

const SIZES = [10_000, 100_000, 1_000_000] as const;
const PAN_BARS = 100_000;
const PAN_SPANS = [300, 2_000, PAN_BARS] as const;
const PAN_FRAMES = 60;
/** With all bars on screen some contenders take a second for a frame. */
const PAN_FRAMES_ALL = 10;
const TICK_SECONDS = 2;
/** Longest time that one contender gets for one measurement, preparing included. */
const LIMIT_SECONDS = 30;
const MB = 1024 * 1024;

type Bench = typeof bench;

/** The chart in a real browser, beside three libraries and a hand-written floor that only draws: same bars, same size, one run; `only` names those to run. */
export async function benchChart(only: readonly string[] = []): Promise<void> {
  const arena = await openArena(only);
  try {
    await firstFrames(arena);
    await moving(arena);
    await ticking(arena);
    await memory(arena);
  } finally {
    await arena.close();
  }
}

async function firstFrames(arena: Arena): Promise<void> {
  const columns: ReadonlyMap<string, readonly number[] | string>[] = [];
  for (const size of SIZES) {
    columns.push(
      await arena.run(
        `first frame of ${size.toLocaleString('en-US')} bars`,
        LIMIT_SECONDS,
        (name) => async (page) => {
          // Once without the clock: code is compiled and fonts are there.
          await page.evaluate(
            async ([each, length]) => {
              const { chartBench } = globalThis;
              chartBench.prepare(each, Math.min(length, 2_000), false);
              await chartBench.create(each, false);
              chartBench.destroy();
              chartBench.prepare(each, length, false);
              await chartBench.frames(5);
            },
            [name, size] as const,
          );
          return page.evaluate((each) => globalThis.chartBench.create(each, false), name);
        },
      ),
    );
  }
  printTable(
    'Chart: data to first frame (ms)',
    ['contender', ...SIZES.map((size) => `${size.toLocaleString('en-US')} bars`)],
    arena.names.map((name) => [name, ...columns.map((figures) => medianOf(figures.get(name), (ms) => ms))]),
    [
      'Goal: within 1.5x of the floor at every size. Data are in the form that each library takes. uplot draws a line, not candles.',
      'Every chart waits for the next frame of the browser, up to 17 ms.',
    ],
  );
}

/** Main-thread milliseconds that a job took, by the browser's own count. */
async function taskMs(devtools: CDPSession, job: () => Promise<unknown>): Promise<number> {
  const read = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
      ?.value ?? Number.NaN;
  const before = await read();
  await job();
  return ((await read()) - before) * 1000;
}

async function moving(arena: Arena): Promise<void> {
  const figures = await arena.run('panning and zooming', LIMIT_SECONDS, (name) => async (page, devtools) => {
    await page.evaluate(
      async ([each, length]) => {
        globalThis.chartBench.prepare(each, length, true);
        await globalThis.chartBench.create(each, true);
      },
      [name, PAN_BARS] as const,
    );
    const spans: { ms: number; late: number; bars: number }[] = [];
    for (const span of PAN_SPANS) {
      const count = span === PAN_BARS ? PAN_FRAMES_ALL : PAN_FRAMES;
      const move = (each: number, frames: number) =>
        page.evaluate(([wide, wanted]) => globalThis.chartBench.move(wide, wanted), [each, frames] as const);
      await move(span, span === PAN_BARS ? 2 : 20);
      let moved = { lateFrames: 0, frames: 1, bars: 0 };
      const ms = await taskMs(devtools, async () => {
        moved = await move(span, count);
      });
      spans.push({ ms: ms / moved.frames, late: moved.lateFrames, bars: moved.bars });
    }
    return spans;
  });
  /** The most bars of a contender that has a limit of its own; Infinity for one without. */
  const limitOf = (name: string) =>
    medianOf(figures.get(name), (spans) =>
      Math.min(...spans.map(({ bars }, n) => (bars < (PAN_SPANS[n] ?? 0) * 0.75 ? bars : Infinity))),
    );
  const narrow = arena.names.flatMap((name) => {
    const limit = limitOf(name);
    return typeof limit === 'number' && Number.isFinite(limit)
      ? [`${name} shows ${limit.toLocaleString('en-US')} bars at most: its figures for more are of those.`]
      : [];
  });
  printTable(
    `Chart: panning and zooming over ${PAN_BARS.toLocaleString('en-US')} bars with volume, three averages, RSI (main-thread ms a frame)`,
    ['contender', '300 bars', 'late', '2,000 bars', 'late', 'all bars', 'late'],
    arena.names.map((name) => [
      name,
      ...PAN_SPANS.flatMap((_, n) => [
        medianOf(figures.get(name), (spans) => spans[n]?.ms ?? NaN),
        medianOf(figures.get(name), (spans) => spans[n]?.late ?? NaN),
      ]),
    ]),
    ['Goal: at most 1.3x of the floor, no late frame. uplot draws a line, not candles.', ...narrow],
  );
}

async function ticking(arena: Arena): Promise<void> {
  const figures = await arena.run('ticks', LIMIT_SECONDS, (name) => async (page, devtools) => {
    await page.evaluate(
      async ([each, length]) => {
        globalThis.chartBench.prepare(each, length, true);
        await globalThis.chartBench.create(each, true);
        await globalThis.chartBench.ticks(0.5);
      },
      [name, PAN_BARS] as const,
    );
    let longest = 0;
    const ms = await taskMs(devtools, async () => {
      longest = await page.evaluate((seconds) => globalThis.chartBench.ticks(seconds), TICK_SECONDS);
    });
    return { ms: ms / TICK_SECONDS, longest };
  });
  printTable(
    'Chart: 1,000 ticks a second into the last of 100,000 bars, with studies',
    ['contender', 'ms of main thread a second', 'longest wait of a 4 ms timer, ms'],
    arena.names.map((name) => [
      name,
      medianOf(figures.get(name), ({ ms }) => ms),
      medianOf(figures.get(name), ({ longest }) => longest),
    ]),
    ['Goal: at most 150 ms a second.'],
  );
}

async function memory(arena: Arena): Promise<void> {
  const used = async (devtools: CDPSession): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    const usage = await devtools.send('Runtime.getHeapUsage');
    return usage.usedSize + usage.backingStorageSize;
  };
  const figures = await arena.run(
    'memory',
    LIMIT_SECONDS,
    (name) => async (page, devtools) => {
      await page.evaluate((each) => {
        const bench: Bench = globalThis.chartBench;
        bench.prepare(each, 100, false);
      }, name);
      const before = await used(devtools);
      // The bars that all contenders are made from are given back before counting.
      await page.evaluate(
        async ([each, length]) => {
          const { chartBench } = globalThis;
          chartBench.prepare(each, length, false);
          await chartBench.create(each, false);
          chartBench.forget();
          await chartBench.frames(3);
        },
        [name, 1_000_000] as const,
      );
      return (await used(devtools)) - before;
    },
    1,
  );
  printTable(
    'Chart: memory with 1,000,000 bars (MB)',
    ['contender', 'MB'],
    arena.names.map((name) => [name, medianOf(figures.get(name), (bytes) => bytes / MB)]),
    ['Goal: at most 60 MB. JavaScript heap and typed arrays together.'],
  );
}
