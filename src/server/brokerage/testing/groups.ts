import type { GroupRequest } from '../../../domain/orders/groups/types.ts';
import { PLAIN_ORDER } from '../../../domain/orders/request.ts';
import type { Brokerage, GroupOutcome, GroupView, NewOrder } from '../brokerage.ts';
import { DOLLAR } from './started-brokerage.ts';

let lastId = 0;

/** An order of a group of account A. */
export const groupOrder = (change: Partial<NewOrder> = {}): NewOrder => ({
  ...PLAIN_ORDER,
  account: 'A',
  userId: 'u',
  clientId: `gord${++lastId}`,
  symbol: 'SPY',
  side: 'Buy',
  source: 'Open',
  type: 'Limit',
  tif: 'Day',
  quantity: 100,
  destination: 'SMART',
  route: 'AUTO',
  ...change,
});

/** A group of account A in SPY. */
export const groupOf = (change: Partial<GroupRequest>): GroupRequest => ({
  account: 'A',
  userId: 'u',
  clientId: `group${++lastId}`,
  kind: 'Bracket',
  symbol: 'SPY',
  orders: [],
  target: null,
  stop: null,
  ...change,
});

const at = (price: number) => ({ basis: 'Price', amountE4: Math.round(price * DOLLAR) }) as const;

/** A bracket that buys at a limit, with a target and a stop. */
export const bracket = (
  [entry, target, stop]: readonly [entry: number, target: number, stop: number],
  change: Partial<NewOrder> = {},
  groupChange: Partial<GroupRequest> = {},
): GroupRequest =>
  groupOf({
    orders: [groupOrder({ priceE4: Math.round(entry * DOLLAR), ...change })],
    target: { ...at(target), tif: 'GoodTillCancel' },
    stop: { ...at(stop), tif: 'GoodTillCancel' },
    ...groupChange,
  });

/** Places a group that must be accepted, and returns its GroupId. */
export async function placed(brokerage: Brokerage, group: GroupRequest): Promise<string> {
  const outcome: GroupOutcome = await brokerage.placeGroup(group);
  if ('code' in outcome) throw new Error(`The group was refused: ${outcome.code} ${outcome.detail ?? ''}`);
  return outcome.groupId;
}

/** The group as it is now. */
export function groupNow(brokerage: Brokerage, groupId: string, account = 'A'): GroupView {
  const group = brokerage.accountView(account, 0).groups.find((each) => each.groupId === groupId);
  if (!group) throw new Error(`The account has no group ${groupId}.`);
  return group;
}

/** Role, quantity, fill and whether each order of the group is open. */
export const membersNow = (brokerage: Brokerage, groupId: string): unknown[] =>
  groupNow(brokerage, groupId).orders.map(({ role, quantity, filled, isOpen }) => [
    role,
    quantity,
    filled,
    isOpen ? 'open' : 'ended',
  ]);

/** Signed shares of SPY that account A holds. */
export function heldShares(brokerage: Brokerage): number {
  const position = brokerage.accountView('A', 0).positions.find(({ symbol }) => symbol === 'SPY');
  return position ? position.longQuantity - position.shortQuantity : 0;
}
