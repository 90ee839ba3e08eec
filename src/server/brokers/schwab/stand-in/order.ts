/** A leg as the client states it. Quantity of the whole order, contracts or shares. */
export interface NewStandInLeg {
  readonly symbol: string;
  readonly assetType: 'EQUITY' | 'OPTION';
  readonly instruction: string;
  readonly quantity: number;
}

/** An order as the client states it: one leg, or several that trade at a net price. */
export interface NewStandInOrder {
  readonly legs: readonly NewStandInLeg[];
  readonly strategy: string;
  readonly orderType: string;
  readonly duration: string;
  readonly price: number | undefined;
  readonly stopPrice: number | undefined;
  readonly route: string;
}

/** An account at the stand-in. */
export interface StandInAccount {
  readonly accountNumber: string;
  readonly hashValue: string;
  cash: number;
  readonly positions: Map<string, { quantity: number; averagePrice: number }>;
}

/** A leg of an order that was entered. */
export interface StandInLeg extends NewStandInLeg {
  /** As the broker numbers legs, from 1. */
  readonly legId: number;
  /** Contracts or shares of one unit. */
  readonly perUnit: number;
  filled: number;
}

/** A fill or a cancel, as the broker lists them. */
export interface Activity {
  readonly activityId: number;
  readonly executionType: 'FILL' | 'CANCELED';
  /** Units. */
  readonly quantity: number;
  readonly legs: readonly { readonly legId: number; readonly quantity: number; readonly price: number }[];
  readonly timeMs: number;
}

/** An order in the book of the stand-in. */
export interface StandInOrder extends NewStandInOrder {
  readonly orderId: number;
  readonly account: StandInAccount;
  readonly legs: readonly StandInLeg[];
  /** Units; of an order with one leg its contracts or shares. */
  readonly quantity: number;
  readonly enteredMs: number;
  status: string;
  statusDescription: string | undefined;
  closedMs: number | undefined;
  /** Whole units that all legs have filled. */
  filled: number;
  readonly activities: Activity[];
}

const OPEN_STATUSES = new Set(['PENDING_ACTIVATION', 'WORKING']);
const CONTRACT_SHARES = 100;

/** True while the order can be replaced or cancelled. */
export const isOpen = (order: StandInOrder): boolean => OPEN_STATUSES.has(order.status);

/** True for a leg that buys, to open or to close. */
export const isPurchase = ({ instruction }: NewStandInLeg): boolean => instruction.startsWith('BUY');

/** Shares of one contract, or one share. */
export const multiplierOf = ({ assetType }: NewStandInLeg): number =>
  assetType === 'OPTION' ? CONTRACT_SHARES : 1;

/** How many units the legs make: the largest number that divides all of them, shares by the hundred where there are several legs. */
export function unitsOf(legs: readonly NewStandInLeg[]): number {
  if (legs.length === 1) return legs[0]?.quantity ?? 0;
  return legs.map((leg) => (leg.quantity * multiplierOf(leg)) / CONTRACT_SHARES).reduce(greatestDivisor);
}

function greatestDivisor(first: number, second: number): number {
  return second === 0 ? first : greatestDivisor(second, first % second);
}
