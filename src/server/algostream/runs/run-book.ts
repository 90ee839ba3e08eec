import { fromE4, toE4, type MoneyE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { OrderSide } from '../../../domain/orders/enumerations.ts';
import {
  feesOf,
  multiplierOfSymbol,
  NO_FEES,
  securityOf,
  totalFeesE4,
  type Fees,
} from '../../../domain/portfolio/index.ts';
import { createReturnsRun, type OrderFigures } from '../../../domain/returns/index.ts';
import type { SimulatedOrder } from '../runtime/types.ts';
import { returnsBody } from '../runtime/wire.ts';
import type { WireInstance, WireOrder } from '../service.ts';
import type { SymbolPrices } from './symbol-prices.ts';
import { REASON_CHARACTERS } from './unfilled.ts';

export interface BookedFill {
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

/** What a run has come to: fed fill by fill. */
export interface RunBook {
  /** An order of a backtest, which is final, with the figures as of it. */
  simulated(order: SimulatedOrder): WireOrder;
  /** Books a fill of an order, whose own figures grow with each. */
  fill(orderId: string, side: OrderSide, fill: BookedFill): void;
  /** Of an order without fills: its own are 0, the run's as they are now. */
  figuresOf(orderId: string): WireFigures;
  /** Rises with every fill. */
  fills(): number;
  /** `drawdownE4`: of the run's equity curve; null when it has none. */
  returns(prices: SymbolPrices, drawdownE4: MoneyE4 | null): Returns;
}

interface OwnSums {
  fifoE4: MoneyE4;
  netE4: MoneyE4;
  grossAmountE4: MoneyE4;
  netAmountE4: MoneyE4;
  run: OrderFigures;
}

/** Dollars of money that may be a mean. */
const dollars = (e4: number): number => fromE4(Math.round(e4));

export function createRunBook(symbol: string): RunBook {
  const multiplier = multiplierOfSymbol(symbol);
  const run = createReturnsRun(multiplier);
  const orders = new Map<string, OwnSums>();
  let latest: OrderFigures | undefined;
  let fills = 0;

  const fill: RunBook['fill'] = (orderId, side, { quantity, priceE4, timeMs, fees }) => {
    const feesE4 = totalFeesE4(fees);
    const figures = run.add({ timeMs, side, quantity, priceE4, feesE4 });
    const before = orders.get(orderId);
    orders.set(orderId, {
      fifoE4: (before?.fifoE4 ?? 0) + figures.fifoProfitE4,
      netE4: (before?.netE4 ?? 0) + figures.netProfitE4,
      grossAmountE4: (before?.grossAmountE4 ?? 0) + figures.grossAmountE4,
      netAmountE4: (before?.netAmountE4 ?? 0) + figures.netAmountE4,
      run: figures,
    });
    latest = figures;
    fills += 1;
  };
  const figuresOf = (orderId: string): WireFigures => {
    const own = orders.get(orderId);
    const of = own?.run ?? latest;
    return {
      FifoProfitLoss: fromE4(own?.fifoE4 ?? 0),
      NetProfitLoss: fromE4(own?.netE4 ?? 0),
      GrossAmount: fromE4(own?.grossAmountE4 ?? 0),
      NetAmount: fromE4(own?.netAmountE4 ?? 0),
      CumulativeProfitLoss: fromE4(of?.cumulativeProfitE4 ?? 0),
      AverageCapital: dollars(of?.averageCapitalE4 ?? 0),
      Capital: fromE4(of?.capitalE4 ?? 0),
      Roac: of?.roac ?? null,
      Roi: of?.roi ?? null,
      Roc: of?.roc ?? null,
    };
  };

  return {
    fill,
    figuresOf,
    fills: () => fills,
    simulated(order) {
      const priceE4 = toE4(order.fillPrice);
      const isFilled = order.status === 'Filled' && order.fillMs !== null;
      const fees = isFilled
        ? feesOf(order.side, order.quantity, priceE4, order.liquidity === 'A' ? 'A' : 'R', securityOf(symbol))
        : NO_FEES;
      if (isFilled)
        fill(order.id, order.side, {
          quantity: order.quantity,
          priceE4,
          timeMs: order.fillMs ?? order.sentMs,
          fees,
        });
      const shown: WireOrder = { ...figuresOf(order.id), ...termsToWire(order, symbol), ...feesToWire(fees) };
      // Final: nothing more comes of it.
      orders.delete(order.id);
      return shown;
    },
    returns({ startPrice, endPrice, fromMs, toMs }, drawdownE4) {
      const known = (price: number): PriceE4 | null => (price > 0 ? toE4(price) : null);
      return returnsBody(
        run.result({ fromMs, toMs, firstPriceE4: known(startPrice), lastPriceE4: known(endPrice) }),
        drawdownE4,
      );
    },
  };
}

/** What a simulated order was, and what became of it. */
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
