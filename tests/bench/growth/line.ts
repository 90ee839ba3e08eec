/** One measurement of how a cost grows. */
export interface GrowthLine {
  readonly name: string;
  /** What the size counts. */
  readonly sizeOf: string;
  /** What is measured. */
  readonly unit: string;
  /** Three, ascending. */
  readonly sizes: readonly [number, number, number];
  /** How it must grow: not at all, or with the size. */
  readonly goal: 'flat' | 'linear';
  /** The cost at a size, in `unit`. */
  measure(size: number): Promise<number>;
}

export interface MeasuredLine extends GrowthLine {
  /** In the order of the sizes. */
  readonly costs: readonly number[];
}

/**
 * Exponent of the cost by the size, from a straight line through the logarithms: 0 when the cost stays, 1 when it grows with the size, 2 with its square.
 * Costs of fewer than two sizes have none: NaN.
 */
export function growthExponent(sizes: readonly number[], costs: readonly number[]): number {
  const [x, y] = [sizes.map(Math.log), costs.map(Math.log)];
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  const covariance = x.reduce((sum, value, index) => sum + (value - meanX) * ((y[index] ?? 0) - meanY), 0);
  const variance = x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
  return covariance / variance;
}
