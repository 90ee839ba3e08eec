import { ag } from './ag.ts';
import { ours } from './ours.tsx';
import { BenchChain, type Contender } from './rows.ts';

const contenders: Readonly<Record<string, () => Contender>> = { Tapedeck: ours, 'AG Grid': ag };
const QUOTES_PER_SECOND = 5_000;
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

let shown: { readonly contender: Contender; readonly chain: BenchChain } | null = null;

function current() {
  if (shown === null) throw new Error('nothing is shown');
  return shown;
}

/** Feeds the chain until a job ends. */
async function withQuotes<Result>(chain: BenchChain, job: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(() => chain.quote((QUOTES_PER_SECOND * FEED_MS) / 1000), FEED_MS);
  try {
    return await job();
  } finally {
    clearInterval(timer);
  }
}

/** What the bench runs in its page. */
export const bench = {
  names: Object.keys(contenders),
  /** From the rows to the first frame with them on screen, ms. */
  async show(name: string): Promise<number> {
    const make = contenders[name];
    if (make === undefined) throw new Error(`there is no ${name}`);
    const element = document.createElement('div');
    Object.assign(element.style, {
      width: '1200px',
      height: '760px',
      display: 'flex',
      flexDirection: 'column',
    });
    document.body.append(element);
    const [contender, chain] = [make(), new BenchChain()];
    await frame();
    const fromMs = performance.now();
    await contender.show(element, chain);
    await frame();
    await pause(0);
    shown = { contender, chain };
    return performance.now() - fromMs;
  },
  /** Quotes for so many seconds, with a refresh every so many ms (0 = each frame). Returns how many frames came late. */
  stream(seconds: number, refreshMs: number): Promise<{ readonly refreshes: number; readonly late: number }> {
    const { contender, chain } = current();
    return withQuotes(chain, async () => {
      let [refreshes, late] = [0, 0];
      let [lastMs, refreshedMs] = [await frame(), -Infinity];
      for (const endMs = lastMs + seconds * 1000; lastMs < endMs;) {
        if (lastMs - refreshedMs >= refreshMs) {
          contender.refresh();
          refreshedMs = lastMs;
          refreshes++;
        }
        const nowMs = await frame();
        if (nowMs - lastMs > FRAME_LATE_MS) late++;
        lastMs = nowMs;
      }
      return { refreshes, late };
    });
  },
  /** Scrolls so many frames fast under live quotes, turning at the ends. Returns how many frames came late. */
  scroll(frames: number): Promise<number> {
    const { contender, chain } = current();
    return withQuotes(chain, async () => {
      const scroller = contender.scroller();
      let [direction, late, lastMs] = [1, 0, await frame()];
      for (let index = 0; index < frames; index++) {
        if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1) direction = -1;
        else if (scroller.scrollTop <= 0) direction = 1;
        scroller.scrollTop += direction * SCROLL_PX;
        const nowMs = await frame();
        if (nowMs - lastMs > FRAME_LATE_MS) late++;
        lastMs = nowMs;
      }
      return late;
    });
  },
};

declare global {
  var chainBench: typeof bench;
}
globalThis.chainBench = bench;
