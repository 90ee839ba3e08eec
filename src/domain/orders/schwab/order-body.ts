import { err, ok, type Result } from '../../assert/assert.ts';
import { E4, type PriceE4 } from '../../money/price.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import type { OrderSide, OrderSource, OrderType, TimeInForce } from '../enumerations.ts';
import { OrderError, orderErrorMessage } from '../errors.ts';
import { isTradableSymbol, type OrderProblem } from '../validate.ts';
import { instructionOf, type Instruction } from './instructions.ts';
import { carriesPrice, carriesStopPrice, schwabOrderType, type SchwabOrderType } from './order-types.ts';
import { DEFAULT_SCHWAB_ROUTE, schwabRoute, type SchwabRoute } from './routes.ts';
import { toBrokerSymbol } from './symbols.ts';

/** An order on its way to the external broker. Prices E4, 0 = none. */
export interface ExternalTicket {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly source: OrderSource;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly stopPriceE4: PriceE4;
  readonly route: string;
  /** The order that this one replaces. */
  readonly orderId?: string | undefined;
}

/** The body of a POST or PUT of an order (spec platform.md §7.2). */
export interface SchwabOrderBody {
  readonly session: 'NORMAL';
  readonly duration: 'DAY';
  readonly orderStrategyType: 'SINGLE';
  readonly complexOrderStrategyType: 'NONE';
  readonly cancelable: true;
  readonly orderType: SchwabOrderType;
  readonly orderId?: number;
  /** Left out for AUTO: the broker refuses some orders that name it. */
  readonly destinationLinkName?: SchwabRoute;
  readonly orderLegCollection: readonly [
    {
      readonly instruction: Instruction;
      readonly quantity: number;
      readonly instrument: { readonly assetType: 'EQUITY' | 'OPTION'; readonly symbol: string };
    },
  ];
  readonly stopPrice?: string;
  readonly price?: string;
}

const refuse = (code: number): Result<never, OrderProblem> => err({ code, message: orderErrorMessage(code) });

/** The broker's body of an order, or why it cannot be sent there. */
export function toExternalOrder(ticket: ExternalTicket): Result<SchwabOrderBody, OrderProblem> {
  if (!isTradableSymbol(ticket.symbol)) return refuse(OrderError.NotPermitted);
  const orderType = schwabOrderType(ticket.type);
  const isOption = isOptionSymbol(ticket.symbol);
  const instruction = instructionOf(ticket.side, ticket.source, isOption);
  if (orderType === undefined || instruction === undefined || ticket.tif !== 'Day')
    return refuse(OrderError.InvalidCondition);
  if (!Number.isSafeInteger(ticket.quantity) || ticket.quantity < 1) return refuse(OrderError.InvalidSize);
  const prices = [
    ...(carriesStopPrice(orderType) ? [ticket.stopPriceE4] : []),
    ...(carriesPrice(orderType) ? [ticket.priceE4] : []),
  ];
  if (prices.some((priceE4) => !Number.isSafeInteger(priceE4) || priceE4 <= 0))
    return refuse(OrderError.PriceOutOfRange);
  const orderId = ticket.orderId === undefined ? undefined : Number(ticket.orderId);
  if (orderId !== undefined && !(Number.isSafeInteger(orderId) && orderId > 0))
    return refuse(OrderError.UnknownOrder);
  const route = schwabRoute(ticket.route);
  const body: SchwabOrderBody = {
    session: 'NORMAL',
    duration: 'DAY',
    orderStrategyType: 'SINGLE',
    complexOrderStrategyType: 'NONE',
    cancelable: true,
    orderType,
    ...(orderId === undefined ? {} : { orderId }),
    ...(route === DEFAULT_SCHWAB_ROUTE ? {} : { destinationLinkName: route }),
    orderLegCollection: [
      {
        instruction,
        quantity: ticket.quantity,
        instrument: { assetType: isOption ? 'OPTION' : 'EQUITY', symbol: toBrokerSymbol(ticket.symbol) },
      },
    ],
    ...(carriesStopPrice(orderType) ? { stopPrice: priceText(ticket.stopPriceE4) } : {}),
    ...(carriesPrice(orderType) ? { price: priceText(ticket.priceE4) } : {}),
  };
  return ok(body);
}

/** A price as the broker takes it: two decimals from one dollar up, four below, cut and not rounded. */
export function priceText(priceE4: PriceE4): string {
  if (priceE4 < E4) return (priceE4 / E4).toFixed(4);
  const cents = Math.floor(priceE4 / 100);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
