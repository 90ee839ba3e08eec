import { AuthorBar, AuthorOrder, AuthorPosition } from './author-views.ts';
import type { BarDay } from './author-views.ts';
import { Column, crossesAbove, crossesBelow, highest, lowest } from './column.ts';
import type { ColumnSource, Cursor } from './column.ts';
import { createDesk, NO_MOMENT } from './desk.ts';
import type { Desk } from './desk.ts';
import type { StrategyDescription } from './description.ts';
import { StrategyError } from './fault.ts';
import { createLog } from './log.ts';
import type { StrategyLog } from './log.ts';
import { createOrderCalls } from './order-calls.ts';
import { isOpen } from './order-record.ts';
import type { OrderRecord } from './order-record.ts';
import { createParameterReader, describePlan, newPlan, planReaders, shown } from './plan.ts';
import type { StrategyPlan } from './plan.ts';
import { createStudySet } from './study-set.ts';
import type { StudyColumns, StudySet } from './study-set.ts';
import type { Venue } from './venue.ts';

/** A function of the author's. */
export type Handler = (argument?: unknown) => unknown;
type ColumnName = 'timeMs' | 'open' | 'high' | 'low' | 'close' | 'volume';

/** One strategy: the names its code finds, and what it said with them. */
export interface Language {
  /** What the code finds as global names. */
  readonly globals: Readonly<Record<string, unknown>>;
  readonly plan: StrategyPlan;
  readonly studies: StudySet;
  readonly cursor: Cursor;
  readonly columns: Readonly<Record<ColumnName, ColumnSource>>;
  readonly day: BarDay;
  readonly log: StrategyLog;
  readonly bar: AuthorBar;
  /** Ends the declarations: reads what the parameters override, checks that the plan can run. */
  settle(symbol: string | undefined): StrategyDescription;
  /** From now on orders go to the venue. */
  open(venue: Venue): void;
  /** The handler of bars. What it gives back must go to `checkNotLate` unless it is undefined. */
  readonly onBar: Handler;
  callOrder(order: OrderRecord): void;
  callEnd(): void;
  readonly hasOrderHandler: boolean;
  readonly isFinished: boolean;
  /** End of the present bar: what the clock of the strategy says. */
  nowMs(): number;
}

/** `parameters` is the text of the start; throws a StrategyError that names its line when it cannot be read. */
export function createLanguage(parameters: string): Language {
  const reader = createParameterReader(parameters);
  const plan = newPlan();
  const cursor: Cursor = { index: 0 };
  const studies = createStudySet(cursor);
  const log = createLog(() => desk().moment.timeMs);
  const day: BarDay = { firstRow: 0, midnightMs: 0, closeMs: 0 };
  const columns: Record<ColumnName, ColumnSource> = {
    timeMs: empty(),
    open: empty(),
    high: empty(),
    low: empty(),
    close: empty(),
    volume: empty(),
  };
  const handlers: { bar: Handler | null; order: Handler | null; end: Handler | null } = {
    bar: null,
    order: null,
    end: null,
  };
  const shownStudies: { trend: StudyColumns | null; trade: StudyColumns | null } = {
    trend: null,
    trade: null,
  };
  const idleDesk = createDesk(
    { symbol: '', allowedPositions: 'Both', shareLimit: -1, dollarLimit: -1 },
    NO_MOMENT,
    () => {},
  );
  let venue: Venue | null = null;
  let phase: 'declaring' | 'running' | 'ended' = 'declaring';
  let isFinished = false;

  const desk = (): Desk => venue?.desk ?? idleDesk;
  const bar = new AuthorBar(columns, cursor, day, desk);

  /** A call that belongs to the top of the file. */
  const declaring =
    <Arguments extends unknown[], Back>(name: string, call: (...given: Arguments) => Back) =>
    (...given: Arguments): Back => {
      if (phase !== 'declaring')
        throw new StrategyError(`${name}() belongs to the top of the file, not into a handler`);
      return call(...given);
    };
  const handler = (name: string, slot: keyof typeof handlers) =>
    declaring(name, (given: unknown): void => {
      if (typeof given !== 'function') throw new StrategyError(`${name} takes a function: ${shown(given)}`);
      if (handlers[slot] !== null)
        throw new StrategyError(`${name} was called already: there is one handler of each kind`);
      // Whatever it gives back is looked at, not trusted.
      handlers[slot] = given as Handler;
    });
  const study = declaring('study', (id: unknown, given: unknown = {}) => {
    if (typeof given !== 'object' || given === null)
      throw new StrategyError(`parameters of a study are an object, such as { period: 14 }: ${shown(given)}`);
    return studies.add(String(id), { ...given });
  });
  /** A study by its own name: parameters by their place. */
  const named = (name: string, id: string, ...parameterNames: string[]) =>
    declaring(name, (...given: unknown[]) =>
      studies.add(id, Object.fromEntries(parameterNames.map((parameter, n) => [parameter, given[n]]))),
    );
  const roleOf = (role: 'trend' | 'trade') =>
    declaring(role, (given: unknown) => {
      // Compared with what studies gave out; anything else is no study, and refused.
      const watched = given as StudyColumns;
      if (studies.inWords(watched, plan.barMinutes) === null)
        throw new StrategyError(`${role} takes a study, such as ${role}(sma(20))`);
      shownStudies[role] = watched;
      return given;
    });

  function run(call: Handler, argument?: unknown): void {
    const back = call(argument);
    if (back !== undefined) checkNotLate(back);
  }

  /** Orders that the run sends to close what must be closed are not the author's to cancel. */
  function cancelOwn(order: OrderRecord): void {
    if (!order.isForced && isOpen(order)) venue?.cancel(order);
  }

  const orderCalls = createOrderCalls({
    plan,
    venue() {
      if (venue === null) throw new StrategyError('orders can only be sent in a handler');
      return venue;
    },
    cancel: cancelOwn,
    authorOrder: (order) => new AuthorOrder(order, cancelOwn),
    mayTrade: () => phase === 'running',
  });

  const globals = {
    symbol: declaring('symbol', (name: unknown) => {
      plan.symbol = planReaders.symbol(name);
    }),
    bars: declaring('bars', (size: unknown) => {
      plan.barMinutes = planReaders.barMinutes(size);
    }),
    order: declaring('order', (given: unknown) => {
      declareOrder(plan, given);
    }),
    allow: declaring('allow', (sides: unknown) => {
      plan.allowedPositions = planReaders.sides(sides);
    }),
    openingTime: declaring('openingTime', (time: unknown) => {
      plan.openingOrderMinute = planReaders.minute(time);
    }),
    closingTime: declaring('closingTime', (time: unknown) => {
      plan.closingOrderMinute = planReaders.minute(time);
    }),
    useNbbo: declaring('useNbbo', (on: unknown = true) => {
      plan.isUsingNbbo = on === true;
    }),
    warmUp: declaring('warmUp', (bars: unknown) => {
      plan.warmUpBars = planReaders.warmUpBars(bars);
    }),
    param: declaring('param', (name: string, fallback: number | string | boolean) =>
      reader.read(name, fallback),
    ),
    trend: roleOf('trend'),
    trade: roleOf('trade'),
    study,
    sma: named('sma', 'sma20', 'period'),
    ema: named('ema', 'ema', 'period'),
    wma: named('wma', 'wma', 'period'),
    mlr: named('mlr', 'mlr20', 'period'),
    rsi: named('rsi', 'rsi', 'period'),
    roc: named('roc', 'roc', 'period'),
    obv: named('obv', 'obv'),
    atr: named('atr', 'atr', 'period', 'percent'),
    sar: named('sar', 'sar', 'initialAcceleration', 'accelerationIncrement', 'maxAcceleration'),
    vwap: named('vwap', 'vwap'),
    anchoredVwap: named('anchoredVwap', 'anchoredVwap', 'anchorMs'),
    bb: named('bb', 'bb', 'period', 'n'),
    sto: named('sto', 'sto', 'period', 'k', 'd'),
    macd: named('macd', 'macd', 'fast', 'slow', 'signal'),
    adx: named('adx', 'adx', 'period'),
    donchian: named('donchian', 'donchian', 'period'),
    keltner: named('keltner', 'keltner', 'period', 'atrPeriod', 'multiplier'),
    ichimoku: named('ichimoku', 'ichimoku', 'conversion', 'base', 'spanB', 'displacement'),
    open: new Column(columns.open, cursor),
    high: new Column(columns.high, cursor),
    low: new Column(columns.low, cursor),
    close: new Column(columns.close, cursor),
    volume: new Column(columns.volume, cursor),
    crossesAbove,
    crossesBelow,
    highest,
    lowest,
    onBar: handler('onBar', 'bar'),
    onOrder: handler('onOrder', 'order'),
    onEnd: handler('onEnd', 'end'),
    ...orderCalls,
    position: new AuthorPosition(desk),
    quote: Object.freeze({
      get bid() {
        return venue?.quote().bid ?? Number.NaN;
      },
      get ask() {
        return venue?.quote().ask ?? Number.NaN;
      },
      get middle() {
        return ((venue?.quote().bid ?? Number.NaN) + (venue?.quote().ask ?? Number.NaN)) / 2;
      },
    }),
    log: log.write,
    finish: (text?: unknown): void => {
      if (text !== undefined) log.write(text);
      isFinished = true;
    },
  };

  return {
    globals,
    plan,
    studies,
    cursor,
    columns,
    day,
    log,
    bar,
    settle(symbol) {
      reader.applyTo(plan);
      reader.checkAllRead();
      if (symbol !== undefined && symbol !== '') plan.symbol = planReaders.symbol(symbol);
      if (plan.symbol === '')
        throw new StrategyError(
          "no symbol: write symbol('SPY') at the top or Symbol = SPY in the parameters",
        );
      if (handlers.bar === null) throw new StrategyError('nothing to do: write onBar(() => { … })');
      phase = 'running';
      const inWords = (columnsOfStudy: StudyColumns | null) =>
        columnsOfStudy === null ? null : studies.inWords(columnsOfStudy, plan.barMinutes);
      return describePlan(plan, {
        trend: inWords(shownStudies.trend),
        trade: inWords(shownStudies.trade),
        warmUpBars: studies.warmUpBars(),
      });
    },
    open(opened) {
      venue = opened;
    },
    get onBar() {
      return handlers.bar ?? (() => {});
    },
    callOrder(order) {
      if (handlers.order !== null && venue !== null) run(handlers.order, new AuthorOrder(order, cancelOwn));
    },
    callEnd() {
      phase = 'ended';
      if (handlers.end !== null) run(handlers.end);
    },
    get hasOrderHandler() {
      return handlers.order !== null;
    },
    get isFinished() {
      return isFinished;
    },
    nowMs: () => desk().moment.timeMs,
  };
}

const empty = (): ColumnSource => ({ values: new Float64Array(0) });

function declareOrder(plan: StrategyPlan, given: unknown): void {
  if (typeof given !== 'object' || given === null)
    throw new StrategyError(
      `order takes an object, such as { quantity: 100, type: 'Market' }: ${shown(given)}`,
    );
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    switch (name) {
      case 'quantity':
        plan.quantity = planReaders.quantity(value);
        break;
      case 'type':
        plan.type = planReaders.type(value);
        break;
      case 'price':
        plan.price = value === 0 ? 0 : planReaders.price(value);
        break;
      case 'route':
        plan.route = planReaders.text(value);
        break;
      case 'destination':
        plan.destination = planReaders.text(value);
        break;
      default:
        throw new StrategyError(`order knows quantity, type, price, route and destination: ${shown(name)}`);
    }
  }
}

/** Nobody waits for a handler. */
export function checkNotLate(back: unknown): void {
  if (typeof back === 'object' && back !== null && 'then' in back)
    throw new StrategyError(
      'a handler must be done when it returns: async functions and promises are not waited for',
    );
}
