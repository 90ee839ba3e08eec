import { normalCdf, normalDensity } from '../../options/normal.ts';

const EULER_MASCHERONI = 0.577_215_664_901_532_9;

/** Shape of a sample of returns. */
export interface ReturnMoments {
  readonly count: number;
  /** Mean by sample standard deviation (n − 1), not annualised. */
  readonly sharpe: number;
  /** Third moment by the cube of the deviation (n); 0 for a normal sample. */
  readonly skewness: number;
  /** Fourth moment by the fourth power of the deviation (n); 3 for a normal sample. */
  readonly kurtosis: number;
}

/** The moments of returns; null for fewer than two, and without any difference between them. */
export function momentsOf(returns: readonly number[]): ReturnMoments | null {
  const count = returns.length;
  if (count < 2) return null;
  const mean = returns.reduce((sum, value) => sum + value, 0) / count;
  let [second, third, fourth] = [0, 0, 0];
  for (const value of returns) {
    const distance = value - mean;
    const square = distance * distance;
    second += square / count;
    third += (square * distance) / count;
    fourth += (square * square) / count;
  }
  if (!(second > 1e-24)) return null;
  return {
    count,
    sharpe: mean / Math.sqrt((second * count) / (count - 1)),
    skewness: third / second ** 1.5,
    kurtosis: fourth / second ** 2,
  };
}

/** The value below which a standard normal variable lies with a probability of 0 to 1, exclusive. Newton steps on the distribution function, about 1e-12. */
export function normalQuantile(probability: number): number {
  if (probability > 0.5) return -normalQuantile(1 - probability);
  // The tail's first term: within 0.5 for any probability of this half.
  let x = probability === 0.5 ? 0 : -Math.sqrt(-2 * Math.log(2 * probability));
  for (let step = 0; step < 60; step += 1) {
    const slope = normalDensity(x);
    const error = normalCdf(x) - probability;
    // Halley's correction: plain Newton overshoots in the tail.
    const change = error / (slope + (error * x) / 2);
    x -= change;
    if (Math.abs(change) < 1e-13 * Math.max(1, Math.abs(x))) break;
  }
  return x;
}

/**
 * The Sharpe ratio that the best of so many trials without any skill is expected to have, in the unit of the deviation of the trials' ratios (Bailey
 * and López de Prado, "The Deflated Sharpe Ratio", 2014, equation 1). 0 for one trial.
 */
export function expectedMaxSharpe(deviation: number, trialCount: number): number {
  if (trialCount < 2) return 0;
  return (
    deviation *
    ((1 - EULER_MASCHERONI) * normalQuantile(1 - 1 / trialCount) +
      EULER_MASCHERONI * normalQuantile(1 - 1 / (trialCount * Math.E)))
  );
}

/** The probability that the true Sharpe ratio is above a benchmark (the same paper, equation 2). Ratios are not annualised. Null when the moments allow no estimate. */
export function probabilisticSharpe(
  { count, sharpe, skewness, kurtosis }: ReturnMoments,
  benchmark: number,
): number | null {
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  return variance > 0 ? normalCdf(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(variance)) : null;
}

/** The deflated Sharpe ratio of the best trial and what it is measured against. */
export interface DeflatedSharpe {
  /** Trials with a Sharpe ratio. */
  readonly trialCount: number;
  /** Expected best ratio of trials without skill; not annualised. */
  readonly expectedMax: number;
  /** Probability that the true ratio of the best trial is above 0 after the selection; null when the moments allow no estimate. */
  readonly probability: number | null;
}

/**
 * The deflated Sharpe ratio of a trial that was selected from all. Trials are counted as independent, which related sets of parameters are not: the
 * probability is rather too low than too high.
 */
export function deflatedSharpe(best: ReturnMoments, all: readonly ReturnMoments[]): DeflatedSharpe {
  const ratios = all.map(({ sharpe }) => sharpe);
  const mean = ratios.reduce((sum, value) => sum + value, 0) / ratios.length;
  const squares = ratios.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = ratios.length < 2 ? 0 : Math.sqrt(squares / (ratios.length - 1));
  const expectedMax = expectedMaxSharpe(deviation, ratios.length);
  return { trialCount: ratios.length, expectedMax, probability: probabilisticSharpe(best, expectedMax) };
}
