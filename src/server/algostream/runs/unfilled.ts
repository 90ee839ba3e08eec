import { formatMoney, formatPrice } from '../../../domain/columns/index.ts';
import { multiplierOfSymbol } from '../../../domain/portfolio/index.ts';
import type { RunLimits, SimulatedOrder } from '../runtime/types.ts';

/** Reasons in a message; the most frequent ones are listed. */
const MAX_LISTED_REASONS = 3;
/** Reasons that are counted separately. The limit exists because untrusted code chooses the reasons. */
const MAX_REASONS = 100;
const OTHER_REASONS = 'Other reasons';
/** Maximum length of a reason on the wire. */
export const REASON_CHARACTERS = 200;

type Counts = Map<string, number>;

const ordersText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'order' : 'orders'}`;

function reasonsText(counts: ReadonlyMap<string, number>): string {
  const ranked = [...counts]
    .filter(([reason]) => reason !== '')
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MAX_LISTED_REASONS);
  const [first] = ranked;
  if (!first) return '';
  if (counts.size === 1) return ` (${first[0]})`;
  return ` (${ranked.map(([reason, count]) => `${reason}: ${count.toLocaleString('en-US')}`).join('; ')})`;
}

/** Counts the orders of a run by their final status, so that a run without fills or with rejected orders reports why. */
export class UnfilledOrders {
  readonly #counts = { Filled: 0, Cancelled: 0, Rejected: 0 };
  readonly #reasons: Readonly<Record<'Cancelled' | 'Rejected', Counts>> = {
    Cancelled: new Map(),
    Rejected: new Map(),
  };
  #lastRejection = '';

  add({ status, reason }: Pick<SimulatedOrder, 'status' | 'reason'>): void {
    this.#counts[status] += 1;
    if (status === 'Filled') return;
    if (status === 'Rejected') this.#lastRejection = reason;
    const counts = this.#reasons[status];
    const counted = counts.has(reason) || counts.size < MAX_REASONS ? reason : OTHER_REASONS;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }

  /** The number of rejected orders, and the reason of the last one. */
  rejections(): { readonly RejectedCount: number; readonly LastRejection: string } {
    return {
      RejectedCount: this.#counts.Rejected,
      LastRejection: this.#lastRejection.slice(0, REASON_CHARACTERS),
    };
  }

  /** How many orders were rejected and why, as text for the user; empty without one. */
  rejectedText(): string {
    const { Rejected } = this.#counts;
    return Rejected === 0
      ? ''
      : `${ordersText(Rejected)} ${Rejected === 1 ? 'was' : 'were'} rejected${reasonsText(this.#reasons.Rejected)}.`;
  }

  /** Why no order or not every order was filled, as text for the user; empty when all is as expected. */
  summary(): string {
    const { Filled, Cancelled, Rejected } = this.#counts;
    if (Filled + Cancelled + Rejected === 0) return 'The code sent no order in this period.';
    const rejected = this.rejectedText();
    // Orders that the strategy cancels or that expire are expected; they matter only when the run has no fill at all.
    if (Filled > 0) return rejected;
    const cancelled =
      Cancelled === 0
        ? ''
        : `${ordersText(Cancelled)} ended without a fill${reasonsText(this.#reasons.Cancelled)}.`;
    return ['No order was filled:', rejected, cancelled].filter((text) => text !== '').join(' ');
  }
}

/** Text for a dollar limit below the price of one share or contract; empty when the limit suffices or there is none. */
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
