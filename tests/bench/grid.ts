import { BenchPages, busyOf, metric } from './bench-page.ts';
import { benchWorkstation } from './grid/desk.ts';
import type { bench } from './grid/page.ts';
import { interleave, median, printTable } from './harness.ts';

const ROUNDS = 3;
const SIZES = [2_000, 20_000] as const;
const STREAM_SECONDS = 4;
const SCROLL_FRAMES = 200;
const MB = 1024 * 1024;

declare global {
  var gridBench: typeof bench;
}

interface Figures {
  readonly firstMs: number;
  readonly busyMs: number;
  readonly busyFrameMs: number;
  readonly perSecond: number;
  readonly longest: number;
  readonly longTasks: number;
  readonly scrollMs: number;
  readonly late: number;
  readonly heapMb: number;
}

/** The grid in a real browser beside AG Grid: the same rows, columns and feed, sorted by a column that changes, in one run. */
export async function benchGrid(): Promise<void> {
  const pages = await BenchPages.open(new URL('./grid/page.ts', import.meta.url));
  try {
    const names = await pages.run((page) => page.evaluate(() => globalThis.gridBench.names));
    for (const count of SIZES) {
      const figures = await interleave(
        ROUNDS,
        Object.fromEntries(names.map((name) => [name, () => measure(pages, name, count)])),
      );
      printFigures(count, names, figures);
    }
    await benchWorkstation(pages.browser);
  } finally {
    await pages.close();
  }
}

/** One contender with so many rows. */
function measure(pages: BenchPages, name: string, count: number): Promise<Figures> {
  return pages.run(async (page, devtools) => {
    const firstMs = await page.evaluate(
      async (args) => globalThis.gridBench.show(args.name, args.count, true),
      { name, count },
    );
    // Warm.
    await page.evaluate(async () => globalThis.gridBench.stream(1, 500));
    const [busyMs, slow] = await busyOf(devtools, () =>
      page.evaluate(async (seconds) => globalThis.gridBench.stream(seconds, 500), STREAM_SECONDS),
    );
    const [busyFrameMs, fast] = await busyOf(devtools, () =>
      page.evaluate(async (seconds) => globalThis.gridBench.stream(seconds, 0), STREAM_SECONDS),
    );
    const [scrollMs, scrolled] = await busyOf(devtools, () =>
      page.evaluate(async (frames) => globalThis.gridBench.scroll(frames), SCROLL_FRAMES),
    );
    const heapMb = (await metric(devtools, 'JSHeapUsedSize')) / MB;
    return {
      firstMs,
      busyMs: busyMs / STREAM_SECONDS,
      busyFrameMs: busyFrameMs / STREAM_SECONDS,
      perSecond: fast.refreshes / STREAM_SECONDS,
      longest: Math.max(0, ...slow.longTasksMs),
      longTasks: slow.longTasksMs.length,
      scrollMs: scrollMs / SCROLL_FRAMES,
      late: scrolled.late,
      heapMb,
    };
  });
}

function printFigures(
  count: number,
  names: readonly string[],
  figures: ReadonlyMap<string, readonly Figures[]>,
): void {
  const medianFor = (name: string, pick: (figure: Figures) => number) =>
    median((figures.get(name) ?? []).map(pick));
  printTable(
    `Grid, ${count.toLocaleString('en-US')} rows × 12, 10,000 updates/s, sorted by a changing column`,
    [
      '',
      'first paint ms',
      'busy ms/s at 500 ms',
      'long tasks',
      'longest ms',
      'busy ms/s each frame',
      'refreshes/s',
      'scroll ms/frame',
      'late of 200',
      'heap MB',
    ],
    names.map((name) => [
      name,
      medianFor(name, (figure) => figure.firstMs),
      medianFor(name, (figure) => figure.busyMs),
      medianFor(name, (figure) => figure.longTasks),
      medianFor(name, (figure) => figure.longest),
      medianFor(name, (figure) => figure.busyFrameMs),
      medianFor(name, (figure) => figure.perSecond),
      medianFor(name, (figure) => figure.scrollMs),
      medianFor(name, (figure) => figure.late),
      medianFor(name, (figure) => figure.heapMb),
    ]),
    ['Median of three rounds, contenders in turn. Busy: main-thread time of the page, the feed included.'],
  );
}
