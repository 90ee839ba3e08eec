import type { BarPeriod } from '../../../src/domain/bars/bar-period.ts';

export type CandleType = 'OneMinute' | 'FiveMinutes' | 'ThirtyMinutes' | 'Day';

/** How much time a bar stands for, as stored. */
export const BAR_SIZES = [
  'Minute1',
  'Minute2',
  'Minute3',
  'Minute4',
  'Minute5',
  'Minute10',
  'Minute15',
  'Minute20',
  'Minute30',
  'Minute60',
  'Daily',
  'Weekly',
  'Monthly',
  'Quarterly',
] as const;
export type BarSize = (typeof BAR_SIZES)[number];

interface BarSizeFacts {
  readonly label: string;
  /** What the bar of sizes calls it: `5m`, `1h`, `D`. */
  readonly shortLabel: string;
  readonly period: BarPeriod;
  /** The longest candles of the server that make up these bars. */
  readonly candleType: CandleType;
  /** Workdays of history before the first bar shown: 200 bars' worth. */
  readonly warmUpDays: number;
}

const SESSION_MINUTES = 390;
const WARM_UP_BARS = 200;

const minutes = (count: number): BarSizeFacts => ({
  label: `${count} Min`,
  shortLabel: count === 60 ? '1h' : `${count}m`,
  period: { minutes: count },
  candleType: count % 30 === 0 ? 'ThirtyMinutes' : count % 5 === 0 ? 'FiveMinutes' : 'OneMinute',
  warmUpDays: Math.ceil((WARM_UP_BARS * count) / SESSION_MINUTES) + 1,
});

const facts: Readonly<Record<BarSize, BarSizeFacts>> = {
  Minute1: minutes(1),
  Minute2: minutes(2),
  Minute3: minutes(3),
  Minute4: minutes(4),
  Minute5: minutes(5),
  Minute10: minutes(10),
  Minute15: minutes(15),
  Minute20: minutes(20),
  Minute30: minutes(30),
  Minute60: minutes(60),
  Daily: { label: 'Daily', shortLabel: 'D', period: 'day', candleType: 'Day', warmUpDays: 210 },
  Weekly: { label: 'Weekly', shortLabel: 'W', period: 'week', candleType: 'Day', warmUpDays: 1200 },
  Monthly: { label: 'Monthly', shortLabel: 'M', period: 'month', candleType: 'Day', warmUpDays: 5000 },
  Quarterly: {
    label: 'Quarterly',
    shortLabel: 'Q',
    period: 'quarter',
    candleType: 'Day',
    warmUpDays: 13_000,
  },
};

export const barSizeLabel = (size: BarSize): string => facts[size].label;
/** What the bar of sizes calls it: `5m`, `1h`, `D`. */
export const shortBarSizeLabel = (size: BarSize): string => facts[size].shortLabel;
export const periodOf = (size: BarSize): BarPeriod => facts[size].period;
export const candleTypeOf = (size: BarSize): CandleType => facts[size].candleType;
export const warmUpDaysOf = (size: BarSize): number => facts[size].warmUpDays;

/** Days that can be loaded at once, with room for the warm-up: what the server gives of each kind of candle. */
const MAX_DAYS = { OneMinute: 350, FiveMinutes: 1_900, ThirtyMinutes: 7_500, Day: 150_000 } as const;

/** Most days between the first and the last day of a range with bars of this size. */
export const maxDaysOf = (size: BarSize): number => MAX_DAYS[candleTypeOf(size)];

/** Minutes of a bar; null for a day and longer. */
export function minutesOf(size: BarSize): number | null {
  const { period } = facts[size];
  return typeof period === 'string' ? null : period.minutes;
}

export const candlePeriod: Readonly<Record<CandleType, BarPeriod>> = {
  OneMinute: { minutes: 1 },
  FiveMinutes: { minutes: 5 },
  ThirtyMinutes: { minutes: 30 },
  Day: 'day',
};
const candleMinutes: Readonly<Record<CandleType, number>> = {
  OneMinute: 1,
  FiveMinutes: 5,
  ThirtyMinutes: 30,
  Day: SESSION_MINUTES,
};

/** Whether bars of a size can be put together from candles of a type. */
export function canAggregate(type: CandleType, size: BarSize): boolean {
  const count = minutesOf(size);
  return count === null || (type !== 'Day' && count % candleMinutes[type] === 0);
}
