import { GroupError } from '../../errors.ts';
import { breakEvenE4, exitPriceE4 } from '../../groups/exit-prices.ts';
import { isBreakEvenOf } from '../../groups/present-terms.ts';
import { isComplete, targetLeaves, targetsOf } from '../../groups/target-shares.ts';
import {
  EXIT_ROLES,
  isExitRole,
  type ExitRole,
  type ExitTerms,
  type GroupMember,
} from '../../groups/types.ts';
import { PLAIN_ORDER, type OrderRequest } from '../../request.ts';
import { countedLeavesOf } from '../alternatives.ts';
import { leavesOf } from '../held.ts';
import type { BookOrder } from '../types.ts';
import { filledOf, membersIn, netFilled, reasonOf, type GroupAction, type PlannedGroup } from './action.ts';
import { closingOrder, nextClientId, withLeaves } from './orders-of-group.ts';
import { surplusAction } from './surplus.ts';

/** A bracket whose entry was sent. */
interface Bracket extends PlannedGroup {
  readonly entry: GroupMember;
  /** Shares of the entry that no exit has closed yet; negative when exits filled more than the entry. */
  readonly open: number;
  readonly hasExited: boolean;
}

/** The next action for a bracket: exits for what the entry has filled, no more. The stop closes all of it, the targets a share each. */
export function bracketAction(planned: PlannedGroup): GroupAction | undefined {
  const { group } = planned;
  const [entry] = membersIn(group, 'Entry');
  const [order] = group.request.orders;
  if (!order) return { kind: 'end', state: 'Failed', code: GroupError.InvalidGroup };
  if (!entry)
    return {
      kind: 'send',
      order,
      link: { groupId: group.groupId, role: 'Entry', index: 0 },
      isJudged: false,
    };
  // An entry alone, without a fill, has nothing to close. Most brackets are here when they are placed.
  const isTimeUp = group.causes?.includes('TimeExit') === true;
  if (!isTimeUp && entry.isOpen && entry.filled === 0 && group.members.length === 1) return undefined;
  const direction = entry.side === 'Buy' ? 1 : -1;
  const exits = membersIn(group, ...EXIT_ROLES);
  const open = direction * netFilled(group);
  const bracket: Bracket = { ...planned, entry, open, hasExited: filledOf(exits) > 0 };
  if (isTimeUp) return timeExitAction(bracket);
  return (
    entryAction(bracket) ??
    breakEvenAction(bracket) ??
    exitsAction(bracket) ??
    surplusAction(planned, open < 0 ? direction * open : 0) ??
    endAction(bracket)
  );
}

/** After the first fill of an exit the rest of the entry is no longer wanted: the price has left the entry behind. */
const entryAction = ({ entry, hasExited }: Bracket): GroupAction | undefined =>
  entry.isOpen && hasExited
    ? { kind: 'cancel', orderId: entry.orderId, code: GroupError.OtherOrderFilled }
    : undefined;

/**
 * After the first target was filled the stop moves to break-even, once. A stop that the holder has set to a better price keeps it; it counts as moved, so that the holder may widen it
 * again. A stop that was reached has no price to change.
 */
function breakEvenAction(bracket: Bracket): GroupAction | undefined {
  const { group, book, entry } = bracket;
  if (!isBreakEvenOf(group) || group.isStopMoved || entry.filled === 0) return undefined;
  const stop = exitsOf(bracket).find(({ role }) => role === 'Stop');
  const order = stop?.member?.isOpen ? book.orders.get(stop.member.orderId) : undefined;
  const member = membersIn(group, 'Target').find(({ index }) => index === 0);
  if (!stop || !order || order.isTriggered || !isComplete({ member })) return undefined;
  const pricesE4 = [breakEvenE4(entry), priceOf(bracket, stop)];
  const amountE4 = entry.side === 'Buy' ? Math.max(...pricesE4) : Math.min(...pricesE4);
  return { kind: 'breakEven', price: { basis: 'Price', amountE4 } };
}

/** An exit of the bracket as it is to be now. */
interface Exit {
  readonly role: ExitRole;
  readonly index: number;
  readonly terms: ExitTerms;
  /** Shares that it is to close. */
  readonly leaves: number;
  /** Its order; undefined = not sent yet. */
  readonly member: GroupMember | undefined;
}

function exitsOf(bracket: Bracket): readonly Exit[] {
  const { group, entry } = bracket;
  const left = Math.min(Math.max(0, bracket.open), coveredShares(bracket));
  const sent = membersIn(group, 'Target');
  const targets = targetsOf(group).map((terms, index) => ({
    role: 'Target' as const,
    index,
    terms,
    member: sent.find((member) => member.index === index),
  }));
  const leaves = targetLeaves(targets, entry.filled, left);
  const exits: Exit[] = targets.map((target, index) => ({ ...target, leaves: leaves[index] ?? 0 }));
  if (group.stop)
    exits.push({
      role: 'Stop',
      index: 0,
      terms: group.stop,
      leaves: left,
      member: membersIn(group, 'Stop')[0],
    });
  return exits;
}

function exitsAction(bracket: Bracket): GroupAction | undefined {
  const exits = exitsOf(bracket);
  // Open exits shrink before others grow, and grow before a new one is sent: together they never close more than is left.
  for (const isShrinking of [true, false])
    for (const exit of exits) {
      const action = openExitAction(bracket, exit, isShrinking);
      if (action) return action;
    }
  const missing = exits.find(({ member, leaves }) => member === undefined && leaves > 0);
  if (!missing) return undefined;
  const { role, index } = missing;
  return {
    kind: 'send',
    order: exitOrder(bracket, missing),
    link: { groupId: bracket.group.groupId, role, index },
    isJudged: false,
  };
}

/** Adjusts an open exit to the shares that it is to close, and to its present price. */
function openExitAction(bracket: Bracket, exit: Exit, isShrinking: boolean): GroupAction | undefined {
  const { role, leaves, member } = exit;
  const order = member?.isOpen ? bracket.book.orders.get(member.orderId) : undefined;
  if (!order || leaves < leavesOf(order) !== isShrinking) return undefined;
  if (leaves === 0)
    return {
      kind: 'cancel',
      orderId: order.orderId,
      code: bracket.hasExited ? GroupError.OtherOrderFilled : GroupError.PositionLeft,
    };
  const priceE4 = priceOf(bracket, exit);
  const isTrail = role === 'Stop' && isTrailing(bracket);
  const isSame =
    leavesOf(order) === leaves &&
    (order.isTriggered || (isTrail ? hasTrail(bracket, order) : hasPrice(order, role, priceE4)));
  if (isSame) return undefined;
  const terms = withLeaves(bracket.book, order, role, leaves);
  const fields = isTrail ? trailFields(bracket, order) : { ...STATIC_STOP, ...priceFields(role, priceE4) };
  // A stop that was reached is a market order now, and has no price to change.
  return {
    kind: 'replace',
    orderId: order.orderId,
    order: order.isTriggered ? terms : { ...terms, ...fields },
  };
}

const STATIC_STOP = { stopType: 'Static', offsetType: null, offsetE4: 0 } as const;

const hasPrice = (order: BookOrder, role: ExitRole, priceE4: number): boolean =>
  order.terms.stopType === 'Static' && (role === 'Target' ? order.priceE4 : order.stopPriceE4) === priceE4;

/** Whether the stop is to trail the market now. */
const isTrailing = ({ group }: Bracket): boolean => group.isTrailing === true && group.trail !== undefined;

/** The stop as it trails. It begins at its present price unless the trail is nearer to the market, so that it never moves away. */
const trailFields = ({ group }: Bracket, { terms }: BookOrder): Partial<OrderRequest> =>
  group.trail
    ? {
        stopType: 'Trailing',
        offsetType: group.trail.distance.basis === 'Percent' ? 'Percent' : 'Value',
        offsetE4: group.trail.distance.amountE4,
        stopPriceE4: terms.stopPriceE4,
      }
    : {};

const hasTrail = (bracket: Bracket, order: BookOrder): boolean => {
  const { stopType, offsetType, offsetE4 } = trailFields(bracket, order);
  const { terms } = order;
  return terms.stopType === stopType && terms.offsetType === offsetType && terms.offsetE4 === offsetE4;
};

const priceFields = (role: ExitRole, priceE4: number) =>
  role === 'Target' ? { priceE4 } : { stopPriceE4: priceE4 };

/** The present price of an exit. Without a fill there is no exit, and so no average. */
function priceOf({ entry }: Bracket, { terms, role }: Exit): number {
  const averageE4 = entry.filled === 0 ? 0 : Math.round(entry.filledValueE4 / entry.filled);
  return exitPriceE4(terms, role, { symbol: entry.symbol, side: entry.side, averageE4 });
}

function exitOrder(bracket: Bracket, exit: Exit): OrderRequest {
  const { group, book, entry } = bracket;
  const { role, terms, leaves } = exit;
  const { account, userId, orders } = group.request;
  const isLong = entry.side === 'Buy';
  return {
    ...PLAIN_ORDER,
    account,
    userId,
    clientId: nextClientId(book, group.groupId, role),
    symbol: entry.symbol,
    side: isLong ? 'Sell' : 'Buy',
    source: isLong ? 'Close' : 'Cover',
    type: role === 'Target' ? 'Limit' : 'Stop',
    stopType: 'Static',
    tif: terms.tif,
    quantity: leaves,
    destination: orders[0]?.destination ?? '',
    route: orders[0]?.route ?? '',
    repeatReason: 'Strategy',
    ...priceFields(role, priceOf(bracket, exit)),
  };
}

/** Shares of the position that exits may close: those that no other open order is to sell, and of a short position all. */
function coveredShares({ group, book, entry }: Bracket): number {
  const account = book.accounts.get(group.request.account);
  const held = account?.positions.get(entry.symbol)?.quantity ?? 0;
  if (entry.side !== 'Buy') return Math.max(0, -held);
  const [exit] = membersIn(group, ...EXIT_ROLES, 'Close').filter(({ isOpen }) => isOpen);
  const order = exit && book.orders.get(exit.orderId);
  const counted = account && order ? countedLeavesOf(account, order) : 0;
  return Math.max(0, held - ((account?.openInterest.get(entry.symbol)?.sell ?? 0) - counted));
}

/** At the time of its time exit: what is open of the group is cancelled, and then the rest of its position closed by one market order. */
function timeExitAction(bracket: Bracket): GroupAction | undefined {
  const { group, book, entry, open } = bracket;
  const code = group.isLate ? GroupError.LateTimeExit : GroupError.TimeExit;
  const working = group.members.find(({ isOpen, role }) => isOpen && (role === 'Entry' || isExitRole(role)));
  if (working) return { kind: 'cancel', orderId: working.orderId, code };
  const left = Math.min(Math.max(0, open), coveredShares(bracket));
  const isLong = entry.side === 'Buy';
  const [close] = membersIn(group, 'Close');
  if (!close && left > 0) {
    const shares = isLong ? left : -left;
    return {
      kind: 'send',
      order: closingOrder(book, group, { role: 'Close', symbol: entry.symbol, shares }),
      link: { groupId: group.groupId, role: 'Close', index: 0 },
      isJudged: true,
    };
  }
  const surplus = surplusAction(bracket, open < 0 ? (isLong ? open : -open) : 0);
  return closeAction(bracket, close, left) ?? surplus ?? timeEndAction(bracket, code);
}

/** A bust may leave less to close than the closing order has left. */
function closeAction(
  { book }: Bracket,
  close: GroupMember | undefined,
  left: number,
): GroupAction | undefined {
  const order = close?.isOpen ? book.orders.get(close.orderId) : undefined;
  if (!order || leavesOf(order) <= left) return undefined;
  if (left === 0) return { kind: 'cancel', orderId: order.orderId, code: GroupError.PositionLeft };
  return { kind: 'replace', orderId: order.orderId, order: withLeaves(book, order, 'Close', left) };
}

function timeEndAction({ group, entry, open }: Bracket, code: number): GroupAction | undefined {
  if (group.members.some(({ isOpen }) => isOpen)) return undefined;
  if (open < 0) return { kind: 'end', state: 'Failed', code: GroupError.SurplusLeft };
  if (open === 0) return { kind: 'end', state: entry.filled > 0 ? 'Completed' : 'Cancelled', code };
  const closes = membersIn(group, 'Close');
  return closes.length > 0 && reasonOf(closes) === 0
    ? { kind: 'end', state: 'Cancelled', code: 0 }
    : { kind: 'end', state: 'Failed', code: reasonOf(closes) || GroupError.PositionLeft };
}

function endAction({ group, entry, open }: Bracket): GroupAction | undefined {
  if (group.members.some(({ isOpen }) => isOpen)) return undefined;
  const exits = membersIn(group, ...EXIT_ROLES);
  // Its time exit still closes the position.
  if (open > 0 && group.request.timeExit) return undefined;
  if (open < 0) return { kind: 'end', state: 'Failed', code: GroupError.SurplusLeft };
  if (open === 0)
    return entry.filled > 0
      ? { kind: 'end', state: 'Completed', code: 0 }
      : { kind: 'end', state: 'Cancelled', code: entry.code };
  // The position stays open. That is intended only if the holder cancelled the exits.
  return exits.length > 0 && exits.every(({ code }) => code === 0)
    ? { kind: 'end', state: 'Cancelled', code: 0 }
    : { kind: 'end', state: 'Failed', code: reasonOf(exits) || GroupError.PositionLeft };
}
