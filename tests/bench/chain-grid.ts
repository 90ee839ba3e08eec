import { BenchPages, busyOf, metric } from './bench-page.ts';
import type { bench } from './chain/page.ts';
import { interleave, median, printTable } from './harness.ts';

const ROUNDS = 3;
const STREAM_SECONDS = 4;
/** As often as the window refreshes its grid. */
const REFRESH_MS = 500;
const SCROLL_FRAMES = 200;
const MB = 1024 * 1024;

declare global {
  var chainBench: typeof bench;
}

interface Figures {
  readonly firstMs: number;
  readonly busyMs: number;
  readonly late: number;
  readonly busyFrameMs: number;
  readonly perSecond: number;
  readonly lateEachFrame: number;
  readonly scrollMs: number;
  readonly lateScrolled: number;
  readonly heapMb: number;
}

/** The grid of the Option Chain in a real browser beside AG Grid: the same rows, columns, texts and quotes in one run. */
export async function benchChainGrid(): Promise<void> {
  const pages = await BenchPages.open(new URL('./chain/page.ts', import.meta.url));
  try {
    const names = await pages.run((page) => page.evaluate(() => globalThis.chainBench.names));
    const figures = await interleave(
      ROUNDS,
      Object.fromEntries(names.map((name) => [name, () => measure(pages, name)])),
    );
    printFigures(names, figures);
  } finally {
    await pages.close();
  }
}

function measure(pages: BenchPages, name: string): Promise<Figures> {
  return pages.run(async (page, devtools) => {
    const stream = (refreshMs: number) =>
      busyOf(devtools, () =>
        page.evaluate(([seconds, everyMs]) => globalThis.chainBench.stream(seconds, everyMs), [
          STREAM_SECONDS,
          refreshMs,
        ] as const),
      );
    const firstMs = await page.evaluate((each) => globalThis.chainBench.show(each), name);
    // Warm.
    await page.evaluate(() => globalThis.chainBench.stream(1, 0));
    const [busyMs, live] = await stream(REFRESH_MS);
    const [busyFrameMs, fast] = await stream(0);
    const [scrollMs, lateScrolled] = await busyOf(devtools, () =>
      page.evaluate((frames) => globalThis.chainBench.scroll(frames), SCROLL_FRAMES),
    );
    return {
      firstMs,
      busyMs: busyMs / STREAM_SECONDS,
      late: live.late,
      busyFrameMs: busyFrameMs / STREAM_SECONDS,
      perSecond: fast.refreshes / STREAM_SECONDS,
      lateEachFrame: fast.late,
      scrollMs: scrollMs / SCROLL_FRAMES,
      lateScrolled,
      heapMb: (await metric(devtools, 'JSHeapUsedSize')) / MB,
    };
  });
}

function printFigures(names: readonly string[], figures: ReadonlyMap<string, readonly Figures[]>): void {
  const medianFor = (name: string, pick: (figure: Figures) => number) =>
    median((figures.get(name) ?? []).map(pick));
  printTable(
    'An option chain of 2,000 rows × 17 with its figures, 5,000 quotes/s and a moving underlying',
    [
      '',
      'first paint ms',
      'busy ms/s at 500 ms',
      'late',
      'busy ms/s each frame',
      'refreshes/s',
      'late',
      'scroll ms/frame',
      'late of 200',
      'heap MB',
    ],
    names.map((name) => [
      name,
      medianFor(name, ({ firstMs }) => firstMs),
      medianFor(name, ({ busyMs }) => busyMs),
      medianFor(name, ({ late }) => late),
      medianFor(name, ({ busyFrameMs }) => busyFrameMs),
      medianFor(name, ({ perSecond }) => perSecond),
      medianFor(name, ({ lateEachFrame }) => lateEachFrame),
      medianFor(name, ({ scrollMs }) => scrollMs),
      medianFor(name, ({ lateScrolled }) => lateScrolled),
      medianFor(name, ({ heapMb }) => heapMb),
    ]),
    [
      'Median of three rounds, contenders in turn. Busy: main-thread time of the page, quotes, volatilities and greeks included.',
      'Late: frames of more than 25 ms in 4 s. Goal: none, and less main-thread time than AG Grid.',
    ],
  );
}
