import { formatInteger } from '../../format/format-number.ts';
import { momentText, ordersText } from './texts.ts';
import type { CheckedOrder, GateResult, OrderComparison } from './types.ts';

/** Decisions after which the data are cut. A strategy that uses later bars decides otherwise at most of them; more cuts cost a run each. */
export const CUT_COUNT = 6;

/** A run whose data are those of the base run up to a decision, compared up to it. */
export interface CutComparison extends OrderComparison {
  /** Time of the last order that is compared, UTC ms. */
  readonly cutMs: number;
}

/**
 * The times of orders at which the data are cut, UTC ms, ascending: one in each of `CUT_COUNT` equal parts of the orders, and the last order, since each cut also covers
 * what was sent before it. `random` is uniform in [0, 1).
 */
export function cutTimes(orders: readonly Pick<CheckedOrder, 'sentMs'>[], random: () => number): number[] {
  const times = [...new Set(orders.map(({ sentMs }) => sentMs))].sort((left, right) => left - right);
  const partCount = Math.min(CUT_COUNT, times.length);
  return Array.from({ length: partCount }, (_, part) => {
    const from = Math.floor((part * times.length) / partCount);
    const until = Math.floor(((part + 1) * times.length) / partCount);
    const index = part === partCount - 1 ? until - 1 : from + Math.floor(random() * (until - from));
    return times[index] ?? 0;
  });
}

/** Rates whether orders depend on bars after them: the same data up to a decision must give the same decision, so a single difference fails. */
export function rateLookAhead(cuts: readonly CutComparison[]): GateResult {
  const gate = 'LookAhead';
  const [last] = cuts.slice(-1);
  if (last === undefined)
    return {
      gate,
      verdict: 'NotApplicable',
      text: 'The strategy sends no order before the last bar of the period, so there is nothing to compare. Choose a longer period.',
    };
  const cutText = cuts.length === 1 ? 'one cut' : `${formatInteger(cuts.length)} cuts`;
  const differing = cuts.find(({ differingCount }) => differingCount > 0);
  if (differing === undefined)
    return {
      gate,
      verdict: 'Passed',
      text: `${ordersText(last.count, last.count)} are the same when the data after them differ (${cutText}).`,
    };
  const { cutMs, count, differingCount } = differing;
  return {
    gate,
    verdict: 'Failed',
    text: `${ordersText(differingCount, count)} up to ${momentText(cutMs)} differ when the data after them differ: the strategy uses later bars.`,
  };
}
