import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../domain/calendar/durations.ts';
import { sessionOn } from '../../../domain/calendar/us-equity.ts';
import { LiveRun, type DataColumns } from '../../../domain/strategy/index.ts';
import { ANY_TIME, backtest, loadStrategy } from '../../../domain/strategy/testing/run-strategy.ts';
import { columnsOfBars } from '../data/bar-columns.ts';
import { AlignedBars, type ReadyBars } from './aligned-bars.ts';
import { LiveBars } from './live-bars.ts';

const session =
  sessionOn('2026-03-02') ??
  (() => {
    throw new Error('no session');
  })();
const OPEN_MS = session.openMs;
const SECOND_MS = 1_000;
const NOTHING = columnsOfBars([]);

/** The bars of a run of minutes with some other symbols, and a clock. */
class World {
  nowMs = OPEN_MS;
  readonly bars: AlignedBars;

  constructor(otherCount: number, barMinutes = 1) {
    const newBars = () => new LiveBars(barMinutes, null);
    this.bars = new AlignedBars(barMinutes, newBars(), Array.from({ length: otherCount }, newBars));
  }

  exchangeMs = (): number => this.nowMs;
  sessionDay = () => session;

  /** A trade of the symbol of the run (0) or of another one (1 and up). */
  trade(symbol: number, seconds: number, priceE4 = 10_000): this {
    const timeMs = OPEN_MS + seconds * SECOND_MS;
    this.nowMs = Math.max(this.nowMs, timeMs);
    const trade = { timeMs, priceE4, size: 1 };
    if (symbol === 0) this.bars.add(trade, this);
    else this.bars.addOther(symbol - 1, trade, this);
    return this;
  }

  check(seconds: number): this {
    this.nowMs = OPEN_MS + seconds * SECOND_MS;
    this.bars.checkClock(this);
    return this;
  }

  /** The starts of the bars that are delivered, in seconds: those of the run, then those of each other symbol. */
  delivered(): number[][] {
    return startsOf(this.bars.take());
  }
}

const startsOf = ({ bars, others }: ReadyBars): number[][] =>
  [bars, ...others].map((some) => some.map(({ timeMs }) => (timeMs - OPEN_MS) / SECOND_MS));

describe('a bar of a run with other symbols', () => {
  it('waits until each of them has traded in a later bar', () => {
    const world = new World(2).trade(0, 5).trade(1, 10).trade(2, 15).trade(0, 60.1);
    expect(world.bars.isReady).toBe(false);
    world.trade(1, 60.2);
    expect(world.delivered()).toEqual([[], [0], []]);
    world.trade(2, 59.9);
    expect(world.bars.isReady).toBe(false);
    world.trade(2, 60.3);
    expect(world.bars.isReady).toBe(true);
    expect(world.delivered()).toEqual([[0], [], [0]]);
  });

  it('waits for one that has not traded until the second check of the clock after its end', () => {
    const world = new World(1).trade(0, 5).check(59.5).trade(0, 60.1).check(60.5);
    expect(world.bars.isReady).toBe(false);
    world.check(61.5);
    expect(world.delivered()).toEqual([[0], []]);
  });

  it('is delivered with the bars of the others when the clock ends all of them', () => {
    const world = new World(2).trade(0, 5).trade(1, 10).check(60.5);
    expect(world.delivered()).toEqual([[], [], []]);
    expect(world.check(61.5).delivered()).toEqual([[0], [0], []]);
  });

  it('is delivered by the clock with a bar whose last trade came late, and without trades that come later than that', () => {
    const world = new World(1).trade(0, 5).trade(0, 60.1).check(60.5).trade(1, 59.8).check(61.5);
    expect(world.delivered()).toEqual([[0], [0]]);
    world.trade(1, 59.9).trade(1, 119).trade(0, 119).check(120.5).check(121.5);
    expect(world.delivered()).toEqual([[60], [60]]);
  });

  it('does not wait when there are none', () => {
    const world = new World(0).trade(0, 5).trade(0, 60.1);
    expect(world.delivered()).toEqual([[0]]);
  });

  it('does not end with bars of the others: they are delivered in advance', () => {
    const world = new World(1).trade(0, 5).trade(1, 5).trade(1, 65).trade(1, 125);
    expect(world.bars.isReady).toBe(false);
    expect(world.delivered()).toEqual([[], [0, 60]]);
  });
});

const CODE = `const a = security('QQQ'), b = security('IWM'), mean = a.sma(3);
onBar((bar) => log(bar.minute, bar.close, a.close.last, a.high.before, b.close.last, b.hasEnded, mean.last));`;

interface Move {
  readonly symbol: number;
  readonly gapMs: number;
  readonly lateMs: number;
  readonly priceE4: number;
}

/** Trades of three symbols, each at most 900 ms late. */
const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    symbol: fc.integer({ min: 0, max: 2 }),
    gapMs: fc.integer({ min: 0, max: 40_000 }),
    lateMs: fc.integer({ min: 0, max: 900 }),
    priceE4: fc.integer({ min: 9_900, max: 10_100 }),
  }),
  { minLength: 20, maxLength: 120 },
);

interface Arrival {
  readonly atMs: number;
  readonly symbol: number;
  readonly trade: { readonly timeMs: number; readonly priceE4: number; readonly size: number };
}

/** The trades of each symbol in the order of their times, as a market sends them, and the symbols as they arrive. */
function arrivalsOf(given: readonly Move[]): Arrival[] {
  let timeMs = OPEN_MS;
  const arrived = [0, 0, 0];
  return given
    .map(({ symbol, gapMs, lateMs, priceE4 }) => {
      timeMs += gapMs;
      const atMs = Math.max(arrived[symbol] ?? 0, timeMs + lateMs);
      arrived[symbol] = atMs;
      return { atMs, symbol, trade: { timeMs, priceE4, size: 1 } };
    })
    .sort((left, right) => left.atMs - right.atMs);
}

/** The bars that all trades make: what a market records. */
function recordedBars(arrivals: readonly Arrival[], symbol: number): DataColumns {
  const bars = new LiveBars(1, null);
  const trades = arrivals.filter((arrival) => arrival.symbol === symbol);
  const ended = trades.flatMap(({ trade }) => bars.add(trade));
  const clock = { exchangeMs: () => session.closeMs, sessionDay: () => session };
  bars.checkClock(clock);
  return columnsOfBars([...ended, ...bars.checkClock(clock)]);
}

it('gives a live run what a backtest of the same trades reads, however the trades of the symbols arrive', () => {
  fc.assert(
    fc.property(moves, fc.integer({ min: 0, max: 999 }), (given, phaseMs) => {
      const arrivals = arrivalsOf(given);
      const world = new World(2);
      const sessions = Float64Array.of(session.openMs, session.closeMs);
      const { language, description } = loadStrategy(CODE);
      const run = new LiveRun(language, description, {
        limits: ANY_TIME,
        warmUp: NOTHING,
        otherWarmUps: [NOTHING, NOTHING],
        sessions,
        position: 0,
        contracts: [],
        fills: [],
        brackets: [],
      });
      language.log.limit = 1_000;
      const flush = (): void => {
        const { bars, others } = world.bars.take();
        run.deliver(columnsOfBars(bars), { bid: 0, ask: 0, timeMs: world.nowMs }, others.map(columnsOfBars));
      };
      const checkUntil = (untilMs: number): void => {
        for (; checkMs <= untilMs; checkMs += SECOND_MS) {
          world.check((checkMs - OPEN_MS) / SECOND_MS);
          flush();
        }
      };
      let checkMs = OPEN_MS + phaseMs;
      for (const { atMs, symbol, trade } of arrivals) {
        checkUntil(atMs);
        world.nowMs = atMs;
        if (symbol === 0) world.bars.add(trade, world);
        else world.bars.addOther(symbol - 1, trade, world);
        if (world.bars.isReady) flush();
      }
      checkUntil((arrivals.at(-1)?.atMs ?? OPEN_MS) + 2 * MINUTE_MS);
      const tested = backtest(CODE, recordedBars(arrivals, 0), sessions, {
        others: [recordedBars(arrivals, 1), recordedBars(arrivals, 2)],
      });
      expect(language.log.take()).toEqual(tested.log);
    }),
    { numRuns: 60 },
  );
});
