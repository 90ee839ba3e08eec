import { E4, fromE4, isExactE4, toE4, type PriceE4 } from '../../domain/money/price.ts';
import type { Body } from '../../protocol/index.ts';
import type { BalanceView, NewOrder, OrderView, PositionView, Report } from './brokerage.ts';

export type OrderBody = Body<'orders'>['Items'][number];
export type PositionBody = Body<'positions'>['Items'][number];

/**
 * A new order from its wire body. Account and user are those of the verified session, never those of the body: the gateway refuses a
 * body that names others. A price of more than four decimals is kept as the fraction it is, so that the brokerage refuses it.
 */
export function orderFromWire(body: Body<'orderSend'>, who: { readonly account: string; readonly userId: string }): NewOrder {
  return {
    account: who.account, userId: who.userId, clientId: body.ClientId, symbol: body.Symbol, side: body.Side, source: body.Source, type: body.Type, tif: body.TifType,
    quantity: body.Quantity, priceE4: priceFromWire(body.Price), stopPriceE4: priceFromWire(body.StopPrice), stopType: body.StopType ?? 'Static',
    destination: body.Destination, route: body.Route,
  };
}

function priceFromWire(dollars: number | undefined): PriceE4 {
  if (dollars === undefined) return 0;
  return isExactE4(dollars) ? toE4(dollars) : dollars * E4;
}

export function orderToWire(order: OrderView): OrderBody {
  return {
    OrderId: order.orderId, ClientId: order.clientId, Account: order.account, UserId: order.userId, Symbol: order.symbol, Side: order.side, Source: order.source,
    Type: order.type, TifType: order.tif, Quantity: order.quantity, Price: fromE4(order.priceE4), StopPrice: fromE4(order.stopPriceE4), Fill: order.fill,
    Unfill: order.unfill, AveragePrice: fromE4(order.averagePriceE4), Status: order.status, Destination: order.destination, Route: order.route,
    Timestamp: order.createdMs, TimeCompleted: order.completedMs, Description: order.description,
  };
}

export function reportToWire(report: Report): Body<'executionReport'> {
  return {
    OrderId: report.orderId, ClientId: report.clientId, ...(report.originalClientId === undefined ? {} : { OriginalClientId: report.originalClientId }),
    Serial: report.serial, UserId: report.userId, Account: report.account, Symbol: report.symbol, Message: report.message, ErrorCode: report.errorCode,
    Timestamp: report.timeMs, ReportType: report.reportType, LeavesQuantity: report.leavesQuantity, Quantity: report.quantity,
    LastFillPrice: fromE4(report.lastFillPriceE4), LastFillQuantity: report.lastFillQuantity, Price: fromE4(report.priceE4), Side: report.side,
    OrderType: report.orderType, TimeInForce: report.tif, Source: report.source, Destination: report.destination, ExecutedRoute: report.executedRoute,
    ExecutionId: report.executionId, CreatedTime: report.createdMs, Fees: fromE4(report.feesE4),
  };
}

export function positionToWire(position: PositionView): PositionBody {
  return {
    Account: position.account, Symbol: position.symbol, IsStock: position.isStock, LongQty: position.longQuantity, ShortQty: position.shortQuantity,
    FifoCost: fromE4(position.fifoCostE4), MtmCost: fromE4(position.mtmCostE4), ClosedPL: fromE4(position.closedPlE4), TodayPL: fromE4(position.todayPlE4),
    LockedQty: position.lockedQuantity, TradedShares: position.tradedShares,
  };
}

export function balanceToWire(balance: BalanceView): Body<'balance'> {
  return { Account: balance.account, Cash: fromE4(balance.cashE4), BuyingPower: fromE4(balance.buyingPowerE4) };
}
