import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createMatcher,
  Matcher,
  type MatchEvent,
  type MatcherConfig,
  type MatcherState,
  type SessionEvent,
} from './index.ts';
import { anyConfig, anyStep, type Step } from './testing/arbitrary.ts';
import { order } from './testing/harness.ts';
import { Referee, type Cause } from './testing/referee.ts';

const RUNS = { numRuns: 500 };
/** An order far from the market in each symbol, so that the matcher looks at both from the beginning. */
const OPENING = ['SPY', 'QQQ'].map((symbol): Step => ({
  kind: 'enter',
  fields: { ...order('', 'Buy', { price: 0.01, tif: 'GoodTillCancel' }), symbol },
}));
const steps = fc
  .array(anyStep, { minLength: 20, maxLength: 80, size: 'max' })
  .map((random) => [...OPENING, ...random]);

/** Plays steps one millisecond apart; order `n` is the n-th entered. */
class Play {
  matcher: Matcher;
  timeMs = 1_000;
  #entered = 0;

  constructor(config: MatcherConfig) {
    this.matcher = createMatcher(config, 'open');
  }

  causeOf(step: Step): Cause {
    this.timeMs += 1;
    const { timeMs } = this;
    switch (step.kind) {
      case 'enter':
        return { kind: 'enter', order: { ...step.fields, orderId: `o${(this.#entered += 1)}` } };
      case 'replace':
        return { kind: 'replace', orderId: this.#name(step.which), change: step.change };
      case 'cancel':
        return { kind: 'cancel', orderId: this.#name(step.which) };
      case 'quote':
        return step;
      case 'trade':
        return {
          kind: 'trade',
          print: {
            symbol: step.symbol,
            priceE4: step.priceE4,
            size: step.size,
            exchange: 'NYSE',
            timeMs: step.isLate ? timeMs - 5 : timeMs,
          },
        };
      case 'session':
        return { kind: 'session', event: sessionEventOf(step, timeMs) };
    }
  }

  apply(cause: Cause): readonly MatchEvent[] {
    const { matcher, timeMs } = this;
    switch (cause.kind) {
      case 'enter':
        return matcher.enter(cause.order, { timeMs });
      case 'replace':
        return matcher.replace(cause.orderId, cause.change, { timeMs });
      case 'cancel':
        return matcher.cancel(cause.orderId, timeMs);
      case 'quote':
        return matcher.onQuote(cause.symbol, cause.depth, timeMs);
      case 'trade':
        return matcher.onTrade(cause.print);
      case 'session':
        return matcher.onSession(cause.event);
    }
  }

  #name(which: number): string {
    return `o${this.#entered === 0 ? 1 : 1 + (which % this.#entered)}`;
  }
}

function sessionEventOf(step: Step & { kind: 'session' }, timeMs: number): SessionEvent {
  const { event: kind, symbol, priceE4, size } = step;
  if (kind === 'halt' || kind === 'resume') return { kind, symbol, timeMs };
  if (kind === 'openingPrint' || kind === 'closingPrint')
    return { kind, symbol, priceE4, size, exchange: 'NYSE', timeMs };
  return { kind, timeMs };
}

describe('whatever happens', () => {
  it('no fill is above what is left, shown or printed, or worse than the limit, and nobody overtakes at a level', () => {
    let fills = 0;
    fc.assert(
      fc.property(anyConfig, steps, (config, sequence) => {
        const play = new Play(config);
        const referee = new Referee(config);
        for (const step of sequence) {
          const cause = play.causeOf(step);
          const events = play.apply(cause);
          fills += events.filter((event) => event.kind === 'fill').length;
          referee.judge(cause, events);
          expect(play.matcher.openCount).toBe(referee.open.size);
          for (const [orderId, { order, filled }] of referee.open)
            expect(play.matcher.leavesOf(orderId)).toBe(order.quantity - filled);
        }
      }),
      RUNS,
    );
    // The walk goes where something happens.
    expect(fills).toBeGreaterThan(RUNS.numRuns);
  });
  it('the same steps give the same events and the same state', () => {
    fc.assert(
      fc.property(anyConfig, steps, (config, sequence) => {
        const [first, second] = [new Play(config), new Play(config)];
        for (const step of sequence)
          expect(first.apply(first.causeOf(step))).toEqual(second.apply(second.causeOf(step)));
        expect(first.matcher.toState()).toEqual(second.matcher.toState());
      }),
      { numRuns: 200 },
    );
  });
  it('a matcher restored from text continues like the original', () => {
    fc.assert(
      fc.property(anyConfig, steps, fc.nat(80), (config, sequence, at) => {
        const [kept, saved] = [new Play(config), new Play(config)];
        for (const [index, step] of sequence.entries()) {
          if (index === at % sequence.length) {
            // Our own state as JSON gives it back.
            const state = JSON.parse(JSON.stringify(saved.matcher.toState())) as MatcherState;
            saved.matcher = Matcher.restore(state);
            expect(saved.matcher.toState()).toEqual(state);
          }
          expect(saved.apply(saved.causeOf(step))).toEqual(kept.apply(kept.causeOf(step)));
        }
        expect(saved.matcher.toState()).toEqual(kept.matcher.toState());
      }),
      RUNS,
    );
  });
  it('a cancel removes every open order, and no later event names it', () => {
    fc.assert(
      fc.property(anyConfig, steps, steps, (config, before, after) => {
        const play = new Play(config);
        for (const step of before) play.apply(play.causeOf(step));
        play.matcher.onSession({ kind: 'time', timeMs: play.timeMs });
        const ids = play.matcher.toState().orders.map(({ order }) => order.orderId);
        for (const orderId of ids)
          expect(play.matcher.cancel(orderId, play.timeMs)).toMatchObject([
            { kind: 'cancel', orderId, reason: 'request' },
          ]);
        expect(play.matcher.toState().orders).toEqual([]);
        const affected = new Set(
          after
            .filter((step) => step.kind === 'quote' || step.kind === 'trade' || step.kind === 'session')
            .flatMap((step) => play.apply(play.causeOf(step))),
        );
        expect(affected.size).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
  it('no day order outlives the close but for the closing auction, nor an opening order its opening, and no state holds an empty order', () => {
    fc.assert(
      fc.property(anyConfig, steps, (config, sequence) => {
        const play = new Play(config);
        for (const step of sequence) {
          play.apply(play.causeOf(step));
          for (const { leaves, ahead } of play.matcher.toState().orders)
            expect(leaves > 0 && ahead >= 0).toBe(true);
        }
        play.matcher.onSession({ kind: 'close', timeMs: play.timeMs });
        for (const { order } of play.matcher.toState().orders)
          expect(order.tif !== 'Day' || order.type === 'MarketOnClose' || order.type === 'LimitOnClose').toBe(
            true,
          );
        play.matcher.onSession({ kind: 'dayEnd', timeMs: play.timeMs });
        for (const { order } of play.matcher.toState().orders)
          expect(['GoodTillCancel', 'GoodTillDate', 'AtOpening']).toContain(order.tif);
        play.matcher.onSession({ kind: 'open', timeMs: play.timeMs });
        play.matcher.onSession({ kind: 'close', timeMs: play.timeMs });
        for (const { order } of play.matcher.toState().orders)
          expect(['GoodTillCancel', 'GoodTillDate']).toContain(order.tif);
      }),
      { numRuns: 300 },
    );
  });
  it('an order that came before another at a level waits for no more of the volume of others', () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const play = new Play({ queueMode: 'queue', auctionPercent: 10 });
        for (const step of sequence) play.apply(play.causeOf(step));
        const aheadByLevel = new Map<string, number>();
        for (const { order, limitE4, ahead } of [...play.matcher.toState().orders].sort(
          (a, b) => a.rank - b.rank,
        )) {
          const isLive = order.type === 'Limit' && order.tif !== 'AtOpening';
          if (!isLive) continue;
          const level = `${order.symbol} ${order.side === 'Buy'} ${limitE4}`;
          expect(ahead).toBeGreaterThanOrEqual(aheadByLevel.get(level) ?? 0);
          aheadByLevel.set(level, ahead);
        }
      }),
      { numRuns: 300 },
    );
  });
});
