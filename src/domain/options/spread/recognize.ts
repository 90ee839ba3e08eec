import { reduceRatios, type LegKind, type LegSide, type SpreadLeg } from './leg.ts';

/** The standard strategies, in the order in which a menu lists them. */
export const SPREAD_STRATEGIES = [
  'Vertical',
  'Straddle',
  'Strangle',
  'Butterfly',
  'Condor',
  'Iron butterfly',
  'Iron condor',
  'Calendar',
  'Diagonal',
  'Covered call',
  'Collar',
] as const;
export type SpreadStrategy = (typeof SPREAD_STRATEGIES)[number];
export type StrategyName = SpreadStrategy | 'Custom';

/**
 * The name of a set of legs, whatever their order and a common factor of their ratios. Wings of butterflies and condors may differ in
 * width. What has none of the standard forms is custom.
 */
export function recognize(legs: readonly SpreadLeg[]): StrategyName {
  const sorted = [...reduceRatios(legs).legs].sort(
    (one, other) =>
      one.strike - other.strike || rank(one.kind) - rank(other.kind) || one.expirationMs - other.expirationMs,
  );
  const stocks = sorted.filter(({ kind }) => kind === 'stock');
  const options = sorted.filter(({ kind }) => kind !== 'stock');
  const [stock] = stocks;
  if (stock !== undefined) return stocks.length === 1 ? withStock(stock, options) : 'Custom';
  if (new Set(options.map(({ expirationMs }) => expirationMs)).size > 1) return acrossExpirations(options);
  if (options.length === 2) return ofTwo(options);
  if (options.length === 3) return isButterfly(options) ? 'Butterfly' : 'Custom';
  return options.length === 4 ? ofFour(options) : 'Custom';
}

/** Puts before calls of the same strike, as the legs of an iron butterfly stand. */
const rank = (kind: LegKind): number => ['stock', 'put', 'call'].indexOf(kind);

const ratiosAre = (legs: readonly SpreadLeg[], ratios: readonly number[]): boolean =>
  legs.length === ratios.length && legs.every(({ ratio }, index) => ratio === ratios[index]);

const kindsAre = (legs: readonly SpreadLeg[], kinds: readonly LegKind[]): boolean =>
  legs.every(({ kind }, index) => kind === kinds[index]);

const isOneKind = ([first, ...others]: readonly SpreadLeg[]): boolean =>
  others.every(({ kind }) => kind === first?.kind);

/** True when the sides are those of the pattern or all opposite to it. */
function sidesAre(legs: readonly SpreadLeg[], pattern: readonly LegSide[]): boolean {
  const isSame = legs[0]?.side === pattern[0];
  return legs.every(({ side }, index) => (side === pattern[index]) === isSame);
}

function isAscending(legs: readonly SpreadLeg[]): boolean {
  return legs.every(({ strike }, index) => index === 0 || strike > (legs[index - 1]?.strike ?? 0));
}

function ofTwo(legs: readonly SpreadLeg[]): StrategyName {
  if (!ratiosAre(legs, [1, 1])) return 'Custom';
  if (isOneKind(legs)) return isAscending(legs) && sidesAre(legs, ['Buy', 'Sell']) ? 'Vertical' : 'Custom';
  if (!sidesAre(legs, ['Buy', 'Buy'])) return 'Custom';
  if (!isAscending(legs)) return 'Straddle';
  return kindsAre(legs, ['put', 'call']) ? 'Strangle' : 'Custom';
}

function isButterfly(legs: readonly SpreadLeg[]): boolean {
  return (
    ratiosAre(legs, [1, 2, 1]) &&
    isOneKind(legs) &&
    isAscending(legs) &&
    sidesAre(legs, ['Buy', 'Sell', 'Buy'])
  );
}

function ofFour(legs: readonly SpreadLeg[]): StrategyName {
  if (!ratiosAre(legs, [1, 1, 1, 1]) || !sidesAre(legs, ['Buy', 'Sell', 'Sell', 'Buy'])) return 'Custom';
  if (isOneKind(legs)) return isAscending(legs) ? 'Condor' : 'Custom';
  if (!kindsAre(legs, ['put', 'put', 'call', 'call'])) return 'Custom';
  if (isAscending(legs)) return 'Iron condor';
  const [low, body, upperBody, high] = legs.map(({ strike }) => strike);
  const isBody = body !== undefined && body === upperBody;
  return isBody && (low ?? body) < body && (high ?? body) > body ? 'Iron butterfly' : 'Custom';
}

function acrossExpirations(legs: readonly SpreadLeg[]): StrategyName {
  if (!ratiosAre(legs, [1, 1]) || !isOneKind(legs) || !sidesAre(legs, ['Buy', 'Sell'])) return 'Custom';
  return isAscending(legs) ? 'Diagonal' : 'Calendar';
}

/** Long shares with a call sold against them; a collar also has the put that limits the loss. */
function withStock(stock: SpreadLeg, options: readonly SpreadLeg[]): StrategyName {
  const call = options.find(({ kind }) => kind === 'call');
  // Closed, it has all sides the other way round.
  if (call === undefined || call.side === stock.side || call.ratio !== stock.ratio) return 'Custom';
  if (options.length === 1) return 'Covered call';
  const put = options.find(({ kind }) => kind === 'put');
  const isCollar =
    options.length === 2 &&
    put?.side === stock.side &&
    put.ratio === stock.ratio &&
    put.strike < call.strike &&
    put.expirationMs === call.expirationMs;
  return isCollar ? 'Collar' : 'Custom';
}
