import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { applyFill, createPosition, markPosition } from '../../portfolio/index.ts';
import {
  amendFills,
  mayAmend,
  noteCloseOut,
  noteFill,
  noteMark,
  noteShares,
  positionFrom,
  type PositionHistory,
} from './position-history.ts';

type Step =
  | {
      readonly kind: 'fill' | 'shares';
      readonly signedQuantity: number;
      readonly priceE4: number;
      readonly feesE4: number;
    }
  | { readonly kind: 'mark'; readonly closeE4: number | undefined };
const signed = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: -500, max: -1 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      signedQuantity: signed,
      priceE4: fc.integer({ min: 1, max: 2_000_000 }),
      feesE4: fc.integer({ min: -300, max: 300 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('shares' as const),
      signedQuantity: signed,
      priceE4: fc.integer({ min: 1, max: 2_000_000 }),
      feesE4: fc.constant(0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      closeE4: fc.option(fc.integer({ min: 1, max: 2_000_000 }), { nil: undefined }),
    }),
  },
);

/** The steps as they happen: to a position, and to a history whose serials are the places of the fills, from 1. */
function happen(steps: readonly Step[], without: number | undefined) {
  const position = createPosition(100);
  const history: PositionHistory = [];
  steps.forEach((each, index) => {
    if (each.kind === 'mark') {
      markPosition(position, each.closeE4);
      noteMark(history, each.closeE4);
      return;
    }
    const { signedQuantity, priceE4, feesE4 } = each;
    if (each.kind === 'fill') noteFill(history, index + 1, signedQuantity, priceE4, feesE4);
    else noteShares(history, signedQuantity, priceE4);
    if (index !== without) applyFill(position, { signedQuantity, priceE4, feesE4 });
  });
  return { position, history };
}

describe('the history of a position', () => {
  test.prop([fc.array(step, { maxLength: 40 })])('makes it again, whatever happened', (steps) => {
    const { position, history } = happen(steps, undefined);
    expect(positionFrom(history, 100)).toEqual(position);
  });
  test.prop([fc.array(step, { minLength: 1, maxLength: 40 }), fc.nat(39)])(
    'without one execution makes the position that never had it',
    (steps, which) => {
      const at = which % steps.length;
      fc.pre(steps[at]?.kind === 'fill');
      const { position, history } = happen(steps, at);
      amendFills(history, at + 1, []);
      expect(positionFrom(history, 100)).toEqual(position);
    },
  );
  it('does not grow by sessions in which nothing happens', () => {
    const history: PositionHistory = [];
    noteFill(history, 7, 100, 10_000, 0);
    for (let day = 0; day < 500; day += 1) noteMark(history, day % 3 === 0 ? undefined : 10_000 + day);
    expect(history).toHaveLength(8);
    expect(positionFrom(history, 1)).toMatchObject({ quantity: 100, mtmCostE4: 100 * (10_000 + 499) });
  });
  it('lets nothing be taken out from under contracts that were settled', () => {
    const history: PositionHistory = [];
    noteFill(history, 7, 2, 30_000, 0);
    noteCloseOut(history, -2, 0);
    noteFill(history, 9, 1, 30_000, 0);
    expect([mayAmend(history, 7), mayAmend(history, 9), mayAmend(history, 8)]).toEqual([false, true, false]);
  });
});
