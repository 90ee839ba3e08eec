import type { CheckedFigures } from '../../../risk/index.ts';
import { markOf } from '../../../money/last-price.ts';
import { GroupError } from '../../errors.ts';
import { isLive } from '../../groups/states.ts';
import { nextTimeOfDayMs, type Condition } from '../../groups/conditions.ts';
import { nounOf, subjectOf, type ExitName } from '../../groups/exit-names.ts';
import {
  exitPriceProblem,
  groupProblem,
  MAX_LIVE_GROUPS,
  plannedExitProblem,
  referenceOf,
} from '../../groups/group-problem.ts';
import { targetsOf } from '../../groups/target-shares.ts';
import {
  isEndingKind,
  type BookGroup,
  type ExitPrice,
  type ExitRole,
  type GroupRequest,
  type GroupRole,
} from '../../groups/types.ts';
import { hasOrderIdForm } from '../../order-id.ts';
import { ORDER_TYPES } from '../../order-types.ts';
import { isTradableSymbol, MAX_ORDER_QUANTITY } from '../../validate.ts';
import { countedOf } from '../alternatives.ts';
import type { Book } from '../book-state.ts';
import { contextOf } from '../context.ts';
import { holdingOf, judgeNew } from '../decide.ts';
import { expiryOf } from '../expiry.ts';
import { leavesOf, requiredBy } from '../held.ts';
import type { Holding } from '../holding.ts';
import type { FactsOf } from '../multi-leg.ts';
import type { BookOrder, MarketView, OrderRequest } from '../types.ts';

/** Why a request about a group is refused: a code of an order or of a group, and the rule. */
export interface GroupRefusal {
  readonly code: number;
  readonly detail?: string | undefined;
}

const invalid = (detail: string): GroupRefusal => ({ code: GroupError.InvalidGroup, detail });

/** A group that is accepted. */
export interface JudgedGroup {
  /** What its first order is to hold; undefined = none of its orders was judged yet. */
  readonly holding: Holding | undefined;
  /** What the checks compared of the orders that were judged now: the first ones of the group, in their order. */
  readonly figures: readonly CheckedFigures[];
}

/** The first objection to a group, judged as a whole before any of its orders is accepted, or what its first order is to hold. */
export function judgeGroup(
  book: Book,
  group: GroupRequest,
  factsOf: FactsOf,
  view: MarketView,
): GroupRefusal | JudgedGroup {
  const problem = groupProblem(group, group.symbol === null ? 0 : marketE4(view, group.symbol));
  if (problem !== undefined) return invalid(problem);
  const liveCount = book.accounts.get(group.account)?.liveGroups.size ?? 0;
  if (liveCount >= MAX_LIVE_GROUPS && !isEndingKind(group.kind))
    return invalid(`An account has at most ${MAX_LIVE_GROUPS} live groups.`);
  for (const { clientId } of group.orders)
    if (hasOrderIdForm(clientId) || isTaken(book, group.account, clientId))
      return invalid(`The ClientId ${clientId} is not free.`);
  return (
    positionProblem(book, group) ?? conditionRefusal(group, view) ?? judgeOrders(book, group, factsOf, view)
  );
}

/** An order that waits for a condition passes the risk checks when it is sent. What can never be sent is refused at once. */
function conditionRefusal(
  { kind, orders, condition }: GroupRequest,
  view: MarketView,
): GroupRefusal | undefined {
  const [order] = orders;
  if (kind !== 'Conditional' || !order || !condition) return undefined;
  if (!isTradableSymbol(order.symbol) || !view.prices(order.symbol))
    return invalid(`The symbol ${order.symbol} cannot be traded.`);
  if (!Number.isSafeInteger(order.quantity) || order.quantity < 1 || order.quantity > MAX_ORDER_QUANTITY)
    return invalid('The order has a whole quantity above 0.');
  if (!ORDER_TYPES[order.type].tifs.includes(order.tif))
    return invalid('The order has a time in force that its type does not have.');
  return judgeCondition(condition, expiryOf(order, view), view);
}

/** Why an order cannot wait for a condition, whatever the order is. `untilMs`: when the order ends; null = when cancelled. */
export function judgeCondition(
  condition: Condition,
  untilMs: number | null,
  view: MarketView,
): GroupRefusal | undefined {
  if (condition.basis !== 'TimeOfDay' && !view.prices(condition.symbol))
    return invalid(`The symbol ${condition.symbol} of the condition is unknown.`);
  const fromMs =
    condition.basis === 'TimeOfDay' ? nextTimeOfDayMs(view.nowMs, condition.minutes) : view.nowMs;
  return untilMs !== null && untilMs <= fromMs
    ? invalid('The order would end before its condition holds.')
    : undefined;
}

/** A request whose order has left memory has taken its ClientId all the same. */
function isTaken(book: Book, account: string, clientId: string): boolean {
  const found = book.accounts.get(account);
  return found !== undefined && (found.orderIdByClientId.has(clientId) || found.otherRequests.has(clientId));
}

const marketE4 = (view: MarketView, symbol: string): number => markOf(view.marks.last(symbol)) ?? 0;

/** The exits of a bracket close what its entry opens, so the entry must not close an opposite position first. */
function positionProblem(book: Book, { kind, account, orders }: GroupRequest): GroupRefusal | undefined {
  const [entry] = orders;
  if (kind !== 'Bracket' || !entry) return undefined;
  const held = book.accounts.get(account)?.positions.get(entry.symbol)?.quantity ?? 0;
  return (entry.side === 'Buy' ? held < 0 : held > 0)
    ? invalid('The account has an opposite position, which the entry would close.')
    : undefined;
}

/** The orders of a group that are judged with it: the others are judged when they are sent. */
const judgedWith = ({ kind, orders }: GroupRequest): readonly OrderRequest[] =>
  kind === 'Conditional' ? [] : kind === 'OneTriggersOther' ? orders.slice(0, 1) : orders;

/**
 * The orders that a group begins with pass the checks of a new order. Each alternative is judged without the others, because only one of them fills. The next
 * order of a one-triggers-other group is judged when it is sent.
 */
function judgeOrders(
  book: Book,
  group: GroupRequest,
  factsOf: FactsOf,
  view: MarketView,
): GroupRefusal | JudgedGroup {
  let holding: Holding | undefined;
  const figures: CheckedFigures[] = [];
  for (const order of judgedWith(group)) {
    const ofOrder: CheckedFigures[number][] = [];
    const judged = judgeNew(book, order, factsOf, view, {
      onFigure: (...figure) => void ofOrder.push(figure),
    });
    if ('code' in judged) return judged;
    figures.push(ofOrder);
    holding ??= judged;
  }
  return { holding, figures };
}

/** Another price of an exit. */
export interface ExitPriceChange {
  readonly role: ExitRole;
  /** Which of several targets, from 0. */
  readonly index: number;
  readonly price: ExitPrice;
}

/** Why another price of an exit is refused; undefined when it is accepted. */
export function judgeExitPrice(
  book: Book,
  group: BookGroup,
  { role, index, price }: ExitPriceChange,
  view: MarketView,
): GroupRefusal | undefined {
  const { kind, orders } = group.request;
  const [entry] = orders;
  if (kind !== 'Bracket' || !entry) return invalid('Only a bracket has a target and a stop.');
  if (!isLive(group) || group.state === 'Cancelling') return invalid('The group has ended.');
  const name: ExitName = { role, index: group.targets ? index : undefined };
  const exits = role === 'Target' ? targetsOf(group) : group.stop ? [group.stop] : [];
  if (!exits[index]) return invalid(`The bracket has no ${nounOf(name)}.`);
  if (group.members.some((member) => member.role === role && member.index === index && !member.isOpen))
    return invalid(`${subjectOf(name)} has ended.`);
  const problem =
    exitPriceProblem(name, price, entry, 0) ?? unsentProblem(book, group, { name, price }, view);
  return problem === undefined ? undefined : invalid(problem);
}

/**
 * Until the entry fills, an exit is on its side of the entry, as in a new bracket: an exit on the other side would close each fill at once. Afterwards it may be anywhere, such as
 * a stop that secures a gain.
 */
function unsentProblem(
  book: Book,
  group: BookGroup,
  exit: { readonly name: ExitName; readonly price: ExitPrice },
  view: MarketView,
): string | undefined {
  const member = group.members.find(({ role }) => role === 'Entry');
  if (member !== undefined && (!member.isOpen || member.filled > 0)) return undefined;
  // The holder may have replaced the entry.
  const entry = (member && book.orders.get(member.orderId)?.terms) ?? group.request.orders[0];
  return entry && plannedExitProblem(exit, entry, referenceOf(entry, marketE4(view, entry.symbol)));
}

/** An order of a group that is sent or replaced, among the others of its group. */
export interface GroupedOrder {
  readonly role: GroupRole;
  /** The order that is replaced; undefined = the order is new. */
  readonly replaced: BookOrder | undefined;
  /** The replaced order, or any open order of the group in the direction of the new one. */
  readonly sibling: BookOrder | undefined;
}

/** The orders that the order excludes or replaces. Targets exclude the stop, but not each other. */
const freedFor = (
  role: GroupRole,
  replaced: BookOrder | undefined,
  counted: readonly BookOrder[],
): readonly BookOrder[] => {
  if (role !== 'Target' || counted[0]?.group?.role !== 'Target') return counted;
  return replaced ? [replaced] : [];
};

/** What an order of a group holds when it is sent or replaced: what the orders hold that it excludes or replaces counts as free. */
export function groupHoldingOf(
  book: Book,
  order: OrderRequest,
  { role, replaced, sibling }: GroupedOrder,
  factsOf: FactsOf,
  view: MarketView,
): Holding {
  const account = book.accounts.get(order.account);
  const counted = account && sibling ? freedFor(role, replaced, countedOf(account, sibling)) : [];
  const [first] = counted;
  const context = {
    ...contextOf(book, order, factsOf(order.symbol), view, first),
    replaced: first
      ? {
          side: first.side,
          filled: replaced?.filled ?? 0,
          leaves: counted.reduce((sum, each) => sum + leavesOf(each), 0),
          reservedE4: counted.reduce((sum, each) => sum + requiredBy(each), 0),
          isTriggered: first.isTriggered,
        }
      : null,
  };
  const holding = holdingOf(context);
  // Without a price to count with, an order that was accepted with its group holds nothing more.
  return 'code' in holding ? { reserveE4: 0, openingQuantity: 0 } : holding;
}
