import { expOfSquare, scaledErfc } from './error-function.ts';

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return expOfSquare(x, 0.5) / ROOT_TWO_PI;
}

/** Standard normal distribution function, to about 1e-15 relative, lower tail included. */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  const tail = 0.5 * expOfSquare(size, 0.5) * scaledErfc(size * Math.SQRT1_2);
  return x > 0 ? 1 - tail : tail;
}
