import { formatInteger } from '../../format/format-number.ts';
import { ordersText, shareText } from './texts.ts';
import type { GateResult, OrderComparison, Verdict } from './types.ts';

/** How many times the bars that the studies need are given to the run with more history. */
export const HISTORY_FACTOR = 2;
/** A share of differing orders above this fails: of the orders of a live run more would follow from the day of its start than from the market. */
const MAX_HISTORY_SHARE = 0.05;
/** A later start only warns: a strategy may legitimately remember earlier trades. Below this share single orders around the start differ. */
const MAX_LATER_SHARE = 0.1;

/** A run whose studies got more bars before the period. */
export interface HistoryComparison extends OrderComparison {
  /** Bars before the period, of the base run and of this one. */
  readonly baseBars: number;
  readonly moreBars: number;
}

/** The runs of this check. */
export interface WarmUpRuns {
  /** Null: the studies need no bars before the period, or the market has no more of them. */
  readonly history: HistoryComparison | null;
  /** The run that began later, from the moment at which both held the same. Null: they never did; undefined: the period has one session. */
  readonly later: OrderComparison | null | undefined;
  /** Date of the first day of the run that began later, YYYY-MM-DD. */
  readonly laterDate: string;
  /** Orders of the base run. */
  readonly orderCount: number;
}

const shareOf = ({ count, differingCount }: OrderComparison): number =>
  count === 0 ? 0 : differingCount / count;

interface Part {
  readonly verdict: Verdict;
  readonly text: string;
}

function historyPart(history: HistoryComparison): Part {
  const { count, differingCount, baseBars, moreBars } = history;
  const share = shareOf(history);
  return {
    verdict: differingCount === 0 ? 'Passed' : share > MAX_HISTORY_SHARE ? 'Failed' : 'Warning',
    text: `${ordersText(differingCount, count)} (${shareText(share)}) differ with ${formatInteger(moreBars)} instead of ${formatInteger(baseBars)} bars before the period`,
  };
}

function laterPart(later: OrderComparison | null, date: string): Part {
  if (later === null)
    return { verdict: 'Warning', text: `a run from ${date} on never holds what the whole run holds` };
  const share = shareOf(later);
  return {
    verdict: share > MAX_LATER_SHARE ? 'Warning' : 'Passed',
    text: `${ordersText(later.differingCount, later.count)} (${shareText(share)}) differ in a run from ${date} on`,
  };
}

/** Rates how much the orders depend on the bar with which the run begins. */
export function rateWarmUp({ history, later, laterDate, orderCount }: WarmUpRuns): GateResult {
  const gate = 'WarmUp';
  if (orderCount === 0)
    return {
      gate,
      verdict: 'NotApplicable',
      text: 'The strategy sends no order in the period, so there is nothing to compare.',
    };
  const parts = [
    ...(history === null ? [] : [historyPart(history)]),
    ...(later === undefined ? [] : [laterPart(later, laterDate)]),
  ];
  if (parts.length === 0)
    return {
      gate,
      verdict: 'NotApplicable',
      text: 'The period has one session, and no further bars before it are used. Choose a longer period.',
    };
  const text = `${parts.map((part) => part.text).join('; ')}.`;
  const worst = (['Failed', 'Warning'] as const).find((verdict) =>
    parts.some((part) => part.verdict === verdict),
  );
  return { gate, verdict: worst ?? 'Passed', text: text.charAt(0).toUpperCase() + text.slice(1) };
}
