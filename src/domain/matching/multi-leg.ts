import { CONTRACT_SHARES } from '../symbols/contract-shares.ts';
import { notionalE4, type MoneyE4, type PriceE4 } from '../money/price.ts';

/** The displayed quantity that is left at one price of one exchange. */
export interface ShownLevel {
  readonly exchange: string;
  readonly priceE4: PriceE4;
  /** Contracts or shares that no order has taken yet. */
  readonly left: number;
}

/** One leg as it is matched: the side of the market that it takes, best price first. */
export interface LegMarket {
  readonly isBuy: boolean;
  /** Contracts or shares of one unit. */
  readonly unitQuantity: number;
  /** Shares of one of the quantity: 100 for options, 1 for stocks. */
  readonly multiplier: number;
  readonly levels: readonly ShownLevel[];
}

/** What one leg takes of one level. */
export interface LegTake {
  /** Index of the leg. */
  readonly leg: number;
  readonly quantity: number;
  readonly priceE4: PriceE4;
  readonly exchange: string;
}

/** Units that trade together, every leg of each. */
export interface UnitsMatch {
  readonly units: number;
  /** What one share of a unit costs, E4; negative = brings. Rounded where a leg took several prices. */
  readonly netE4: PriceE4;
  readonly takes: readonly LegTake[];
}

/**
 * Matches up to `units` units of a multi-leg order with the displayed quotes of each leg, best prices first. A unit trades with all its legs or
 * not at all, and only at a net price of at most `limitE4` a share (negative = a credit of at least that). With `isAllOrNone`, all units trade or
 * none.
 */
export function matchUnits(
  legs: readonly LegMarket[],
  { units, limitE4, isAllOrNone }: { units: number; limitE4: PriceE4; isAllOrNone: boolean },
): readonly UnitsMatch[] {
  const ladders = legs.map((leg, index) => new LegLadder(leg, index));
  const matches: UnitsMatch[] = [];
  let left = units;
  while (left > 0) {
    const together = Math.min(left, ...ladders.map((ladder) => ladder.unitsAtBest()));
    // Where a leg needs more than its best level has left, one unit goes through several levels.
    const count = Math.max(1, together);
    const takes = ladders.map((ladder) => ladder.peek(count));
    if (!takes.every((legTakes) => legTakes !== undefined)) break;
    const costE4 = takes
      .flat()
      .reduce<MoneyE4>((sum, { priceE4, quantity, leg }) => sum + costOf(legs[leg], quantity, priceE4), 0);
    if (costE4 > notionalE4(limitE4, CONTRACT_SHARES * count)) break;
    ladders.forEach((ladder) => ladder.take(count));
    left -= count;
    matches.push({
      units: count,
      netE4: Math.round(costE4 / (CONTRACT_SHARES * count)),
      takes: takes.flat(),
    });
  }
  return isAllOrNone && left > 0 ? [] : matches;
}

/** Net cost of one share of one unit at the best prices; undefined while a leg has no quote on its side. */
export function naturalNetE4(legs: readonly LegMarket[]): PriceE4 | undefined {
  let costE4: MoneyE4 = 0;
  for (const leg of legs) {
    const [best] = leg.levels;
    if (!best) return undefined;
    costE4 += costOf(leg, leg.unitQuantity, best.priceE4);
  }
  return Math.round(costE4 / CONTRACT_SHARES);
}

function costOf(leg: LegMarket | undefined, quantity: number, priceE4: PriceE4): MoneyE4 {
  return leg === undefined ? 0 : notionalE4(priceE4, (leg.isBuy ? 1 : -1) * quantity * leg.multiplier);
}

/** The levels of one leg, and how much of them the units so far took. */
class LegLadder {
  readonly #leg: LegMarket;
  readonly #index: number;
  #level = 0;
  #used = 0;

  constructor(leg: LegMarket, index: number) {
    this.#leg = leg;
    this.#index = index;
  }

  /** Whole units that the best level alone can fill. */
  unitsAtBest(): number {
    const level = this.#leg.levels[this.#level];
    return level ? Math.floor((level.left - this.#used) / this.#leg.unitQuantity) : 0;
  }

  /** The takes of so many units; undefined when the displayed quantity does not suffice. */
  peek(units: number): readonly LegTake[] | undefined {
    return this.#walk(units)?.takes;
  }

  take(units: number): void {
    const walked = this.#walk(units);
    if (walked) [this.#level, this.#used] = [walked.level, walked.used];
  }

  #walk(units: number) {
    const takes: LegTake[] = [];
    let [level, used] = [this.#level, this.#used];
    let missing = units * this.#leg.unitQuantity;
    while (missing > 0) {
      const shown = this.#leg.levels[level];
      if (!shown) return undefined;
      const quantity = Math.min(missing, shown.left - used);
      if (quantity > 0)
        takes.push({ leg: this.#index, quantity, priceE4: shown.priceE4, exchange: shown.exchange });
      missing -= quantity;
      used += quantity;
      if (used >= shown.left) [level, used] = [level + 1, 0];
    }
    return { takes, level, used };
  }
}
