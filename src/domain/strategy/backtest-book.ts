import { multiplierOfSymbol } from '../portfolio/index.ts';
import type { AccountBase } from './account-base.ts';
import type { Cursor } from './column.ts';
import { BorrowCharges } from './costs/borrow-charges.ts';
import { Commissions } from './costs/commissions.ts';
import type { CostRules } from './costs/cost-rules.ts';
import { FillCosts } from './costs/fill-costs.ts';
import type { DataColumns, RunLimits, StrategyDescription } from './description.ts';
import { lastPriceAt } from './last-price.ts';
import type { OrderLog } from './order-log.ts';
import type { OrderReason, OrderRecord } from './order-record.ts';
import { RunOrders } from './run-orders.ts';
import type { OrderMoment } from './run-orders.ts';
import type { SharedOrders } from './shared-orders.ts';
import { Simulation } from './simulation.ts';
import type { SimulationCosts, SimulationRules } from './simulation.ts';
import type { TradingDay } from './trading-days.ts';
import type { Venue } from './venue.ts';

/** What the books of a backtest share. */
export interface BacktestRun extends SimulationRules {
  readonly description: StrategyDescription;
  readonly limits: RunLimits;
  /** Null = each fill is for the whole order at the price of the bar. */
  readonly costs: CostRules | null;
  readonly account: AccountBase;
  readonly orderLog: OrderLog;
  readonly shared: SharedOrders;
  /** The clock of the strategy, UTC ms. */
  nowMs(): number;
  /** Why no order may open a position now; empty when it may. */
  noOpeningReason(): OrderReason;
  /** Called once for each order, after it is logged. */
  onEnd(order: OrderRecord): void;
}

/** The bars of a symbol that a backtest trades. */
export interface BookBars {
  readonly symbol: string;
  /** 0 = the symbol of the run, n = the n-th other symbol of its description. */
  readonly symbolIndex: number;
  readonly data: DataColumns;
  readonly days: readonly TradingDay[];
  /** The row that the code reads; below 0 = none yet. */
  readonly cursor: Cursor;
}

/** The orders of a backtest in a symbol, the simulation that fills them, and what its short stock costs. */
export class BacktestBook {
  readonly symbol: string;
  readonly symbolIndex: number;
  readonly data: DataColumns;
  readonly days: readonly TradingDay[];
  readonly multiplier: number;
  readonly orders: RunOrders;
  readonly simulation: Simulation;
  readonly venue: Venue;
  readonly borrow: BorrowCharges | null;

  constructor(run: BacktestRun, bars: BookBars) {
    const { symbol, symbolIndex, data, days } = bars;
    const { costs, isDaily, barMs, orderLog } = run;
    this.symbol = symbol;
    this.symbolIndex = symbolIndex;
    this.data = data;
    this.days = days;
    this.multiplier = multiplierOfSymbol(symbol);
    this.orders = createOrders(run, bars);
    this.simulation = new Simulation(
      this.orders,
      data,
      { isDaily, barMs },
      simulationCosts(run, symbolIndex),
    );
    this.borrow =
      costs && new BorrowCharges(this.orders, costs, { symbol, symbolIndex, data, days }, orderLog);
    this.venue = createVenue(this.orders, run.account);
  }
}

function createOrders(run: BacktestRun, bars: BookBars): RunOrders {
  const { description, limits, costs, orderLog, shared } = run;
  const { symbol, symbolIndex } = bars;
  const { shareLimit, dollarLimit } = limits;
  return new RunOrders(
    {
      symbol,
      allowedPositions: description.allowedPositions,
      shareLimit,
      dollarLimit,
      noSpreadReason:
        'A backtest has no quotes of options, so it cannot fill a multi-leg order: send it in a live run',
    },
    createMoment(run, bars),
    {
      onEnd: (order) => {
        orderLog.add(order, symbolIndex);
        run.onEnd(order);
      },
    },
    costs && new Commissions(symbol, costs.commission),
    shared,
  );
}

function simulationCosts({ costs, orderLog }: BacktestRun, symbolIndex: number): SimulationCosts | null {
  if (costs === null) return null;
  return {
    fills: new FillCosts(costs),
    onFill: ({ number, side }, fill) => orderLog.addFill({ number, symbolIndex, side, ...fill }),
  };
}

/** Its values are computed when they are read: on most bars no order is sent. */
function createMoment(run: BacktestRun, { cursor, data: { close } }: BookBars): OrderMoment {
  const closes = { values: close };
  return {
    get timeMs() {
      return run.nowMs();
    },
    get lastPrice() {
      return lastPriceAt(cursor, closes);
    },
    get noOpeningReason() {
      return run.noOpeningReason();
    },
  };
}

function createVenue(orders: RunOrders, account: AccountBase): Venue {
  const present = { bid: Number.NaN, ask: Number.NaN };
  return {
    orders,
    account,
    send: () => {},
    cancel: (order) => orders.end(order, 'Cancelled', 'Cancelled by the strategy'),
    // A backtest rejects multi-leg orders, so none can be replaced.
    replace: () => {},
    quote: () => {
      present.bid = present.ask = orders.moment.lastPrice;
      return present;
    },
  };
}
