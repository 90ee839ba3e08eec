import type { ApiV1EventData } from '../../../protocol/api-v1-stream.ts';
import type { Report } from '../../brokerage/brokerage.ts';
import type { Quote, Trade } from '../../market/market-data.ts';
import { decimalOf, priceOf, timeOf } from './api-v1.ts';

/** A quote as the stream of the API sends it. */
export const quoteEvent = (quote: Quote): ApiV1EventData<'quote'> => ({
  symbol: quote.symbol,
  bid: priceOf(quote.bidE4),
  bidSize: quote.bidSize,
  ask: priceOf(quote.askE4),
  askSize: quote.askSize,
  time: timeOf(quote.timeMs),
});

/** A trade as the stream of the API sends it. */
export const tradeEvent = (trade: Trade): ApiV1EventData<'trade'> => ({
  symbol: trade.symbol,
  price: decimalOf(trade.priceE4),
  size: trade.size,
  volume: trade.totalVolume,
  exchange: trade.exchange,
  time: timeOf(trade.timeMs),
});

/** Whether a symbol trades, as the stream of the API sends it; `timeMs` is exchange time, an empty reason is unknown. */
export const statusEvent = (
  symbol: string,
  isHalted: boolean,
  timeMs: number,
  reason: string,
): ApiV1EventData<'status'> => ({
  symbol,
  status: isHalted ? 'Halted' : 'Trading',
  reason: reason === '' ? null : reason,
  time: timeOf(timeMs),
});

/** A report of an order as the stream of the API sends it. */
export const reportEvent = (report: Report): ApiV1EventData<'order'> => ({
  report: report.reportType,
  serial: report.serial,
  orderId: report.orderId,
  clientId: report.clientId,
  account: report.account,
  symbol: report.symbol,
  side: report.side,
  type: report.orderType,
  quantity: report.quantity,
  open: report.leavesQuantity,
  price: priceOf(report.priceE4),
  lastQuantity: report.lastFillQuantity,
  lastPrice: priceOf(report.lastFillPriceE4),
  fees: decimalOf(report.feesE4),
  message: report.detail === undefined ? report.message : `${report.message}. ${report.detail}`,
  orderErrorCode: report.errorCode,
  time: timeOf(report.timeMs),
});
