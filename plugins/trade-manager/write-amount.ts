import { UNKNOWN_TEXT } from '../../src/domain/columns/index.ts';
import { profitDirection } from './order-view.ts';

export const STALE_HINT = 'Worked out from prices that nothing has confirmed for a while.';

/** How a live figure of the account strip is written. */
export interface AmountFormat {
  readonly format: (amount: number) => string;
  /** The sign has the colour of a gain or a loss. */
  readonly isProfit: boolean;
  /** Shown on hover; empty = nothing. */
  readonly hint: string;
  readonly isStale: boolean;
}

/** Writes a live figure into its place without a render; null = unknown. */
export function writeAmount(element: HTMLElement | null, amount: number | null, shown: AmountFormat): void {
  if (element === null) return;
  const text = amount === null ? UNKNOWN_TEXT : shown.format(amount);
  if (element.textContent !== text) element.textContent = text;
  element.toggleAttribute('data-stale', shown.isStale);
  if (element.title !== shown.hint) element.title = shown.hint;
  element.dataset['direction'] = amount === null || !shown.isProfit ? 'none' : profitDirection(amount);
}
