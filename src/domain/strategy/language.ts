import { AnnotationCalls } from './annotation-calls.ts';
import { AuthorBar, authorViewOf } from './author-views.ts';
import type { BarDay, OrderCommands } from './author-views.ts';
import { ChartStudyCalls } from './chart-study-calls.ts';
import { Column, crossesAbove, crossesBelow, emptyColumns, highest, lowest } from './column.ts';
import type { ColumnName, Cursor } from './column.ts';
import type { StrategyDescription } from './description.ts';
import { StrategyError } from './fault.ts';
import { callHandler } from './handler.ts';
import type { Handler } from './handler.ts';
import { StrategyLog } from './log.ts';
import { declareOrder, orderPlanOf } from './order-defaults.ts';
import { isOpen } from './order-record.ts';
import type { OrderRecord } from './order-record.ts';
import { MINUTE_MS } from '../calendar/durations.ts';
import { barSizeLabel, DAY_BARS } from './bar-size.ts';
import { createParameterReader, describePlan, newPlan, planReaders, shown } from './plan.ts';
import type { ParameterReader, StrategyPlan } from './plan.ts';
import { AuthorAccount, RunAccount } from './run-account.ts';
import type { RunOrders } from './run-orders.ts';
import { Schedule } from './schedule.ts';
import { Securities } from './securities.ts';
import { StateCalls } from './state-calls.ts';
import { checkCount, studyCallsOf } from './study-calls.ts';
import { newStudyRoom, StudySet } from './study-set.ts';
import type { StudyColumns } from './study-set.ts';
import { Timeframes } from './timeframes.ts';
import { createTradeNames, idleOrders } from './trade-names.ts';
import type { TradeNames } from './trade-names.ts';
import type { Venue } from './venue.ts';

type HandlerName = 'bar' | 'order' | 'end';

/** One strategy: the global names that its code can use, and its declarations. A run opens it with a venue and calls its handlers. */
export class Language {
  /** Global names of the code. */
  readonly globals: Readonly<Record<string, unknown>>;
  readonly plan: StrategyPlan = newPlan();
  readonly cursor: Cursor = { index: 0 };
  readonly #studyRoom = newStudyRoom();
  readonly studies = new StudySet(this.cursor, this.#studyRoom);
  readonly columns = emptyColumns();
  readonly day: BarDay = { firstRow: 0, midnightMs: 0, openMs: 0, closeMs: 0 };
  readonly schedule = new Schedule({ timeMs: this.columns.timeMs, cursor: this.cursor, day: this.day });
  readonly timeframes = new Timeframes(
    { columns: this.columns, cursor: this.cursor, day: this.day },
    this.#studyRoom,
  );
  readonly securities = new Securities(this.#studyRoom);
  readonly log = new StrategyLog(() => this.nowMs());
  readonly bar: AuthorBar;
  readonly #reader: ParameterReader;
  readonly #handlers: Record<HandlerName, Handler | null> = { bar: null, order: null, end: null };
  readonly #shownStudies: Record<'trend' | 'trade', StudyColumns | null> = { trend: null, trade: null };
  readonly #idleOrders = idleOrders();
  /** The author cannot cancel the orders with which the run itself closes the position. */
  readonly #commands: OrderCommands = {
    cancel: (order) => {
      if (!order.isForced && isOpen(order)) this.#venueOf(order)?.cancel(order);
    },
    replace: (order, change) => {
      if (isOpen(order)) this.#venueOf(order)?.replace(order, change);
    },
  };
  readonly annotations = new AnnotationCalls({
    log: this.log,
    barEndMs: () => this.#barEndMs(),
  });
  readonly chartStudy = new ChartStudyCalls();
  readonly states = new StateCalls(
    () => this.#phase === 'declaring',
    () => this.#venues !== null,
  );
  readonly #account = new RunAccount(() => this.#openVenues('the account can only be read'));
  readonly #tradeNames: TradeNames;
  /** Of the symbol of the run, and of the others that it trades in the sequence of their declarations; null before the run. */
  #venues: readonly [Venue, ...Venue[]] | null = null;
  #phase: 'declaring' | 'running' | 'ended' = 'declaring';
  #isFinished = false;
  #hasBars = false;
  #hasSymbol = false;

  /** `parameters` is the parameter text of the start. Throws a StrategyError that names the line of a parameter that cannot be read. */
  constructor(parameters: string) {
    this.#reader = createParameterReader(parameters);
    this.bar = new AuthorBar(this.columns, this.cursor, this.day, () => this.#orders());
    this.#tradeNames = this.#createTradeNames();
    this.globals = {
      ...this.#planCalls(),
      symbol: this.#declaring('symbol', (name: unknown) => this.#declareSymbol(name)),
      ...this.#readNames(this),
      security: this.#declaring('security', (name: unknown) =>
        this.securities.read(name, (security) => this.#readNames(security)),
      ),
      ...this.#marketNames(),
      onBar: this.#handlerCall('onBar', 'bar'),
      onOrder: this.#handlerCall('onOrder', 'order'),
      onEnd: this.#handlerCall('onEnd', 'end'),
      chartStudy: this.#declaring('chartStudy', this.chartStudy.declare, 2),
      schedule: this.#declaring(
        'schedule',
        (when: unknown, handler: unknown) => this.schedule.add(when, handler),
        2,
      ),
      ...this.#tradeNames.inSymbol,
      ...this.#tradeNames.ofRun,
      ...this.annotations.globals(),
      ...this.states.globals(),
      log: this.log.write,
      finish: (text?: unknown): void => {
        if (text !== undefined) this.log.write(text);
        this.#isFinished = true;
      },
    };
  }

  /**
   * Ends the declarations: applies the parameters that override them, and checks that the plan can run. `symbol` overrides the symbol of the
   * strategy. Throws a StrategyError.
   */
  settle(symbol: string | undefined): StrategyDescription {
    const { plan, studies } = this;
    this.#reader.applyTo(plan);
    this.#reader.checkAllRead();
    if (symbol !== undefined && symbol !== '') plan.symbol = planReaders.symbol(symbol);
    if (plan.symbol === '')
      throw new StrategyError("no symbol: write symbol('SPY') at the top or Symbol = SPY in the parameters");
    if (this.#handlers.bar === null && this.schedule.isEmpty)
      throw new StrategyError('no handler of bars: write onBar(() => { … })');
    this.schedule.settle(plan.barMinutes);
    this.timeframes.settle(plan.barMinutes);
    this.securities.settle(plan.barMinutes, plan.symbol);
    const warmUpBars = Math.max(studies.warmUpBars(), this.timeframes.warmUpBars(plan.barMinutes));
    this.#phase = 'running';
    const describe = (columns: StudyColumns | null) =>
      columns === null ? null : this.#describeStudy(columns);
    const shownStudies = {
      trend: describe(this.#shownStudies.trend),
      trade: describe(this.#shownStudies.trade),
      warmUpBars,
    };
    return describePlan(plan, this.#reader.declared, shownStudies, this.securities.described(plan));
  }

  /** Makes what `lines` declares, as at the top of the file, then ends the declarations: for studies of charts. */
  declareLines<Lines>(lines: () => Lines): Lines {
    this.#phase = 'declaring';
    const made = lines();
    this.#reader.checkAllRead();
    this.#phase = 'running';
    return made;
  }

  /** Sends the orders of the handlers to a venue from now on. `others`: the venues of the other symbols that it trades, in the sequence of its description. */
  open(venue: Venue, others: readonly Venue[] = []): void {
    this.#venues = [venue, ...others];
  }

  /** The handler of bars. Pass a result other than undefined to `rejectPromise`. */
  get onBar(): Handler {
    return this.#handlers.bar ?? (() => {});
  }

  /** Calls the handler of orders, if there is one. */
  callOrder(order: OrderRecord): void {
    if (this.#handlers.order !== null && this.#venues !== null)
      callHandler(this.#handlers.order, authorViewOf(order, this.#commands));
  }

  /** Calls the handler of the end, if there is one. Orders that it sends are rejected. */
  callEnd(): void {
    this.#phase = 'ended';
    if (this.#handlers.end !== null) callHandler(this.#handlers.end);
  }

  get hasOrderHandler(): boolean {
    return this.#handlers.order !== null;
  }

  /** True once the code has called `finish`. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** End of the present bar: the clock of the strategy. */
  nowMs(): number {
    return this.#orders().moment.timeMs;
  }

  /** End of the present bar, also when the clock of a live run has advanced since: what is drawn is the same as in a backtest. */
  #barEndMs(): number {
    this.#openVenues('plots, marks and alerts can only be made');
    const { barMinutes } = this.plan;
    return barMinutes === DAY_BARS ? this.day.closeMs : this.bar.timeMs + barMinutes * MINUTE_MS;
  }

  #openVenues(use: string): readonly [Venue, ...Venue[]] {
    if (this.#venues === null) throw new StrategyError(`${use} in a handler`);
    return this.#venues;
  }

  #orders(): RunOrders {
    return this.#venues?.[0].orders ?? this.#idleOrders;
  }

  #venueOf({ symbol }: OrderRecord): Venue | undefined {
    return this.#venues?.find(({ orders }) => orders.symbol === symbol);
  }

  /** The first call names the symbol of the run, each later one a symbol that it trades beside it. */
  #declareSymbol(name: unknown): object {
    if (!this.#hasSymbol) {
      this.plan.symbol = planReaders.symbol(name);
      this.#hasSymbol = true;
      return this.#namesOfRun();
    }
    if (planReaders.symbol(name) === this.plan.symbol)
      throw new StrategyError(
        `'${this.plan.symbol}' is declared already: symbol() is called once for each symbol`,
      );
    return this.securities.trade(
      name,
      (security) => this.#readNames(security),
      (symbol) => this.#createTradeNames(symbol).inSymbol,
    );
  }

  /** What `symbol` gives back of the symbol of the run: what the global names are. */
  #namesOfRun(): object {
    const { plan } = this;
    return Object.freeze({
      ...this.#readNames(this),
      ...this.#columnNames(),
      ...this.#tradeNames.inSymbol,
      hasEnded: true,
      // The start may name another one.
      get symbol() {
        return plan.symbol;
      },
    });
  }

  /** The names that trade a symbol; undefined = that of the run. */
  #createTradeNames(symbol?: string): TradeNames {
    const { plan, log } = this;
    const venueIn = (venues: readonly [Venue, ...Venue[]]): Venue =>
      (symbol === undefined ? undefined : venues.find(({ orders }) => orders.symbol === symbol)) ?? venues[0];
    const account =
      symbol === undefined
        ? this.#account
        : new RunAccount(
            () => this.#openVenues('the account can only be read'),
            () => venueIn(this.#openVenues('the account can only be read')),
          );
    return createTradeNames({
      plan: symbol === undefined ? plan : orderPlanOf(plan, symbol),
      account,
      commands: this.#commands,
      log,
      label: symbol === undefined ? '' : `${symbol}: `,
      venue: () => this.#venues && venueIn(this.#venues),
      openVenue: (use) => venueIn(this.#openVenues(use)),
      mayTrade: () => this.#phase === 'running',
    });
  }

  /** A function that throws once the declarations have ended, and for more values than it takes. */
  #declaring<Arguments extends unknown[], Answer>(
    name: string,
    call: (...given: Arguments) => Answer,
    maxCount = 1,
  ) {
    return (...given: Arguments): Answer => {
      if (this.#phase !== 'declaring')
        throw new StrategyError(`${name}() must be called at the top of the file, not in a handler`);
      checkCount(name, given, maxCount);
      return call(...given);
    };
  }

  #handlerCall(name: string, slot: HandlerName) {
    return this.#declaring(name, (given: unknown): void => {
      if (typeof given !== 'function') throw new StrategyError(`${name} takes a function: ${shown(given)}`);
      if (this.#handlers[slot] !== null)
        throw new StrategyError(`${name} is already set: a strategy has one handler of each kind`);
      // Its result is checked after each call.
      this.#handlers[slot] = given as Handler;
    });
  }

  /** Declarations of the symbol, the bars and the defaults of orders. */
  #planCalls(): Record<string, unknown> {
    const { plan } = this;
    const set =
      <Key extends keyof StrategyPlan>(key: Key, read: (value: unknown) => StrategyPlan[Key]) =>
      (value: unknown): void => {
        plan[key] = read(value);
      };
    const calls: Record<string, (value: unknown) => void> = {
      bars: (value) => {
        if (this.#hasBars)
          throw new StrategyError(
            `the bar size is already set to '${barSizeLabel(plan.barMinutes).toLowerCase()}': bars() is called once`,
          );
        plan.barMinutes = planReaders.barMinutes(value);
        this.#hasBars = true;
      },
      order: (given) => declareOrder(plan, given),
      allow: set('allowedPositions', planReaders.sides),
      openingTime: set('openingOrderMinute', planReaders.minute),
      closingTime: set('closingOrderMinute', planReaders.minute),
      useNbbo: (on = true) => {
        plan.isUsingNbbo = on === true;
      },
      warmUp: set('warmUpBars', planReaders.warmUpBars),
      capital: set('capital', planReaders.capital),
    };
    return {
      ...Object.fromEntries(
        Object.entries(calls).map(([name, call]) => [name, this.#declaring(name, call)] as const),
      ),
      param: this.#declaring(
        'param',
        (name: string, fallback: number | string | boolean, bounds?: unknown) => {
          const value = this.#reader.read(name, fallback);
          this.chartStudy.noteParameter(name, fallback, bounds);
          return value;
        },
        3,
      ),
      trend: this.#roleCall('trend'),
      trade: this.#roleCall('trade'),
    };
  }

  /** `trend` or `trade`: chooses the study that the details of the strategy show. */
  #roleCall(role: 'trend' | 'trade') {
    return this.#declaring(role, (given: unknown) => {
      // Compared with the studies of this strategy; anything else is no study.
      const columns = given as StudyColumns;
      if (this.#describeStudy(columns) === null)
        throw new StrategyError(`${role} takes a study, such as ${role}(sma(20))`);
      this.#shownStudies[role] = columns;
      return given;
    });
  }

  #describeStudy(columns: StudyColumns) {
    const interval = barSizeLabel(this.plan.barMinutes);
    return (
      this.studies.describe(columns, interval) ??
      this.timeframes.describe(columns) ??
      this.securities.describe(columns, interval)
    );
  }

  /** The calls that read bars of a symbol: studies, and larger timeframes. */
  #readNames({ studies, timeframes }: Pick<Language, 'studies' | 'timeframes'>): Record<string, unknown> {
    return {
      ...this.#studyNames(studies),
      timeframe: this.#declaring('timeframe', (size: unknown) =>
        timeframes.declare(size, (larger) => this.#studyNames(larger)),
      ),
    };
  }

  /** The calls that add studies to a set. */
  #studyNames(studies: StudySet): Record<string, unknown> {
    return Object.fromEntries(
      studyCallsOf(studies).map(
        ([name, { call, maxCount }]) => [name, this.#declaring(name, call, maxCount)] as const,
      ),
    );
  }

  /** Names for the market and the account. */
  #marketNames(): Record<string, unknown> {
    return {
      ...this.#columnNames(),
      crossesAbove,
      crossesBelow,
      highest,
      lowest,
      account: new AuthorAccount(this.#account),
    };
  }

  #columnNames(): Record<string, Column> {
    const column = (name: ColumnName): Column => new Column(this.columns[name], this.cursor);
    return {
      open: column('open'),
      high: column('high'),
      low: column('low'),
      close: column('close'),
      volume: column('volume'),
    };
  }
}
