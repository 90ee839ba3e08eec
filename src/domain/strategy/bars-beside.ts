import { assert } from '../assert/assert.ts';
import type { DataColumns } from './description.ts';
import type { Language } from './language.ts';
import { createLiveColumns } from './live-columns.ts';
import type { LiveColumns } from './live-columns.ts';
import type { Security } from './securities.ts';
import type { Timeframes } from './timeframes.ts';
import type { TradingDay } from './trading-days.ts';

const COLUMN_NAMES = ['timeMs', 'open', 'high', 'low', 'close', 'volume'] as const;

type DayTimes = Pick<TradingDay, 'midnightMs' | 'openMs' | 'closeMs'>;

/** The bars of another symbol, which follow the run. */
interface Follower {
  /** Makes the last bar readable that starts at the start of a bar of the run or before: both have one size, so it has ended by then. */
  follow(startMs: number): void;
}

/** What a strategy reads beside the bars of the run: larger ones, and those of other symbols. A backtest and a live run advance them at each bar. */
export class BarsBeside {
  readonly #timeframes: Timeframes | null;
  readonly #followers: readonly Follower[];

  /** Null when the strategy reads none, so that they cost nothing on each bar. */
  static create(
    { timeframes, securities }: Pick<Language, 'timeframes' | 'securities'>,
    followers: readonly Follower[],
    includeOffMarket: boolean,
  ): BarsBeside | null {
    if (timeframes.isEmpty && followers.length === 0) return null;
    timeframes.begin(includeOffMarket);
    for (const security of securities.all) security.timeframes.begin(includeOffMarket);
    return new BarsBeside(timeframes.isEmpty ? null : timeframes, followers);
  }

  private constructor(timeframes: Timeframes | null, followers: readonly Follower[]) {
    this.#timeframes = timeframes;
    this.#followers = followers;
  }

  /** Advances everything to the present bar of the run. Called once for each bar, in the order of time. */
  follow(startMs: number): void {
    if (this.#timeframes !== null) this.#timeframes.follow();
    for (const follower of this.#followers) follower.follow(startMs);
  }
}

/** The bars of another symbol in a backtest. All are in memory; the cursor of the columns decides which can be read. */
class SecurityHistory implements Follower {
  readonly #security: Security;
  readonly #timeMs: Float64Array;
  readonly #days: readonly TradingDay[];
  #nextRow = 0;
  #dayAt = 0;

  /** `days`: those of the data. */
  constructor(security: Security, data: DataColumns, days: readonly TradingDay[]) {
    this.#security = security;
    this.#timeMs = data.timeMs;
    this.#days = days;
    for (const name of COLUMN_NAMES) security.columns[name].values = data[name];
    security.studies.compute({ length: data.timeMs.length, ...data });
  }

  follow(startMs: number): void {
    const { cursor, timeframes } = this.#security;
    cursor.before = cursor.index;
    timeframes.mark();
    const timeMs = this.#timeMs;
    const count = timeMs.length;
    for (; this.#nextRow < count && (timeMs[this.#nextRow] ?? 0) <= startMs; this.#nextRow += 1) {
      cursor.index = this.#nextRow;
      if (!timeframes.isEmpty) this.#addToTimeframes(this.#nextRow);
    }
  }

  #addToTimeframes(row: number): void {
    while (row >= (this.#days[this.#dayAt]?.endRow ?? Number.POSITIVE_INFINITY)) this.#dayAt += 1;
    const day = this.#days[this.#dayAt];
    if (day !== undefined) setDay(this.#security, day);
    this.#security.timeframes.add();
  }
}

/** Bars and the days of the run that they are of. */
export interface SplitBars {
  readonly data: DataColumns;
  readonly days: readonly TradingDay[];
}

/** The bars of the other symbols of a strategy in a backtest, in the sequence of its description. */
export function securityHistories(
  { securities: { all } }: Pick<Language, 'securities'>,
  others: readonly SplitBars[],
): SecurityHistory[] {
  assert(others.length === all.length, 'there are bars of each symbol that the strategy reads');
  return all.flatMap((security, n) => {
    const bars = others[n];
    if (bars === undefined) return [];
    return [new SecurityHistory(security, bars.data, bars.days)];
  });
}

/** The bars of another symbol in a live run: they may arrive before the bar of the run that they belong to. */
export class SecurityFeed implements Follower {
  readonly #security: Security;
  readonly #columns: LiveColumns;
  readonly #dayOf: (timeMs: number) => DayTimes | null;
  #waiting: DataColumns[] = [];
  /** Of the first waiting rows. */
  #row = 0;

  /** `dayOf`: the day of a bar; null = the run leaves it out. `keptRows`: rows that stay available for lookback. */
  constructor(security: Security, dayOf: (timeMs: number) => DayTimes | null, keptRows?: number) {
    const { cursor } = security;
    this.#security = security;
    this.#dayOf = dayOf;
    this.#columns = createLiveColumns(security, keptRows, (count) => {
      cursor.before = Math.max(-1, cursor.before - count);
    });
  }

  /** Adds bars in the order of time. They are readable from the next bar of the run on that starts with them or later. */
  receive(rows: DataColumns): void {
    if (rows.timeMs.length > 0) this.#waiting.push(rows);
  }

  follow(startMs: number): void {
    const { cursor, timeframes } = this.#security;
    cursor.before = cursor.index;
    timeframes.mark();
    let isChanged = false;
    for (let rows = this.#waiting[0]; rows !== undefined; rows = this.#waiting[0]) {
      const { timeMs } = rows;
      for (; this.#row < timeMs.length && (timeMs[this.#row] ?? 0) <= startMs; this.#row += 1)
        isChanged = this.#append(rows, this.#row) || isChanged;
      if (this.#row < timeMs.length) break;
      this.#waiting.shift();
      this.#row = 0;
    }
    if (isChanged) this.#columns.follow();
  }

  #append(rows: DataColumns, row: number): boolean {
    const day = this.#dayOf(rows.timeMs[row] ?? Number.NaN);
    if (day === null || !this.#columns.append(rows, row)) return false;
    const { timeframes } = this.#security;
    if (timeframes.isEmpty) return true;
    setDay(this.#security, day);
    timeframes.add();
    return true;
  }
}

/** The bars of the other symbols of a strategy in a live run, in the sequence of its description. `dayOf`: the day of a bar; null = the run leaves it out. */
export function securityFeeds(
  { securities: { all } }: Pick<Language, 'securities'>,
  warmUps: readonly DataColumns[],
  dayOf: (timeMs: number) => DayTimes | null,
): SecurityFeed[] {
  assert(warmUps.length === all.length, 'there are bars of each symbol that the strategy reads');
  return all.map((security, n) => {
    const feed = new SecurityFeed(security, dayOf);
    const warmUp = warmUps[n];
    if (warmUp !== undefined) feed.receive(warmUp);
    return feed;
  });
}

function setDay({ day }: Security, { midnightMs, openMs, closeMs }: DayTimes): void {
  if (midnightMs !== day.midnightMs) Object.assign(day, { midnightMs, openMs, closeMs });
}
