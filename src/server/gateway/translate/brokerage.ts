import { E4, fromE4, isExactE4, toPriceE4, type PriceE4 } from '../../../domain/money/price.ts';
import { OrderError, orderErrorMessage, refusalText } from '../../../domain/orders/errors.ts';
import { PLAIN_ORDER } from '../../../domain/orders/request.ts';
import { combinationName } from '../../../domain/orders/combination-name.ts';
import type { OrderLeg } from '../../../domain/orders/legs.ts';
import { execInstOf, ORDER_CURRENCY, qualifierOf } from '../../../domain/orders/qualifiers.ts';
import { ORDER_TYPES } from '../../../domain/orders/order-types.ts';
import type { Fees } from '../../../domain/portfolio/index.ts';
import { passThroughFromWire, type Body } from '../../../protocol/index.ts';
import type {
  AccountOptionsView,
  BalanceView,
  ExerciseOutcome,
  KnownReport,
  NewOrder,
  OrderPreview,
  OrderView,
  PositionView,
  Report,
  SettlementView,
} from '../../brokerage/brokerage.ts';

/** An order on the wire. */
export type OrderBody = Body<'orders'>['Items'][number];
type LegBody = NonNullable<OrderBody['Legs']>[number];
/** An option settlement on the wire. */
export type SettlementBody = Body<'settlements'>['Items'][number];
/** A position on the wire. */
export type PositionBody = Body<'positions'>['Items'][number];

/** The body of a new order; that of a replacement has one field more. */
export type OrderSendBody = Body<'orderSend'>;

/**
 * A new order from its wire body. Account and user are those of the verified session, never those of the body: the gateway refuses a
 * body that names others. A price of more than four decimals is kept as the fraction it is, so that the checks refuse it.
 */
export function orderFromWire(
  body: OrderSendBody,
  sender: { readonly account: string; readonly userId: string },
): NewOrder {
  return {
    ...PLAIN_ORDER,
    account: sender.account,
    userId: sender.userId,
    clientId: body.ClientId,
    symbol: body.Symbol,
    side: body.Side,
    source: body.Source,
    type: body.Type,
    tif: body.TifType,
    quantity: body.Quantity,
    priceE4: e4FromWire(body.Price),
    stopPriceE4: e4FromWire(body.StopPrice),
    stopType: body.StopType ?? 'Static',
    offsetType: body.OffsetType ?? null,
    offsetE4: e4FromWire(body.OffsetValue),
    pegType: body.PegType ?? 'Primary',
    goodTillMs: body.TifPeriod ?? null,
    minQuantity: body.MinQuantity ?? 0,
    displayQuantity: body.IsldDisplay ?? 0,
    destination: body.Destination,
    route: body.Route,
    ...passThroughFromWire(body),
    ...(body.Legs === undefined ? {} : { legs: body.Legs.map(legFromWire) }),
  };
}

const legFromWire = ({ Symbol, Side, Ratio }: LegBody): OrderLeg => ({
  symbol: Symbol,
  side: Side,
  ratio: Ratio,
});
const legToWire = ({ symbol, side, ratio }: OrderLeg): LegBody => ({
  Symbol: symbol,
  Side: side,
  Ratio: ratio,
});

/** Dollars or per cent. Negative zero stays what it is: it is no amount, and the checks say so. */
export function e4FromWire(amount: number | undefined): PriceE4 {
  if (amount === undefined) return 0;
  if (Object.is(amount, -0)) return amount;
  return isExactE4(amount) ? toPriceE4(amount) : amount * E4;
}

/** A field of the wire that is left out where it does not apply. */
const where = <Fields extends object>(
  applies: boolean,
  fields: () => Fields,
): Fields | Record<never, never> => (applies ? fields() : {});

/** An order as the message `orders` carries it, with prices in dollars. */
export function orderToWire(order: OrderView): OrderBody {
  const { fees, executedLiquidity, originalClientId, offsetType, goodTillMs } = order;
  return {
    OrderId: order.orderId,
    ClientId: order.clientId,
    Account: order.account,
    UserId: order.userId,
    Symbol: order.symbol,
    Side: order.side,
    Source: order.source,
    Type: order.type,
    TifType: order.tif,
    Quantity: order.quantity,
    Price: fromE4(order.priceE4),
    StopPrice: fromE4(order.workingStopE4),
    Fill: order.fill,
    ...where(ORDER_TYPES[order.type].takesStopPrice, () => ({ StopType: order.stopType })),
    ...where(offsetType !== null || order.offsetE4 !== 0, () => ({
      OffsetType: offsetType ?? 'Value',
      OffsetValue: fromE4(order.offsetE4),
    })),
    ...where(ORDER_TYPES[order.type].isPegged, () => ({ PegType: order.pegType })),
    ...(goodTillMs === null ? {} : { TifPeriod: goodTillMs }),
    ...where(order.minQuantity !== 0, () => ({ MinQuantity: order.minQuantity })),
    ...where(order.displayQuantity !== 0, () => ({ IsldDisplay: order.displayQuantity })),
    ExecInst: execInstOf(order),
    Qualifier: qualifierOf(order),
    Currency: ORDER_CURRENCY,
    ...(originalClientId === undefined ? {} : { OriginalClientId: originalClientId }),
    ...(order.legs === undefined ? {} : multiLegToWire(order.legs, undefined)),
    ...where(order.executedRoute !== '', () => ({ ExecutedRoute: order.executedRoute })),
    ...(executedLiquidity === undefined ? {} : { ExecutedLiquidity: executedLiquidity }),
    ...(fees === undefined ? {} : { FeeParts: feesToWire(fees) }),
    Unfill: order.unfill,
    AveragePrice: fromE4(order.averagePriceE4),
    Status: order.status,
    Destination: order.destination,
    Route: order.route,
    Timestamp: order.createdMs,
    TimeCompleted: order.completedMs,
    Description: order.description,
    ...where(order.errorCode !== 0, () => ({ ErrorCode: order.errorCode })),
  };
}

/** An execution report with prices in dollars. */
export function reportToWire(report: Report): Body<'executionReport'> {
  const { fees, liquidity, cancelRejectReason } = report;
  return {
    OrderId: report.orderId,
    ClientId: report.clientId,
    ...(report.originalClientId === undefined ? {} : { OriginalClientId: report.originalClientId }),
    Serial: report.serial,
    UserId: report.userId,
    Account: report.account,
    Symbol: report.symbol,
    Message: report.message,
    ...(report.detail === undefined ? {} : { Detail: report.detail }),
    ErrorCode: report.errorCode,
    Timestamp: report.timeMs,
    ReportType: report.reportType,
    LeavesQuantity: report.leavesQuantity,
    Quantity: report.quantity,
    LastFillPrice: fromE4(report.lastFillPriceE4),
    LastFillQuantity: report.lastFillQuantity,
    Price: fromE4(report.priceE4),
    Side: report.side,
    OrderType: report.orderType,
    TimeInForce: report.tif,
    Source: report.source,
    Destination: report.destination,
    ExecutedRoute: report.executedRoute,
    ExecutionId: report.executionId,
    CreatedTime: report.createdMs,
    Fees: fromE4(report.feesE4),
    ...(fees === undefined ? {} : { FeeParts: feesToWire(fees) }),
    ...(liquidity === undefined ? {} : { Liquidity: liquidity }),
    ...where(report.stopPriceE4 !== 0, () => ({ StopPrice: fromE4(report.stopPriceE4) })),
    ...(cancelRejectReason === undefined ? {} : { CancelRejectReason: cancelRejectReason }),
    ...(report.legs === undefined ? {} : multiLegToWire(report.legs, report.legFills)),
  };
}

function multiLegToWire(
  legs: readonly OrderLeg[],
  fills: Report['legFills'],
): Pick<Body<'executionReport'>, 'MultiLegType' | 'Legs' | 'LegFills'> {
  return {
    MultiLegType: combinationName(legs),
    Legs: legs.map(legToWire),
    ...(fills === undefined
      ? {}
      : {
          LegFills: fills.map(({ symbol, side, quantity, priceE4, exchange }) => ({
            Symbol: symbol,
            Side: side,
            Quantity: quantity,
            Price: fromE4(priceE4),
            Exchange: exchange,
          })),
        }),
  };
}

function feesToWire(fees: Fees): NonNullable<OrderBody['FeeParts']> {
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

/** The answer to the preview request `id`. */
export function previewToWire(id: number, preview: OrderPreview): Body<'orderPreviewResult'> {
  return {
    Id: id,
    ErrorCode: preview.code,
    Message: preview.message,
    Cost: fromE4(preview.costE4),
    Fees: fromE4(preview.feesE4),
    ...(preview.marginE4 === undefined ? {} : { Margin: fromE4(preview.marginE4) }),
    BuyingPowerEffect: fromE4(preview.buyingPowerEffectE4),
    BuyingPowerAfter: fromE4(preview.buyingPowerAfterE4),
    PositionAfter: preview.positionAfter,
  };
}

/** The account options as clients receive them. */
export function optionsToWire({
  account,
  cancelOnDisconnect,
  isHalted,
  haltedBy,
}: AccountOptionsView): Body<'accountOptions'> {
  return { Account: account, CancelOnDisconnect: cancelOnDisconnect, IsHalted: isHalted, HaltedBy: haltedBy };
}

const SETTLEMENT_TYPE = {
  expired: 'Expired',
  exercised: 'Exercised',
  assigned: 'Assigned',
} as const satisfies Readonly<Record<SettlementView['kind'], SettlementBody['SettlementType']>>;

/** An option settlement with prices and cash in dollars. */
export function settlementToWire(settlement: SettlementView): SettlementBody {
  return {
    Serial: settlement.serial,
    Account: settlement.account,
    Timestamp: settlement.timeMs,
    SettlementType: SETTLEMENT_TYPE[settlement.kind],
    Symbol: settlement.symbol,
    Underlying: settlement.underlying,
    Contracts: settlement.contracts,
    Shares: settlement.shareQuantity,
    Strike: fromE4(settlement.strikeE4),
    OptionPrice: fromE4(settlement.optionPriceE4),
    Cash: fromE4(settlement.cashE4),
    ...(settlement.underlyingPriceE4 === undefined
      ? {}
      : { UnderlyingPrice: fromE4(settlement.underlyingPriceE4) }),
    ...(settlement.request && { ClientId: settlement.request.clientId }),
  };
}

/** The answer to an exercise request: the settlement, or the refusal. */
export function exerciseToWire(
  account: string,
  clientId: string,
  outcome: ExerciseOutcome,
): Body<'optionExerciseResult'> {
  const answer = { Account: account, ClientId: clientId };
  if ('settlement' in outcome)
    return {
      ...answer,
      ErrorCode: OrderError.Ok,
      Message: orderErrorMessage(OrderError.Ok),
      Settlement: settlementToWire(outcome.settlement),
    };
  const { code, detail } = outcome;
  return { ...answer, ErrorCode: code, Message: refusalText(code, detail) };
}

/** A position with costs and profits in dollars. */
export function positionToWire(position: PositionView): PositionBody {
  return {
    Account: position.account,
    Symbol: position.symbol,
    IsStock: position.isStock,
    LongQty: position.longQuantity,
    ShortQty: position.shortQuantity,
    FifoCost: fromE4(position.fifoCostE4),
    MtmCost: fromE4(position.mtmCostE4),
    ClosedPL: fromE4(position.closedPlE4),
    TodayPL: fromE4(position.todayPlE4),
    LockedQty: position.lockedQuantity,
    TradedShares: position.tradedShares,
  };
}

/** Cash and buying power in dollars. */
export function balanceToWire(balance: BalanceView): Body<'balance'> {
  return {
    Account: balance.account,
    Cash: fromE4(balance.cashE4),
    BuyingPower: fromE4(balance.buyingPowerE4),
  };
}

/** The newest report that a client says it has. */
export function knownReportFromWire(known: Body<'accountSelect'>['Known']): KnownReport | undefined {
  return known && { serial: known.Serial, clientId: known.ClientId, timeMs: known.Timestamp };
}
