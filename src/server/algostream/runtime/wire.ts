import type * as v from 'valibot';
import { fromE4, type Dollars, type MoneyE4 } from '../../../domain/money/price.ts';
import type { Fees } from '../../../domain/portfolio/index.ts';
import type { OrderFigures, Returns } from '../../../domain/returns/index.ts';
import type { strategyOrderBody, strategyReturnsBody } from '../../../protocol/index.ts';

export type ReturnsBody = v.InferOutput<typeof strategyReturnsBody>;
export type OrderBody = v.InferOutput<typeof strategyOrderBody>;

const fromE4OrNull = (e4: MoneyE4 | null): Dollars | null => (e4 === null ? null : fromE4(e4));

/** Returns as they are sent: dollars. `slippageE4`: what slippage and spread cost. */
export function returnsBody(
  returns: Returns,
  drawdownE4: MoneyE4 | null,
  slippageE4: MoneyE4 = 0,
): ReturnsBody {
  return {
    CumulativeGrossProfitLoss: fromE4(returns.cumulativeGrossE4),
    CumulativeNetProfitLoss: fromE4(returns.cumulativeNetE4),
    GrossProfitLoss: fromE4(returns.grossE4),
    NetProfitLoss: fromE4(returns.netE4),
    FeesPaid: fromE4(returns.feesE4),
    SlippagePaid: fromE4(slippageE4),
    BorrowPaid: fromE4(returns.borrowE4),
    Roi: returns.roi,
    RoiAnnualised: returns.roiAnnualised,
    SymbolRoi: returns.symbolRoi,
    SymbolRoiAnnualised: returns.symbolRoiAnnualised,
    Roac: returns.roac,
    RoacAnnualised: returns.roacAnnualised,
    Roc: returns.roc,
    RocAnnualised: returns.rocAnnualised,
    Capital: fromE4(returns.capitalE4),
    AverageCapital: fromE4(returns.averageCapitalE4),
    MaxDrawdown: fromE4OrNull(drawdownE4),
    TradeCount: returns.tradeCount,
    LongTradeCount: returns.longTradeCount,
    ShortTradeCount: returns.shortTradeCount,
    ProfitablePercent: returns.profitableShare,
    LosingPercent: returns.losingShare,
    LongProfitablePercent: returns.longProfitableShare,
    ShortProfitablePercent: returns.shortProfitableShare,
    AverageProfit: fromE4OrNull(returns.averageProfitE4),
    AverageLoss: fromE4OrNull(returns.averageLossE4),
    LongProfitLoss: fromE4(returns.longNetE4),
    ShortProfitLoss: fromE4(returns.shortNetE4),
    StartTime: returns.startMs,
    FinishTime: returns.finishMs,
  };
}

/** The money part of an order as it is sent: what it was charged, what it earned, and the run as of it. */
export function orderBody(
  figures: OrderFigures,
  fees: Fees,
): Omit<
  OrderBody,
  | 'Id'
  | 'Status'
  | 'SentTimestamp'
  | 'Symbol'
  | 'Side'
  | 'Type'
  | 'Quantity'
  | 'Price'
  | 'StopPrice'
  | 'Reason'
  | 'FillPrice'
  | 'FillTimestamp'
  | 'Liquidity'
> {
  return {
    FifoProfitLoss: fromE4(figures.fifoProfitE4),
    CumulativeProfitLoss: fromE4(figures.cumulativeProfitE4),
    ClearingCharge: fromE4(fees.clearingE4),
    ExecutionCharge: fromE4(fees.executionE4),
    LiquidityFee: fromE4(fees.liquidityE4),
    SecFee: fromE4(fees.secE4),
    NsccFee: fromE4(fees.nsccE4),
    FinraFee: fromE4(fees.finraE4),
    OtherFee: fromE4(fees.otherE4),
    NetProfitLoss: fromE4(figures.netProfitE4),
    GrossAmount: fromE4(figures.grossAmountE4),
    NetAmount: fromE4(figures.netAmountE4),
    AverageCapital: fromE4(figures.averageCapitalE4),
    Roac: figures.roac,
    Roi: figures.roi,
    Capital: fromE4(figures.capitalE4),
    Roc: figures.roc,
  };
}
