import { fromE4, toPriceE4, type Dollars, type MoneyE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { OrderSide } from '../../../domain/orders/enumerations.ts';
import {
  addFees,
  feesOf,
  multiplierOfSymbol,
  NO_FEES,
  securityOf,
  totalFeesE4,
  type Fees,
} from '../../../domain/portfolio/index.ts';
import { ReturnsRun, type OrderFigures } from '../../../domain/returns/index.ts';
import { Commissions } from '../../../domain/strategy/costs/commissions.ts';
import { costRulesOf, type CommissionRule } from '../../../domain/strategy/costs/cost-rules.ts';
import type { CostSettings } from '../../../domain/strategy/costs/settings.ts';
import type { SimulatedFill, SimulatedOrder } from '../runtime/types.ts';
import { returnsBody } from '../runtime/wire.ts';
import type { WireInstance, WireOrder } from '../service.ts';
import type { SymbolPrices } from './symbol-prices.ts';
import { REASON_CHARACTERS } from './unfilled.ts';

export interface BookedFill {
  readonly symbol: string;
  readonly side: OrderSide;
  /** Shares or contracts. */
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly timeMs: number;
  readonly fees: Fees;
}
/** The figures that an order shows of itself and of the run so far. */
export type WireFigures = Pick<
  WireOrder,
  | 'FifoProfitLoss'
  | 'CumulativeProfitLoss'
  | 'NetProfitLoss'
  | 'GrossAmount'
  | 'NetAmount'
  | 'AverageCapital'
  | 'Roac'
  | 'Roi'
  | 'Capital'
  | 'Roc'
>;
type Returns = NonNullable<WireInstance['Returns']>;

interface OrderSums {
  readonly fifoE4: MoneyE4;
  readonly netE4: MoneyE4;
  readonly grossAmountE4: MoneyE4;
  readonly netAmountE4: MoneyE4;
}
const NO_SUMS: OrderSums = { fifoE4: 0, netE4: 0, grossAmountE4: 0, netAmountE4: 0 };
/** The run before its first fill. */
const NO_RUN = {
  cumulativeProfitE4: 0,
  averageCapitalE4: 0,
  capitalE4: 0,
  roac: null,
  roi: null,
  roc: null,
} satisfies Partial<OrderFigures>;

/** The fills that an order of a backtest with costs has had. */
interface SimulatedFills {
  readonly quantity: number;
  /** Price × quantity. */
  readonly valueE4: number;
  readonly fees: Fees;
  readonly timeMs: number;
  readonly liquidity: 'A' | 'R';
}

/** Dollars of money that may be a mean. */
const dollars = (e4: MoneyE4): Dollars => fromE4(Math.round(e4));

/** The profit of a run and the figures of its orders, fed fill by fill. Legs of multi-leg orders are booked in their own symbols. */
export class RunBook {
  readonly #symbol: string;
  readonly #legPrice: (symbol: string) => number;
  readonly #run: ReturnsRun;
  readonly #orders = new Map<string, { readonly sums: OrderSums; readonly run: OrderFigures }>();
  readonly #commission: CommissionRule | null;
  readonly #commissions = new Map<string, Commissions>();
  readonly #lastPrices = new Map<string, PriceE4>();
  readonly #simulated = new Map<string, SimulatedFills>();
  #latest: OrderFigures | undefined;
  #fills = 0;
  #slippageE4: MoneyE4 = 0;

  /** `legPrice`: present price of another symbol, dollars; 0 = none is known. `costs`: of a backtest. */
  constructor(
    symbol: string,
    legPrice: (symbol: string) => number = () => 0,
    costs: CostSettings | null = null,
  ) {
    this.#symbol = symbol;
    this.#legPrice = legPrice;
    this.#commission = costs && costRulesOf(costs).commission;
    this.#run = new ReturnsRun(multiplierOfSymbol(symbol));
  }

  /** Rises with every fill. */
  get fills(): number {
    return this.#fills;
  }

  /** Books a fill of an order, whose own figures grow with each. */
  fill(orderId: string, { symbol, side, quantity, priceE4, timeMs, fees }: BookedFill): void {
    const feesE4 = totalFeesE4(fees);
    const figures = this.#run.add({
      symbol: symbol === this.#symbol ? undefined : symbol,
      timeMs,
      side,
      quantity,
      priceE4,
      feesE4,
    });
    const before = this.#orders.get(orderId)?.sums ?? NO_SUMS;
    const sums = {
      fifoE4: before.fifoE4 + figures.fifoProfitE4,
      netE4: before.netE4 + figures.netProfitE4,
      grossAmountE4: before.grossAmountE4 + figures.grossAmountE4,
      netAmountE4: before.netAmountE4 + figures.netAmountE4,
    };
    this.#orders.set(orderId, { sums, run: figures });
    this.#latest = figures;
    this.#fills += 1;
  }

  /** Of an order without fills: its own figures are 0, the run's as they are now. */
  figuresOf(orderId: string): WireFigures {
    const known = this.#orders.get(orderId);
    const sums = known?.sums ?? NO_SUMS;
    const run = known?.run ?? this.#latest ?? NO_RUN;
    return {
      FifoProfitLoss: fromE4(sums.fifoE4),
      NetProfitLoss: fromE4(sums.netE4),
      GrossAmount: fromE4(sums.grossAmountE4),
      NetAmount: fromE4(sums.netAmountE4),
      CumulativeProfitLoss: fromE4(run.cumulativeProfitE4),
      AverageCapital: dollars(run.averageCapitalE4),
      Capital: fromE4(run.capitalE4),
      Roac: run.roac,
      Roi: run.roi,
      Roc: run.roc,
    };
  }

  /** Books a fill of a backtest with costs. Its order follows when it has ended. */
  simulatedFill(fill: SimulatedFill): void {
    const { orderId, symbol = this.#symbol, side, quantity, price, timeMs, liquidity, slippageE4 } = fill;
    const priceE4 = toPriceE4(price);
    const fees = this.#commissionsIn(symbol).charge(orderId, { side, quantity, priceE4, liquidity });
    this.fill(orderId, { symbol, side, quantity, priceE4, timeMs, fees });
    const before = this.#simulated.get(orderId);
    this.#simulated.set(orderId, {
      quantity: (before?.quantity ?? 0) + quantity,
      valueE4: (before?.valueE4 ?? 0) + priceE4 * quantity,
      fees: addFees(before?.fees ?? NO_FEES, fees),
      timeMs,
      liquidity,
    });
    this.#slippageE4 += slippageE4;
  }

  #commissionsIn(symbol: string): Commissions {
    const known = this.#commissions.get(symbol);
    if (known !== undefined) return known;
    const made = new Commissions(symbol, this.#commission);
    this.#commissions.set(symbol, made);
    return made;
  }

  /** Charges what short stock costs to borrow. `symbol`: undefined = that of the run. */
  borrow(amountE4: MoneyE4, symbol?: string): void {
    this.#run.borrow(amountE4, symbol);
  }

  /** Values an open position of a backtest in another symbol than that of the run. */
  setLastPrice(symbol: string, priceE4: PriceE4): void {
    this.#lastPrices.set(symbol, priceE4);
  }

  #lastPriceOf(symbol: string): PriceE4 | null {
    return this.#lastPrices.get(symbol) ?? knownPrice(this.#legPrice(symbol));
  }

  /** True for an order of a backtest with costs that has filled at least in part. */
  hasFills(orderId: string): boolean {
    return this.#simulated.has(orderId);
  }

  /** An order of a backtest, which is final, with the figures as of it. */
  simulated(order: SimulatedOrder): WireOrder {
    const fills = this.#simulated.get(order.id);
    return fills === undefined ? this.#simulatedAtOnce(order) : this.#simulatedInFills(order, fills);
  }

  /** An order that ended with its fills booked. One that filled in part shows it as an order of a live run does. */
  #simulatedInFills(order: SimulatedOrder, fills: SimulatedFills): WireOrder {
    const { id, quantity } = order;
    const shown: WireOrder = {
      ...this.figuresOf(id),
      ...termsToWire(order, order.symbol ?? this.#symbol),
      ...feesToWire(fills.fees),
      ...(fills.quantity === quantity
        ? { Status: 'Filled' }
        : { Status: 'PartiallyFilled', FilledQuantity: fills.quantity }),
      FillPrice: fromE4(Math.round(fills.valueE4 / fills.quantity)),
      FillTimestamp: fills.timeMs,
      Liquidity: fills.liquidity,
    };
    this.#orders.delete(id);
    this.#simulated.delete(id);
    this.#commissionsIn(order.symbol ?? this.#symbol).forget(id);
    return shown;
  }

  #simulatedAtOnce(order: SimulatedOrder): WireOrder {
    const { symbol = this.#symbol } = order;
    const priceE4 = toPriceE4(order.fillPrice);
    const isFilled = order.status === 'Filled' && order.fillMs !== null;
    const fees = isFilled
      ? feesOf(order.side, order.quantity, priceE4, order.liquidity === 'A' ? 'A' : 'R', securityOf(symbol))
      : NO_FEES;
    const { id, side, quantity, fillMs, sentMs } = order;
    if (isFilled) this.fill(id, { symbol, side, quantity, priceE4, timeMs: fillMs ?? sentMs, fees });
    const shown: WireOrder = { ...this.figuresOf(id), ...termsToWire(order, symbol), ...feesToWire(fees) };
    // Final: no more fills follow.
    this.#orders.delete(id);
    return shown;
  }

  /** Net profit with the open positions at the market. `lastPrice`: of the symbol of the run, dollars; 0 = none is known. */
  netE4(lastPrice: number): MoneyE4 {
    return this.#run.netAtE4({
      lastPriceE4: knownPrice(lastPrice),
      lastPriceOf: (symbol) => this.#lastPriceOf(symbol),
    });
  }

  /** `drawdownE4`: of the run's equity curve; null when it has none. */
  returns({ startPrice, endPrice, fromMs, toMs }: SymbolPrices, drawdownE4: MoneyE4 | null): Returns {
    const returns = this.#run.result({
      fromMs,
      toMs,
      firstPriceE4: knownPrice(startPrice),
      lastPriceE4: knownPrice(endPrice),
      lastPriceOf: (symbol) => this.#lastPriceOf(symbol),
    });
    return returnsBody(returns, drawdownE4, this.#slippageE4);
  }
}

const knownPrice = (price: number): PriceE4 | null => (price > 0 ? toPriceE4(price) : null);

/** The terms of a simulated order, and its outcome. */
function termsToWire(order: SimulatedOrder, symbol: string) {
  const isFilled = order.status === 'Filled' && order.fillMs !== null;
  return {
    Id: order.id,
    Status: order.status,
    SentTimestamp: order.sentMs,
    Symbol: symbol,
    Side: order.side,
    Type: order.type,
    Quantity: order.quantity,
    Price: order.price,
    StopPrice: order.stopPrice,
    FillPrice: isFilled ? order.fillPrice : 0,
    FillTimestamp: order.fillMs,
    Liquidity: isFilled ? order.liquidity : '',
    Reason: order.reason.slice(0, REASON_CHARACTERS),
  };
}

export function feesToWire(
  fees: Fees,
): Pick<
  WireOrder,
  'ClearingCharge' | 'ExecutionCharge' | 'LiquidityFee' | 'SecFee' | 'NsccFee' | 'FinraFee' | 'OtherFee'
> {
  return {
    ClearingCharge: fromE4(fees.clearingE4),
    ExecutionCharge: fromE4(fees.executionE4),
    LiquidityFee: fromE4(fees.liquidityE4),
    SecFee: fromE4(fees.secE4),
    NsccFee: fromE4(fees.nsccE4),
    FinraFee: fromE4(fees.finraE4),
    OtherFee: fromE4(fees.otherE4),
  };
}
