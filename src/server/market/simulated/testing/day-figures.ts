import { MINUTE_MS } from '../../../../domain/calendar/durations.ts';
import { newYorkDate, sessionOn } from '../../../../domain/calendar/us-equity.ts';
import type { Bar } from '../../market-data.ts';

/** One regular session of a symbol as 390 one-minute bars. */
export type MinuteDay = readonly Bar[];

const SESSION_MINUTES = 390;
/** A close within this part of the day's range from an extreme counts as near it. */
const NEAR_PART = 0.05;

/** What the shape of a session is judged by. Parts and ratios, so that a calm day compares with a wild one. */
export interface DayFigures {
  /** Per cent of the 10-minute closes near an extreme of the day. */
  readonly nearExtremes: number;
  /** Minutes whose high is the day's, and whose low is: mean of the two. */
  readonly visits: number;
  /** Mean range of bars, per cent of the day's range: 1, 5 and 10 minutes in the first half hour, at noon, in the last half hour. */
  readonly range1Open: number;
  readonly range1Noon: number;
  readonly range1Close: number;
  readonly range5Open: number;
  readonly range5Noon: number;
  readonly range5Close: number;
  readonly range10Open: number;
  readonly range10Noon: number;
  readonly range10Close: number;
  /** Autocorrelation of one-minute returns, of five-minute returns, and of squared one-minute returns one and five minutes apart. */
  readonly memory1: number;
  readonly memory5: number;
  readonly squares1: number;
  readonly squares5: number;
  /** Per cent of consecutive moves that change direction: closes one, five and ten minutes apart. */
  readonly turns1: number;
  readonly turns5: number;
  readonly turns10: number;
  /** Kurtosis of one-minute returns. */
  readonly kurtosis: number;
  /** Largest one-minute move in standard deviations. */
  readonly worst: number;
  /** The day's range in standard deviations of its one-minute returns summed up. */
  readonly reach: number;
  /** Distance from open to close, per cent of the day's range. */
  readonly travel: number;
  /** Per cent of minutes that open away from the close before, and how far on average, per cent of a minute's mean range. */
  readonly gaps: number;
  readonly gapSize: number;
  /** Volume of a minute over the day's mean: first five, rest of the first half hour, noon, last half hour without the last five, last five. */
  readonly volumeFirst: number;
  readonly volumeOpen: number;
  readonly volumeNoon: number;
  readonly volumeLate: number;
  readonly volumeLast: number;
  /** Standard deviation of a minute's volume at noon over its mean. */
  readonly volumeSpread: number;
  /** Correlation of volume and range of the minutes between the first and the last half hour. */
  readonly volumeRange: number;
  /** Standard deviation of one-minute returns, basis points: level, not shape. */
  readonly deviationBps: number;
}

export const DAY_FIGURES = [
  'nearExtremes',
  'visits',
  'range1Open',
  'range1Noon',
  'range1Close',
  'range5Open',
  'range5Noon',
  'range5Close',
  'range10Open',
  'range10Noon',
  'range10Close',
  'memory1',
  'memory5',
  'squares1',
  'squares5',
  'turns1',
  'turns5',
  'turns10',
  'kurtosis',
  'worst',
  'reach',
  'travel',
  'gaps',
  'gapSize',
  'volumeFirst',
  'volumeOpen',
  'volumeNoon',
  'volumeLate',
  'volumeLast',
  'volumeSpread',
  'volumeRange',
  'deviationBps',
] as const satisfies readonly (keyof DayFigures)[];

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

export function correlation(left: readonly number[], right: readonly number[]): number {
  const [meanLeft, meanRight] = [mean(left), mean(right)];
  const scale = deviation(left) * deviation(right);
  return scale === 0
    ? 0
    : mean(left.map((value, at) => (value - meanLeft) * ((right[at] ?? 0) - meanRight))) / scale;
}

export function kurtosisOf(values: readonly number[]): number {
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) ** 4)) / deviation(values) ** 4;
}

const memoryOf = (values: readonly number[], lag: number): number =>
  correlation(values.slice(lag), values.slice(0, -lag));

/** Splits one-minute bars into full sessions; a minute without a trade gets the close before it and no volume. */
export function minuteDaysOf(bars: readonly Bar[]): MinuteDay[] {
  const byDate = Map.groupBy(bars, (bar) => newYorkDate(bar.timeMs));
  return [...byDate].flatMap(([date, ofDate]) => {
    const session = sessionOn(date);
    if (session === null || session.closeMs - session.openMs !== SESSION_MINUTES * MINUTE_MS) return [];
    const byMinute = new Map(
      ofDate.map((bar) => [Math.floor((bar.timeMs - session.openMs) / MINUTE_MS), bar]),
    );
    const first = ofDate[0];
    if (first === undefined || byMinute.size < SESSION_MINUTES * 0.95) return [];
    let closeE4 = first.openE4;
    const day = Array.from({ length: SESSION_MINUTES }, (_, minute): Bar => {
      const bar = byMinute.get(minute) ?? {
        timeMs: session.openMs + minute * MINUTE_MS,
        openE4: closeE4,
        highE4: closeE4,
        lowE4: closeE4,
        closeE4,
        volume: 0,
      };
      closeE4 = bar.closeE4;
      return bar;
    });
    return [day];
  });
}

/** Bars of `size` minutes. */
function grouped(day: MinuteDay, size: number): Bar[] {
  return Array.from({ length: day.length / size }, (_, at) => {
    const part = day.slice(at * size, (at + 1) * size);
    return {
      timeMs: part[0]?.timeMs ?? 0,
      openE4: part[0]?.openE4 ?? 0,
      highE4: Math.max(...part.map((bar) => bar.highE4)),
      lowE4: Math.min(...part.map((bar) => bar.lowE4)),
      closeE4: part.at(-1)?.closeE4 ?? 0,
      volume: part.reduce((sum, bar) => sum + bar.volume, 0),
    };
  });
}

const returnsOf = (bars: readonly Bar[]): number[] =>
  bars.map((bar, at) => Math.log(bar.closeE4 / (bars[at - 1]?.closeE4 ?? bar.openE4)));

/** Per cent of consecutive moves, those of nothing left out, that change direction. */
function turnsOf(bars: readonly Bar[]): number {
  const signs = returnsOf(bars)
    .map(Math.sign)
    .filter((sign) => sign !== 0);
  return (
    (100 * signs.slice(1).filter((sign, at) => sign !== signs[at]).length) / Math.max(1, signs.length - 1)
  );
}

const OPEN_MINUTES = [0, 30] as const;
const NOON_MINUTES = [120, 270] as const;
const CLOSE_MINUTES = [360, 390] as const;

function rangesOf(day: MinuteDay, size: number, rangeE4: number): readonly [number, number, number] {
  const bars = grouped(day, size);
  const part = ([from, to]: readonly [number, number]): number =>
    (100 * mean(bars.slice(from / size, to / size).map((bar) => bar.highE4 - bar.lowE4))) / rangeE4;
  return [part(OPEN_MINUTES), part(NOON_MINUTES), part(CLOSE_MINUTES)];
}

function volumesOf(
  day: MinuteDay,
): Pick<
  DayFigures,
  'volumeFirst' | 'volumeOpen' | 'volumeNoon' | 'volumeLate' | 'volumeLast' | 'volumeSpread' | 'volumeRange'
> {
  const volumes = day.map((bar) => bar.volume);
  const usual = mean(volumes);
  const part = (from: number, to: number): number => mean(volumes.slice(from, to)) / usual;
  const noon = volumes.slice(...NOON_MINUTES);
  const middle = day.slice(30, 360);
  return {
    volumeFirst: part(0, 5),
    volumeOpen: part(5, 30),
    volumeNoon: part(...NOON_MINUTES),
    volumeLate: part(360, 385),
    volumeLast: part(385, 390),
    volumeSpread: deviation(noon) / mean(noon),
    volumeRange: correlation(
      middle.map((bar) => bar.volume),
      middle.map((bar) => bar.highE4 - bar.lowE4),
    ),
  };
}

function gapsOf(day: MinuteDay): Pick<DayFigures, 'gaps' | 'gapSize'> {
  const gaps = day.slice(1).map((bar, at) => Math.abs(bar.openE4 - (day[at]?.closeE4 ?? bar.openE4)));
  const moved = gaps.filter((gap) => gap > 0);
  return {
    gaps: (100 * moved.length) / gaps.length,
    gapSize: (100 * mean(gaps)) / mean(day.map((bar) => bar.highE4 - bar.lowE4)),
  };
}

export function figuresOfDay(day: MinuteDay): DayFigures {
  const highE4 = Math.max(...day.map((bar) => bar.highE4));
  const lowE4 = Math.min(...day.map((bar) => bar.lowE4));
  const rangeE4 = highE4 - lowE4;
  const [tens, fives] = [grouped(day, 10), grouped(day, 5)];
  const marginE4 = NEAR_PART * rangeE4;
  const near = tens.filter(({ closeE4 }) => closeE4 > highE4 - marginE4 || closeE4 < lowE4 + marginE4);
  const returns = returnsOf(day);
  const squares = returns.map((value) => value ** 2);
  const spread = deviation(returns);
  const [range1Open, range1Noon, range1Close] = rangesOf(day, 1, rangeE4);
  const [range5Open, range5Noon, range5Close] = rangesOf(day, 5, rangeE4);
  const [range10Open, range10Noon, range10Close] = rangesOf(day, 10, rangeE4);
  const openE4 = day[0]?.openE4 ?? 0;
  return {
    nearExtremes: (100 * near.length) / tens.length,
    visits:
      (day.filter((bar) => bar.highE4 === highE4).length + day.filter((bar) => bar.lowE4 === lowE4).length) /
      2,
    range1Open,
    range1Noon,
    range1Close,
    range5Open,
    range5Noon,
    range5Close,
    range10Open,
    range10Noon,
    range10Close,
    memory1: memoryOf(returns, 1),
    memory5: memoryOf(returnsOf(fives), 1),
    squares1: memoryOf(squares, 1),
    squares5: memoryOf(squares, 5),
    turns1: turnsOf(day),
    turns5: turnsOf(fives),
    turns10: turnsOf(tens),
    kurtosis: kurtosisOf(returns),
    worst: Math.max(...returns.map(Math.abs)) / spread,
    reach: Math.log(highE4 / lowE4) / Math.sqrt(squares.reduce((sum, square) => sum + square, 0)),
    travel: (100 * Math.abs((day.at(-1)?.closeE4 ?? 0) - openE4)) / rangeE4,
    ...gapsOf(day),
    ...volumesOf(day),
    deviationBps: spread * 10_000,
  };
}
