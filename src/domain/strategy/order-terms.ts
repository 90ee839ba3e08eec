import { fromE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import { roundToPriceStepE4 } from '../orders/price-step.ts';
import { isOptionSymbol } from '../symbols/symbol.ts';
import { exitPlan } from './exit-terms.ts';
import { StrategyError } from './fault.ts';
import type { ExitPlan, StrategyOrderType } from './order-record.ts';
import { planReaders, shown } from './plan.ts';
import type { StrategyPlan } from './plan.ts';

/** Type and prices of an order. Dollars; 0 = none. */
export interface OrderTerms {
  readonly type: StrategyOrderType;
  readonly price: number;
  readonly stop: number;
  readonly exits?: ExitPlan | null;
}

/** The terms that the author wrote. The plan has the value of an undefined one. */
interface GivenTerms {
  readonly type: unknown;
  readonly price: unknown;
  readonly stop: unknown;
  readonly exits: unknown;
}

function readGiven(how: unknown): GivenTerms {
  if (how !== undefined && (typeof how !== 'object' || how === null))
    throw new StrategyError(`the terms of an order are an object, such as { price: 10 }: ${shown(how)}`);
  // An object by the check above, of which nothing else is known. Each field is read once: a getter may return another value the second time.
  const { type, price, stop, exits, ...others } = (how ?? {}) as {
    type?: unknown;
    price?: unknown;
    stop?: unknown;
    exits?: unknown;
  };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new StrategyError(`the terms of an order are type, price, stop and exits: ${shown(unknown)}`);
  return { type, price, stop, exits };
}

function typeOf(
  plan: Pick<StrategyPlan, 'type'>,
  given: GivenTerms,
  price: number,
  stop: number,
): StrategyOrderType {
  if (given.type !== undefined) return planReaders.type(given.type);
  if (stop > 0) return price > 0 ? 'StopLimit' : 'Stop';
  return price > 0 && plan.type !== 'LimitOnClose' ? 'Limit' : plan.type;
}

/**
 * The terms of an order, its prices on the symbol's price step. A limit is rounded to the better price (down for a buy, up for a sale), a stop
 * to the later trigger (up for a buy, down for a sale). `presentPrice` is the price of a limit order without one. Throws a StrategyError.
 */
export function orderTerms(
  plan: Pick<StrategyPlan, 'symbol' | 'type' | 'price'>,
  side: OrderSide,
  how: unknown,
  presentPrice: () => number,
): OrderTerms {
  const given = readGiven(how);
  const givenStop = given.stop === undefined ? 0 : planReaders.unroundedPrice(given.stop);
  const givenPrice = given.price === undefined ? 0 : planReaders.unroundedPrice(given.price);
  const type = typeOf(plan, given, givenPrice, givenStop);
  const { needsLimitPrice, takesStopPrice } = ORDER_TYPES[type];
  if (takesStopPrice && givenStop === 0) throw new StrategyError(`a ${type} order needs a stop: { stop: … }`);
  const isBuy = side === 'Buy';
  const terms = {
    type,
    price: needsLimitPrice
      ? onStep(plan, givenPrice || plan.price || presentPrice(), isBuy ? 'down' : 'up')
      : 0,
    stop: takesStopPrice ? onStep(plan, givenStop, isBuy ? 'up' : 'down') : 0,
  };
  return { ...terms, exits: exitPlan({ symbol: plan.symbol, side, ...terms }, given.exits) };
}

function onStep({ symbol }: Pick<StrategyPlan, 'symbol'>, price: number, direction: 'down' | 'up'): number {
  const priceE4 = roundToPriceStepE4(price, direction, isOptionSymbol(symbol));
  if (priceE4 <= 0) throw new StrategyError(`a price is below the smallest price step: ${shown(price)}`);
  return fromE4(priceE4);
}
