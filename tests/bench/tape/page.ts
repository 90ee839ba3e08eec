import '../../../src/ui/styles/index.ts';
import type { Contender, CreateContender } from './contender.ts';
import { createFloor } from './floor.ts';
import { createOurs } from './ours.tsx';
import { createReactList } from './react-list.tsx';

const contenders: Readonly<Record<string, CreateContender>> = {
  Tapedeck: createOurs,
  'React list': createReactList,
  floor: createFloor,
};
/** Prints come in bursts, as frames of a socket do. */
const BURST_MS = 10;

export interface TapeFigures {
  readonly frames: number;
  readonly maxGapMs: number;
  /** The last print was on screen at the end. */
  readonly isCurrent: boolean;
}

let place: HTMLElement | null = null;
let current: Contender | null = null;

/** What the bench runs inside the page. */
export const bench = {
  names: Object.keys(contenders),
  create(name: string): void {
    place = document.body.appendChild(document.createElement('div'));
    place.style.cssText = 'width: 420px; height: 768px; display: grid;';
    current = contenders[name]?.(place) ?? null;
    if (current === null) throw new Error(`there is no contender ${name}`);
  },
  /** So many prints a second for so many seconds; counts the frames that the page still shows meanwhile. */
  async feed(printsASecond: number, seconds: number): Promise<TapeFigures> {
    const tape = current;
    if (tape === null) throw new Error('create a contender first');
    let frames = 0;
    let maxGapMs = 0;
    let printed = 0;
    let volume = 0;
    const total = printsASecond * seconds;
    const startMs = performance.now();
    let lastFrameMs = startMs;
    let frame = 0;
    const onFrame = (nowMs: number) => {
      frames++;
      maxGapMs = Math.max(maxGapMs, nowMs - lastFrameMs);
      lastFrameMs = nowMs;
      frame = requestAnimationFrame(onFrame);
    };
    frame = requestAnimationFrame(onFrame);
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1000) * printsASecond));
        for (; printed < due; printed++)
          tape.print(
            100 + (printed % 100) / 100,
            1 + (printed % 900),
            1_550_000_000_000 + printed,
            (volume += 1 + (printed % 900)),
          );
        if (printed >= total) {
          clearInterval(timer);
          resolve();
        }
      }, BURST_MS);
    });
    tape.print(123.45, 678, 1_560_000_000_000, volume + 678);
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    cancelAnimationFrame(frame);
    return { frames, maxGapMs, isCurrent: tape.newest().includes('123.45') };
  },
  destroy(): void {
    current?.destroy();
    place?.remove();
    current = place = null;
  },
};
Object.assign(globalThis, { tapeBench: bench });
