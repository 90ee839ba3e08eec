import { dateOfDay, dayNumber } from '../../../src/domain/calendar/new-york-time.ts';
import { businessDaysBack, sessionOn } from '../../../src/domain/calendar/us-equity.ts';
import { minutesOf, type BarSize } from './bar-sizes.ts';

/** How far back a chart shows, in the order of the dialog; as stored. */
export const TIME_FRAMES = [
  'Intraday0',
  'Intraday1',
  'Intraday2',
  'Intraday3',
  'Intraday4',
  'Intraday5',
  'Intraday10',
  'Intraday30',
  'Month1',
  'Month3',
  'Month6',
  'Daily',
  'Weekly',
  'Monthly',
  'Quarterly',
  'YTD',
  'Year2',
  'Year5',
  'Custom',
] as const;
export type TimeFrame = (typeof TIME_FRAMES)[number];

/** What a chart shows. Dates `YYYY-MM-DD`, of a custom range only; null = not set. */
export interface ChartRange {
  readonly TimeFrame: TimeFrame;
  readonly BarSize: BarSize;
  readonly CustomFromDate: string | null;
  readonly CustomToDate: string | null;
}

interface TimeFrameFacts {
  readonly label: string;
  /** Bar size that comes with the quick selectors. */
  readonly barSize: BarSize;
  /** Sessions of an intraday frame, today's included; null for the others. */
  readonly sessions: number | null;
  /** Calendar days back of the others. */
  readonly daysBack: number;
}

const intraday = (sessions: number, barSize: BarSize): TimeFrameFacts => ({
  label: sessions === 0 ? 'Today' : sessions === 1 ? '1 Day' : `${sessions} Days`,
  barSize,
  sessions,
  daysBack: 0,
});
const back = (label: string, daysBack: number, barSize: BarSize): TimeFrameFacts => ({
  label,
  barSize,
  sessions: null,
  daysBack,
});

const facts: Readonly<Record<TimeFrame, TimeFrameFacts>> = {
  Intraday0: intraday(0, 'Minute1'),
  Intraday1: intraday(1, 'Minute5'),
  Intraday2: intraday(2, 'Minute5'),
  Intraday3: intraday(3, 'Minute5'),
  Intraday4: intraday(4, 'Minute5'),
  Intraday5: intraday(5, 'Minute10'),
  Intraday10: intraday(10, 'Minute10'),
  Intraday30: intraday(30, 'Minute30'),
  Month1: back('1 Month', 30, 'Minute30'),
  Month3: back('3 Months', 91, 'Daily'),
  Month6: back('6 Months', 182, 'Daily'),
  Daily: back('1 Year', 365, 'Daily'),
  Weekly: back('Weekly', 1095, 'Weekly'),
  Monthly: back('Monthly', 1825, 'Monthly'),
  Quarterly: back('Quarterly', 3650, 'Quarterly'),
  YTD: back('YTD', 0, 'Daily'),
  Year2: back('2 Years', 730, 'Daily'),
  Year5: back('5 Years', 1825, 'Weekly'),
  Custom: back('Custom', 30, 'Daily'),
};

export const timeFrameLabel = (frame: TimeFrame): string => facts[frame].label;

/** What the title and the dialog call a range; a custom one by its first and last day, or its only one. */
export function rangeLabel(range: ChartRange): string {
  const { TimeFrame, CustomFromDate, CustomToDate } = range;
  if (TimeFrame !== 'Custom') return facts[TimeFrame].label;
  const first = shortDate(CustomFromDate);
  return CustomFromDate === CustomToDate ? first : `${first} - ${shortDate(CustomToDate)}`;
}

function shortDate(date: string | null): string {
  if (date === null) return '';
  const [year, month, day] = date.split('-').map(Number);
  return `${month}/${day}/${year}`;
}

/** The quick selectors under the chart, in order, and the range each sets. */
export const QUICK_RANGES: readonly { readonly label: string; readonly frame: TimeFrame }[] = [
  { label: '1D', frame: 'Intraday1' },
  { label: '5D', frame: 'Intraday5' },
  { label: '1M', frame: 'Month1' },
  { label: '3M', frame: 'Month3' },
  { label: '6M', frame: 'Month6' },
  { label: 'YTD', frame: 'YTD' },
  { label: '1Y', frame: 'Daily' },
  { label: '2Y', frame: 'Year2' },
  { label: '5Y', frame: 'Year5' },
];

/** The range that a time frame stands for by itself: its default bar size. */
export function defaultRange(frame: TimeFrame): ChartRange {
  return { TimeFrame: frame, BarSize: facts[frame].barSize, CustomFromDate: null, CustomToDate: null };
}

/** First day shown (`YYYY-MM-DD`), as of an exchange day; `isBeforeOpen`: its session has not begun. */
export function startDateOf(range: ChartRange, today: string, isBeforeOpen = false): string {
  if (range.TimeFrame === 'Custom') return range.CustomFromDate ?? daysBefore(today, facts.Custom.daysBack);
  if (range.TimeFrame === 'YTD') return `${today.slice(0, 4)}-01-01`;
  const { sessions, daysBack } = facts[range.TimeFrame];
  return sessions === null ? daysBefore(today, daysBack) : firstOfSessions(today, sessions, isBeforeOpen);
}

/** The first of some sessions of which today's is the last; before it begins, and on a day without one, the latest session is the last. `Today` is today's alone. */
function firstOfSessions(today: string, count: number, isBeforeOpen: boolean): string {
  if (count === 0) return today;
  if (sessionOn(today) !== null && !isBeforeOpen) return businessDaysBack(today, count - 1);
  return businessDaysBack(today, count);
}

/** Last day shown. */
export function endDateOf(range: ChartRange, today: string): string {
  return range.TimeFrame === 'Custom' ? (range.CustomToDate ?? today) : today;
}

const daysBefore = (date: string, days: number): string => dateOfDay(dayNumber(date) - days);

/** Bar sizes a time frame takes in the dialog: intraday frames have bounds, the named ones have their own. */
function boundsOf(frame: TimeFrame): readonly [number, number] {
  const { sessions } = facts[frame];
  if (sessions === 30) return [30, 60];
  return sessions === 10 ? [5, 60] : [1, 60];
}

/** What choosing a time frame in the dialog makes of a range: the bar size follows. */
export function chooseTimeFrame(range: ChartRange, frame: TimeFrame, today: string): ChartRange {
  if (frame === 'Custom') return customRange(range, range.BarSize, today);
  const { sessions } = facts[frame];
  if (sessions === null) return defaultRange(frame);
  return {
    TimeFrame: frame,
    BarSize: withinBounds(range.BarSize, boundsOf(frame)),
    CustomFromDate: null,
    CustomToDate: null,
  };
}

function withinBounds(size: BarSize, [from, to]: readonly [number, number]): BarSize {
  const count = minutesOf(size);
  // A day and longer is above any bound: the shortest bar of the frame.
  if (count === null || count > to) return minuteSize(from);
  return count < from ? minuteSize(from) : size;
}

const minuteSize = (count: number): BarSize =>
  count === 30 ? 'Minute30' : count === 5 ? 'Minute5' : 'Minute1';

/** A bar size chosen by hand: the same days as a custom range. */
export function chooseBarSize(range: ChartRange, size: BarSize, today: string): ChartRange {
  return customRange(range, size, today);
}

function customRange(range: ChartRange, size: BarSize, today: string): ChartRange {
  return {
    TimeFrame: 'Custom',
    BarSize: size,
    CustomFromDate: startDateOf(range, today),
    CustomToDate: endDateOf(range, today),
  };
}

/** From Daily up to but excluding Custom the bar size belongs to the frame. */
export function isBarSizeFixed(frame: TimeFrame): boolean {
  return TIME_FRAMES.indexOf(frame) >= TIME_FRAMES.indexOf('Daily') && frame !== 'Custom';
}
