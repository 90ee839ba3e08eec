import { describe, expect, it } from 'vitest';
import { order, QUEUE, MatcherHarness, type Row } from './testing/harness.ts';
import type { QueueMode } from './types.ts';

const QUOTE: Row = ['ARCA', 10, 500, 10.04, 500];

function harnessWith(queueMode: QueueMode, ...rows: readonly Row[]): MatcherHarness {
  const harness = new MatcherHarness({ ...QUEUE, queueMode });
  harness.quote(...(rows.length > 0 ? rows : [QUOTE]));
  return harness;
}

describe('a resting limit order in mode touch', () => {
  it('fills from a print at its price, at most its size', () => {
    const harness = harnessWith('touch');
    harness.enter(order('a', 'Buy', { price: 10 }));
    expect(harness.trade(10, 60)).toEqual(['a fills 60 at 10 NYSE A']);
    expect(harness.trade(10.01, 60)).toEqual([]);
    expect(harness.trade(10, 60)).toEqual(['a fills 40 at 10 NYSE A']);
  });
});

describe('a resting limit order in mode trade-through', () => {
  it('fills only from a print beyond its price, at its own', () => {
    const harness = harnessWith('trade-through');
    harness.enter(order('a', 'Sell', { price: 10.04 }));
    expect(harness.trade(10.04, 10_000)).toEqual([]);
    expect(harness.trade(10.05, 70)).toEqual(['a fills 70 at 10.04 NYSE A']);
  });
});

describe('a resting limit order in mode queue', () => {
  it('waits until the volume ahead of it has traded', () => {
    const harness = harnessWith('queue');
    harness.enter(order('a', 'Buy', { price: 10 }));
    expect(harness.trade(10, 300)).toEqual([]);
    expect(harness.trade(10, 200)).toEqual([]);
    expect(harness.trade(10, 30)).toEqual(['a fills 30 at 10 NYSE A']);
    expect(harness.trade(10, 500)).toEqual(['a fills 70 at 10 NYSE A']);
  });
  it('counts the volume of every exchange that shows its price', () => {
    const harness = harnessWith(
      'queue',
      ['ARCA', 10, 500, 10.04, 500],
      ['NYSE', 10, 200, 10.04, 100],
      ['BATS', 9.99, 900, 10.05, 100],
    );
    harness.enter(order('a', 'Buy', { price: 10 }));
    expect(harness.trade(10, 710)).toEqual(['a fills 10 at 10 NYSE A']);
  });
  it('moves up when less is shown than stood ahead, and not when more comes behind it', () => {
    const harness = harnessWith('queue');
    harness.enter(order('a', 'Buy', { price: 10 }));
    harness.quote(['ARCA', 10, 100, 10.04, 500]);
    harness.quote(['ARCA', 10, 900, 10.04, 500]);
    expect(harness.trade(10, 150)).toEqual(['a fills 50 at 10 NYSE A']);
  });
  it('does not count a trade and the smaller quote after it twice', () => {
    const harness = harnessWith('queue');
    harness.enter(order('a', 'Buy', { price: 10 }));
    harness.trade(10, 200);
    harness.quote(['ARCA', 10, 300, 10.04, 500]);
    expect(harness.trade(10, 300)).toEqual([]);
    expect(harness.trade(10, 1)).toEqual(['a fills 1 at 10 NYSE A']);
  });
  it('fills at once when a print goes through its price', () => {
    const harness = harnessWith('queue');
    harness.enter(order('a', 'Buy', { price: 10 }));
    expect(harness.trade(9.99, 40)).toEqual(['a fills 40 at 10 NYSE A']);
    // The level was swept: nobody stands ahead any more.
    expect(harness.trade(10, 10)).toEqual(['a fills 10 at 10 NYSE A']);
  });
  it('has nobody ahead when it improves the market', () => {
    const harness = harnessWith('queue');
    harness.enter(order('a', 'Sell', { price: 10.02 }));
    expect(harness.trade(10.02, 10)).toEqual(['a fills 10 at 10.02 NYSE A']);
  });
  it('has nobody ahead once the market has left its price behind', () => {
    const harness = harnessWith('queue');
    harness.enter(order('a', 'Buy', { price: 10 }));
    harness.quote(['ARCA', 9.99, 500, 10.01, 500]);
    expect(harness.trade(10, 10)).toEqual(['a fills 10 at 10 NYSE A']);
  });
  it('behind the best price learns of the volume ahead when its level is shown', () => {
    const harness = harnessWith('queue');
    harness.enter(order('a', 'Buy', { price: 9.98 }));
    expect(harness.trade(9.98, 100)).toEqual([]);
    harness.quote(['ARCA', 9.98, 50, 10.01, 500]);
    expect(harness.trade(9.98, 60)).toEqual(['a fills 10 at 9.98 NYSE A']);
  });
  it('lets the older order of a level fill first, and counts its fills as volume traded', () => {
    const harness = harnessWith('queue');
    harness.enter(order('a', 'Buy', { price: 10 }));
    harness.enter(order('b', 'Buy', { price: 10 }));
    expect(harness.trade(10, 550)).toEqual(['a fills 50 at 10 NYSE A']);
    expect(harness.trade(10, 80)).toEqual(['a fills 50 at 10 NYSE A', 'b fills 30 at 10 NYSE A']);
  });
  it('does not let a later order overtake because less was shown when it came', () => {
    const harness = harnessWith('queue', ['ARCA', 10, 500, 10.04, 500], ['NYSE', 9.99, 300, 10.04, 500]);
    harness.enter(order('a', 'Buy', { price: 9.98 }));
    harness.quote(['ARCA', 10, 500, 10.04, 500], ['NYSE', 9.98, 10, 10.04, 500]);
    harness.enter(order('b', 'Buy', { price: 9.98 }));
    expect(harness.trade(9.98, 200)).toEqual([]);
  });
});

describe('in every mode', () => {
  it.each(['touch', 'trade-through', 'queue'] as const)(
    'a quote that reaches a resting order fills it at its own price, not beyond what it shows: %s',
    (mode) => {
      const harness = harnessWith(mode);
      harness.enter(order('a', 'Buy', { price: 10.02 }));
      expect(harness.quote(['ARCA', 10, 500, 10.01, 60])).toEqual(['a fills 60 at 10.02 ARCA A']);
      expect(harness.quote(['ARCA', 10, 500, 10.01, 60])).toEqual([]);
    },
  );
  it.each(['touch', 'trade-through', 'queue'] as const)(
    'one print is shared by all orders it reaches, better prices first: %s',
    (mode) => {
      const harness = harnessWith(mode);
      harness.enter(order('a', 'Buy', { price: 10.01 }));
      harness.enter(order('b', 'Buy', { price: 10.02 }));
      expect(harness.trade(9.99, 150)).toEqual(['b fills 100 at 10.02 NYSE A', 'a fills 50 at 10.01 NYSE A']);
    },
  );
  it('a print from before the order came does not fill it', () => {
    const harness = harnessWith('touch');
    const before = harness.timeMs;
    harness.enter(order('a', 'Buy', { price: 10 }));
    expect(harness.trade(9, 100, { timeMs: before })).toEqual([]);
  });
  it('prints of half shares, of no price or of another symbol do nothing', () => {
    const harness = harnessWith('touch');
    harness.enter(order('a', 'Buy', { price: 10 }));
    expect(
      [
        harness.trade(9, 0.5),
        harness.trade(9, Number.NaN),
        harness.trade(0, 100),
        harness.trade(9, -100),
      ].flat(),
    ).toEqual([]);
    expect(
      harness.matcher.onTrade({
        symbol: 'QQQ',
        priceE4: 1,
        size: 100,
        exchange: 'NYSE',
        timeMs: harness.timeMs,
      }),
    ).toEqual([]);
  });
  it('a buy and a sale that overlap never trade with one another', () => {
    const harness = harnessWith('queue');
    harness.enter(order('a', 'Buy', { price: 10.02 }));
    expect(harness.enter(order('b', 'Sell', { price: 10.01 }))).toEqual(['b rests 100']);
    expect(harness.enter(order('c', 'Sell', { quantity: 600 }))).toEqual([
      'c fills 500 at 10 ARCA R',
      'c rests 100',
    ]);
    expect(harness.matcher.leavesOf('a')).toBe(100);
  });
});

describe('a peg', () => {
  const peg = (id: string, side: 'Buy' | 'Sell', fields: Parameters<typeof order>[2] = {}) =>
    order(id, side, { type: 'Pegged', ...fields });
  it('to the primary price follows the bid (or the offer), and stands last at each new price', () => {
    const harness = harnessWith('queue');
    harness.enter(peg('a', 'Buy'));
    harness.enter(order('b', 'Buy', { price: 10.01 }));
    harness.quote(['ARCA', 10.01, 100, 10.04, 500]);
    expect(harness.trade(10.01, 250)).toEqual(['b fills 100 at 10.01 NYSE A', 'a fills 50 at 10.01 NYSE A']);
  });
  it('keeps its place while its own price does not move', () => {
    const harness = harnessWith('queue');
    harness.enter(peg('a', 'Buy'));
    harness.enter(order('b', 'Buy', { price: 10 }));
    harness.quote(['ARCA', 10, 500, 10.03, 500]);
    expect(harness.trade(10, 510)).toEqual(['a fills 10 at 10 NYSE A']);
  });
  it('keeps its distance, and never goes beyond its own price', () => {
    const harness = harnessWith('touch');
    harness.enter(peg('a', 'Sell', { offsetE4: 200, price: 10.05 }));
    expect(harness.trade(10.05, 10)).toEqual([]);
    expect(harness.trade(10.06, 10)).toEqual(['a fills 10 at 10.06 NYSE A']);
    harness.quote(['ARCA', 9.9, 500, 10, 500]);
    expect(harness.trade(10.04, 10)).toEqual([]);
    expect(harness.trade(10.05, 10)).toEqual(['a fills 10 at 10.05 NYSE A']);
  });
  it('to the midpoint stands between the quotes, in fractions of a cent where need be', () => {
    const harness = harnessWith('queue', ['ARCA', 10, 500, 10.01, 500]);
    harness.enter(peg('a', 'Buy', { pegType: 'Midpoint' }));
    expect(harness.trade(10.01, 100)).toEqual([]);
    expect(harness.trade(10, 40)).toEqual(['a fills 40 at 10.005 NYSE A']);
  });
  it('never takes: an eager one stops one step short of the other side', () => {
    const harness = harnessWith('touch');
    expect(harness.enter(peg('a', 'Buy', { offsetE4: -50_000 }))).toEqual(['a rests 100']);
    expect(harness.trade(10.03, 10)).toEqual(['a fills 10 at 10.03 NYSE A']);
    expect(harness.quote(['ARCA', 10, 500, 10.02, 500])).toEqual([]);
    expect(harness.trade(10.01, 10)).toEqual(['a fills 10 at 10.01 NYSE A']);
  });
  it('waits while its reference is not shown', () => {
    const harness = harnessWith('touch', ['ARCA', 0, 0, 10.04, 500]);
    harness.enter(peg('a', 'Buy'));
    expect(harness.trade(9, 100)).toEqual([]);
    harness.quote(QUOTE);
    expect(harness.trade(10, 10)).toEqual(['a fills 10 at 10 NYSE A']);
    expect(harness.cancel('a')).toEqual(['a cancelled request']);
  });
});
