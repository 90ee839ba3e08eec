import type { PriceE4 } from '../../../src/domain/money/price.ts';
import type { StoredLeg } from './spread-schema.ts';

/** Whether a net price is paid or received. */
export type NetEffect = 'Debit' | 'Credit';
export type SpreadOrderType = 'Limit' | 'Market';
export type SpreadTif = 'Day' | 'ImmediateOrCancel';

/** What is entered about the order of a spread. Price and effect belong to the legs that they were entered for. */
export interface SpreadDraft {
  readonly type: SpreadOrderType;
  readonly tif: SpreadTif;
  /** Dollars a share of one unit, 0 or more; null = empty, NaN = no number. */
  readonly price: number | null;
  /** null = as the market is. */
  readonly effect: NetEffect | null;
  /** The legs that price and effect are about. */
  readonly legsKey: string;
}

export const NO_DRAFT: SpreadDraft = { type: 'Limit', tif: 'Day', price: null, effect: null, legsKey: '' };
const MAX_LIMIT = 100_000;

export const legsKeyOf = (legs: readonly StoredLeg[]): string => JSON.stringify(legs);

/** The draft for legs: without price and effect when the legs have changed since those were entered. */
export function draftFor(draft: SpreadDraft, legsKey: string): SpreadDraft {
  return draft.legsKey === legsKey ? draft : { ...draft, price: null, effect: null, legsKey };
}

/** What is wrong with the price; null when it can be sent. */
export function priceProblem(price: number | null): string | null {
  if (price === null) return 'Enter a net price, or click bid, middle or offer.';
  if (!Number.isFinite(price)) return 'Enter a number, such as 1.25.';
  if (price < 0) return 'Enter a net price of 0 or more.';
  if (price > MAX_LIMIT) return `Enter a net price of at most ${MAX_LIMIT.toLocaleString('en-US')}.`;
  return Math.abs(price * 100 - Math.round(price * 100)) > 1e-6 ? 'Enter a net price in whole cents.' : null;
}

/** Dollars a share with the sign of the figures, positive = debit; null for a market order and while no sound price is entered. */
export function signedLimit({ type, price, effect }: SpreadDraft): number | null {
  if (type === 'Market' || price === null || priceProblem(price) !== null) return null;
  return effect === 'Credit' ? -price : price;
}

/** Whether the market price is a debit or a credit now; a debit where it is unknown. */
export const marketEffect = (netE4: PriceE4 | null): NetEffect =>
  netE4 !== null && netE4 < 0 ? 'Credit' : 'Debit';

/** What is wrong with the number of units; null when it can be sent. */
export function quantityProblem(quantity: number | null, maxQuantity: number): string | null {
  if (quantity !== null && Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity)
    return null;
  return `Enter a whole quantity from 1 to ${maxQuantity.toLocaleString('en-US')}.`;
}
