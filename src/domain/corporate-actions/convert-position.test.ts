import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyFill, createPosition, markPosition, type Position } from '../portfolio/index.ts';
import { conversionOf, convertPosition } from './convert-position.ts';
import { scaled } from './exact.ts';
import type { ShareRatio } from './types.ts';

/** An exact number, so that the model of the property below has no rounding at all. */
class Rational {
  readonly over: bigint;
  readonly under: bigint;
  constructor(over: bigint, under = 1n) {
    const sign = under < 0n ? -1n : 1n;
    let [a, b] = [over < 0n ? -over : over, under < 0n ? -under : under];
    while (b > 0n) [a, b] = [b, a % b];
    const divisor = a === 0n ? 1n : a;
    this.over = (sign * over) / divisor;
    this.under = (sign * under) / divisor;
  }
  plus({ over, under }: Rational): Rational {
    return new Rational(this.over * under + over * this.under, this.under * under);
  }
  times({ over, under }: Rational): Rational {
    return new Rational(this.over * over, this.under * under);
  }
  minus(other: Rational): Rational {
    return this.plus(other.times(new Rational(-1n)));
  }
  /** Distance from a whole number. */
  farFrom(whole: number): number {
    const { over, under } = this.minus(new Rational(BigInt(whole)));
    return Number(over < 0n ? -over : over) / Number(under);
  }
}
const exact = (whole: number): Rational => new Rational(BigInt(whole));

/** Shares in a row, oldest first, each stretch with its exact cost. All on one side. */
class Model {
  side = 1;
  lots: { shares: Rational; cost: Rational }[] = [];
  realised = exact(0);

  trade(signed: number, priceE4: number): void {
    let left = exact(Math.abs(signed));
    if (this.lots.length === 0) this.side = Math.sign(signed);
    if (Math.sign(signed) === this.side)
      return void this.lots.push({ shares: left, cost: left.times(exact(priceE4)) });
    for (let lot = this.lots[0]; lot && left.over > 0n; [lot] = this.lots) {
      const isWhole = left.minus(lot.shares).over >= 0n;
      const taken = isWhole ? lot.shares : left;
      const cost = isWhole
        ? lot.cost
        : lot.cost.times(taken).times(new Rational(lot.shares.under, lot.shares.over));
      this.realised = this.realised.plus(taken.times(exact(priceE4)).minus(cost).times(exact(this.side)));
      if (isWhole) this.lots.shift();
      else this.lots[0] = { shares: lot.shares.minus(taken), cost: lot.cost.minus(cost) };
      left = left.minus(taken);
    }
    if (left.over > 0n) {
      this.side = Math.sign(signed);
      this.lots.push({ shares: left, cost: left.times(exact(priceE4)) });
    }
  }

  /** Each new lot takes the whole new shares that end in it, with the cost of the old shares that they are made of; the fraction is sold for the cash. */
  split({ numerator, denominator }: ShareRatio, lieuE4: number): void {
    const ratio = new Rational(BigInt(numerator), BigInt(denominator));
    const row = this.lots.map(({ shares, cost }) => ({ shares: shares.times(ratio), cost }));
    const costUpTo = (end: Rational): Rational => {
      let [left, sum] = [end, exact(0)];
      for (const { shares, cost } of row) {
        const isWhole = left.minus(shares).over >= 0n;
        const taken = isWhole ? shares : left;
        sum = sum.plus(cost.times(taken).times(new Rational(shares.under, shares.over)));
        left = left.minus(taken);
      }
      return sum;
    };
    const [made, whole]: [Model['lots'], (shares: Rational) => Rational] = [
      [],
      ({ over, under }) => new Rational(over / under),
    ];
    let [end, taken] = [exact(0), exact(0)];
    for (const { shares } of row) {
      end = end.plus(shares);
      const cut = whole(end);
      if (cut.minus(taken).over === 0n) continue;
      made.push({ shares: cut.minus(taken), cost: costUpTo(cut).minus(costUpTo(taken)) });
      taken = cut;
    }
    this.lots = made;
    const fractionCost = costUpTo(end).minus(costUpTo(taken));
    this.realised = this.realised.plus(exact(lieuE4)).minus(fractionCost.times(exact(this.side)));
  }

  shares = (): Rational => this.lots.reduce((sum, lot) => sum.plus(lot.shares), exact(0));
  cost = (): Rational => this.lots.reduce((sum, lot) => sum.plus(lot.cost), exact(0)).times(exact(this.side));
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant('trade' as const),
    signed: fc.integer({ min: -400, max: 400 }).filter((signed) => signed !== 0),
    priceE4: fc.integer({ min: 100, max: 9_000_000 }),
  }),
  fc.record({
    kind: fc.constant('split' as const),
    numerator: fc.integer({ min: 1, max: 20 }),
    denominator: fc.integer({ min: 1, max: 20 }),
    priceE4: fc.integer({ min: 100, max: 9_000_000 }),
  }),
  fc.record({ kind: fc.constant('mark' as const), priceE4: fc.integer({ min: 100, max: 9_000_000 }) }),
);

it('turns 100 shares at 645.57 into 700 at one seventh of the price and exactly the same cost', () => {
  const position = createPosition();
  applyFill(position, { signedQuantity: 100, priceE4: 6_455_700, feesE4: 0 });
  convertPosition(position, { numerator: 7, denominator: 1 }, 0);
  expect(position).toMatchObject({ quantity: 700, fifoCostE4: 645_570_000, closedPlE4: 0, todayPlE4: 0 });
  expect(position.lots).toEqual([
    { quantity: 700, priceE4: 922_243, markE4: 922_243, restE4: -100, markRestE4: -100 },
  ]);
});

it('pays a fraction of a share in cash, and realises the difference from its cost', () => {
  const position = createPosition();
  applyFill(position, { signedQuantity: 101, priceE4: 300_000, feesE4: 0 });
  // 151.5 shares of $20: half a share that cost $10 is paid at $9.
  convertPosition(position, { numerator: 3, denominator: 2 }, 90_000);
  expect(position).toMatchObject({ quantity: 151, fifoCostE4: 30_200_000, closedPlE4: -10_000 });
});

it('closes a lot that a reverse split leaves no whole share, with its cost in the next one', () => {
  const position = createPosition();
  applyFill(position, { signedQuantity: -5, priceE4: 10_000, feesE4: 0 });
  applyFill(position, { signedQuantity: -15, priceE4: 20_000, feesE4: 0 });
  convertPosition(position, { numerator: 1, denominator: 10 }, 0);
  expect(position).toMatchObject({ quantity: -2, fifoCostE4: -350_000, closedPlE4: 0 });
  expect(position.lots).toHaveLength(1);
});

it('keeps cost, cash and value of any history of trades and splits, as exact rationals have them', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const position = createPosition();
      const model = new Model();
      let cashE4 = 0;
      // Each cut and each closing of a part rounds once, to less than 1/10,000 dollar.
      let roundings = 0;
      for (const each of steps) {
        if (each.kind === 'mark') markPosition(position, each.priceE4);
        else if (each.kind === 'trade') {
          roundings += position.lots.length + 1;
          applyFill(position, { signedQuantity: each.signed, priceE4: each.priceE4, feesE4: 0 });
          model.trade(each.signed, each.priceE4);
          cashE4 -= each.signed * each.priceE4;
        } else {
          roundings += position.lots.length + 1;
          const before = { ...position };
          const made = conversionOf(position, each);
          // Shares: every new share and the fraction, in old shares.
          expect(Math.abs(made.quantity) * each.denominator + made.remainder).toBe(
            Math.abs(before.quantity) * each.numerator,
          );
          // Cost: none is lost, none is made.
          expect(made.fifoCostE4 + made.fractionCostE4).toBe(before.fifoCostE4);
          expect(made.mtmCostE4 + made.fractionMarkE4).toBe(before.mtmCostE4);
          const lieuE4 =
            scaled(each.priceE4, made.remainder, each.denominator, 'nearest') *
              (before.quantity < 0 ? -1 : 1) || 0;
          convertPosition(position, each, lieuE4);
          model.split(each, lieuE4);
          cashE4 += lieuE4;
        }
        checkSums(position, cashE4);
        expect(model.shares().times(exact(model.side)).farFrom(position.quantity)).toBe(0);
        expect(model.cost().farFrom(position.fifoCostE4)).toBeLessThanOrEqual(roundings);
        expect(model.realised.farFrom(position.closedPlE4)).toBeLessThanOrEqual(roundings);
      }
    }),
    { numRuns: 300 },
  );
});

/** What cash went out is in the cost of what is held, or realised; the sums are those of the lots; nothing is a fraction. */
function checkSums(position: Position, cashE4: number): void {
  const sign = position.quantity < 0 ? -1 : 1;
  const { quantity: held, fifoCostE4, mtmCostE4 } = position;
  let [quantity, costE4, markCostE4] = [0, 0, 0];
  for (const lot of position.lots) {
    expect(lot.quantity).toBeGreaterThan(0);
    quantity += lot.quantity * sign;
    costE4 += (lot.quantity * lot.priceE4 + (lot.restE4 ?? 0)) * sign;
    markCostE4 += (lot.quantity * lot.markE4 + (lot.markRestE4 ?? 0)) * sign;
  }
  expect([held - quantity, fifoCostE4 - costE4, mtmCostE4 - markCostE4]).toEqual([0, 0, 0]);
  expect(position.closedPlE4 - position.fifoCostE4).toBe(cashE4);
  // Marks only move profit between days: together they are what was realised and what is open.
  expect(position.mtmPlE4 - position.mtmCostE4).toBe(position.closedPlE4 - position.fifoCostE4);
  for (const lot of position.lots)
    for (const value of Object.values(lot)) expect(Number.isSafeInteger(value)).toBe(true);
}
