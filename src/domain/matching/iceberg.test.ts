import { describe, expect, it } from 'vitest';
import { Matcher } from './matcher.ts';
import { order, QUEUE, MatcherHarness } from './testing/harness.ts';

const TOUCH = { queueMode: 'touch', auctionPercent: 10 } as const;
const iceberg = (orderId: string, quantity = 300, displayQuantity = 100) =>
  order(orderId, 'Buy', { price: 10, quantity, displayQuantity });

describe('an iceberg', () => {
  it('fills from a print at its price up to its displayed quantity, and then moves behind all other orders there', () => {
    const harness = new MatcherHarness(TOUCH);
    harness.quote(['NYSE', 9.98, 100, 10.02, 100]);
    harness.enter(iceberg('ice'));
    harness.enter(order('other', 'Buy', { price: 10, quantity: 50 }));
    expect(harness.trade(10, 120)).toEqual(['ice fills 100 at 10 NYSE A', 'other fills 20 at 10 NYSE A']);
    expect(harness.trade(10, 60)).toEqual(['other fills 30 at 10 NYSE A', 'ice fills 30 at 10 NYSE A']);
  });
  it('keeps its place while the part that it shows is not done', () => {
    const harness = new MatcherHarness(TOUCH);
    harness.quote(['NYSE', 9.98, 100, 10.02, 100]);
    harness.enter(iceberg('ice'));
    harness.enter(order('other', 'Buy', { price: 10, quantity: 50 }));
    harness.trade(10, 60);
    expect(harness.trade(10, 50)).toEqual(['ice fills 40 at 10 NYSE A', 'other fills 10 at 10 NYSE A']);
  });
  it('puts each new part behind the volume displayed at its price', () => {
    const harness = new MatcherHarness(QUEUE);
    harness.quote(['NYSE', 10, 200, 10.02, 100]);
    harness.enter(iceberg('ice'));
    expect(harness.trade(10, 300)).toEqual(['ice fills 100 at 10 NYSE A']);
    // The next part waits for the 200 that are shown there, as the first one did.
    expect(harness.trade(10, 150)).toEqual([]);
    expect(harness.trade(10, 150)).toEqual(['ice fills 100 at 10 NYSE A']);
  });
  it('fills part after part from a print that went through its price, in turn with the others there', () => {
    const harness = new MatcherHarness(TOUCH);
    harness.quote(['NYSE', 9.98, 100, 10.02, 100]);
    harness.enter(iceberg('ice'));
    harness.enter(order('other', 'Buy', { price: 10, quantity: 50 }));
    expect(harness.trade(9.99, 1_000)).toEqual([
      'ice fills 100 at 10 NYSE A',
      'other fills 50 at 10 NYSE A',
      'ice fills 100 at 10 NYSE A',
      'ice fills 100 at 10 NYSE A',
    ]);
  });
  it('fills part after part from a quote that reaches it, in turn with the others there', () => {
    const harness = new MatcherHarness(TOUCH);
    harness.quote(['NYSE', 9.98, 100, 10.02, 100]);
    harness.enter(iceberg('ice'));
    harness.enter(order('other', 'Buy', { price: 10, quantity: 50 }));
    expect(harness.quote(['NYSE', 9.98, 100, 10, 220])).toEqual([
      'ice fills 100 at 10 NYSE A',
      'other fills 50 at 10 NYSE A',
      'ice fills 70 at 10 NYSE A',
    ]);
  });
  it('takes all that is shown when it comes, and hides only what then waits', () => {
    const harness = new MatcherHarness(TOUCH);
    harness.quote(['NYSE', 9.98, 100, 10, 180]);
    expect(harness.enter(iceberg('ice'))).toEqual(['ice fills 180 at 10 NYSE R', 'ice rests 120']);
    harness.quote(['NYSE', 9.98, 100, 10.02, 100]);
    expect(harness.trade(10, 500)).toEqual(['ice fills 100 at 10 NYSE A']);
    expect(harness.trade(10, 500)).toEqual(['ice fills 20 at 10 NYSE A']);
  });
  it('that is to show more goes to the end of its queue, with less of it left it keeps its place', () => {
    const harness = new MatcherHarness(TOUCH);
    harness.quote(['NYSE', 9.98, 100, 10.02, 100]);
    harness.enter(iceberg('ice'));
    harness.enter(order('other', 'Buy', { price: 10, quantity: 50 }));
    expect(harness.replace('ice', { quantity: 200 })).toEqual(['ice replaced in place']);
    expect(harness.replace('ice', { displayQuantity: 150 })).toEqual([
      'ice replaced as new',
      'ice rests 200',
    ]);
    expect(harness.trade(10, 60)).toEqual(['other fills 50 at 10 NYSE A', 'ice fills 10 at 10 NYSE A']);
  });
  it('continues in the middle of a part from a state restored from JSON', () => {
    const harness = new MatcherHarness(TOUCH);
    harness.quote(['NYSE', 9.98, 100, 10.02, 100]);
    harness.enter(iceberg('ice'));
    harness.enter(order('other', 'Buy', { price: 10, quantity: 50 }));
    harness.trade(10, 60);
    harness.matcher = Matcher.restore(
      JSON.parse(JSON.stringify(harness.matcher.toState())) as ReturnType<Matcher['toState']>,
    ); // what was just taken
    expect(harness.trade(10, 50)).toEqual(['ice fills 40 at 10 NYSE A', 'other fills 10 at 10 NYSE A']);
  });
});
