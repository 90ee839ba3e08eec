import { E4, type PriceE4 } from '../../money/price.ts';
import { CONTRACT_SHARES } from '../../symbols/contract-shares.ts';
import { isOptionSymbol } from '../../symbols/symbol.ts';
import type { OrderRequest } from '../request.ts';
import { riskDistanceE4 } from '../risk-at-stop.ts';
import { atrProblem } from './atr-terms.ts';
import type { StatedDistance } from './stated-distance.ts';
import type { GroupRequest } from './types.ts';

/** Distances of a bracket that are requested in multiples of the average true range, or in dollars at risk. They become dollars from the fill when the group is placed, and stay so. */

/** Multiples of the average true range at most. */
const MAX_MULTIPLE_E4 = 1_000_000;
/** Step of the distance of a trail. */
const CENT_E4 = 100;

type Bracket = Pick<GroupRequest, 'orders' | 'target' | 'targets' | 'stop' | 'trail' | 'atr'>;
type Rounding = 'up' | 'down' | 'downToCent';
interface Distance {
  readonly basis: string;
  readonly amountE4: number;
  readonly stated?: StatedDistance | undefined;
}

/** All but the stop. */
const gainsOf = ({ target, targets = [], trail }: Bracket): readonly (Distance | null | undefined)[] => [
  target,
  ...targets,
  trail?.start,
  trail?.distance,
];

/** Whether a distance is stated in multiples of the average true range. */
export const statesAtr = (group: Bracket): boolean =>
  [...gainsOf(group), group.stop].some((exit) => exit?.stated?.basis === 'Atr');

/** Why the distances are refused by their form; undefined when they are sound, and without such distances. */
export function statedProblem(group: Bracket): string | undefined {
  const { stop, atr } = group;
  const gains = gainsOf(group);
  if (gains.some((exit) => exit?.stated?.basis === 'Risk'))
    return 'Only a stop is stated in dollars at risk.';
  for (const exit of [...gains, stop]) {
    const { stated } = exit ?? {};
    if (stated && (!Number.isSafeInteger(stated.amountE4) || stated.amountE4 <= 0))
      return stated.basis === 'Risk'
        ? 'The dollars at risk are above 0.'
        : 'A multiple of the ATR is above 0.';
    if (stated?.basis === 'Atr' && stated.amountE4 > MAX_MULTIPLE_E4)
      return 'A multiple of the ATR is at most 100.';
  }
  if (!statesAtr(group)) return atr ? 'No distance of the bracket is in multiples of the ATR.' : undefined;
  return atr ? atrProblem(atr) : 'A bracket with multiples of the ATR says which one.';
}

/**
 * The bracket with its stated distances in dollars. `atrE4`: the average true range; 0 = unknown, which leaves multiples of it at 0. A stop and a trail are rounded down and a target
 * up, in favour of the position.
 */
export function withDistances(group: GroupRequest, atrE4: PriceE4): GroupRequest {
  const { target, targets, stop, trail, atr, orders } = group;
  if ([...gainsOf(group), stop].every((exit) => !exit?.stated)) return group;
  const [entry] = orders;
  const resolve = <Exit extends Distance>(exit: Exit, rounding: Rounding): Exit =>
    exit.stated ? { ...exit, amountE4: distanceE4(exit.stated, entry, atrE4, rounding) } : exit;
  return {
    ...group,
    target: target && resolve(target, 'up'),
    stop: stop && resolve(stop, 'down'),
    ...(targets && { targets: targets.map((each) => resolve(each, 'up')) }),
    ...(trail && {
      trail: { start: resolve(trail.start, 'up'), distance: resolve(trail.distance, 'downToCent') },
    }),
    ...(atr && { atr: { ...atr, valueE4: atrE4 } }),
  };
}

/** The bracket with the distances that it has in dollars now, which no later range or quantity changes. Of `withDistances`. */
export function withFixedDistances({ atr: _atr, ...group }: GroupRequest): GroupRequest {
  const { target, targets, stop, trail } = group;
  return {
    ...group,
    target: target && fixed(target),
    stop: stop && fixed(stop),
    ...(targets && { targets: targets.map(fixed) }),
    ...(trail && { trail: { start: fixed(trail.start), distance: fixed(trail.distance) } }),
  };
}

const fixed = <Exit extends Distance>(exit: Exit): Exit => ({ ...exit, stated: undefined });

function distanceE4(
  { basis, amountE4 }: StatedDistance,
  entry: Pick<OrderRequest, 'quantity' | 'symbol'> | undefined,
  atrE4: PriceE4,
  rounding: Rounding,
): PriceE4 {
  if (basis === 'Risk')
    return entry
      ? riskDistanceE4(amountE4, entry.quantity, isOptionSymbol(entry.symbol) ? CONTRACT_SHARES : 1)
      : 0;
  if (!Number.isSafeInteger(amountE4) || !Number.isSafeInteger(atrE4)) return 0;
  // The product of both may not fit into a double.
  const product = BigInt(amountE4) * BigInt(atrE4);
  const downE4 = Number(product / BigInt(E4));
  if (rounding === 'up') return product % BigInt(E4) === 0n ? downE4 : downE4 + 1;
  return rounding === 'down' ? downE4 : downE4 - (downE4 % CENT_E4);
}
