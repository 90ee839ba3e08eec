import { ag } from './ag.ts';
import { ours } from './ours.tsx';
import { createFeed, makeRows, type BenchRow, type Contender } from './rows.ts';

const contenders: Readonly<Record<string, () => Contender>> = { Tapedeck: ours, 'AG Grid': ag };
const UPDATES_PER_SECOND = 10_000;
const FEED_MS = 10;
const FRAME_LATE_MS = 25;
const SCROLL_PX = 390;

const frame = () =>
  new Promise<number>((resolve) => {
    requestAnimationFrame(resolve);
  });
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

let shown: { readonly contender: Contender; readonly rows: BenchRow[] } | null = null;
const longTasksMs: number[] = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasksMs.push(duration);
}).observe({ entryTypes: ['longtask'] });

function current() {
  if (shown === null) throw new Error('nothing is shown');
  return shown;
}

/** What the bench runs in its page. */
export const bench = {
  names: Object.keys(contenders),
  /** From nothing to the first frame with rows in it, ms. */
  async show(name: string, count: number, isSorted: boolean): Promise<number> {
    const make = contenders[name];
    if (make === undefined) throw new Error(`there is no ${name}`);
    const element = document.createElement('div');
    Object.assign(element.style, { width: '1200px', height: '760px' });
    document.body.append(element);
    const rows = makeRows(count);
    const contender = make();
    await frame();
    const fromMs = performance.now();
    await contender.show(element, rows, isSorted);
    await frame();
    await pause(0);
    shown = { contender, rows };
    return performance.now() - fromMs;
  },
  /** Feeds so many seconds, with a refresh of the grid every so many ms (0 = each frame). */
  async stream(
    seconds: number,
    refreshMs: number,
  ): Promise<{ readonly refreshes: number; readonly longTasksMs: readonly number[] }> {
    const { contender, rows } = current();
    const feed = createFeed(rows);
    const changed = new Set<BenchRow>();
    let refreshes = 0;
    longTasksMs.length = 0;
    const endMs = performance.now() + seconds * 1000;
    const refresh = () => {
      contender.refresh(changed);
      changed.clear();
      refreshes++;
    };
    const ticking = setInterval(
      () => feed((UPDATES_PER_SECOND * FEED_MS) / 1000, (row) => changed.add(row)),
      FEED_MS,
    );
    if (refreshMs > 0) {
      const refreshing = setInterval(refresh, refreshMs);
      while (performance.now() < endMs) await pause(50);
      clearInterval(refreshing);
    } else {
      while (performance.now() < endMs) {
        await frame();
        refresh();
      }
    }
    clearInterval(ticking);
    await pause(60);
    return { refreshes, longTasksMs: [...longTasksMs] };
  },
  /** Scrolls so many frames fast, turning round at the ends; how many frames came late, and the worst. */
  async scroll(frames: number): Promise<{ readonly late: number; readonly worstMs: number }> {
    const scroller = current().contender.scroller();
    let direction = 1;
    let late = 0;
    let worstMs = 0;
    let last = await frame();
    for (let index = 0; index < frames; index++) {
      if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1) direction = -1;
      else if (scroller.scrollTop <= 0) direction = 1;
      scroller.scrollTop += direction * SCROLL_PX;
      const now = await frame();
      if (now - last > FRAME_LATE_MS) late++;
      worstMs = Math.max(worstMs, now - last);
      last = now;
    }
    return { late, worstMs };
  },
};

declare global {
  var gridBench: typeof bench;
}
globalThis.gridBench = bench;
