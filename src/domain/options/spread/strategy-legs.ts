import { err, ok, type Result } from '../../assert/assert.ts';
import { COMBINATION_NAMES, type CombinationName } from '../../orders/combination-name.ts';
import type { LegSide, OrderLeg } from '../../orders/legs.ts';
import type { LegKind } from './leg.ts';

/** The standard strategies: every combination that has a name. */
export type SpreadStrategy = Exclude<CombinationName, 'Custom'>;
/** The standard strategies in the order of menus. */
export const SPREAD_STRATEGIES: readonly SpreadStrategy[] = COMBINATION_NAMES.filter(
  (name): name is SpreadStrategy => name !== 'Custom',
);

/** A strike of an expiration with the symbols of its contracts, as far as they are listed. */
export interface StrikeContracts {
  /** Dollars. */
  readonly strike: number;
  readonly call: string | undefined;
  readonly put: string | undefined;
}

/** What the legs of a strategy are chosen from. */
export interface StrategyChoice {
  readonly underlying: string;
  /** Price of the underlying, dollars. */
  readonly spot: number;
  /** Strikes of the chosen expiration, ascending. */
  readonly strikes: readonly StrikeContracts[];
  /** Strikes of the next expiration, ascending; empty when there is none. */
  readonly laterStrikes: readonly StrikeContracts[];
}

/** A leg of a strategy by its place in the chain. */
interface Place {
  readonly side: LegSide;
  readonly kind: LegKind;
  /** Strikes above the one at the money; negative = below. */
  readonly step: number;
  readonly ratio: number;
  readonly isLater: boolean;
}

const place = (side: LegSide, kind: LegKind, step = 0, change: Partial<Place> = {}): Place => ({
  side,
  kind,
  step,
  ratio: 1,
  isLater: false,
  ...change,
});

const PLACES: Readonly<Record<SpreadStrategy, readonly Place[]>> = {
  Vertical: [place('Buy', 'call'), place('Sell', 'call', 1)],
  Straddle: [place('Buy', 'call'), place('Buy', 'put')],
  Strangle: [place('Buy', 'put', -1), place('Buy', 'call', 1)],
  Butterfly: [place('Buy', 'call', -1), place('Sell', 'call', 0, { ratio: 2 }), place('Buy', 'call', 1)],
  Condor: [
    place('Buy', 'call', -2),
    place('Sell', 'call', -1),
    place('Sell', 'call', 1),
    place('Buy', 'call', 2),
  ],
  'Iron butterfly': [
    place('Buy', 'put', -1),
    place('Sell', 'put'),
    place('Sell', 'call'),
    place('Buy', 'call', 1),
  ],
  'Iron condor': [
    place('Buy', 'put', -2),
    place('Sell', 'put', -1),
    place('Sell', 'call', 1),
    place('Buy', 'call', 2),
  ],
  Calendar: [place('Sell', 'call'), place('Buy', 'call', 0, { isLater: true })],
  Diagonal: [place('Sell', 'call', 1), place('Buy', 'call', 0, { isLater: true })],
  'Covered call': [place('Buy', 'stock'), place('Sell', 'call', 1)],
  Collar: [place('Buy', 'stock'), place('Buy', 'put', -1), place('Sell', 'call', 1)],
};

const TOO_FEW_STRIKES = 'The chain shows too few strikes of this expiration. Choose more strikes.';
const NO_LATER = 'This strategy has a leg in a later expiration. Choose a wider range of expirations.';
const NO_PRICE = 'The price of the underlying is not known yet. Try again in a moment.';

/**
 * The legs of a strategy around the money, each wing one strike from the next. Fails with a message for the trader when the loaded
 * strikes do not hold them.
 */
export function strategyLegs(
  strategy: SpreadStrategy,
  { underlying, spot, strikes, laterStrikes }: StrategyChoice,
): Result<readonly OrderLeg[], string> {
  const places = PLACES[strategy];
  if (!(spot > 0)) return err(NO_PRICE);
  const hasLater = places.some(({ isLater }) => isLater);
  if (hasLater && laterStrikes.length === 0) return err(NO_LATER);
  const later = new Map(laterStrikes.map((row) => [row.strike, row]));
  const centre = indexOfNearest(strikes, spot, ({ strike }) => !hasLater || later.has(strike));
  if (centre < 0) return err(TOO_FEW_STRIKES);
  const legs: OrderLeg[] = [];
  for (const { side, kind, step, ratio, isLater } of places) {
    const near = strikes[centre + step];
    const row = isLater ? later.get(near?.strike ?? Number.NaN) : near;
    const symbol = kind === 'stock' ? underlying : row?.[kind];
    if (symbol === undefined) return err(TOO_FEW_STRIKES);
    legs.push({ symbol, side, ratio });
  }
  return ok(legs);
}

/** Index of the strike nearest to a price among those that fit; of two equally near ones the lower; -1 when none fits. */
function indexOfNearest(
  strikes: readonly StrikeContracts[],
  price: number,
  fits: (row: StrikeContracts) => boolean,
): number {
  let found = -1;
  let distance = Infinity;
  strikes.forEach((row, index) => {
    const away = Math.abs(row.strike - price);
    if (!fits(row) || away >= distance) return;
    found = index;
    distance = away;
  });
  return found;
}
