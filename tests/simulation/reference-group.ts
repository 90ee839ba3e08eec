import { expect } from 'vitest';
import type { GroupCause } from '../../src/domain/orders/groups/conditions.ts';
import type { GroupRequest, GroupRole, GroupTerms } from '../../src/domain/orders/groups/types.ts';

/** Orders and groups as the reference of the simulation knows them: from records alone. */

/** An order, from its records alone. */
export interface ReferenceOrder {
  readonly orderId: string;
  readonly groupId: string | undefined;
  readonly role: GroupRole | undefined;
  readonly index: number;
  readonly account: string;
  readonly symbol: string;
  /** 1 = buys, -1 = sells. */
  readonly direction: number;
  quantity: number;
  filled: number;
  /** Sum of price × quantity of the fills. */
  valueE4: number;
  stopPriceE4: number;
  /** Present price of the stop. */
  workingStopE4: number;
  isTrailing: boolean;
  isTriggered: boolean;
  isOpen: boolean;
}

/** A group, from its records and those of its orders alone. */
export interface ReferenceGroup {
  readonly groupId: string;
  readonly request: GroupRequest;
  /** What it waits for by now, and since when a time of day counts. */
  terms: GroupTerms & { readonly sinceMs: number };
  readonly orders: ReferenceOrder[];
  /** Present price of the stop, where it is a price; undefined = a distance, or no stop. */
  stopE4: number | undefined;
  hasMovedStop: boolean;
  /** What has happened to the group from outside of its orders. */
  readonly causes: GroupCause[];
  isTrailing: boolean;
  readonly createdMs: number;
  /** When its entry was first filled. */
  enteredMs: number | undefined;
  /** When its waiting order ends; null = when cancelled. */
  readonly untilMs: number | null;
  isCancelling: boolean;
  isEnded: boolean;
  /** The position covered less than the exits were to close at some time, so they may be smaller. */
  wasCapped: boolean;
  /** An execution of the group was busted. */
  wasAmended: boolean;
}

/** Roles of orders that exclude each other within their group. */
export const EXCLUSIVE: readonly (GroupRole | undefined)[] = ['Alternative', 'Target', 'Stop'];
const EXITS: readonly (GroupRole | undefined)[] = ['Target', 'Stop'];

export const leavesOf = ({ quantity, filled }: ReferenceOrder): number => quantity - filled;

/** Shares that the group bought and has not sold again. */
const netOf = ({ orders }: ReferenceGroup): number =>
  orders.reduce((sum, { direction, filled }) => sum + direction * filled, 0);

export const inRole = ({ orders }: ReferenceGroup, role: GroupRole): readonly ReferenceOrder[] =>
  orders.filter((order) => order.role === role);

/** Shares of a bracket's position that no exit has closed; negative when the exits closed too many. */
export const openShares = (group: ReferenceGroup): number =>
  group.request.orders[0]?.side === 'Buy' ? netOf(group) : 0 - netOf(group);

/** Quantities of the targets in the request; a single target has no limit but the entry. */
export const targetsIn = ({ request }: ReferenceGroup): readonly number[] =>
  request.targets?.map(({ quantity }) => quantity) ?? (request.target ? [Number.POSITIVE_INFINITY] : []);

/** True when the first target has filled all that it was to close. */
export function hasFilledFirstTarget(group: ReferenceGroup): boolean {
  const first = inRole(group, 'Target').find(({ index }) => index === 0);
  return first !== undefined && !first.isOpen && first.filled > 0 && leavesOf(first) === 0;
}

/** Shares beyond what the group is to fill. */
export function surplusOf(group: ReferenceGroup): number {
  const { kind, orders } = group.request;
  if (kind === 'Bracket') return Math.max(0, -openShares(group));
  if (kind === 'OneCancelsOther') return Math.max(0, Math.abs(netOf(group)) - (orders[0]?.quantity ?? 0));
  return 0;
}

/** The group ends with a surplus only after an order that was to close it ended unfilled. */
export function checkSurplusLeft(group: ReferenceGroup, name: string): void {
  expect(surplusOf(group), `${name} has a surplus`).not.toBe(0);
  const hasFailed = inRole(group, 'Surplus').some((order) => leavesOf(order) > 0);
  expect(hasFailed, `${name} has sent an order that closes it`).toBe(true);
}

export function checkEndedBracket(group: ReferenceGroup, state: string, name: string): void {
  if (group.terms.timeExit && !group.causes.includes('TimeExit'))
    expect(openShares(group), `${name} leaves its position to its time exit`).toBeLessThanOrEqual(0);
  const [entry] = inRole(group, 'Entry');
  if (state === 'Completed' || !entry || entry.filled === 0)
    expect(openShares(group), `${name} has no position`).toBe(0);
  else expect(openShares(group), `${name} has a position`).not.toBe(0);
}

export const isExit = ({ role }: ReferenceOrder): boolean => EXITS.includes(role);
