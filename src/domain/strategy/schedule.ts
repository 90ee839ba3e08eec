import { MINUTE_MS } from '../calendar/durations.ts';
import { dayNumber, newYorkDate, weekdayOf } from '../calendar/new-york-time.ts';
import { nextSession, previousSession } from '../calendar/us-equity.ts';
import type { BarDay } from './author-views.ts';
import { DAY_BARS } from './bar-size.ts';
import type { ColumnSource, Cursor } from './column.ts';
import { StrategyError } from './fault.ts';
import type { Handler } from './handler.ts';
import { planReaders, shown } from './plan.ts';

/** The sessions that a handler can be scheduled for. */
const SCHEDULE_DAYS = ['every day', 'week start', 'week end', 'month start', 'month end'] as const;
type ScheduleDay = (typeof SCHEDULE_DAYS)[number];
const MAX_ENTRIES = 16;
/** The close of a whole session, minutes after midnight. */
const WHOLE_CLOSE_MINUTE = 16 * 60;

interface ScheduleEntry {
  readonly day: ScheduleDay;
  /** Minutes after midnight in New York; null with bars of a day. */
  readonly minute: number | null;
  readonly handler: Handler;
}

/** What a schedule reads of the run. */
export interface ScheduleView {
  /** Starts of the bars, UTC ms. */
  readonly timeMs: ColumnSource;
  readonly cursor: Cursor;
  readonly day: BarDay;
}

/** The handlers that a strategy has scheduled. What is due follows from the bars alone, so a backtest and a live run call the same. */
export class Schedule {
  readonly #view: ScheduleView;
  readonly #entries: ScheduleEntry[] = [];
  #barMs = 0;
  #isDaily = false;
  #today: { readonly midnightMs: number; readonly days: ReadonlySet<ScheduleDay> } = {
    midnightMs: Number.NaN,
    days: new Set(),
  };

  constructor(view: ScheduleView) {
    this.#view = view;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Implements `schedule(when, handler)`. Throws a StrategyError for values that it does not take. */
  add(when: unknown, handler: unknown): void {
    if (typeof handler !== 'function')
      throw new StrategyError(`schedule takes a time and a function: ${shown(handler)}`);
    if (this.#entries.length >= MAX_ENTRIES)
      throw new StrategyError(`at most ${MAX_ENTRIES} handlers can be scheduled`);
    // Its result is checked after each call.
    this.#entries.push({ ...readWhen(when), handler: handler as Handler });
  }

  /** Ends the declarations. Throws a StrategyError for a time that bars of this size do not have. */
  settle(barMinutes: number): void {
    this.#isDaily = barMinutes === DAY_BARS;
    this.#barMs = this.#isDaily ? 0 : barMinutes * MINUTE_MS;
    for (const { minute } of this.#entries)
      if (this.#isDaily !== (minute === null))
        throw new StrategyError(
          this.#isDaily
            ? "bars of a day have no time of day: write schedule({ day: 'month end' }, …)"
            : "schedule needs a time of day, such as schedule({ day: 'month end', time: '15:45' }, …)",
        );
  }

  /** The handlers that are due at the end of the present bar, in the order of their calls. */
  due(): readonly Handler[] {
    const { midnightMs } = this.#view.day;
    if (this.#today.midnightMs !== midnightMs)
      this.#today = { midnightMs, days: daysOf(newYorkDate(this.#startMs(0))) };
    return this.#entries.filter((entry) => this.#isDue(entry)).map(({ handler }) => handler);
  }

  #isDue({ day, minute }: ScheduleEntry): boolean {
    if (!this.#today.days.has(day)) return false;
    if (minute === null) return true;
    const dueMs = this.#dueMs(minute);
    return this.#startMs(0) + this.#barMs >= dueMs && this.#endBeforeMs() < dueMs;
  }

  /** A time that a short session does not reach lies as long before its close as before that of a whole one. */
  #dueMs(minute: number): number {
    const { midnightMs, closeMs } = this.#view.day;
    const statedMs = midnightMs + minute * MINUTE_MS;
    return statedMs < closeMs ? statedMs : closeMs - Math.max(0, WHOLE_CLOSE_MINUTE - minute) * MINUTE_MS;
  }

  /** End of the bar before in this session; -Infinity for the first one. */
  #endBeforeMs(): number {
    const startMs = this.#startMs(1);
    return startMs >= this.#view.day.midnightMs ? startMs + this.#barMs : Number.NEGATIVE_INFINITY;
  }

  #startMs(barsAgo: number): number {
    const { timeMs, cursor } = this.#view;
    return timeMs.values[cursor.index - barsAgo] ?? Number.NaN;
  }
}

/** Reads `'10:30'` or `{ day, time }`. */
function readWhen(when: unknown): Pick<ScheduleEntry, 'day' | 'minute'> {
  if (typeof when === 'string') return { day: 'every day', minute: planReaders.minute(when) };
  if (typeof when !== 'object' || when === null)
    throw new StrategyError(`schedule takes 'HH:mm' or { day, time }: ${shown(when)}`);
  const unknown = Object.keys(when).find((name) => name !== 'day' && name !== 'time');
  if (unknown !== undefined) throw new StrategyError(`schedule takes day and time: ${shown(unknown)}`);
  // An object with no other names; the values are checked below.
  const { day = 'every day', time } = when as { readonly day?: unknown; readonly time?: unknown };
  const known = SCHEDULE_DAYS.find((each) => each === day);
  if (known === undefined)
    throw new StrategyError(`the days of a schedule are ${SCHEDULE_DAYS.join(', ')}: ${shown(day)}`);
  return { day: known, minute: time === undefined ? null : planReaders.minute(time) };
}

/** What a session is: the first or the last of its week or month by the exchange calendar. */
function daysOf(date: string): ReadonlySet<ScheduleDay> {
  const before = previousSession(date).date;
  const after = nextSession(date).date;
  const days = new Set<ScheduleDay>(['every day']);
  if (weekOf(before) !== weekOf(date)) days.add('week start');
  if (weekOf(after) !== weekOf(date)) days.add('week end');
  if (monthOf(before) !== monthOf(date)) days.add('month start');
  if (monthOf(after) !== monthOf(date)) days.add('month end');
  return days;
}

const monthOf = (date: string): string => date.slice(0, 7);

/** The number of the Monday of the week. */
function weekOf(date: string): number {
  const day = dayNumber(date);
  return day - ((weekdayOf(day) + 6) % 7);
}
