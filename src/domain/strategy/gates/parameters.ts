import { formatInteger } from '../../format/format-number.ts';
import type { MoneyE4 } from '../../money/price.ts';
import type { DeclaredParameter } from '../description.ts';
import { dollarsText, shareText } from './texts.ts';
import type { GateResult, RunResult } from './types.ts';

/** Neighbours differ by this part of the value; a whole number by at least 1. */
const STEP_SHARE = 0.1;
/** Parameters that are varied, in the sequence of the code: each costs two runs. */
const MAX_VARIED_PARAMETERS = 12;
/** Significant digits of a varied value, so that 0.1 + 10 % reads as 0.11. */
const DIGITS = 10;
/** Fewer neighbours with a profit than this are a warning: the profit stands on one choice of values. */
const MIN_PROFIT_SHARE = 0.8;
/** Fewer than this fail: most values near the chosen ones lose. */
const MIN_PROFIT_SHARE_OF_WARNING = 0.5;
/** A median below this part of the profit is a warning: the chosen values are a peak of the results. */
const MIN_MEDIAN_SHARE = 0.5;

/** The values of a run with one parameter changed. */
export interface Neighbour {
  readonly name: string;
  readonly value: number;
}

/** The neighbours of a set of parameters: each number a step lower and higher. A value of 0 has no step of its size and is left as it is. */
export function neighboursOf(parameters: readonly DeclaredParameter[]): Neighbour[] {
  return parameters
    .flatMap(({ name, value }) => (typeof value === 'number' && value !== 0 ? [{ name, value }] : []))
    .slice(0, MAX_VARIED_PARAMETERS)
    .flatMap(({ name, value }) => {
      const size = Math.abs(value) * STEP_SHARE;
      const step = Number.isInteger(value) ? Math.max(1, Math.round(size)) : size;
      return [value - step, value + step].map((varied) => ({
        name,
        value: Number(varied.toPrecision(DIGITS)),
      }));
    });
}

/** The runs of this check. */
export interface ParameterRuns {
  readonly base: RunResult;
  /** The result of each neighbour; null when it could not be run, as when the code refuses its value. */
  readonly neighbours: readonly (Neighbour & { readonly result: RunResult | null })[];
}

function medianOf(sorted: readonly MoneyE4[]): MoneyE4 {
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}

/** Rates whether values near the chosen ones give a similar result. */
export function rateParameters({ base, neighbours }: ParameterRuns): GateResult {
  const gate = 'Parameters';
  if (base.filledCount === 0)
    return {
      gate,
      verdict: 'NotApplicable',
      text: 'No order fills in the period, so there is no profit to compare.',
    };
  if (neighbours.length === 0)
    return { gate, verdict: 'NotApplicable', text: 'The strategy has no numeric parameter to vary.' };
  const ran = neighbours.flatMap(({ name, value, result }) =>
    result === null ? [] : { name, value, netE4: result.netE4 },
  );
  const sorted = ran.toSorted((left, right) => left.netE4 - right.netE4);
  const [worst, best] = [sorted[0], sorted.at(-1)];
  if (worst === undefined || best === undefined)
    return {
      gate,
      verdict: 'Warning',
      text: `None of the ${formatInteger(neighbours.length)} neighbouring values could be run.`,
    };
  const profitable = ran.filter(({ netE4 }) => netE4 > 0).length;
  const share = profitable / ran.length;
  const median = medianOf(sorted.map(({ netE4 }) => netE4));
  const refusedCount = neighbours.length - ran.length;
  const refused = refusedCount === 0 ? '' : `; ${formatInteger(refusedCount)} more could not be run`;
  const range = `from ${dollarsText(worst.netE4)} (${worst.name} = ${worst.value}) to ${dollarsText(best.netE4)} (${best.name} = ${best.value}), median ${dollarsText(median)}`;
  const text = `${formatInteger(profitable)} of ${formatInteger(ran.length)} neighbours (${shareText(share)}) have a profit${refused}: ${range}; the run itself ${dollarsText(base.netE4)}.`;
  if (base.netE4 <= 0) return { gate, verdict: 'Warning', text };
  if (share < MIN_PROFIT_SHARE_OF_WARNING) return { gate, verdict: 'Failed', text };
  const isPeak = share < MIN_PROFIT_SHARE || median < base.netE4 * MIN_MEDIAN_SHARE;
  return { gate, verdict: isPeak ? 'Warning' : 'Passed', text };
}
