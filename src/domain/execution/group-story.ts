import { assertNever } from '../assert/assert.ts';
import { E4, type PriceE4 } from '../money/price.ts';
import type { OrderEvent } from '../orders/core/types.ts';
import { orderErrorMessage } from '../orders/errors.ts';
import type { GroupCause } from '../orders/groups/conditions.ts';
import type { GroupEvent, GroupKind, GroupLink, GroupRole, GroupTerms } from '../orders/groups/types.ts';

/** A journal record by its number. */
export interface NumberedEvent {
  readonly seq: number;
  readonly event: OrderEvent;
}

/** What happened to the group of an order, or to another order of it. */
export interface GroupStep {
  readonly serial: number;
  readonly timeMs: number;
  readonly text: string;
}

const KIND_NAMES: Readonly<Record<GroupKind, string>> = {
  OneCancelsOther: 'One-cancels-other group',
  Bracket: 'Bracket',
  OneTriggersOther: 'One-triggers-other group',
  Conditional: 'Conditional order',
  Flatten: 'Flatten',
  CancelAll: 'Cancel of all orders',
};
const ROLE_NAMES: Readonly<Record<GroupRole, string>> = {
  Alternative: 'alternative',
  Entry: 'entry',
  Target: 'target',
  Stop: 'stop',
  First: 'first order',
  Next: 'next order',
  Conditional: 'order',
  Surplus: 'order that closes the surplus',
  Close: 'closing order',
};
const CAUSES: Readonly<Record<GroupCause, string>> = {
  Trail: 'the stop trails the market from now on',
  TimeExit: 'the time of the exit was reached',
  Condition: 'the condition holds, and the order is sent',
  Lapsed: 'the order would have ended before its condition held',
};

const price = (priceE4: PriceE4): string => (priceE4 / E4).toFixed(4).replace(/0{1,2}$/, '');
const because = (code: number): string => (code === 0 ? '' : `: ${orderErrorMessage(code)}`);

/** The steps of a group that are not those of the order itself, oldest first. `events`: the records of the group and of its orders. */
export function groupSteps(
  groupId: string,
  orderId: string,
  events: readonly NumberedEvent[],
): readonly GroupStep[] {
  const links = new Map<string, GroupLink>();
  let name = `Group ${groupId}`;
  return events.flatMap(({ seq, event }) => {
    if (event.kind === 'groupAccepted') name = `${KIND_NAMES[event.group.kind]} ${groupId}`;
    if ((event.kind === 'accepted' || event.kind === 'rejected') && event.group)
      links.set(event.orderId, event.group);
    if (event.kind === 'accepted' && event.opens) {
      name = `${KIND_NAMES[event.opens.kind]} ${groupId}`;
      const sent = memberText(event, links, orderId);
      return [`${name} was placed`, ...(sent === undefined ? [] : [sent])].map((text) => ({
        serial: seq,
        timeMs: event.timeMs,
        text,
      }));
    }
    const text = 'groupId' in event ? groupText(name, event) : memberText(event, links, orderId);
    return text === undefined ? [] : [{ serial: seq, timeMs: event.timeMs, text }];
  });
}

/** `the condition was`, `the time exit and break-even were`. */
function termsText({ condition, trail, timeExit, isBreakEven }: GroupTerms): string {
  const names = [
    ...(condition ? ['the condition'] : []),
    ...(trail ? ['the trail'] : []),
    ...(timeExit ? ['the time exit'] : []),
    ...(isBreakEven === undefined ? [] : ['break-even']),
  ];
  return `${names.join(' and ')} ${names.length === 1 ? 'was' : 'were'}`;
}

function groupText(name: string, event: GroupEvent): string {
  switch (event.kind) {
    case 'groupAccepted':
      return `${name} was placed`;
    case 'groupTriggered': {
      const seen = event.priceE4 === undefined ? '' : ` (${price(event.priceE4)})`;
      return `${name}: ${CAUSES[event.cause]}${seen}`;
    }
    case 'groupChanged': {
      const to = event.price.basis === 'Price' ? ` to ${price(event.price.amountE4)}` : '';
      const role = ROLE_NAMES[event.role];
      return event.cause === 'BreakEven'
        ? `${name}: the ${role} moves to break-even`
        : `${name}: the ${role} was changed${to}`;
    }
    case 'groupTermsChanged':
      return `${name}: ${termsText(event.terms)} changed`;
    case 'groupCancelled':
      return `${name} was cancelled${because(event.code)}`;
    case 'groupEnded':
      return `${name} ended as ${event.state}${because(event.code)}`;
    default:
      return assertNever(event);
  }
}

/** What happened to another order of the group, as far as it explains what the group does next. */
function memberText(
  event: OrderEvent,
  links: ReadonlyMap<string, GroupLink>,
  orderId: string,
): string | undefined {
  if (!('orderId' in event) || event.orderId === orderId) return undefined;
  const link = links.get(event.orderId);
  if (!link) return undefined;
  const number = link.role === 'Target' && link.index > 0 ? ` ${link.index + 1}` : '';
  const name = `The ${ROLE_NAMES[link.role]}${number} (order ${event.orderId})`;
  switch (event.kind) {
    case 'accepted':
      return `${name} was sent`;
    case 'rejected':
      return `${name} was rejected${because(event.code)}`;
    case 'executed':
      return `${name} filled ${event.quantity} at ${price(event.priceE4)}`;
    case 'cancelled':
      return `${name} was cancelled${because(event.code)}`;
    case 'expired':
      return `${name} expired`;
    case 'triggered':
      return `${name} was triggered`;
    default:
      return undefined;
  }
}
