import { E4, toMoneyE4, type MoneyE4, type PriceE4 } from '../../money/price.ts';
import type { CostSettings } from './settings.ts';

/** Cents in hundredths are 1/10,000 dollar. */
const PER_CENT = 100;
/** Shares are counted in parts of 1/1,000,000. */
const MILLION = 1_000_000;

/** A distance between prices: so much, or a share of the price or of the bar's range in millionths. */
export interface PriceDistance {
  readonly fixedE4: PriceE4;
  readonly ofPriceMillionths: number;
  readonly ofRangeMillionths: number;
}

/** The charge of an order, by what all of its fills together come to. */
export interface CommissionRule {
  readonly perShareE4: MoneyE4;
  readonly perOrderE4: MoneyE4;
  readonly ofValueMillionths: number;
  readonly minimumE4: MoneyE4;
}

/** Cost settings in whole numbers, so that nothing drifts. */
export interface CostRules {
  readonly slippage: PriceDistance;
  /** From bid to offer. */
  readonly spread: PriceDistance;
  /** Share of a bar's volume in millionths; null = no limit. */
  readonly volumeMillionths: number | null;
  /** Null: the fees of the account. */
  readonly commission: CommissionRule | null;
  /** Share of the value of short stock for a year, in millionths. */
  readonly borrowMillionths: number;
}

const NO_DISTANCE: PriceDistance = { fixedE4: 0, ofPriceMillionths: 0, ofRangeMillionths: 0 };
const NO_COMMISSION: CommissionRule = { perShareE4: 0, perOrderE4: 0, ofValueMillionths: 0, minimumE4: 0 };

/** Settings within their bounds as rules. */
export const costRulesOf = (settings: CostSettings): CostRules => ({
  slippage: distanceOf(settings.Slippage, settings.SlippageAmount),
  spread: distanceOf(settings.Spread, settings.SpreadAmount),
  volumeMillionths:
    settings.VolumePercent === null ? null : Math.round(settings.VolumePercent * (MILLION / 100)),
  commission: commissionOf(settings),
  borrowMillionths: Math.round(settings.BorrowPercent * (MILLION / 100)),
});

function distanceOf(kind: CostSettings['Slippage'], amount: number): PriceDistance {
  switch (kind) {
    case 'None':
      return NO_DISTANCE;
    case 'Cents':
      return { ...NO_DISTANCE, fixedE4: Math.round(amount * PER_CENT) };
    case 'BasisPoints':
      return { ...NO_DISTANCE, ofPriceMillionths: Math.round(amount * (MILLION / E4)) };
    case 'RangePercent':
      return { ...NO_DISTANCE, ofRangeMillionths: Math.round(amount * (MILLION / 100)) };
  }
}

function commissionOf({
  Commission,
  CommissionAmount,
  CommissionMinimum,
}: CostSettings): CommissionRule | null {
  switch (Commission) {
    case 'Account':
      return null;
    case 'None':
      return NO_COMMISSION;
    case 'PerShare':
      return {
        ...NO_COMMISSION,
        perShareE4: toMoneyE4(CommissionAmount),
        minimumE4: toMoneyE4(CommissionMinimum),
      };
    case 'PerOrder':
      return { ...NO_COMMISSION, perOrderE4: toMoneyE4(CommissionAmount) };
    case 'Percent':
      return { ...NO_COMMISSION, ofValueMillionths: Math.round(CommissionAmount * (MILLION / 100)) };
  }
}

/** `value` × `factor` ÷ `divisor`, rounded up. All are whole and not negative; the product may exceed 2^53. */
export function shareRoundedUp(value: number, factor: number, divisor: number): number {
  const product = value * factor;
  if (Number.isSafeInteger(product)) return Math.ceil(product / divisor);
  const [exact, by] = [BigInt(value) * BigInt(factor), BigInt(divisor)];
  return Number((exact + by - 1n) / by);
}

/** A distance at a price, in a bar of a range, rounded up: never less than stated. */
export const distanceE4 = (
  { fixedE4, ofPriceMillionths, ofRangeMillionths }: PriceDistance,
  priceE4: PriceE4,
  rangeE4: PriceE4,
): PriceE4 =>
  fixedE4 +
  shareRoundedUp(priceE4, ofPriceMillionths, MILLION) +
  shareRoundedUp(rangeE4, ofRangeMillionths, MILLION);

/** The shares of a bar's volume that a run may fill: whole ones, rounded down. */
export function sharesOfVolume(volume: number, volumeMillionths: number): number {
  if (!(volume > 0)) return 0;
  const whole = Math.floor(volume);
  // In two parts, because the product of a large volume would exceed 2^53.
  const [millions, rest] = [Math.floor(whole / MILLION), whole % MILLION];
  return millions * volumeMillionths + Math.floor((rest * volumeMillionths) / MILLION);
}

/** The charge of an order so far: its fills together have a quantity and a value. */
export const commissionE4 = (
  { perShareE4, perOrderE4, ofValueMillionths, minimumE4 }: CommissionRule,
  quantity: number,
  valueE4: MoneyE4,
): MoneyE4 =>
  Math.max(
    minimumE4,
    perOrderE4 + perShareE4 * quantity + shareRoundedUp(valueE4, ofValueMillionths, MILLION),
  );

const YEAR_DAYS = 365;

/** The cost of borrowing stock of a value for so many nights. */
export const borrowE4 = (
  { borrowMillionths }: Pick<CostRules, 'borrowMillionths'>,
  valueE4: MoneyE4,
  nights: number,
): MoneyE4 => shareRoundedUp(valueE4, borrowMillionths * nights, MILLION * YEAR_DAYS);
