import { describe, expect, it } from 'vitest';
import type { DoubtMarket, DoubtOrder } from '../../domain/price-doubts/index.ts';
import { ProposalReview } from './proposal-review.ts';

const ORDER: DoubtOrder = { symbol: 'SPY', side: 'Buy', quantity: 10, priceE4: null, stopPriceE4: null };
const BANDS = { movedPercent: 1, throughPercent: 1 };
const at = (ask: number, change: Partial<DoubtMarket> = {}): DoubtMarket => ({
  bidE4: ask * 10_000 - 200,
  askE4: ask * 10_000,
  lastE4: ask * 10_000,
  ageMs: 0,
  isStale: false,
  ...change,
});

function review(order = ORDER, market = at(100)): ProposalReview {
  const made = new ProposalReview(order, 0);
  made.note(market);
  return made;
}

describe('the review of a request', () => {
  it('sends an order whose market has stayed, but not before the user can have read the request', () => {
    const made = review();
    expect(made.press(599, at(100), BANDS)).toEqual({ press: 'wait' });
    expect(made.press(600, at(100.5), BANDS)).toEqual({ press: 'send' });
  });

  it('does not send by a press right after its buttons have moved', () => {
    const made = review();
    made.moved(5_000);
    expect(made.press(5_599, at(100), BANDS)).toEqual({ press: 'wait' });
    expect(made.press(5_600, at(100), BANDS)).toEqual({ press: 'send' });
  });

  it('shows a market that has moved since the request was shown, and sends at the next press', () => {
    const made = review();
    expect(made.press(1_000, at(102), BANDS)).toEqual({
      press: 'show',
      texts: ['The ask of SPY has moved from 100.00 to 102.00 (2.0 %) since this request was shown.'],
    });
    expect(made.press(1_100, at(102), BANDS)).toEqual({ press: 'wait' });
    expect(made.press(2_000, at(102.5), BANDS)).toEqual({ press: 'send' });
  });

  it('questions a further move of the market, and again what was shown too long ago', () => {
    const further = review();
    further.press(1_000, at(102), BANDS);
    expect(further.press(2_000, at(105), BANDS)).toMatchObject({ press: 'show' });
    const old = review();
    old.press(1_000, at(102), BANDS);
    expect(old.press(31_000, at(102), BANDS)).toMatchObject({ press: 'show' });
  });

  it('compares with the first market that has a price, not with none and not with a later one', () => {
    const made = new ProposalReview(ORDER, 0);
    made.note(at(0));
    made.note(at(100));
    made.note(at(102));
    expect(made.press(1_000, at(102), BANDS)).toMatchObject({ press: 'show' });
  });

  it('questions a stale quote, and a limit far through the market, once each', () => {
    const made = review({ ...ORDER, priceE4: 1_100_000 });
    const stale = at(100, { isStale: true, ageMs: 60_000 });
    expect(made.press(1_000, stale, BANDS)).toMatchObject({
      press: 'show',
      texts: [expect.stringContaining('stale'), expect.stringContaining('through')],
    });
    expect(made.press(2_000, stale, BANDS)).toEqual({ press: 'send' });
  });
});
