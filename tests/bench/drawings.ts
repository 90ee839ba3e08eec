import { BenchPages, busyOf } from './bench-page.ts';
import type {} from './drawings/page.tsx';
import { median, printTable } from './harness.ts';

const ROUNDS = 5;
const PAN_FRAMES = 120;
const HOVER_MOVES = 300;
/** Drawings of the comparison of hits: few enough to leave places without one. */
const HIT_DRAWINGS = 24;

interface Row {
  readonly label: string;
  readonly count: number;
  /** Screens that the drawings are spread over. */
  readonly spanScreens: number;
}
const ROWS: readonly Row[] = [
  { label: 'no drawings', count: 0, spanScreens: 1 },
  { label: '50 drawings, all on screen', count: 50, spanScreens: 1 },
  { label: '500 drawings, all on screen', count: 500, spanScreens: 1 },
  { label: '500 drawings on ten screens', count: 500, spanScreens: 10 },
];

/** Drawings of a chart in a real browser: panning a chart full of them, and moving the pointer over it. */
export async function benchDrawings(): Promise<void> {
  const pages = await BenchPages.open(new URL('./drawings/page.tsx', import.meta.url));
  try {
    const measure = ({ count, spanScreens }: Row) =>
      pages.run(async (page, devtools) => {
        // Time that the thread really ran: what other programs take of the machine does not count.
        await devtools.send('Performance.disable');
        await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
        await page.evaluate(([each, span]) => globalThis.drawingsBench.create(each, span), [
          count,
          spanScreens,
        ] as const);
        // Code is compiled and fonts are there before the clock runs.
        await page.evaluate((frames) => globalThis.drawingsBench.pan(frames), 40);
        const [busyMs, { lateFrames }] = await busyOf(devtools, () =>
          page.evaluate((frames) => globalThis.drawingsBench.pan(frames), PAN_FRAMES),
        );
        const hover = await page.evaluate((moves) => globalThis.drawingsBench.hover(moves), HOVER_MOVES);
        return { frameMs: busyMs / PAN_FRAMES, lateFrames, ...hover };
      });
    const hits = await pages.run(async (page) => {
      await page.evaluate((count) => globalThis.drawingsBench.create(count, 1), HIT_DRAWINGS);
      return page.evaluate(() => globalThis.drawingsBench.compareHits());
    });
    if (hits.differences > 0 || hits.found === 0 || hits.found === hits.places)
      throw new Error(
        `Konva's hit graph differs from the distances of the drawings: ${JSON.stringify(hits)}`,
      );
    const figures = new Map<string, Awaited<ReturnType<typeof measure>>[]>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const row of ROWS) figures.set(row.label, [...(figures.get(row.label) ?? []), await measure(row)]);
    printTable(
      `Drawings: panning ${PAN_FRAMES} frames, and moving the pointer over the chart`,
      ['chart', 'main-thread ms a frame', 'late frames', 'ms a pointer move', 'ms of the first after a pan'],
      ROWS.map(({ label }) => {
        const rounds = figures.get(label) ?? [];
        return [
          label,
          median(rounds.map(({ frameMs }) => frameMs)),
          median(rounds.map(({ lateFrames }) => lateFrames)),
          median(rounds.map(({ moveMs }) => moveMs)),
          median(rounds.map(({ firstMs }) => firstMs)),
        ];
      }),
      [
        'Goal: no late frame with 500 drawings.',
        `Hits: the pointer found the same drawings as their distances at ${hits.places} places, ${hits.found} of them with a drawing.`,
      ],
    );
  } finally {
    await pages.close();
  }
}
