import '../../../src/ui/styles/index.ts';
import type { BenchChart, Contender } from './contender.ts';
import { HEIGHT, makeBars, WIDTH, type BenchBars } from './data.ts';
import { floor } from './floor.ts';
import { kline } from './kline.ts';
import { lightweight } from './lightweight.ts';
import { ours } from './ours.ts';
import { uplot } from './uplot.ts';

const contenders: Readonly<Record<string, Contender>> = {
  tapedeck: ours,
  floor,
  'lightweight-charts': lightweight,
  klinecharts: kline,
  uplot,
};

const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => resolve());
      channel.port1.start();
      channel.port2.postMessage(null);
    });
  });
const frames = async (count: number) => {
  for (let n = 0; n < count; n += 1) await painted();
};

let bars: BenchBars = makeBars(0);
let prepared: unknown = null;
let chart: BenchChart | null = null;
let host: HTMLElement | null = null;

function contender(name: string): Contender {
  const found = contenders[name];
  if (found === undefined) throw new Error(`no contender is named ${name}`);
  return found;
}

/** What the bench calls from outside. */
export const bench = {
  names: Object.keys(contenders),
  /** Makes the data of a contender; nothing of it is measured. */
  prepare(name: string, length: number, hasStudies: boolean): void {
    if (bars.length !== length) bars = makeBars(length);
    prepared = contender(name).prepare(bars, hasStudies);
  },
  /** Milliseconds from the data in hand to its first frame on screen. */
  async create(name: string, hasStudies: boolean): Promise<number> {
    host = document.createElement('div');
    host.style.cssText = `position: relative; width: ${WIDTH}px; height: ${HEIGHT}px`;
    document.body.append(host);
    await frames(3);
    const startMs = performance.now();
    chart = contender(name).create(host, prepared, hasStudies);
    await painted();
    return performance.now() - startMs;
  },
  /** Pans, and zooms every third frame, for so many frames, or four seconds; resolves with how many there were, how many came late (more than one and a half frames after the one before), and how many bars were in sight. */
  async move(span: number, count: number): Promise<{ frames: number; lateFrames: number; bars: number }> {
    const room = Math.max(0, bars.length - span);
    let late = 0;
    let last = performance.now();
    const startMs = last;
    let n = 0;
    for (; n < count && last - startMs < 4_000; n += 1) {
      const left = room === 0 ? 0 : room * (0.5 + 0.4 * Math.sin(n / 40)) + n * (span / 600);
      chart?.show(Math.min(room, left), n % 3 === 2 ? span * 0.9 : span);
      await new Promise<void>((resolve) => {
        requestAnimationFrame(() => resolve());
      });
      const now = performance.now();
      if (now - last > 25) late += 1;
      last = now;
    }
    chart?.show(room, span);
    return { frames: n, lateFrames: late, bars: chart?.barsInSight?.() ?? span };
  },
  /** A thousand prints a second into the last bar; resolves with the longest time that a timer of 4 ms had to wait. */
  async ticks(seconds: number): Promise<number> {
    const close = bars.close[bars.length - 1] ?? 100;
    let sent = 0;
    let longest = 0;
    const startMs = performance.now();
    let lastMs = startMs;
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        const now = performance.now();
        longest = Math.max(longest, now - lastMs);
        lastMs = now;
        // Who cannot keep up would fall behind for ever: at the end of the time the rest is left out.
        for (
          const due = Math.floor(now - startMs);
          sent < due && performance.now() - startMs < seconds * 1000;
          sent += 1
        )
          chart?.tick(close * (1 + Math.sin(sent / 50) * 0.0001));
        if (now - startMs < seconds * 1000) return;
        clearInterval(timer);
        resolve(longest);
      }, 4);
    });
  },
  frames,
  /** Gives back the bars that contenders are made from; the chart keeps what it needs. */
  forget(): void {
    bars = makeBars(0);
    prepared = null;
  },
  destroy(): void {
    chart?.destroy();
    chart = null;
    prepared = null;
    host?.remove();
    host = null;
  },
};
declare global {
  // The page's one name that the bench calls.
  var chartBench: typeof bench;
}
globalThis.chartBench = bench;
