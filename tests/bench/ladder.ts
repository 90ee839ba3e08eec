import { BenchPages, busyOf } from './bench-page.ts';
import { interleave, median, printTable } from './harness.ts';
import type { bench, LadderFigures } from './ladder/page.ts';

const ROUNDS = 3;
const RATES = [500, 5_000] as const;
const SECONDS = 4;
const NAMES = ['Tapedeck', 'React table', 'floor'] as const;

declare global {
  /** Set by the page. */
  var ladderBench: typeof bench;
}
interface Figures extends LadderFigures {
  readonly busyMs: number;
}

/** The ladder in a real browser at the rates of a busy and of an impossible symbol, beside the usual React table and a hand-written floor. */
export async function benchLadder(): Promise<void> {
  const pages = await BenchPages.open(new URL('./ladder/page.ts', import.meta.url));
  try {
    for (const rate of RATES) {
      const figures = await interleave(
        ROUNDS,
        Object.fromEntries(NAMES.map((name) => [name, () => measure(pages, name, rate)])),
      );
      const medianOf = (name: string, pick: (figure: Figures) => number) =>
        median((figures.get(name) ?? []).map(pick));
      printTable(
        `Ladder: ${rate.toLocaleString('en-US')} updates/s`,
        ['contender', 'main thread, ms/s', 'frames/s', 'late frames', 'longest gap, ms', 'last quote shown'],
        NAMES.map((name) => [
          name,
          medianOf(name, ({ busyMs }) => busyMs / SECONDS),
          medianOf(name, ({ frames }) => frames / SECONDS),
          medianOf(name, ({ lateFrames }) => lateFrames),
          medianOf(name, ({ maxGapMs }) => maxGapMs),
          (figures.get(name) ?? []).every(({ isCurrent }) => isCurrent) ? 'yes' : 'NO',
        ]),
      );
    }
  } finally {
    await pages.close();
  }
}

function measure(pages: BenchPages, name: string, rate: number): Promise<Figures> {
  return pages.run(async (page, devtools) => {
    await page.evaluate((each) => globalThis.ladderBench.create(each), name);
    // Code is compiled and fonts are there before the clock runs.
    await page.evaluate((updates) => globalThis.ladderBench.feed(updates, 1), rate);
    const [busyMs, figures] = await busyOf(devtools, () =>
      page.evaluate(([updates, seconds]) => globalThis.ladderBench.feed(updates, seconds), [
        rate,
        SECONDS,
      ] as const),
    );
    return { ...figures, busyMs };
  });
}
