import { TRADING_DAYS } from './constants.ts';

/**
 * Volatility a year from daily closes, oldest first: the sample standard deviation of their logarithmic returns times the root of 252.
 * Days without a price (0, negative, not a number) are passed over. Null with fewer than two returns.
 */
export function historicalVolatility(closes: readonly number[]): number | null {
  const known = closes.filter((close) => close > 0 && Number.isFinite(close));
  if (known.length < 3) return null;
  const returns = known.slice(1).map((close, index) => Math.log(close / (known[index] ?? close)));
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt((squares / (returns.length - 1)) * TRADING_DAYS);
}
