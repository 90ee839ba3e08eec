/** Implied volatility at a strike. */
export interface SmilePoint {
  /** Dollars. */
  readonly strike: number;
  /** A fraction a year. */
  readonly volatility: number;
}

/** The volatilities of one expiration as a smooth function of the strike. */
export interface Smile {
  /** A fraction a year. */
  volatilityAt(strike: number): number;
  /** Change of the volatility for one dollar of the strike. */
  slopeAt(strike: number): number;
}

interface Node extends SmilePoint {
  readonly slope: number;
}

/**
 * A smile through points: a monotone cubic between them (F. N. Fritsch and R. E. Carlson, 1980), which has no highs or lows of its own,
 * and level beyond the first and the last one. Points without a usable volatility are left out; null when none remains.
 */
export function smileOf(points: readonly SmilePoint[]): Smile | null {
  const usable = new Map<number, number>();
  for (const { strike, volatility } of points)
    if (strike > 0 && volatility > 0 && Number.isFinite(strike) && Number.isFinite(volatility))
      usable.set(strike, volatility);
  const sorted = [...usable]
    .map(([strike, volatility]) => ({ strike, volatility }))
    .sort((first, second) => first.strike - second.strike);
  const nodes = sorted.map((point, index) => ({ ...point, slope: slopeOf(sorted, index) }));
  const [first] = nodes;
  const last = nodes.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    volatilityAt(strike) {
      if (strike <= first.strike) return first.volatility;
      return strike >= last.strike ? last.volatility : cubicAt(nodes, strike).value;
    },
    slopeAt: (strike) => (strike <= first.strike || strike >= last.strike ? 0 : cubicAt(nodes, strike).slope),
  };
}

/** Slope at a point: the harmonic mean of the slopes beside it; level at the ends and where those slopes differ in sign. */
function slopeOf(points: readonly SmilePoint[], index: number): number {
  const before = points[index - 1];
  const point = points[index];
  const after = points[index + 1];
  if (before === undefined || point === undefined || after === undefined) return 0;
  const left = (point.volatility - before.volatility) / (point.strike - before.strike);
  const right = (after.volatility - point.volatility) / (after.strike - point.strike);
  return left * right <= 0 ? 0 : (2 * left * right) / (left + right);
}

function cubicAt(nodes: readonly Node[], strike: number): { readonly value: number; readonly slope: number } {
  const index = nodes.findIndex((node) => node.strike > strike);
  const low = nodes[index - 1];
  const high = nodes[index];
  if (low === undefined || high === undefined) return { value: 0, slope: 0 };
  const width = high.strike - low.strike;
  const part = (strike - low.strike) / width;
  const rise = high.volatility - low.volatility;
  // Hermite's form: value and slope of both ends.
  const square = 3 * rise - width * (2 * low.slope + high.slope);
  const cube = width * (low.slope + high.slope) - 2 * rise;
  return {
    value: low.volatility + part * (width * low.slope + part * (square + part * cube)),
    slope: low.slope + (part * (2 * square + 3 * part * cube)) / width,
  };
}
