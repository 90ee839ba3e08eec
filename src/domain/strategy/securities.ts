import type { BarDay } from './author-views.ts';
import { Column } from './column.ts';
import type { ColumnSource, LargerCursor } from './column.ts';
import type { OtherSymbol, StudyDescription } from './description.ts';
import { StrategyError } from './fault.ts';
import { PRICE_COLUMNS } from './larger-bars.ts';
import { planReaders } from './plan.ts';
import type { StrategyPlan } from './plan.ts';
import { StudySet } from './study-set.ts';
import type { newStudyRoom, StudyColumns } from './study-set.ts';
import { Timeframes } from './timeframes.ts';

/** Symbols that a strategy can read beside the symbol that it trades. */
export const MAX_SECURITIES = 8;

/** The bars of another symbol. They have the size of the bars of the run. */
export interface Security {
  readonly symbol: string;
  readonly columns: Readonly<Record<'timeMs' | (typeof PRICE_COLUMNS)[number], ColumnSource>>;
  /** The row of the last bar that ended with the present bar of the run or before; -1 = none has ended yet. */
  readonly cursor: LargerCursor;
  /** The day of that bar. */
  readonly day: BarDay;
  readonly studies: StudySet;
  readonly timeframes: Timeframes;
}

interface Entry extends Security {
  /** What the author gets. */
  readonly names: object;
  /** Created at its call, so that an error found later has its place. */
  readonly fault: StrategyError;
}

/** The names that an author reads bars with: calls that make studies, and larger timeframes. */
type ReadNames = (security: Pick<Security, 'studies' | 'timeframes'>) => Readonly<Record<string, unknown>>;

/** The symbols that a strategy reads beside the one that it trades. */
export class Securities {
  readonly #room: ReturnType<typeof newStudyRoom>;
  readonly #entries: Entry[] = [];

  /** `room`: the studies that the strategy can still make. */
  constructor(room: ReturnType<typeof newStudyRoom>) {
    this.#room = room;
  }

  /** In the sequence of their calls. */
  get all(): readonly Security[] {
    return this.#entries;
  }

  /** Implements `security(symbol)`; the same symbol again gives the same bars. Throws a StrategyError for what is no symbol, and for too many. */
  add(given: unknown, readNames: ReadNames): object {
    const symbol = planReaders.symbol(given);
    const known = this.#entries.find((entry) => entry.symbol === symbol);
    if (known !== undefined) return known.names;
    if (this.#entries.length >= MAX_SECURITIES)
      throw new StrategyError(`at most ${MAX_SECURITIES} other symbols can be read`);
    const cursor = { index: -1, before: -1 };
    const day = { firstRow: 0, midnightMs: 0, openMs: 0, closeMs: 0 };
    const columns = {
      timeMs: newSource(),
      open: newSource(),
      high: newSource(),
      low: newSource(),
      close: newSource(),
      volume: newSource(),
    };
    const studies = new StudySet(cursor, this.#room, cursor);
    const timeframes = new Timeframes({ columns, cursor, day }, this.#room);
    const names = Object.freeze({
      symbol,
      ...Object.fromEntries(
        PRICE_COLUMNS.map((name) => [name, new Column(columns[name], cursor, cursor)] as const),
      ),
      ...readNames({ studies, timeframes }),
      get hasEnded() {
        return cursor.index !== cursor.before;
      },
    });
    const fault = new StrategyError('');
    this.#entries.push({ symbol, columns, cursor, day, studies, timeframes, names, fault });
    return names;
  }

  /** Ends the declarations, for bars of so many minutes. Throws a StrategyError at the place of the call that does not fit. */
  settle(barMinutes: number): void {
    for (const { fault, timeframes } of this.#entries) {
      if (barMinutes === 0) {
        fault.message =
          "other symbols can be read on bars of minutes and of days: the bars of the strategy are 'trade'";
        throw fault;
      }
      timeframes.settle(barMinutes);
    }
  }

  /** What the run needs of the symbols. Throws a StrategyError when studies need too many bars. */
  described(plan: Pick<StrategyPlan, 'barMinutes' | 'warmUpBars'>): OtherSymbol[] {
    return this.#entries.map(({ symbol, studies, timeframes }) => ({
      symbol,
      warmUpBars: Math.max(
        // The value at the first bar of the run may be that of an earlier one.
        1,
        plan.warmUpBars,
        studies.warmUpBars(),
        timeframes.warmUpBars(plan.barMinutes),
      ),
    }));
  }

  /** The description of a study on bars of another symbol; null for other columns. `interval` is the label of the bars of the run. */
  describe(columns: StudyColumns, interval: string): StudyDescription | null {
    for (const { symbol, studies, timeframes } of this.#entries) {
      const described = studies.describe(columns, interval) ?? timeframes.describe(columns);
      if (described !== null) return { ...described, name: `${described.name} (${symbol})` };
    }
    return null;
  }
}

function newSource(): ColumnSource {
  return { values: new Float64Array(0) };
}
