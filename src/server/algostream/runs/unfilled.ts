import { formatMoney, formatPrice } from '../../../domain/columns/index.ts';
import { multiplierOfSymbol } from '../../../domain/portfolio/index.ts';
import type { RunLimits, SimulatedOrder } from '../runtime/types.ts';

/** So many reasons are told, the most frequent first. */
const MOST_REASONS = 3;
/** Different reasons that are counted apart: code that is not to be trusted gives them. */
const MAX_REASONS = 100;
const OTHER_REASONS = 'Other reasons';
/** Of a reason, as the wire takes it. */
export const REASON_CHARACTERS = 200;

/** Counts the orders of a run by what became of them, so that a run without trades, or with rejected orders, says why. */
export interface UnfilledOrders {
  add(order: Pick<SimulatedOrder, 'status' | 'reason'>): void;
  /** Orders that were rejected, and why the last one was. */
  rejections(): { readonly RejectedCount: number; readonly LastRejection: string };
  /** How many orders were rejected and why; empty when none was. */
  rejectedWords(): string;
  /** Why nothing, or not all, was filled; empty when there is nothing to say. */
  words(): string;
}

const counted = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;

export function createUnfilledOrders(): UnfilledOrders {
  const counts = { Filled: 0, Cancelled: 0, Rejected: 0 };
  const reasons = { Cancelled: new Map<string, number>(), Rejected: new Map<string, number>() };
  let lastRejection = '';
  const add: UnfilledOrders['add'] = ({ status, reason }) => {
    counts[status] += 1;
    if (status === 'Filled') return;
    if (status === 'Rejected') lastRejection = reason;
    const of = reasons[status];
    const counted = of.has(reason) || of.size < MAX_REASONS ? reason : OTHER_REASONS;
    of.set(counted, (of.get(counted) ?? 0) + 1);
  };
  const inWords = (of: ReadonlyMap<string, number>): string => {
    const ranked = [...of]
      .filter(([reason]) => reason !== '')
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, MOST_REASONS);
    return ranked.length === 0
      ? ''
      : ` (${ranked.map(([reason, count]) => (ranked.length === 1 && of.size === 1 ? reason : `${reason}: ${count.toLocaleString('en-US')}`)).join('; ')})`;
  };
  const rejectedWords = (): string => {
    const { Rejected } = counts;
    return Rejected === 0
      ? ''
      : `${counted(Rejected)} ${Rejected === 1 ? 'was' : 'were'} rejected${inWords(reasons.Rejected)}.`;
  };
  return {
    add,
    rejectedWords,
    rejections: () => ({
      RejectedCount: counts.Rejected,
      LastRejection: lastRejection.slice(0, REASON_CHARACTERS),
    }),
    words() {
      const { Filled, Cancelled, Rejected } = counts;
      if (Filled + Cancelled + Rejected === 0) return 'The code sent no order in this period.';
      // What the strategy takes back, and what a day's end leaves, is as it was meant, unless nothing else came of the run.
      const rejected = rejectedWords();
      if (Filled > 0) return rejected;
      const cancelled =
        Cancelled === 0 ? '' : `${counted(Cancelled)} ended without a fill${inWords(reasons.Cancelled)}.`;
      return ['No order was filled:', rejected, cancelled].filter((text) => text !== '').join(' ');
    },
  };
}

/** What is told of a dollar limit that cannot hold one share (one contract) at this price; empty when it can, or there is none. */
export function tooSmallLimitText(
  symbol: string,
  { dollarLimit }: Pick<RunLimits, 'dollarLimit'>,
  price: number,
): string {
  const multiplier = multiplierOfSymbol(symbol);
  if (dollarLimit < 0 || !(price > 0) || dollarLimit >= price * multiplier) return '';
  const unit = multiplier === 1 ? 'share' : 'contract';
  return `The limit of $${formatMoney(dollarLimit)} is less than one ${unit} of ${symbol} costs (${formatPrice(price)}${multiplier === 1 ? '' : ` × ${multiplier}`}), so it cannot open a position. Choose a higher limit, or one in shares.`;
}
