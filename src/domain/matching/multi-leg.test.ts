import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { matchUnits, naturalNetE4, type LegMarket } from './multi-leg.ts';

const call = (
  isBuy: boolean,
  ...levels: (readonly [dollars: number, left: number, exchange?: string])[]
): LegMarket => ({
  isBuy,
  unitQuantity: 1,
  multiplier: 100,
  levels: levels.map(([dollars, left, exchange = 'CBOE']) => ({
    exchange,
    priceE4: Math.round(dollars * 10_000),
    left,
  })),
});
const shares = (isBuy: boolean, dollars: number, left: number): LegMarket => ({
  isBuy,
  unitQuantity: 100,
  multiplier: 1,
  levels: [{ exchange: 'ARCA', priceE4: dollars * 10_000, left }],
});
const all = { isAllOrNone: false } as const;

describe('units of a multi-leg order', () => {
  it('trade at the net of what each leg shows', () => {
    const matches = matchUnits([call(true, [3, 5]), call(false, [1.2, 5])], {
      units: 2,
      limitE4: 18_000,
      ...all,
    });
    expect(matches).toEqual([
      {
        units: 2,
        netE4: 18_000,
        takes: [
          { leg: 0, quantity: 2, priceE4: 30_000, exchange: 'CBOE' },
          { leg: 1, quantity: 2, priceE4: 12_000, exchange: 'CBOE' },
        ],
      },
    ]);
  });
  it('stop at the limit, though one leg alone could continue', () => {
    const legs = [call(true, [3, 1], [3.2, 9]), call(false, [1.2, 9])];
    expect(matchUnits(legs, { units: 5, limitE4: 19_000, ...all }).map(({ units }) => units)).toEqual([1]);
  });
  it('bring at least the credit', () => {
    const legs = [call(true, [1, 9]), call(false, [2.5, 9])];
    expect(matchUnits(legs, { units: 1, limitE4: -15_000, ...all })[0]?.netE4).toBe(-15_000);
    expect(matchUnits(legs, { units: 1, limitE4: -15_001, ...all })).toEqual([]);
  });
  it('count a hundred shares as one contract', () => {
    const legs = [shares(true, 100, 250), call(false, [2, 9])];
    const matches = matchUnits(legs, { units: 5, limitE4: 980_000, ...all });
    expect(matches.map(({ units, netE4 }) => [units, netE4])).toEqual([[2, 980_000]]);
  });
  it('go through several levels where one has too few', () => {
    const leg = { ...call(true, [1, 1, 'A'], [1.1, 1, 'B']), unitQuantity: 2 };
    expect(matchUnits([leg, call(false, [1, 5])], { units: 1, limitE4: 11_000, ...all })).toEqual([
      {
        units: 1,
        netE4: 11_000,
        takes: [
          { leg: 0, quantity: 1, priceE4: 10_000, exchange: 'A' },
          { leg: 0, quantity: 1, priceE4: 11_000, exchange: 'B' },
          { leg: 1, quantity: 1, priceE4: 10_000, exchange: 'CBOE' },
        ],
      },
    ]);
  });
  it('trade all or none when they must', () => {
    const legs = [call(true, [3, 5]), call(false, [1.2, 2])];
    expect(matchUnits(legs, { units: 3, limitE4: 18_000, isAllOrNone: true })).toEqual([]);
    expect(matchUnits(legs, { units: 2, limitE4: 18_000, isAllOrNone: true })).toHaveLength(1);
  });
  it('need every leg: one that shows nothing keeps the others', () => {
    expect(matchUnits([call(true, [3, 5]), call(false)], { units: 1, limitE4: 99_999, ...all })).toEqual([]);
    expect(naturalNetE4([call(true, [3, 5]), call(false)])).toBeUndefined();
    expect(naturalNetE4([call(true, [3, 5]), call(false, [1, 1])])).toBe(20_000);
  });

  const level = fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 9 }));
  const leg = fc
    .tuple(fc.boolean(), fc.integer({ min: 1, max: 4 }), fc.array(level, { maxLength: 4 }))
    .map(([isBuy, unitQuantity, levels]): LegMarket => {
      const sorted = levels.sort(([left], [right]) => (isBuy ? left - right : right - left));
      return { ...call(isBuy, ...sorted.map(([cents, left]) => [cents / 100, left] as const)), unitQuantity };
    });
  test.prop([
    fc.array(leg, { minLength: 2, maxLength: 4 }),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: -90_000, max: 90_000 }),
  ])('trade every leg in its ratio, within the limit, and no more than is shown', (legs, units, limitE4) => {
    const matches = matchUnits(legs, { units, limitE4, ...all });
    const traded = matches.reduce((sum, match) => sum + match.units, 0);
    expect(traded).toBeLessThanOrEqual(units);
    for (const { units: count, takes } of matches) {
      legs.forEach((leg, index) => {
        const quantity = takes
          .filter((take) => take.leg === index)
          .reduce((sum, take) => sum + take.quantity, 0);
        expect(quantity).toBe(count * leg.unitQuantity);
      });
      const cost = takes.reduce(
        (sum, take) => sum + (legs[take.leg]?.isBuy ? 1 : -1) * take.quantity * take.priceE4,
        0,
      );
      expect(cost).toBeLessThanOrEqual(limitE4 * count);
    }
    legs.forEach((leg, index) => {
      const taken = matches.flatMap(({ takes }) => takes).filter((take) => take.leg === index);
      const shown = leg.levels.reduce((sum, { left }) => sum + left, 0);
      expect(taken.reduce((sum, take) => sum + take.quantity, 0)).toBeLessThanOrEqual(shown);
    });
  });
});
