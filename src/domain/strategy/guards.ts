import { MINUTE_MS } from '../calendar/durations.ts';
import { amountProblem, type AmountBounds } from './costs/settings.ts';

/**
 * Guards of a live run, as its user states them, as they are sent and stored. A run that crosses one stops. Null = no such guard.
 */
export interface GuardSettings {
  /** The largest net loss of the run since its first start, with its open position at the market; dollars. */
  readonly Loss: number | null;
  /** The most orders and replacements within any 60 seconds of the market. */
  readonly OrdersPerMinute: number | null;
  /** The largest position in each symbol, long or short, with what open orders could add to it; shares or contracts. */
  readonly Position: number | null;
  /** Whether a guard that is crossed also closes the position. */
  readonly ClosesPosition: boolean;
}

/** Settings without any guard. */
export const NO_GUARDS: GuardSettings = {
  Loss: null,
  OrdersPerMinute: null,
  Position: null,
  ClosesPosition: false,
};

/** The guards, by the fields of their limits. */
export const GUARD_NAMES = ['Loss', 'OrdersPerMinute', 'Position'] as const;
/** Name of a guard. */
export type GuardName = (typeof GUARD_NAMES)[number];

/** What the limit of each guard may be. */
export const GUARD_BOUNDS = {
  Loss: { min: 0.01, max: 1_000_000_000, decimals: 2 },
  OrdersPerMinute: { min: 1, max: 3_000, decimals: 0 },
  Position: { min: 1, max: 1_000_000_000, decimals: 0 },
} as const satisfies Record<GuardName, AmountBounds>;

/** Why the limit of a guard cannot be used, as the end of a sentence; null when it can. */
export const guardProblem = (guard: GuardName, limit: number | null): string | null =>
  limit === null ? null : amountProblem(limit, GUARD_BOUNDS[guard]);

/** True for settings without any guard. */
export const isUnguarded = (settings: GuardSettings): boolean =>
  GUARD_NAMES.every((guard) => settings[guard] === null);

/** True when two runs have the same guards. */
export const hasSameGuards = (left: GuardSettings | null, right: GuardSettings | null): boolean =>
  JSON.stringify(listOf(left)) === JSON.stringify(listOf(right));

const listOf = (settings: GuardSettings | null): readonly unknown[] => {
  const { Loss, OrdersPerMinute, Position, ClosesPosition } =
    settings === null || isUnguarded(settings) ? NO_GUARDS : settings;
  return [Loss, OrdersPerMinute, Position, ClosesPosition];
};

const money = (dollars: number): string =>
  `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const count = (quantity: number): string => quantity.toLocaleString('en-US');

/** Message of a run that a guard stopped, with the figure and the limit. `Position`: of a symbol, signed, and whether orders would have made it so. */
export const guardTexts = {
  Loss: (loss: number, limit: number): string =>
    `Stopped by guard: the loss is ${money(loss)}, the limit is ${money(limit)}.`,
  OrdersPerMinute: (orders: number, limit: number): string =>
    `Stopped by guard: ${count(orders)} orders within a minute, the limit is ${count(limit)}. The last of them was not sent.`,
  Position: (
    {
      symbol,
      quantity,
      isAhead,
    }: { readonly symbol: string; readonly quantity: number; readonly isAhead: boolean },
    limit: number,
  ): string =>
    isAhead
      ? `Stopped by guard: an order could make the position ${count(quantity)} ${symbol}, the limit is ${count(limit)}. It was not sent.`
      : `Stopped by guard: the position is ${count(quantity)} ${symbol}, the limit is ${count(limit)}.`,
};

/** The settings as a label, `loss $500.00, 10 orders a minute`; empty for none. */
export function guardsLabel(settings: GuardSettings | null): string {
  if (settings === null || isUnguarded(settings)) return '';
  const { Loss, OrdersPerMinute, Position, ClosesPosition } = settings;
  return [
    Loss === null ? '' : `loss ${money(Loss)}`,
    OrdersPerMinute === null ? '' : `${count(OrdersPerMinute)} orders a minute`,
    Position === null ? '' : `position ${count(Position)}`,
    ClosesPosition ? 'closes the position' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Counts orders over the last 60 seconds. */
export class MinuteRate {
  readonly #most: number;
  /** Times of the latest orders that were admitted, at most as many as a minute may have. */
  readonly #timesMs: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts an order of an earlier part of the run. */
  add(timeMs: number): void {
    this.#timesMs.push(timeMs);
    if (this.#timesMs.length > this.#most) this.#timesMs.shift();
  }

  /** Counts an order; false, and it is not counted, when the minute up to it has its most. */
  admits(timeMs: number): boolean {
    const oldestMs = this.#timesMs[0];
    if (this.#timesMs.length === this.#most && oldestMs !== undefined && timeMs - oldestMs < MINUTE_MS)
      return false;
    this.add(timeMs);
    return true;
  }
}
