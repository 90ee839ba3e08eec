import { assert } from '../../assert/assert.ts';
import { afterGuardEvent, guardsOfSession, type GuardEvent } from '../../risk/guards.ts';
import { markPosition } from '../../portfolio/index.ts';
import type { ReportType } from '../enumerations.ts';
import { ORDER_TYPES } from '../order-types.ts';
import { keepsTrail } from '../trail.ts';
import { nextStatus } from '../transitions.ts';
import { listOpen, noteRecent } from './account-book.ts';
import { amendExecution } from './amendments.ts';
import {
  accountOf,
  bookOrder,
  close,
  explain,
  historyOf,
  openListOf,
  orderOf,
  step,
  type Book,
} from './book-state.ts';
import { countAlternatives } from './alternatives.ts';
import {
  addGroup,
  cancelGroup,
  changeGroup,
  changeTerms,
  endGroup,
  forgetGroups,
  noteMember,
  triggerGroup,
} from './book-groups.ts';
import { isOfGroup } from '../groups/group-id.ts';
import { execute, settleOption } from './fills.ts';
import { freeClientIds, takeClientId } from './forget.ts';
import { hold, leavesOf } from './holdings.ts';
import { applyAction } from './corporate-actions.ts';
import { noteMark } from './position-history.ts';
import type { BookOrder, OrderEvent } from './types.ts';

export type { AccountBook } from './account-book.ts';
export { createBook, type Book } from './book-state.ts';
export { leavesOf } from './holdings.ts';

type EventOf<Kind extends OrderEvent['kind']> = Extract<OrderEvent, { readonly kind: Kind }>;
type Booking<Event> = (book: Book, event: Event, seq: number) => void;

/** How each kind of event changes the book. */
const BOOKINGS: { readonly [Kind in OrderEvent['kind']]: Booking<EventOf<Kind>> } = {
  funded: fund,
  session: beginSession,
  accountOptions: setAccountOptions,
  accepted: accept,
  rejected: reject,
  confirmed: (book, { orderId }) => step(orderOf(book, orderId), 'OrderConfirmed'),
  triggered: trigger,
  trailed: trail,
  cancelPending: (book, { orderId }) => step(orderOf(book, orderId), 'OrderCancelPending'),
  executed: (book, event, seq) => execute(book, seq, event),
  replaced: replace,
  replaceRejected: rejectReplace,
  cancelled: (book, { orderId, timeMs, code }) =>
    close(book, orderOf(book, orderId), 'OrderCanceled', timeMs, code),
  expired: (book, { orderId, timeMs }) => close(book, orderOf(book, orderId), 'OrderExpired', timeMs, 0),
  cancelRejected: noteRefusedCancel,
  busted: amendExecution,
  corrected: amendExecution,
  optionSettled: settleOption,
  actionApplied: applyAction,
  groupAccepted: addGroup,
  groupChanged: changeGroup,
  groupTermsChanged: changeTerms,
  groupTriggered: triggerGroup,
  groupCancelled: cancelGroup,
  groupEnded: endGroup,
  guardsSet: changeGuards,
  guardHigh: changeGuards,
  guardTripped: changeGuards,
  guardReleased: changeGuards,
  // Of use to reports of executions only.
  fillsMarked: () => undefined,
  // The lots of an account are computed from its records, beside the book.
  lotMethodSet: () => undefined,
  lotsChosen: () => undefined,
  // The record only occupies its sequence number.
  lost: () => undefined,
};

/** Books one event with its sequence number into the book, which the caller owns. Deterministic: no clock, no I/O. */
export function applyEvent(book: Book, seq: number, event: OrderEvent): void {
  assert(seq === book.lastSeq + 1, `journal sequence has no gaps (expected ${book.lastSeq + 1}, got ${seq})`);
  book.lastSeq = seq;
  // The compiler does not relate the booking of a kind to an event of that kind.
  const apply = BOOKINGS[event.kind] as Booking<OrderEvent>;
  apply(book, event, seq);
  if (book.groups.size > 0) noteMember(book, event);
}

function fund(book: Book, event: EventOf<'funded'>): void {
  const account = accountOf(book, event.account);
  account.fundedE4 += event.cashE4 - account.cashE4;
  account.cashE4 = event.cashE4;
  account.fundingVersion = event.version;
}

function setAccountOptions(book: Book, event: EventOf<'accountOptions'>): void {
  const account = accountOf(book, event.account);
  account.cancelOnDisconnect = event.cancelOnDisconnect;
  account.isHalted = event.isHalted;
}

function changeGuards(book: Book, event: GuardEvent): void {
  const account = accountOf(book, event.account);
  account.guards = afterGuardEvent(account.guards, event);
}

function accept(book: Book, event: EventOf<'accepted'>): void {
  if (event.opens && event.group)
    addGroup(book, { groupId: event.group.groupId, group: event.opens, timeMs: event.timeMs });
  const order = addOrder(book, event, 'OrderAccepted');
  order.expiresMs = event.expiresMs;
  order.reserveE4 = event.reserveE4;
  order.openingQuantity = event.openingQuantity;
  order.session = event.session;
  openListOf(book, order).set(order.orderId, order);
  const account = accountOf(book, order.account);
  listOpen(account, order, true);
  account.ordersToday += 1;
  book.ordersToday += 1;
  noteRecent(account, order, TAKEN, event.timeMs);
  hold(account, order, 1);
  if (order.group) countAlternatives(account, order);
}

function reject(book: Book, event: EventOf<'rejected'>): void {
  const order = addOrder(book, event, 'OrderRejected');
  explain(order, event.code, event.detail);
  order.completedMs = event.timeMs;
  noteRecent(accountOf(book, order.account), order, REFUSED, event.timeMs);
}

function trigger(book: Book, event: EventOf<'triggered'>): void {
  const order = orderOf(book, event.orderId);
  step(order, 'OrderStopped');
  order.isTriggered = true;
  order.workingStopE4 = event.stopPriceE4;
}

function trail(book: Book, event: EventOf<'trailed'>): void {
  const order = orderOf(book, event.orderId);
  order.status = nextStatus(order.status, 'OrderConfirmed', leavesOf(order)) ?? order.status;
  order.workingStopE4 = event.stopPriceE4;
  order.watermarkE4 = event.watermarkE4;
}

function rejectReplace(book: Book, event: EventOf<'replaceRejected'>, seq: number): void {
  const account = accountOf(book, event.account);
  noteRecent(account, event.order, REFUSED_CHANGE, event.timeMs);
  takeClientId(account, event.clientId);
  account.otherRequests.set(event.clientId, {
    orderId: event.orderId,
    order: event.order,
    originalClientId: event.originalClientId,
    refusedSerial: seq,
  });
}

function beginSession(book: Book, event: EventOf<'session'>): void {
  forgetGroups(book, book.sessionDate);
  book.sessionDate = event.date;
  book.ordersToday = 0;
  const closes = new Map(event.closes);
  for (const account of book.accounts.values()) {
    account.ordersToday = 0;
    account.appliedActions = [];
    account.guards = guardsOfSession(account.guards, event.date);
    freeClientIds(book, account);
    for (const [symbol, position] of account.positions) {
      markPosition(position, closes.get(symbol));
      account.figures.positionChanged(symbol);
      noteMark(historyOf(account, symbol), closes.get(symbol));
    }
  }
}

function noteRefusedCancel(book: Book, { orderId, account }: EventOf<'cancelRejected'>): void {
  const order = book.orders.get(orderId);
  if (order?.account === account) order.refusedCancels += 1;
}

function addOrder(book: Book, event: EventOf<'accepted' | 'rejected'>, reportType: ReportType): BookOrder {
  assert(!book.orders.has(event.orderId), `order id ${event.orderId} is new`);
  const order = bookOrder(event.orderId, event.order, book.sessionDate, event.timeMs);
  order.group = event.group;
  step(order, reportType);
  book.orders.set(order.orderId, order);
  const account = accountOf(book, order.account);
  account.orderIdByClientId.set(order.clientId, order.orderId);
  takeClientId(account, order.clientId);
  return order;
}

/** The order takes the terms and the ClientId of its replacement. Its old terms stay known under the old ClientId. */
function replace(book: Book, event: EventOf<'replaced'>): void {
  const order = orderOf(book, event.orderId);
  assert(event.order.quantity > order.filled, `a replace of order ${order.orderId} leaves something to fill`);
  const account = accountOf(book, order.account);
  hold(account, order, -1);
  account.otherRequests.set(order.clientId, {
    orderId: order.orderId,
    order: order.terms,
    originalClientId: order.originalClientId,
    refusedSerial: undefined,
  });
  // What the server does for a group is no message of the holder's.
  if (!order.group || !isOfGroup(order.group.groupId, event.order.clientId))
    noteRecent(account, event.order, CHANGED, event.timeMs);
  account.orderIdByClientId.delete(order.clientId);
  account.orderIdByClientId.set(event.order.clientId, order.orderId);
  takeClientId(account, event.order.clientId);
  const hasOtherStop =
    !keepsTrail(order, event.order) && STOP_TERMS.some((field) => order[field] !== event.order[field]);
  // The present terms are the request's; identity and history stay.
  order.terms = event.order;
  order.originalClientId = event.originalClientId;
  order.termsMs = event.timeMs;
  order.expiresMs = event.expiresMs;
  order.reserveE4 = event.reserveE4;
  order.openingQuantity = event.openingQuantity;
  if (hasOtherStop) {
    order.workingStopE4 = ORDER_TYPES[order.type].takesStopPrice ? order.stopPriceE4 : 0;
    order.watermarkE4 = 0;
  }
  step(order, 'OrderReplaced');
  hold(account, order, 1);
  if (order.group) countAlternatives(account, order);
}

const TAKEN = { wasRefused: false, isChange: false } as const;
const REFUSED = { wasRefused: true, isChange: false } as const;
const CHANGED = { wasRefused: false, isChange: true } as const;
const REFUSED_CHANGE = { wasRefused: true, isChange: true } as const;

const STOP_TERMS = ['type', 'stopPriceE4', 'stopType', 'offsetType', 'offsetE4'] as const;
