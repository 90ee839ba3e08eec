import type { PriceE4 } from '../../money/price.ts';

/** The bars whose ranges are averaged. */
export const ATR_BAR_SIZES = ['Day', 'ThirtyMinutes', 'FiveMinutes', 'OneMinute'] as const;
/** A size of these bars. */
export type AtrBarSize = (typeof ATR_BAR_SIZES)[number];

/** Bars over which the range is averaged, at least. */
export const MIN_ATR_PERIOD = 2;
/** Bars over which the range is averaged, at most. */
export const MAX_ATR_PERIOD = 100;

/** An average true range: which one, and what it was. */
export interface AtrTerms {
  readonly period: number;
  readonly bars: AtrBarSize;
  /** When the group was placed; 0 = not known yet. */
  readonly valueE4: PriceE4;
}

/** The range that is used unless another one is chosen. */
export const DEFAULT_ATR: Pick<AtrTerms, 'period' | 'bars'> = { period: 14, bars: 'Day' };

const BAR_LABELS: Readonly<Record<AtrBarSize, string>> = {
  Day: 'daily',
  ThirtyMinutes: '30-minute',
  FiveMinutes: '5-minute',
  OneMinute: '1-minute',
};

/** `ATR(14) of daily bars`. */
export const atrName = ({ period, bars }: Pick<AtrTerms, 'period' | 'bars'>): string =>
  `ATR(${period}) of ${BAR_LABELS[bars]} bars`;

/** Why the range cannot be used; undefined when it can. */
export const atrProblem = ({ period }: Pick<AtrTerms, 'period'>): string | undefined =>
  Number.isSafeInteger(period) && period >= MIN_ATR_PERIOD && period <= MAX_ATR_PERIOD
    ? undefined
    : `The ATR has a period of ${MIN_ATR_PERIOD} to ${MAX_ATR_PERIOD} bars.`;
