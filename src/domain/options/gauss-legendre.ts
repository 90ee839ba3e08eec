/** A quadrature rule over the times until an option's expiration. */
export interface TimeRule {
  /** Square root of the time passed, as a part of the root of the whole. */
  readonly passed: Float64Array;
  /** Square root of the time left, as a part of the root of the whole. */
  readonly left: Float64Array;
  /** Weights that add up to 1, the whole time. */
  readonly weights: Float64Array;
}

/**
 * Gauss–Legendre over the angle whose squared sine is the part of the time that has passed. Integrands are smooth in the roots of
 * the time passed and of the time left, so they are smooth in the angle at both ends.
 */
export function timeRule(count: number): TimeRule {
  const rule = {
    passed: new Float64Array(count),
    left: new Float64Array(count),
    weights: new Float64Array(count),
  };
  for (let index = 0; index < count; index += 1) {
    const { node, weight } = legendreNode(index, count);
    const angle = (Math.PI / 4) * (1 + node);
    rule.passed[index] = Math.sin(angle);
    rule.left[index] = Math.cos(angle);
    rule.weights[index] = (Math.PI / 4) * weight * Math.sin(2 * angle);
  }
  return rule;
}

/** A root of the Legendre polynomial of degree `count` and its weight over -1 to 1, by Newton's method. */
function legendreNode(index: number, count: number): { node: number; weight: number } {
  let node = -Math.cos((Math.PI * (index + 0.75)) / (count + 0.5));
  let slope = 1;
  for (let step = 0; step < 8; step += 1) {
    let [before, now] = [1, node];
    for (let degree = 2; degree <= count; degree += 1)
      [before, now] = [now, ((2 * degree - 1) * node * now - (degree - 1) * before) / degree];
    slope = (count * (node * now - before)) / (node * node - 1);
    node -= now / slope;
  }
  return { node, weight: 2 / ((1 - node * node) * slope * slope) };
}
