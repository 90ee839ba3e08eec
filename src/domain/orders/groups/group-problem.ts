import type { PriceE4 } from '../../money/price.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import { ORDER_TYPES, WAITING_TIFS } from '../order-types.ts';
import { orderPriceStepE4 } from '../price-step.ts';
import type { OrderRequest } from '../request.ts';
import { conditionProblem, timeExitProblem } from './conditions.ts';
import { objectOf, subjectOf, type ExitName } from './exit-names.ts';
import { exitPriceE4 } from './exit-prices.ts';
import { statedProblem } from './stated-exits.ts';
import { targetsProblem } from './targets-problem.ts';
import type { ExitPrice, ExitTerms, GroupKind, GroupRequest, TrailDistance } from './types.ts';

/** Orders that a OneCancelsOther group may have. */
const MAX_ALTERNATIVES = 5;
/** Groups of one account that may be live at one time. */
export const MAX_LIVE_GROUPS = 2_000;
/** 1,000 % in 1/10,000 per cent. */
const MAX_PERCENT_E4 = 10_000_000;
/** Step of the distance of a trail. */
const CENT_E4 = 100;
/** 100 % in 1/10,000 per cent. */
const WHOLE_PERCENT_E4 = 1_000_000;

/** Why a group is refused by its form alone, as its rule; undefined when its form is sound. `marketE4`: a price near which a market order would fill, 0 = none. */
export function groupProblem(group: GroupRequest, marketE4: PriceE4): string | undefined {
  return ordersProblem(group) ?? PROBLEMS[group.kind](group, marketE4);
}

/** What holds for the orders of every kind. */
function ordersProblem(group: GroupRequest): string | undefined {
  const { account, userId, symbol, orders, kind } = group;
  if (orders.some((order) => order.account !== account || order.userId !== userId))
    return 'All orders of a group are of one account and one user.';
  if (orders.some((order) => order.symbol !== symbol)) return 'All orders of a group are in one symbol.';
  if (orders.some(({ legs }) => legs !== undefined)) return 'A group takes no multi-leg orders.';
  if (new Set(orders.map(({ clientId }) => clientId)).size < orders.length)
    return 'Each order of a group has a ClientId of its own.';
  if (kind !== 'Bracket' && hasExits(group)) return 'Only a bracket has a target and a stop.';
  if (kind !== 'Bracket' && group.timeExit) return 'Only a bracket has a time exit.';
  if (kind !== 'Conditional' && group.condition) return 'Only a conditional order has a condition.';
  return undefined;
}

const hasExits = ({ target, stop, targets, isBreakEven, trail, atr }: GroupRequest): boolean =>
  (target ?? stop ?? targets ?? trail ?? atr ?? null) !== null || isBreakEven === true;

const PROBLEMS: Readonly<Record<GroupKind, (group: GroupRequest, marketE4: PriceE4) => string | undefined>> =
  {
    OneCancelsOther: alternativesProblem,
    Bracket: bracketProblem,
    OneTriggersOther: ({ orders }) =>
      orders.length === 2 ? undefined : 'A one-triggers-other group has two orders.',
    Conditional: ({ orders, condition }) => {
      if (orders.length !== 1) return 'A conditional order is one order.';
      return condition ? conditionProblem(condition) : 'A conditional order has a condition.';
    },
    Flatten: ({ orders }) => (orders.length === 0 ? undefined : 'A flatten states no orders.'),
    CancelAll: ({ orders }) => (orders.length === 0 ? undefined : 'A cancel of all orders states no orders.'),
  };

function alternativesProblem({ orders }: GroupRequest): string | undefined {
  if (orders.length < 2 || orders.length > MAX_ALTERNATIVES)
    return `A one-cancels-other group has 2 to ${MAX_ALTERNATIVES} orders.`;
  if (orders.some(({ quantity }) => quantity !== orders[0]?.quantity))
    return 'The orders of a one-cancels-other group have the same quantity.';
  if (orders.some(({ type }) => !ORDER_TYPES[type].canBeAlternative))
    return 'A one-cancels-other group takes limit, stop and stop limit orders.';
  if (orders.some(({ tif }) => !WAITING_TIFS.includes(tif)))
    return 'The orders of a one-cancels-other group are good for the day, until cancelled or until a date.';
  return undefined;
}

function bracketProblem(group: GroupRequest, marketE4: PriceE4): string | undefined {
  const [entry] = group.orders;
  if (!entry || group.orders.length !== 1) return 'A bracket has one entry.';
  return entryProblem(group, entry) ?? exitsProblem(group, entry, referenceOf(entry, marketE4));
}

/** What holds for a bracket whatever the prices of its exits are. */
function entryProblem(group: GroupRequest, entry: OrderRequest): string | undefined {
  if (entry.source !== 'Open') return 'The entry of a bracket opens a position.';
  if (ORDER_TYPES[entry.type].isClosingAuction)
    return 'The entry of a bracket does not wait for the closing auction.';
  const { target, stop, targets, timeExit } = group;
  if ((target ?? stop ?? targets ?? timeExit ?? null) === null)
    return 'A bracket has a target, a stop or a time exit.';
  return (timeExit && timeExitProblem(timeExit)) ?? statedProblem(group) ?? targetsProblem(group, entry);
}

/** What a bracket does once its entry fills. */
type Exits = Pick<GroupRequest, 'target' | 'targets' | 'stop' | 'trail' | 'isBreakEven'>;

/** Why a bracket with these exits is refused for this entry; undefined when they are sound. `referenceE4`: the price that exits are compared with, 0 = unknown. */
export function exitsProblem(group: Exits, entry: OrderRequest, referenceE4: PriceE4): string | undefined {
  const exits = exitsOf(group);
  for (const exit of exits) {
    const problem = exitProblem(exit, entry, referenceE4) ?? sideProblem(exit, entry, referenceE4);
    if (problem !== undefined) return problem;
  }
  return stopProblem(exits, entry, referenceE4) ?? trailProblem(group, entry, referenceE4);
}

/** An exit with its name in messages, as far as its price is compared. */
interface PricedExit {
  readonly name: ExitName;
  readonly terms: ExitPrice;
}

interface NamedExit extends PricedExit {
  readonly terms: ExitTerms;
}

const exitsOf = ({ target, targets, stop }: Exits): readonly NamedExit[] => [
  ...(target ? [{ name: { role: 'Target' as const }, terms: target }] : []),
  ...(targets ?? []).map((terms, index) => ({ name: { role: 'Target' as const, index }, terms })),
  ...(stop ? [{ name: { role: 'Stop' as const }, terms: stop }] : []),
];

/** The price that exits are compared with: the limit of the entry, else its stop, else the market. */
export const referenceOf = ({ type, priceE4, stopPriceE4 }: OrderRequest, marketE4: PriceE4): PriceE4 => {
  if (ORDER_TYPES[type].needsLimitPrice) return priceE4;
  return ORDER_TYPES[type].takesStopPrice && stopPriceE4 > 0 ? stopPriceE4 : marketE4;
};

function exitProblem(
  { name, terms }: NamedExit,
  entry: OrderRequest,
  referenceE4: PriceE4,
): string | undefined {
  if (terms.tif !== 'Day' && terms.tif !== 'GoodTillCancel')
    return `${subjectOf(name)} is good for the day or until cancelled.`;
  return exitPriceProblem(name, terms, entry, referenceE4);
}

/** Why the price of an exit is refused; undefined when it is sound. `referenceE4` 0 = there is no price to compare it with. */
export function exitPriceProblem(
  name: ExitName,
  price: ExitPrice,
  entry: Pick<OrderRequest, 'symbol' | 'side'>,
  referenceE4: PriceE4,
): string | undefined {
  const { basis, amountE4 } = price;
  if (!Number.isSafeInteger(amountE4) || amountE4 <= 0) return `${subjectOf(name)} has an amount above 0.`;
  const { symbol, side } = entry;
  if (basis === 'Price' && amountE4 % orderPriceStepE4(amountE4, isOptionSymbol(symbol)) !== 0)
    return `The price of ${objectOf(name)} is no multiple of the price step.`;
  if (basis === 'Percent' && amountE4 > MAX_PERCENT_E4) return `${subjectOf(name)} is at most 1,000 % away.`;
  const isBelow = (side === 'Buy') !== (name.role !== 'Stop');
  if (basis === 'Percent' && isBelow && amountE4 >= WHOLE_PERCENT_E4)
    return `${subjectOf(name)} is less than 100 % below the entry.`;
  if (basis === 'Offset' && isBelow && referenceE4 > 0 && amountE4 >= referenceE4)
    return `${subjectOf(name)} is below the entry by less than its price.`;
  return undefined;
}

/** Why another price of an exit is refused while the entry has filled nothing: the rules of a new bracket about this exit. `referenceE4`: the price that exits are compared with, 0 = unknown. */
export const plannedExitProblem = (
  exit: { readonly name: ExitName; readonly price: ExitPrice },
  entry: OrderRequest,
  referenceE4: PriceE4,
): string | undefined => {
  const named = { name: exit.name, terms: exit.price };
  return (
    exitPriceProblem(exit.name, exit.price, entry, referenceE4) ?? sideProblem(named, entry, referenceE4)
  );
};

/** The price that an exit would have if the entry filled at the reference; undefined while it is unknown. */
function priceOf(
  { name, terms }: PricedExit,
  entry: OrderRequest,
  referenceE4: PriceE4,
): PriceE4 | undefined {
  if (terms.basis !== 'Price' && referenceE4 <= 0) return undefined;
  const { symbol, side } = entry;
  return exitPriceE4(terms, name.role === 'Stop' ? 'Stop' : 'Target', {
    symbol,
    side,
    averageE4: referenceE4,
  });
}

/** Buy: stop < entry < target; otherwise the other way round. */
function sideProblem(exit: PricedExit, entry: OrderRequest, referenceE4: PriceE4): string | undefined {
  const priceE4 = priceOf(exit, entry, referenceE4);
  if (priceE4 === undefined || referenceE4 <= 0) return undefined;
  const isAbove = (entry.side === 'Buy') === (exit.name.role !== 'Stop');
  if (isAbove ? priceE4 > referenceE4 : priceE4 < referenceE4) return undefined;
  return `${subjectOf(exit.name)} is ${isAbove ? 'above' : 'below'} the entry.`;
}

/** Why a trail is refused: it begins on the side of the gain, and its distance leaves a price for the stop. Undefined when it is sound, and without one. */
export function trailProblem(
  { trail, stop, isBreakEven }: Pick<GroupRequest, 'trail' | 'stop' | 'isBreakEven'>,
  entry: OrderRequest,
  referenceE4: PriceE4,
): string | undefined {
  if (!trail) return undefined;
  if (stop === null) return 'A trailing stop that starts at a profit needs a stop until then.';
  // Both move the stop once, and the trail alone follows further gains.
  if (isBreakEven) return 'A stop moves to break-even, or trails from a profit, not both.';
  const { start, distance } = trail;
  const exit = { name: { role: 'TrailStart' as const }, terms: start };
  return (
    exitPriceProblem(exit.name, start, entry, referenceE4) ??
    sideProblem(exit, entry, referenceE4) ??
    distanceProblem(distance)
  );
}

/** Why the distance of a trailing stop is refused; undefined when it is sound. */
function distanceProblem({ basis, amountE4 }: TrailDistance): string | undefined {
  if (!Number.isSafeInteger(amountE4) || amountE4 <= 0) return 'The distance of the trail is above 0.';
  if (basis === 'Percent' && amountE4 >= WHOLE_PERCENT_E4)
    return 'The distance of the trail is less than 100 %.';
  return basis === 'Offset' && amountE4 % CENT_E4 !== 0
    ? 'The distance of the trail is a whole number of cents.'
    : undefined;
}

/** The stop and the targets are on the two sides of the entry, also while the price of the entry is unknown. */
function stopProblem(
  exits: readonly NamedExit[],
  entry: OrderRequest,
  referenceE4: PriceE4,
): string | undefined {
  const stop = exits.find(({ name }) => name.role === 'Stop');
  const stopE4 = stop && priceOf(stop, entry, referenceE4);
  if (stopE4 === undefined) return undefined;
  const isLong = entry.side === 'Buy';
  for (const exit of exits) {
    const targetE4 = exit === stop ? undefined : priceOf(exit, entry, referenceE4);
    if (targetE4 !== undefined && (isLong ? stopE4 >= targetE4 : stopE4 <= targetE4))
      return `The stop is ${isLong ? 'below' : 'above'} ${objectOf(exit.name)}.`;
  }
  return undefined;
}
