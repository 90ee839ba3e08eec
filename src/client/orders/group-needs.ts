import type { BrokerCapabilities, GroupFeature } from '../../domain/orders/brokers.ts';
import { ORDER_TYPES } from '../../domain/orders/order-types.ts';
import type { ExitTicket, GroupTicket } from './group-types.ts';
import type { OrderTicket } from './tickets.ts';

/** Why a broker that takes groups does not take this one, as a sentence; null when it does. */
export function missingInGroup(
  { groupLacks }: Pick<BrokerCapabilities, 'groupLacks'>,
  ticket: GroupTicket,
): string | null {
  for (const feature of groupNeeds(ticket)) {
    const reason = groupLacks[feature];
    if (reason !== undefined) return `${reason}.`;
  }
  return null;
}

/** What a group wants of a broker beyond a plain bracket, two exits of a position, or an order with its exit as the next. */
function groupNeeds(ticket: GroupTicket): readonly GroupFeature[] {
  switch (ticket.kind) {
    case 'Bracket':
      return bracketNeeds(ticket);
    case 'OneCancelsOther':
      return areExits(ticket.orders) ? [] : ['alternatives'];
    case 'OneTriggersOther':
      return [
        ...(isPlainEntry(ticket.first) ? [] : (['entries'] as const)),
        ...(isExitOf(ticket.first, ticket.next) ? [] : (['nextOrders'] as const)),
      ];
    case 'Conditional':
      return ['conditions'];
  }
}

function bracketNeeds(ticket: Extract<GroupTicket, { readonly kind: 'Bracket' }>): readonly GroupFeature[] {
  const { entry, target, stop, targets, isBreakEven, trail, timeExit } = ticket;
  const exits = [target, stop].filter((exit) => exit !== null);
  const isAway = ({ basis }: ExitTicket): boolean => basis !== 'Price';
  const needs: readonly (readonly [GroupFeature, boolean])[] = [
    ['scaleOut', targets !== undefined && targets.length > 0],
    ['breakEven', isBreakEven === true],
    ['trail', trail !== undefined],
    ['timeExit', timeExit !== undefined],
    ['distances', exits.some(isAway)],
    ['entries', !isPlainEntry(entry)],
    ['exitTimes', exits.some(({ tif }) => tif !== tifOf(entry))],
  ];
  return needs.flatMap(([feature, isNeeded]) => (isNeeded ? [feature] : []));
}

const tifOf = ({ tif = 'Day' }: OrderTicket): NonNullable<OrderTicket['tif']> => tif;

const isLong = (order: OrderTicket): boolean => tifOf(order) === 'Day' || tifOf(order) === 'GoodTillCancel';

const hasPlainTerms = (order: OrderTicket): boolean =>
  order.stopType !== 'Trailing' &&
  (order.minQuantity ?? 0) === 0 &&
  (order.displayQuantity ?? 0) === 0 &&
  order.legs === undefined &&
  isLong(order);

const isPlainEntry = (order: OrderTicket): boolean => {
  const { takesStopPrice, isClosingAuction, isPegged } = ORDER_TYPES[order.type];
  return hasPlainTerms(order) && !takesStopPrice && !isClosingAuction && !isPegged;
};

const isLimit = ({ type }: OrderTicket): boolean => type === 'Limit';
const isStop = ({ type }: OrderTicket): boolean => ORDER_TYPES[type].takesStopPrice;

/** A limit and a stop of one quantity that close a position. */
function areExits(orders: readonly OrderTicket[]): boolean {
  const [first, second] = orders;
  if (first === undefined || second === undefined || orders.length !== 2) return false;
  const isPair = (isLimit(first) && isStop(second)) || (isStop(first) && isLimit(second));
  const isSame =
    first.side === second.side && first.quantity === second.quantity && tifOf(first) === tifOf(second);
  return isPair && isSame && first.side !== 'Short' && hasPlainTerms(first) && hasPlainTerms(second);
}

/** A limit or a stop that closes what the first order opens. */
function isExitOf(first: OrderTicket, next: OrderTicket): boolean {
  const isOther = first.side === 'Buy' ? next.side === 'Sell' : first.side === 'Short' && next.side === 'Buy';
  const isSame = first.quantity === next.quantity && tifOf(first) === tifOf(next);
  return isOther && isSame && (isLimit(next) || isStop(next)) && hasPlainTerms(next);
}
