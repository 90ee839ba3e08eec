import type { BarDay } from './author-views.ts';
import { Column } from './column.ts';
import type { ColumnSource, LargerCursor } from './column.ts';
import type { OtherSymbol, StudyDescription } from './description.ts';
import { StrategyError } from './fault.ts';
import { PRICE_COLUMNS } from './larger-bars.ts';
import { MAX_SECURITIES } from './limits.ts';
import { SYMBOL_ORDER_CALLS } from './order-calls.ts';
import { planReaders } from './plan.ts';
import type { StrategyPlan } from './plan.ts';
import { StudySet } from './study-set.ts';
import type { newStudyRoom, StudyColumns } from './study-set.ts';
import { Timeframes } from './timeframes.ts';

/** The bars of another symbol. They have the size of the bars of the run. */
export interface Security {
  readonly symbol: string;
  /** The strategy trades the symbol, too. */
  readonly isTraded: boolean;
  readonly columns: Readonly<Record<'timeMs' | (typeof PRICE_COLUMNS)[number], ColumnSource>>;
  /** The row of the last bar that ended with the present bar of the run or before; -1 = none has ended yet. */
  readonly cursor: LargerCursor;
  /** The day of that bar. */
  readonly day: BarDay;
  readonly studies: StudySet;
  readonly timeframes: Timeframes;
}

/** The names that an author trades a symbol with. */
type TradeNames = (symbol: string) => Readonly<Record<string, unknown>>;

interface Entry extends Security {
  /** What the author gets. */
  readonly names: object;
  /** Created at its call, so that an error found later has its place. */
  readonly fault: StrategyError;
}

/** The names that an author reads bars with: calls that make studies, and larger timeframes. */
type ReadNames = (security: Pick<Security, 'studies' | 'timeframes'>) => Readonly<Record<string, unknown>>;

/** The symbols that a strategy reads, and those that it trades, beside the symbol of the run. */
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
  read(given: unknown, readNames: ReadNames): object {
    const symbol = planReaders.symbol(given);
    const known = this.#entries.find((entry) => entry.symbol === symbol);
    return known?.names ?? this.#add(symbol, readNames, null);
  }

  /** Implements `symbol(name)` for a symbol beside that of the run. Throws a StrategyError as `read` does, and for a symbol that is declared already. */
  trade(given: unknown, readNames: ReadNames, tradeNames: TradeNames): object {
    const symbol = planReaders.symbol(given);
    const known = this.#entries.find((entry) => entry.symbol === symbol);
    if (known !== undefined)
      throw new StrategyError(
        known.isTraded
          ? `'${symbol}' is declared already: symbol() is called once for each symbol`
          : `'${symbol}' is only read since security('${symbol}'): write symbol('${symbol}') in its place`,
      );
    return this.#add(symbol, readNames, tradeNames);
  }

  #add(symbol: string, readNames: ReadNames, tradeNames: TradeNames | null): object {
    if (this.#entries.length >= MAX_SECURITIES)
      throw new StrategyError(`at most ${MAX_SECURITIES} other symbols can be read and traded`);
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
    const names = {
      symbol,
      ...Object.fromEntries(
        PRICE_COLUMNS.map((name) => [name, new Column(columns[name], cursor, cursor)] as const),
      ),
      ...readNames({ studies, timeframes }),
      ...tradeNames?.(symbol),
      get hasEnded() {
        return cursor.index !== cursor.before;
      },
    };
    if (tradeNames === null) refuseOrders(names);
    Object.freeze(names);
    const fault = new StrategyError('');
    const isTraded = tradeNames !== null;
    this.#entries.push({ symbol, isTraded, columns, cursor, day, studies, timeframes, names, fault });
    return names;
  }

  /** Ends the declarations, for bars of so many minutes and the symbol of the run. Throws a StrategyError at the place of the call that does not fit. */
  settle(barMinutes: number, runSymbol: string): void {
    for (const { fault, timeframes, symbol, isTraded } of this.#entries) {
      if (isTraded && symbol === runSymbol) {
        fault.message = `'${symbol}' is the symbol of the run: it trades each symbol once`;
        throw fault;
      }
      if (barMinutes === 0) {
        fault.message =
          "other symbols can be read and traded on bars of minutes and of days: the bars of the strategy are 'trade'";
        throw fault;
      }
      timeframes.settle(barMinutes);
    }
  }

  /** What the run needs of the symbols. Throws a StrategyError when studies need too many bars. */
  described(plan: Pick<StrategyPlan, 'barMinutes' | 'warmUpBars'>): OtherSymbol[] {
    return this.#entries.map(({ symbol, isTraded, studies, timeframes }) => ({
      symbol,
      ...(isTraded && { isTraded }),
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

/** Gives the names of a symbol that is only read the calls of a traded one, not listed, so that using one is an error that says what to write. */
function refuseOrders(names: { readonly symbol: string }): void {
  const { symbol } = names;
  const value = (): never => {
    throw new StrategyError(`'${symbol}' is only read: write symbol('${symbol}') to trade it`);
  };
  for (const name of SYMBOL_ORDER_CALLS) Object.defineProperty(names, name, { value });
}

function newSource(): ColumnSource {
  return { values: new Float64Array(0) };
}
