import { dayNumber } from '../../../src/domain/calendar/new-york-time.ts';
import { BAR_SIZES, maxDaysOf, minutesOf, shortBarSizeLabel, type BarSize } from './bar-sizes.ts';
import {
  chooseBarSize,
  defaultRange,
  endDateOf,
  startDateOf,
  type ChartRange,
  type TimeFrame,
} from './time-frames.ts';

/** With fewer bars there is nothing to see; with more, a bar of a chart as wide as the screen is thinner than a pixel. */
const MIN_BARS = 20;
const MAX_BARS = 1_500;

/** Time frames that show about 80 to 400 bars. */
const USUAL_FRAME: Readonly<Record<BarSize, TimeFrame>> = {
  Minute1: 'Intraday1',
  Minute2: 'Intraday1',
  Minute3: 'Intraday2',
  Minute4: 'Intraday2',
  Minute5: 'Intraday2',
  Minute10: 'Intraday5',
  Minute15: 'Intraday5',
  Minute20: 'Intraday5',
  Minute30: 'Intraday30',
  Minute60: 'Intraday30',
  Daily: 'Daily',
  Weekly: 'Weekly',
  Monthly: 'Monthly',
  Quarterly: 'Quarterly',
};

const SESSION_MINUTES = 390;
const SESSIONS_PER_DAY = 5 / 7;
const DAYS_OF_BAR: Partial<Readonly<Record<BarSize, number>>> = { Weekly: 7, Monthly: 30, Quarterly: 91 };

/** About how many bars so many days of the calendar have. */
function barsIn(days: number, size: BarSize): number {
  const minutes = minutesOf(size);
  const sessions = Math.max(1, days * SESSIONS_PER_DAY);
  if (minutes !== null) return (sessions * SESSION_MINUTES) / minutes;
  const daysOfBar = DAYS_OF_BAR[size];
  return daysOfBar === undefined ? sessions : days / daysOfBar;
}

/**
 * What a chart shows after a bar size was chosen in one step: the same days as a custom range while they make a readable number of bars that
 * can be loaded, else the usual time frame of the size. It is never refused. `today`: exchange day, `YYYY-MM-DD`.
 */
export function rangeWithBarSize(range: ChartRange, size: BarSize, today: string): ChartRange {
  if (range.BarSize === size) return range;
  const days = dayNumber(endDateOf(range, today)) - dayNumber(startDateOf(range, today)) + 1;
  const bars = barsIn(days, size);
  return days <= maxDaysOf(size) && bars >= MIN_BARS && bars <= MAX_BARS
    ? chooseBarSize(range, size, today)
    : { ...defaultRange(USUAL_FRAME[size]), BarSize: size };
}

const UNIT =
  /^(\d*)\s*(m|mins?|minutes?|h|hours?|d|days?|daily|w|weeks?|weekly|mo|months?|monthly|q|quarters?|quarterly)?$/i;
const UNITS: readonly (readonly [start: string, size: BarSize])[] = [
  ['d', 'Daily'],
  ['w', 'Weekly'],
  ['mo', 'Monthly'],
  ['q', 'Quarterly'],
];

/**
 * The bar size that a user typed: `5`, `5m` and `5 min` are minutes, `1h` an hour, `D` or `1d` a day, `W`, `Q`. `M` is a month: alone, as
 * `mo`, and as the capital of `1M`. Undefined for anything else.
 */
export function parseBarSize(typed: string): BarSize | undefined {
  const text = typed.trim();
  const [, digits = '', unit = ''] = UNIT.exec(text) ?? [];
  if (digits === '' && unit === '') return undefined;
  const count = digits === '' ? 1 : Number(digits);
  const isMonth = unit === 'M' || (unit === 'm' && digits === '');
  const lower = isMonth ? 'mo' : unit.toLowerCase();
  const longer = UNITS.find(([start]) => lower.startsWith(start));
  if (longer) return count === 1 ? longer[1] : undefined;
  const minutes = lower.startsWith('h') ? count * 60 : count;
  return BAR_SIZES.find((size) => minutesOf(size) === minutes);
}

const UNIT_NAMES = ['minutes', 'mins', 'hours', 'days', 'daily', 'weeks', 'weekly'];

/** True for letters that cannot become a bar size, such as the beginning of a symbol. */
export function isNoBarSize(typed: string): boolean {
  const text = typed.trim().toLowerCase();
  const isLetters = /^[a-z]/.test(text);
  return isLetters && parseBarSize(text) === undefined && !UNIT_NAMES.some((unit) => unit.startsWith(text));
}

/** All sizes as they can be typed, for a message. */
export const TYPED_SIZES = BAR_SIZES.map(shortBarSizeLabel).join(', ');
