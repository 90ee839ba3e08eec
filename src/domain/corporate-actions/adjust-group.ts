import type { OrderSide } from '../orders/enumerations.ts';
import type { Condition } from '../orders/groups/conditions.ts';
import type { BookGroup, ExitPrice, GroupMember, GroupRequest, TrailTerms } from '../orders/groups/types.ts';
import type { OrderRequest } from '../orders/request.ts';
import { splitOrder, splitPriceE4 } from './adjust-order.ts';
import { scaled } from './exact.ts';
import type { ShareRatio } from './types.ts';

/** True when orders or a condition of the group are about the symbol. */
export const isGroupOf = ({ request, changed }: BookGroup, symbol: string): boolean =>
  request.orders.some((order) => order.symbol === symbol) ||
  [request.condition, changed?.condition].some((condition) => symbolOf(condition) === symbol);

const symbolOf = (condition: Condition | undefined): string | undefined =>
  condition && condition.basis !== 'TimeOfDay' ? condition.symbol : undefined;

/**
 * A group after a split of n new shares for one: unsent orders, exits and what it waits for in prices of new shares, and its counts in new shares, so that they agree with its
 * orders. For whole numbers only: of others the counts of several orders would no longer add up.
 */
export function splitGroup(group: BookGroup, symbol: string, ratio: ShareRatio): BookGroup {
  const { request, changed, target, stop, targets, trail } = group;
  const isOfSymbol = request.orders.some((order) => order.symbol === symbol);
  const condition = changed?.condition && splitCondition(changed.condition, symbol, ratio);
  const prices = isOfSymbol ? exitsOf({ target, stop, targets, trail }, entrySideOf(request), ratio) : {};
  return {
    ...group,
    ...prices,
    request: splitRequest(request, symbol, ratio),
    ...(changed && { changed: { ...changed, ...(condition && { condition }) } }),
    members: group.members.map((member) => (member.symbol === symbol ? splitMember(member, ratio) : member)),
  };
}

const entrySideOf = ({ orders }: GroupRequest): OrderSide => orders[0]?.side ?? 'Buy';

function splitRequest(request: GroupRequest, symbol: string, ratio: ShareRatio): GroupRequest {
  const { orders, target, stop, targets, trail, atr, condition } = request;
  const isOfSymbol = orders.some((order) => order.symbol === symbol);
  return {
    ...request,
    orders: orders.map((order) => (order.symbol === symbol ? splitUnsent(order, ratio) : order)),
    ...(isOfSymbol && exitsOf({ target, stop, targets, trail }, entrySideOf(request), ratio)),
    ...(isOfSymbol && atr && { atr: { ...atr, valueE4: splitPriceE4(atr.valueE4, ratio, 'nearest') } }),
    ...(condition && { condition: splitCondition(condition, symbol, ratio) }),
  };
}

/** An order that was requested, and perhaps not sent. */
function splitUnsent(order: OrderRequest, ratio: ShareRatio): OrderRequest {
  const {
    orderId: _orderId,
    quantity,
    priceE4,
    stopPriceE4,
    offsetE4,
    minQuantity,
    displayQuantity,
  } = splitOrder({ ...order, ...UNSENT }, ratio) ?? { ...order, orderId: '' };
  return { ...order, quantity, priceE4, stopPriceE4, offsetE4, minQuantity, displayQuantity };
}

const UNSENT = {
  orderId: '',
  filled: 0,
  isTriggered: false,
  workingStopE4: 0,
  watermarkE4: 0,
  reserveE4: 0,
  openingQuantity: 0,
} as const;

type Exits = Pick<BookGroup, 'target' | 'stop' | 'targets' | 'trail'>;

/** The exits with prices rounded as those of their orders: a limit to sell up, a stop to sell down, and the other way round for exits that buy. */
function exitsOf({ target, stop, targets, trail }: Exits, entry: OrderSide, ratio: ShareRatio): Exits {
  const [limit, trigger] = entry === 'Buy' ? (['up', 'down'] as const) : (['down', 'up'] as const);
  return {
    target: target && splitExit(target, ratio, limit),
    stop: stop && splitExit(stop, ratio, trigger),
    ...(targets && {
      targets: targets.map((each) => ({
        ...splitExit(each, ratio, limit),
        quantity: scaled(each.quantity, ratio.numerator, ratio.denominator, 'down'),
      })),
    }),
    ...(trail && { trail: splitTrail(trail, ratio) }),
  };
}

function splitExit<Exit extends Omit<ExitPrice, 'basis'> & { readonly basis: ExitPrice['basis'] }>(
  exit: Exit,
  ratio: ShareRatio,
  rounding: 'down' | 'up' | 'nearest',
): Exit {
  if (exit.basis === 'Percent') return exit;
  return { ...exit, amountE4: splitPriceE4(exit.amountE4, ratio, rounding) };
}

const splitTrail = ({ start, distance }: TrailTerms, ratio: ShareRatio): TrailTerms => ({
  start: splitExit(start, ratio, 'nearest'),
  distance: splitExit(distance, ratio, 'nearest'),
});

function splitCondition(condition: Condition, symbol: string, ratio: ShareRatio): Condition {
  if (condition.basis === 'TimeOfDay' || condition.symbol !== symbol) return condition;
  const rounding = condition.direction === 'AtOrAbove' ? 'up' : 'down';
  return { ...condition, priceE4: splitPriceE4(condition.priceE4, ratio, rounding) };
}

const splitMember = (member: GroupMember, { numerator, denominator }: ShareRatio): GroupMember => ({
  ...member,
  quantity: scaled(member.quantity, numerator, denominator, 'down'),
  filled: scaled(member.filled, numerator, denominator, 'down'),
});
