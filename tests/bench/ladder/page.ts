import '../../../src/ui/styles/index.ts';
import type { Contender, CreateContender, ExchangeQuote } from './contender.ts';
import { createFloor } from './floor.ts';
import { createOurs } from './ours.tsx';
import { createReactTable } from './react-table.tsx';

const contenders: Readonly<Record<string, CreateContender>> = {
  Tapedeck: createOurs,
  'React table': createReactTable,
  floor: createFloor,
};
/** Updates come in bursts, as frames of a socket do. */
const BURST_MS = 10;
const EXCHANGES = 12;
/** One update of five is a trade. */
const TRADE_EVERY = 5;
/** A frame later than this is late: one of 60 Hz was missed. */
const LATE_MS = 25;

export interface LadderFigures {
  readonly frames: number;
  readonly lateFrames: number;
  readonly maxGapMs: number;
  /** The last quote was on screen at the end. */
  readonly isCurrent: boolean;
}

let place: HTMLElement | null = null;
let current: Contender | null = null;

/** Quotes of all exchanges around 100 dollars; update n changes one of them. */
function quotesAt(n: number, before: readonly ExchangeQuote[]): readonly ExchangeQuote[] {
  const changed = n % EXCHANGES;
  return before.map((quote, index) =>
    index === changed
      ? {
          ...quote,
          Bid: (9_999 - (n % 4)) / 100,
          BidSize: 100 + ((n * 7) % 900),
          Ask: (10_001 + (n % 4)) / 100,
          AskSize: 100 + ((n * 11) % 900),
        }
      : quote,
  );
}

/** What the bench runs inside the page. */
export const bench = {
  create(name: string): void {
    place = document.body.appendChild(document.createElement('div'));
    place.style.cssText = 'width: 460px; height: 900px;';
    current = contenders[name]?.(place) ?? null;
    if (current === null) throw new Error(`there is no contender ${name}`);
  },
  /** So many updates a second for so many seconds; counts the frames that the page still shows meanwhile. */
  async feed(updatesASecond: number, seconds: number): Promise<LadderFigures> {
    const ladder = current;
    if (ladder === null) throw new Error('create a contender first');
    let quotes: readonly ExchangeQuote[] = Array.from({ length: EXCHANGES }, (_, index) => ({
      Exchange: `X${index}`,
      Bid: 99.99,
      BidSize: 100,
      Ask: 100.01,
      AskSize: 100,
    }));
    const gaps: number[] = [];
    let sent = 0;
    let volume = 0;
    const total = updatesASecond * seconds;
    const startMs = performance.now();
    let lastFrameMs = startMs;
    let frame = 0;
    const onFrame = (nowMs: number) => {
      gaps.push(nowMs - lastFrameMs);
      lastFrameMs = nowMs;
      frame = requestAnimationFrame(onFrame);
    };
    frame = requestAnimationFrame(onFrame);
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1000) * updatesASecond));
        for (; sent < due; sent++) {
          if (sent % TRADE_EVERY === 0)
            ladder.trade(99.98 + (sent % 5) / 100, 100, 1_550_000_000_000 + sent, (volume += 100));
          else ladder.quotes((quotes = quotesAt(sent, quotes)));
        }
        if (sent >= total) {
          clearInterval(timer);
          resolve();
        }
      }, BURST_MS);
    });
    ladder.quotes(quotes.map((quote) => ({ ...quote, Bid: 99.97, BidSize: 7 })));
    cancelAnimationFrame(frame);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    return {
      frames: gaps.length,
      lateFrames: gaps.filter((gap) => gap > LATE_MS).length,
      maxGapMs: Math.max(...gaps),
      isCurrent: ladder.bidAt('99.97') === String(7 * EXCHANGES),
    };
  },
};
Object.assign(globalThis, { ladderBench: bench });
