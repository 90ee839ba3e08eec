import { CONTRACT_SHARES } from '../../symbols/contract-shares.ts';
import { fromE4, toPriceE4, type PriceE4 } from '../../money/price.ts';
import { isOptionSymbol, underlyingOf } from '../../symbols/symbol.ts';
import { greatestDivisor, legSign, type OrderLeg } from '../legs.ts';
import type { LegExecution } from './executions.ts';
import { sideOfInstruction } from './instructions.ts';
import type { ExternalLegFill } from '../external-orders/external-order.ts';
import { asId, asObject, asText } from '../external-orders/json.ts';
import { readQuantity } from '../external-orders/quantities.ts';
import { fromBrokerSymbol } from './symbols.ts';

interface ReadLeg extends OrderLeg {
  readonly legId: string;
  /** Contracts or shares of one unit. */
  readonly perUnit: number;
}

/** A multi-leg order as its legs state it. */
export interface ReadLegs {
  /** The symbol that the order is listed under: the underlying of its first option. */
  readonly underlying: string;
  readonly units: number;
  readonly legs: readonly ReadLeg[];
}

/** Reads the legs of an order; undefined when there are fewer than two, or one of them makes no sense. */
export function readLegs(items: readonly unknown[]): ReadLegs | undefined {
  const read = items.map(readLeg);
  const legs = read.filter((leg) => leg !== undefined);
  if (legs.length < 2 || legs.length < read.length) return undefined;
  const lots = legs.map(({ symbol, quantity }) => quantity / sharesOf(symbol));
  // Shares that make no whole lots were not sent from here: the order then counts as one unit.
  const units = lots.every(Number.isSafeInteger) ? lots.reduce(greatestDivisor) : 1;
  const symbol = legs.find((leg) => isOptionSymbol(leg.symbol))?.symbol ?? legs[0]?.symbol ?? '';
  return {
    underlying: underlyingOf(symbol),
    units,
    legs: legs.map(({ quantity, ...leg }, index) => ({
      ...leg,
      ratio: (lots[index] ?? 0) / units,
      perUnit: quantity / units,
    })),
  };
}

/** Shares of one contract for an option, and of one lot for a stock that is a leg beside options. */
const sharesOf = (symbol: string): number => (isOptionSymbol(symbol) ? 1 : CONTRACT_SHARES);

function readLeg(
  item: unknown,
  index: number,
): (Pick<ReadLeg, 'legId' | 'symbol' | 'side'> & { readonly quantity: number }) | undefined {
  const leg = asObject(item);
  const symbol = asText(asObject(leg?.instrument)?.symbol);
  const way = sideOfInstruction(asText(leg?.instruction) ?? '', asText(leg?.positionEffect));
  const quantity = readQuantity(leg?.quantity);
  if (symbol === undefined || way === undefined || quantity === undefined || quantity === 0) return undefined;
  return {
    legId: asId(leg?.legId) ?? String(index + 1),
    symbol: fromBrokerSymbol(symbol),
    side: way.side === 'Buy' ? 'Buy' : 'Sell',
    quantity,
  };
}

/** A whole number of units that all legs have filled. */
export interface UnitFill {
  /** Of the execution that completed the units, so that it is the same however often the order is read. */
  readonly executionId: string;
  /** Net price of one share of a unit, in the sense of the order's side: negative when a debit brought money, or a credit cost it. */
  readonly priceE4: PriceE4;
  readonly quantity: number;
  readonly timeMs: number;
  readonly legFills: readonly ExternalLegFill[];
}

/** Executions of a multi-leg order as whole units, and what legs have filled beyond them. */
export interface UnitFills {
  readonly fills: readonly UnitFill[];
  /** Filled without the other legs so far. */
  readonly apart: readonly ExternalLegFill[];
}

/**
 * Puts the executions of single legs together: each time every leg has enough for another unit, that many units have filled, at the prices that
 * each leg traded at first. What a leg has beyond that is held apart until the others follow.
 */
export function toUnitFills(
  { legs }: Pick<ReadLegs, 'legs'>,
  side: 'Buy' | 'Sell',
  executions: readonly LegExecution[],
): UnitFills {
  const queues = legs.map((leg) => new LegQueue(leg));
  const fills: UnitFill[] = [];
  for (const [index, execution] of executions.entries()) {
    queues.find(({ leg }) => leg.legId === execution.legId)?.add(execution);
    // All legs of one activity trade together.
    if (executions[index + 1]?.activityId === execution.activityId) continue;
    const quantity = Math.min(...queues.map((queue) => queue.wholeUnits()));
    if (quantity === 0) continue;
    const legFills = queues.flatMap((queue) => queue.take(quantity));
    fills.push({
      executionId: execution.executionId,
      priceE4: netPriceE4(legFills, side, quantity),
      quantity,
      timeMs: execution.timeMs,
      legFills,
    });
  }
  return { fills, apart: queues.flatMap((queue) => queue.takeAll()) };
}

/** What one leg has filled and no unit has taken yet, oldest first. */
class LegQueue {
  readonly leg: ReadLeg;
  #parts: { quantity: number; readonly priceE4: PriceE4 }[] = [];

  constructor(leg: ReadLeg) {
    this.leg = leg;
  }

  add({ quantity, priceE4 }: LegExecution): void {
    const last = this.#parts.at(-1);
    if (last?.priceE4 === priceE4) last.quantity += quantity;
    else this.#parts.push({ quantity, priceE4 });
  }

  wholeUnits(): number {
    return Math.floor(this.#quantity() / this.leg.perUnit);
  }

  take(units: number): ExternalLegFill[] {
    return this.#take(units * this.leg.perUnit);
  }

  takeAll(): ExternalLegFill[] {
    return this.#take(this.#quantity());
  }

  #quantity(): number {
    return this.#parts.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  #take(quantity: number): ExternalLegFill[] {
    const { symbol, side } = this.leg;
    const taken: ExternalLegFill[] = [];
    for (let left = quantity; left > 0;) {
      const [part] = this.#parts;
      if (part === undefined) break;
      const now = Math.min(left, part.quantity);
      taken.push({ symbol, side, quantity: now, priceE4: part.priceE4 });
      part.quantity -= now;
      left -= now;
      if (part.quantity === 0) this.#parts.shift();
    }
    return taken;
  }
}

function netPriceE4(legFills: readonly ExternalLegFill[], side: 'Buy' | 'Sell', units: number): PriceE4 {
  const paid = legFills.reduce(
    (sum, fill) => sum + (legSign(fill) * fill.priceE4 * fill.quantity) / sharesOf(fill.symbol),
    0,
  );
  // Rounded as prices in dollars are, half away from zero, so that a debit and its credit are the same amount.
  const netE4 = toPriceE4(fromE4(paid / units));
  return side === 'Sell' && netE4 !== 0 ? -netE4 : netE4;
}
