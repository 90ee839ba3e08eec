import { notionalE4, toMoneyE4, type Dollars, type MoneyE4, type PriceE4 } from '../money/price.ts';
import { buyingPowerE4 } from '../portfolio/index.ts';
import type { MarginPosition, Position } from '../portfolio/index.ts';

/**
 * What the account of a run has without the fills of the run: constants of the run. In a live run they are read once, when it starts or continues,
 * so that the figures of the account depend on nothing but them, the fills and the bars (decision 94).
 */
export interface AccountBase {
  /** Cash without what the fills of the run have paid and received. */
  readonly cashE4: MoneyE4;
  /** Market value of the positions that are not the run's. */
  readonly otherValueE4: MoneyE4;
  /** What these positions, and orders that are not the run's, add to the buying power. */
  readonly otherPowerE4: MoneyE4;
}

/** The account of a backtest: nothing but its capital. */
export const baseOfCapital = (capital: Dollars): AccountBase => ({
  cashE4: toMoneyE4(capital),
  otherValueE4: 0,
  otherPowerE4: 0,
});

/** Figures of an account at a moment, in 1/10,000 dollar. */
export interface AccountMoment {
  readonly cashE4: MoneyE4;
  /** Cash and the value of all positions. */
  readonly equityE4: MoneyE4;
  readonly buyingPowerE4: MoneyE4;
}

/** Splits the figures of an account from what the run has to do with them. `ofRun`: its positions at that moment with their prices, 0 = unknown. */
export function baseOfAccount(
  { cashE4, equityE4, buyingPowerE4: powerE4 }: AccountMoment,
  ofRun: readonly { readonly position: Position; readonly priceE4: PriceE4 }[],
): AccountBase {
  let base = cashE4;
  let otherValueE4 = equityE4 - cashE4;
  for (const { position, priceE4 } of ofRun) {
    base -= paidCashE4(position);
    otherValueE4 -= positionValueE4(position, priceE4);
  }
  const margins = ofRun.map(({ position, priceE4 }) => marginOf(position, priceE4));
  return { cashE4: base, otherValueE4, otherPowerE4: powerE4 - buyingPowerE4(cashE4, 0, margins) };
}

/** What the fills of a run have brought in, less what they cost. */
export const paidCashE4 = ({ closedPlE4, feesE4, fifoCostE4 }: Position): MoneyE4 =>
  closedPlE4 - feesE4 - fifoCostE4;

/** Signed market value; at cost without a price. */
export const positionValueE4 = ({ quantity, multiplier, fifoCostE4 }: Position, priceE4: PriceE4): MoneyE4 =>
  priceE4 > 0 ? notionalE4(priceE4, quantity * multiplier) : fifoCostE4;

/** The position as the margin rule reads it. */
export const marginOf = (
  { quantity, multiplier, fifoCostE4 }: Position,
  priceE4: PriceE4,
): MarginPosition => ({
  quantity,
  multiplier,
  costE4: fifoCostE4,
  markE4: priceE4,
});
