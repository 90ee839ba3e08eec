import type { MoneyE4 } from '../../money/price.ts';
import { below } from './plain-searches.ts';
import type { SearchRandom } from './types.ts';

/** The 5 %, 50 % and 95 % points of a distribution. */
export interface Quantiles {
  readonly p5E4: MoneyE4;
  readonly p50E4: MoneyE4;
  readonly p95E4: MoneyE4;
}

/** What resampled runs came to. */
export interface MonteCarlo {
  readonly runs: number;
  readonly net: Quantiles;
  /** Largest falls of the net P&L, 0 or more. */
  readonly drawdown: Quantiles;
  /** Share of the runs that lost, 0 to 1. */
  readonly lossShare: number;
}

/** How often results are drawn, and how. */
export interface MonteCarloTerms {
  readonly runs: number;
  /** Results that stay together and in sequence: 1 draws each for itself. */
  readonly blockLength: number;
  readonly random: SearchRandom;
}

/**
 * Draws as many results as there are, with replacement, in blocks that may go over the end into the beginning (a circular block bootstrap), and adds
 * them up; so many times. `results`: net profits of trades, or of days, in their sequence. Null without results.
 */
export function monteCarlo(
  results: readonly MoneyE4[],
  { runs, blockLength, random }: MonteCarloTerms,
): MonteCarlo | null {
  if (results.length === 0) return null;
  const nets = new Float64Array(runs);
  const falls = new Float64Array(runs);
  for (let run = 0; run < runs; run += 1) {
    let [netE4, peakE4, fallE4] = [0, 0, 0];
    for (let count = 0, at = 0; count < results.length; count += 1) {
      at = count % blockLength === 0 ? below(random, results.length) : (at + 1) % results.length;
      netE4 += results[at] ?? 0;
      if (netE4 > peakE4) peakE4 = netE4;
      else if (peakE4 - netE4 > fallE4) fallE4 = peakE4 - netE4;
    }
    nets[run] = netE4;
    falls[run] = fallE4;
  }
  const losses = nets.reduce((count, netE4) => count + (netE4 < 0 ? 1 : 0), 0);
  return { runs, net: quantilesOf(nets), drawdown: quantilesOf(falls), lossShare: losses / runs };
}

/** The nearest values of the sample, without interpolation. */
function quantilesOf(sample: Float64Array): Quantiles {
  sample.sort();
  const at = (share: number): MoneyE4 => sample[Math.max(0, Math.ceil(share * sample.length) - 1)] ?? 0;
  return { p5E4: at(0.05), p50E4: at(0.5), p95E4: at(0.95) };
}
