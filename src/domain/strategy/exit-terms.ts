import { E4 } from '../money/price.ts';
import type { PriceE4 } from '../money/price.ts';
import type { OrderSide } from '../orders/enumerations.ts';
import { groupProblem } from '../orders/groups/group-problem.ts';
import type {
  ExitPrice,
  ExitTerms,
  GroupRequest,
  TrailDistance,
  TrailTerms,
} from '../orders/groups/types.ts';
import { ORDER_TYPES } from '../orders/order-types.ts';
import { roundToPriceStepE4 } from '../orders/price-step.ts';
import { PLAIN_ORDER } from '../orders/request.ts';
import { isOptionSymbol } from '../symbols/symbol.ts';
import { StrategyError } from './fault.ts';
import type { ExitPlan, StrategyOrderType } from './order-record.ts';
import { MAX_PRICE, shown } from './plan.ts';
import { readFields } from './read-fields.ts';

const CENT_E4 = 100;
const MAX_PERCENT = 1_000;
const FORM = 'exits are an object, such as { target: { percent: 2 }, stop: { price: 98 } }';

/** The order that the exits belong to. Prices in dollars, 0 = none. */
interface Entry {
  readonly symbol: string;
  readonly side: OrderSide;
  readonly type: StrategyOrderType;
  readonly price: number;
  readonly stop: number;
}

/** The exits of a bracket group. They work until they are cancelled: the position that they protect may outlive its session and its run. */
export function bracketExits({ target, stop, trail }: ExitPlan): Pick<GroupRequest, 'target' | 'stop'> & {
  readonly trail?: TrailTerms;
} {
  const lasting = (price: ExitPrice | null): ExitTerms | null => price && { ...price, tif: 'GoodTillCancel' };
  return { target: lasting(target), stop: lasting(stop), ...(trail === null ? {} : { trail }) };
}

/**
 * Reads the exits that an author wrote for an entry; null without any. Throws a StrategyError for exits that the server would refuse whatever the market is. Prices are
 * rounded as those of orders: a target to the better price, a stop to the later trigger. A trail is rounded up to whole cents.
 */
export function exitPlan(entry: Entry, given: unknown): ExitPlan | null {
  if (given === undefined) return null;
  const { target, stop, trail } = readFields(given, ['target', 'stop', 'trail'], FORM);
  if (target === undefined && stop === undefined && trail === undefined)
    throw new StrategyError(`${FORM}: at least one of target, stop and trail`);
  if (ORDER_TYPES[entry.type].isClosingAuction)
    throw new StrategyError(`a ${entry.type} order has no exits: the session ends when it fills`);
  const isLong = entry.side === 'Buy';
  const distance = trail === undefined ? null : readTrail(trail);
  const plan: ExitPlan = {
    target: target === undefined ? null : readExit('target', target, entry.symbol, isLong ? 'up' : 'down'),
    stop: stop === undefined ? distance : readExit('stop', stop, entry.symbol, isLong ? 'down' : 'up'),
    // The least distance in favour of the position: the next price step.
    trail: distance && { start: { basis: 'Offset', amountE4: 1 }, distance },
  };
  const problem = exitsProblem(entry, plan, 0);
  if (problem !== undefined) throw new StrategyError(`the exits do not fit the order: ${problem}`);
  return plan;
}

/** The rule that the exits of an entry break; undefined when there is none. `lastE4`: the last price, with which exits of a market order are compared; 0 = unknown. */
export function exitsProblem(entry: Entry, plan: ExitPlan, lastE4: PriceE4): string | undefined {
  const { symbol, side, type, price, stop } = entry;
  const order = {
    ...PLAIN_ORDER,
    ...NO_ORIGIN,
    symbol,
    side,
    source: 'Open',
    type,
    tif: 'Day',
    quantity: 1,
    priceE4: Math.round(price * E4),
    stopPriceE4: Math.round(stop * E4),
  } as const;
  const group = { ...NO_ORIGIN, kind: 'Bracket', symbol, orders: [order], ...bracketExits(plan) } as const;
  return groupProblem(group, lastE4);
}

/** The rules of exits depend on none of these. */
const NO_ORIGIN = { account: '', userId: '', clientId: '', destination: '', route: '' } as const;

function readExit(
  name: 'target' | 'stop',
  given: unknown,
  symbol: string,
  direction: 'up' | 'down',
): ExitPrice {
  const form = `${name} is one of { price: 98 }, { percent: 2 } and { amount: 1.5 }`;
  const { price, percent, amount } = readFields(given, ['price', 'percent', 'amount'], form);
  if ([price, percent, amount].filter((value) => value !== undefined).length !== 1)
    throw new StrategyError(form);
  if (percent !== undefined) return { basis: 'Percent', amountE4: percentE4(name, percent) };
  if (amount !== undefined) return { basis: 'Offset', amountE4: Math.round(dollars(name, amount) * E4) || 1 };
  const amountE4 = roundToPriceStepE4(dollars(name, price), direction, isOptionSymbol(symbol));
  if (amountE4 <= 0) throw new StrategyError(`the ${name} is below the smallest price step: ${shown(price)}`);
  return { basis: 'Price', amountE4 };
}

function readTrail(given: unknown): TrailDistance {
  const form = 'trail is one of { percent: 2 } and { amount: 1.5 }';
  const { percent, amount } = readFields(given, ['percent', 'amount'], form);
  if ((percent === undefined) === (amount === undefined)) throw new StrategyError(form);
  if (percent !== undefined) return { basis: 'Percent', amountE4: percentE4('trail', percent) };
  const cents = roundToPriceStepE4(dollars('trail', amount), 'up', true) / CENT_E4;
  return { basis: 'Offset', amountE4: cents * CENT_E4 };
}

function dollars(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= MAX_PRICE) return value;
  throw new StrategyError(
    `${name} takes more than 0 and at most ${MAX_PRICE.toLocaleString('en-US')} dollars: ${shown(value)}`,
  );
}

/** Per cent in 1/10,000. */
function percentE4(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0 && value <= MAX_PERCENT) return Math.round(value * E4) || 1;
  throw new StrategyError(`${name} takes more than 0 and at most 1,000 per cent: ${shown(value)}`);
}
