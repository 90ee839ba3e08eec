import { MINUTE_MS } from '../calendar/durations.ts';
import type { BarDay } from './author-views.ts';
import { barsInLarger, barSizeLabel, DAY_BARS, largerSizeOf } from './bar-size.ts';
import type { LargerSize } from './bar-size.ts';
import { Column } from './column.ts';
import type { ColumnSource, Cursor } from './column.ts';
import type { StudyDescription } from './description.ts';
import { StrategyError } from './fault.ts';
import { LargerBars, PRICE_COLUMNS } from './larger-bars.ts';
import type { EndedBar, LargerRules } from './larger-bars.ts';
import { shown } from './plan.ts';
import { StudySet } from './study-set.ts';
import type { newStudyRoom, StudyColumns } from './study-set.ts';

const MAX_TIMEFRAMES = 8;
/** Bars before the first call that larger bars may need: 500 sessions of minutes. */
export const MAX_WARM_UP_BARS = 200_000;

/** The bars that larger ones are made of. */
interface TimeframeView {
  readonly columns: Readonly<Record<'timeMs' | 'open' | 'high' | 'low' | 'close' | 'volume', ColumnSource>>;
  readonly cursor: Cursor;
  readonly day: BarDay;
}

interface Entry {
  readonly size: LargerSize;
  readonly bars: LargerBars;
  readonly studies: StudySet;
  /** What the author gets. */
  readonly names: object;
  /** Created at its call, so that an error found later has its place. */
  readonly fault: StrategyError;
}

/** The larger sizes of bars that a strategy reads beside the bars that it is called with. */
export class Timeframes {
  readonly #view: TimeframeView;
  readonly #room: ReturnType<typeof newStudyRoom>;
  readonly #entries: Entry[] = [];
  readonly #bar: { -readonly [Name in keyof EndedBar]: number } = {
    startMs: 0,
    endMs: 0,
    open: 0,
    high: 0,
    low: 0,
    close: 0,
    volume: 0,
  };
  #rules: LargerRules = { isDaily: false, includeOffMarket: false };
  #barMs = 0;

  /** `room`: the studies that the strategy can still make. */
  constructor(view: TimeframeView, room: ReturnType<typeof newStudyRoom>) {
    this.#view = view;
    this.#room = room;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /**
   * Implements `timeframe(size)`; the same size again gives the same bars. `studyNames` are the calls that add studies to a set. Throws a StrategyError for
   * an unknown size.
   */
  declare(given: unknown, studyNames: (studies: StudySet) => Readonly<Record<string, unknown>>): object {
    const size = typeof given === 'string' ? largerSizeOf(given) : null;
    if (size === null)
      throw new StrategyError(
        `a timeframe is '2 minutes' to '390 minutes', '1 hour' to '6 hours', 'day', 'week', 'month' or 'quarter': ${shown(given)}`,
      );
    const known = this.#entries.find(({ size: { label } }) => label === size.label);
    if (known !== undefined) return known.names;
    if (this.#entries.length >= MAX_TIMEFRAMES)
      throw new StrategyError(`at most ${MAX_TIMEFRAMES} timeframes can be read`);
    const bars: LargerBars = new LargerBars(size, () => studies);
    const studies = new StudySet(bars.cursor, this.#room, bars.cursor);
    const { cursor, columns } = bars;
    const names = Object.freeze({
      ...Object.fromEntries(
        PRICE_COLUMNS.map((name) => [name, new Column(columns[name], cursor, cursor)] as const),
      ),
      ...studyNames(studies),
      get hasEnded() {
        return cursor.index !== cursor.before;
      },
    });
    this.#entries.push({ size, bars, studies, names, fault: new StrategyError('') });
    return names;
  }

  /** The description of a study on larger bars; null for other columns. */
  describe(columns: StudyColumns): StudyDescription | null {
    for (const { studies, size } of this.#entries) {
      const described = studies.describe(columns, size.label);
      if (described !== null) return described;
    }
    return null;
  }

  /** Ends the declarations. Throws a StrategyError, at the place of its call, for a size that cannot be made of bars of so many minutes. */
  settle(barMinutes: number): void {
    this.#rules = { ...this.#rules, isDaily: barMinutes === DAY_BARS };
    this.#barMs = barMinutes === DAY_BARS ? 0 : barMinutes * MINUTE_MS;
    for (const entry of this.#entries)
      if (barsInLarger(entry.size, barMinutes) === null)
        throw faultOf(
          entry,
          `bars of the timeframe '${entry.size.label.toLowerCase()}' cannot be made of the strategy's bars ('${barSizeLabel(barMinutes).toLowerCase()}'): a timeframe is a larger size, of minutes a multiple`,
        );
  }

  /** Bars of the run before the first call, so that every study on larger bars can have a value. Throws a StrategyError when they are too many. */
  warmUpBars(barMinutes: number): number {
    let most = 0;
    for (const entry of this.#entries) {
      const { size, studies } = entry;
      // The first bar may lack its beginning, and the last one is still forming.
      const bars = (studies.warmUpBars() + 2) * (barsInLarger(size, barMinutes) ?? 0);
      if (bars > MAX_WARM_UP_BARS)
        throw faultOf(
          entry,
          `the studies on bars of the timeframe '${size.label.toLowerCase()}' need ${bars.toLocaleString('en-US')} bars of the strategy before the first one, more than ${MAX_WARM_UP_BARS.toLocaleString('en-US')}: choose longer bars or shorter periods`,
        );
      most = Math.max(most, bars);
    }
    return most;
  }

  /** Begins a run that includes bars outside of the regular sessions or not. */
  begin(includeOffMarket: boolean): void {
    this.#rules = { ...this.#rules, includeOffMarket };
  }

  /** Adds the present bar of the run to the larger ones. Called once for each bar, in the order of time. */
  follow(): void {
    this.mark();
    this.add();
  }

  /** A bar of the run has ended. Bars are added after it: of the symbol of the run one, of another symbol none or several. */
  mark(): void {
    for (const { bars } of this.#entries) bars.mark();
  }

  /** Adds the present bar of the view to the larger ones. */
  add(): void {
    const { columns, cursor, day } = this.#view;
    const bar = this.#bar;
    bar.startMs = columns.timeMs.values[cursor.index] ?? Number.NaN;
    bar.endMs = this.#rules.isDaily ? day.closeMs : bar.startMs + this.#barMs;
    for (const name of PRICE_COLUMNS) bar[name] = columns[name].values[cursor.index] ?? Number.NaN;
    for (const { bars } of this.#entries) bars.add(bar, day, this.#rules);
  }
}

function faultOf({ fault }: Entry, message: string): StrategyError {
  fault.message = message;
  return fault;
}
