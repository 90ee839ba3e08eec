import { fromE4 } from '../money/price.ts';
import type { TimeInForce } from '../orders/enumerations.ts';
import { LEG_SIDES, legsProblem, MAX_LEGS } from '../orders/legs.ts';
import type { LegSide, OrderLeg } from '../orders/legs.ts';
import { roundToPriceStepE4 } from '../orders/price-step.ts';
import { TIFS } from '../orders/times-in-force.ts';
import { formatOptionSymbol, isOptionSymbol, normalizeSymbol, parseOptionSymbol } from '../symbols/symbol.ts';
import { StrategyError } from './fault.ts';
import { readFields } from './read-fields.ts';
import { MAX_PRICE, planReaders, shown } from './plan.ts';
import type { StrategyPlan } from './plan.ts';

/** The terms of a multi-leg order that is about to be sent. The price is the net price of a unit in dollars, 0 for a market order. */
export interface SpreadTerms {
  readonly legs: readonly OrderLeg[];
  readonly side: LegSide;
  readonly type: 'Market' | 'Limit';
  /** Units. */
  readonly quantity: number;
  readonly price: number;
  readonly tif: TimeInForce;
}

/** The terms of a multi-leg order that a replace can change. Legs and side stay. */
export type SpreadChange = Pick<SpreadTerms, 'quantity' | 'price' | 'tif'>;

/** Times in force of multi-leg orders by their label, which is how a strategy names them. */
const SPREAD_TIFS: ReadonlyMap<string, TimeInForce> = new Map(
  // The keys of the table are the times in force.
  (Object.keys(TIFS) as TimeInForce[])
    .filter((tif) => TIFS[tif].takesLegs)
    .map((tif) => [TIFS[tif].label, tif] as const),
);

/** The time in force as a strategy names it: DAY, GTC, IOC or FOK. */
export const tifLabel = (tif: TimeInForce): string => TIFS[tif].label;

const LEG_FORM = "{ symbol: 'SPY260821C00645000', side: 'Buy', ratio: 1 }";
const HOW_FORM = '{ price: 1.25, quantity: 2 }';

/** Reads the arguments of `spread(legs, how)`. Throws a StrategyError for invalid terms. */
export function spreadTerms(
  { symbol }: Pick<StrategyPlan, 'symbol'>,
  legs: unknown,
  how: unknown,
): SpreadTerms {
  const given = readFields(
    how ?? {},
    ['side', 'price', 'quantity', 'tif'],
    `spread takes ${HOW_FORM} after the legs`,
  );
  const side = given.side === undefined ? 'Buy' : readSide(given.side);
  return {
    legs: readLegs(symbol, legs),
    side,
    type: given.price === undefined ? 'Market' : 'Limit',
    quantity: given.quantity === undefined ? 1 : planReaders.quantity(given.quantity),
    price: given.price === undefined ? 0 : readNetPrice(given.price, side),
    tif: given.tif === undefined ? 'Day' : readTif(given.tif),
  };
}

/** Reads the argument of `order.replace(change)`. A term that it leaves out stays. */
export function spreadChange(
  present: Pick<SpreadTerms, 'side' | 'type'> & SpreadChange,
  change: unknown,
): SpreadChange {
  const given = readFields(
    change,
    ['price', 'quantity', 'tif'],
    `replace takes an object, such as ${HOW_FORM}`,
  );
  if (given.price !== undefined && present.type === 'Market')
    throw new StrategyError('a market order has no price to replace: cancel it and send a limit order');
  return {
    price: given.price === undefined ? present.price : readNetPrice(given.price, present.side),
    quantity: given.quantity === undefined ? present.quantity : planReaders.quantity(given.quantity),
    tif: given.tif === undefined ? present.tif : readTif(given.tif),
  };
}

/** The symbol of an option on `underlying`: what `optionSymbol(expiration, strike, right)` returns. */
export function optionSymbolOf(
  underlying: string,
  expiration: unknown,
  strike: unknown,
  right: unknown,
): string {
  const known = typeof right === 'string' ? RIGHTS.get(right.trim().toUpperCase()) : undefined;
  if (known === undefined)
    throw new StrategyError(`the right of an option is 'Call' or 'Put': ${shown(right)}`);
  if (typeof expiration !== 'string' || typeof strike !== 'number')
    throw new StrategyError(
      `optionSymbol takes an expiration, a strike and a right, such as ('2026-08-21', 645, 'Call'): ${shown(expiration)}, ${shown(strike)}`,
    );
  try {
    return formatOptionSymbol({ underlying, expiration, strike, right: known });
  } catch (problem) {
    throw new StrategyError(problem instanceof Error ? problem.message : String(problem));
  }
}

const RIGHTS: ReadonlyMap<string, 'C' | 'P'> = new Map<string, 'C' | 'P'>([
  ['C', 'C'],
  ['CALL', 'C'],
  ['P', 'P'],
  ['PUT', 'P'],
]);

function readLegs(underlying: string, given: unknown): readonly OrderLeg[] {
  if (isOptionSymbol(underlying))
    throw new StrategyError(
      `spread needs a strategy of the underlying: symbol('${parseOptionSymbol(underlying)?.underlying ?? 'SPY'}') instead of ${shown(underlying)}`,
    );
  if (!Array.isArray(given))
    throw new StrategyError(`spread takes an array of legs, such as [${LEG_FORM}, …]: ${shown(given)}`);
  const legs = given.slice(0, MAX_LEGS + 1).map(readLeg);
  const problem = legsProblem(underlying, legs);
  if (problem !== undefined) throw new StrategyError(problem);
  return Object.freeze(legs);
}

function readLeg(given: unknown): OrderLeg {
  const {
    symbol,
    side,
    ratio = 1,
  } = readFields(given, ['symbol', 'side', 'ratio'], `a leg is an object, such as ${LEG_FORM}`);
  // `legsProblem` checks the number; its message needs one.
  if (typeof ratio !== 'number')
    throw new StrategyError(`the ratio of a leg is a whole number: ${shown(ratio)}`);
  return Object.freeze({ symbol: readLegSymbol(symbol), side: readSide(side), ratio });
}

/** The root of an option may be padded. */
function readLegSymbol(given: unknown): string {
  const symbol = typeof given === 'string' ? normalizeSymbol(given) : '';
  if (symbol === '' || symbol.length > 23)
    throw new StrategyError(
      `the symbol of a leg is an option or the underlying, such as 'SPY260821C00645000': ${shown(given)}`,
    );
  const option = parseOptionSymbol(symbol);
  return option === null ? symbol : formatOptionSymbol(option);
}

function readSide(given: unknown): LegSide {
  const side = LEG_SIDES.find(
    (known) => typeof given === 'string' && known.toLowerCase() === given.trim().toLowerCase(),
  );
  if (side === undefined)
    throw new StrategyError(`a side is 'Buy' or 'Sell' in a multi-leg order: ${shown(given)}`);
  return side;
}

function readTif(given: unknown): TimeInForce {
  const tif = typeof given === 'string' ? SPREAD_TIFS.get(given.trim().toUpperCase()) : undefined;
  if (tif === undefined)
    throw new StrategyError(
      `the time in force of a multi-leg order is ${[...SPREAD_TIFS.keys()].join(', ')}: ${shown(given)}`,
    );
  return tif;
}

/** A net price in whole cents, rounded to the better price for the author. */
function readNetPrice(given: unknown, side: LegSide): number {
  if (typeof given !== 'number' || !(given >= 0 && given <= MAX_PRICE))
    throw new StrategyError(
      `a net price is 0 or more and at most ${MAX_PRICE.toLocaleString('en-US')}; the side says whether it is paid (Buy) or received (Sell): ${shown(given)}`,
    );
  return fromE4(roundToPriceStepE4(given, side === 'Buy' ? 'down' : 'up', true));
}
