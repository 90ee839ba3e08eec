import { err, ok, type Result } from '../../assert/assert.ts';
import type { PriceE4 } from '../../money/price.ts';
import { displaySymbol, isOptionSymbol } from '../../symbols/symbol.ts';
import { combinationName } from '../combination-name.ts';
import type { OrderSide, OrderType, TimeInForce } from '../enumerations.ts';
import { OrderError, orderErrorMessage } from '../errors.ts';
import { legQuantity, legsProblem, type OrderLeg } from '../legs.ts';
import { MAX_ORDER_QUANTITY, type OrderProblem } from '../validate.ts';
import type { Instruction } from './instructions.ts';
import type { SchwabNetType } from './order-types.ts';
import type { HeldQuantity, LegEffect, TicketLeg } from '../external-orders/external-ticket.ts';
import { priceText } from '../external-orders/price-text.ts';
import type { SchwabLeg, SchwabTerms } from './schwab-order-body.ts';
import { STRATEGY_OF } from './strategies.ts';
import { toBrokerSymbol } from './symbols.ts';

const INSTRUCTIONS = {
  OPTION: {
    Buy: { Open: 'BUY_TO_OPEN', Close: 'BUY_TO_CLOSE' },
    Sell: { Open: 'SELL_TO_OPEN', Close: 'SELL_TO_CLOSE' },
  },
  EQUITY: {
    Buy: { Open: 'BUY', Close: 'BUY_TO_COVER' },
    Sell: { Open: 'SELL_SHORT', Close: 'SELL' },
  },
} as const satisfies Record<string, Record<OrderLeg['side'], Record<LegEffect, Instruction>>>;

const reject = (code: number, message = orderErrorMessage(code)): Result<never, OrderProblem> =>
  err({ code, message });

/**
 * Decides for each leg whether it opens or closes, by the positions at the broker. A leg that would do both, or would sell shares short, cannot
 * be sent: the problem names the leg. So do legs that make no order on `underlying`.
 */
export function legsWithEffects(
  underlying: string,
  legs: readonly OrderLeg[],
  units: number,
  positionOf: (symbol: string) => HeldQuantity | undefined,
): Result<readonly TicketLeg[], OrderProblem> {
  const problem = legsProblem(underlying, legs);
  if (problem !== undefined) return reject(OrderError.InvalidOrderFormat, problem);
  const decided: TicketLeg[] = [];
  for (const leg of legs) {
    const held = positionOf(leg.symbol);
    const closable = (leg.side === 'Buy' ? held?.shortQuantity : held?.longQuantity) ?? 0;
    const quantity = legQuantity(leg, units);
    const effect: LegEffect = closable >= quantity ? 'Close' : 'Open';
    if (effect === 'Open' && leg.side === 'Sell' && !isOptionSymbol(leg.symbol))
      return reject(
        OrderError.InvalidOrderFormat,
        `The order sells ${quantity} shares of ${displaySymbol(leg.symbol)}, and the account at the broker holds ${closable}. A leg cannot sell short.`,
      );
    if (effect === 'Open' && closable > 0)
      return reject(
        OrderError.InvalidOrderFormat,
        `${displaySymbol(leg.symbol)} would close ${closable} and open ${quantity - closable}. The broker takes only one of the two in a leg: send two orders.`,
      );
    decided.push({ ...leg, effect });
  }
  return ok(decided);
}

/** The terms of a multi-leg order that decide how it is sent. */
export interface MultiLegTicket {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  /** Units. */
  readonly quantity: number;
  readonly priceE4: PriceE4;
}

/** The broker's terms of a multi-leg order, or why it cannot be sent there. */
export function multiLegTerms(
  ticket: MultiLegTicket,
  legs: readonly TicketLeg[],
): Result<SchwabTerms, OrderProblem> {
  if (ticket.tif !== 'Day')
    return reject(
      OrderError.InvalidCondition,
      'The external broker takes multi-leg orders for the day only.',
    );
  const orderType = netTypeOf(ticket);
  if (orderType === undefined)
    return reject(
      OrderError.InvalidCondition,
      'The external broker takes multi-leg orders as limit or market orders only.',
    );
  if (orderType !== 'MARKET' && !(Number.isSafeInteger(ticket.priceE4) && ticket.priceE4 >= 0))
    return reject(OrderError.PriceOutOfRange);
  const sent = legs.map((leg) => toLeg(leg, ticket.quantity));
  if (sent.some(({ quantity }) => quantity > MAX_ORDER_QUANTITY)) return reject(OrderError.InvalidSize);
  const [first, ...others] = sent;
  if (first === undefined) return reject(OrderError.InvalidOrderFormat);
  return ok({
    complexOrderStrategyType: STRATEGY_OF[combinationName(legs)],
    orderType,
    orderLegCollection: [first, ...others],
    ...(orderType === 'NET_DEBIT' || orderType === 'NET_CREDIT' ? { price: priceText(ticket.priceE4) } : {}),
  });
}

function netTypeOf({ type, side, priceE4 }: MultiLegTicket): SchwabNetType | undefined {
  if (type === 'Market') return 'MARKET';
  if (type !== 'Limit') return undefined;
  if (priceE4 === 0) return 'NET_ZERO';
  return side === 'Buy' ? 'NET_DEBIT' : 'NET_CREDIT';
}

function toLeg(leg: TicketLeg, units: number): SchwabLeg {
  const assetType = isOptionSymbol(leg.symbol) ? 'OPTION' : 'EQUITY';
  return {
    instruction: INSTRUCTIONS[assetType][leg.side][leg.effect],
    quantity: legQuantity(leg, units),
    instrument: { assetType, symbol: toBrokerSymbol(leg.symbol) },
  };
}

/**
 * The side that a multi-leg order is read back with: Sell for a net credit, Buy for everything else. The broker does not say on which side a market
 * order or one at zero was sent, so both are sent and shown as purchases; their legs state what is traded.
 */
export const netSideOf = (orderType: string): 'Buy' | 'Sell' => (orderType === 'NET_CREDIT' ? 'Sell' : 'Buy');

/** The side that a multi-leg order shows from the start, the same as it will be read back with. */
export const netSideOfTicket = (ticket: MultiLegTicket): 'Buy' | 'Sell' => netSideOf(netTypeOf(ticket) ?? '');
