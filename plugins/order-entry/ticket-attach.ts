import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { isExactE4, toPriceE4, type PriceE4 } from '../../src/domain/money/price.ts';
import { groupProblem } from '../../src/domain/orders/groups/group-problem.ts';
import type { ExitTerms, GroupRequest } from '../../src/domain/orders/groups/types.ts';
import { PLAIN_ORDER, type OrderRequest } from '../../src/domain/orders/request.ts';
import { statesAtr, withDistances } from '../../src/domain/orders/groups/stated-exits.ts';
import { requestedE4 } from './ticket-distances.ts';
import { targetQuantities } from './ticket-targets.ts';
import { conditionTermsOf, waitTermsOf } from './ticket-waits.ts';
import type { StopEntry, Ticket } from './ticket.ts';

/** A price of which nothing is known but that it is none: the domain's rules then compare nothing with it. */
const NO_PRICE = 0;
/** Any range serves to judge the form of multiples of it: they are in the same proportion by all of them. */
const FORM_RANGE_E4 = 10_000;
const amountE4 = (amount: number | null): number =>
  amount !== null && Number.isFinite(amount) && isExactE4(amount) ? toPriceE4(amount) : NO_PRICE;

/** The exit as the domain's rules take it, its distance still to be computed where it is not stated in dollars or per cent; null when there is none. */
const termsOf = (entry: StopEntry, tif: Ticket['exitTif']): ExitTerms | null =>
  entry.amount === null ? null : { ...requestedE4(entry), tif };

/** The second order of a ticket whose orders cancel each other: the same but for its type and price. */
export const otherOf = (ticket: Ticket): Ticket => ({
  ...ticket,
  type: ticket.otherType,
  price: ticket.otherPrice,
  stopPrice: ticket.otherPrice,
  stopKind: 'Static',
});

/** The order as far as the rules of groups read it. */
function requestOf(ticket: Ticket, clientId: string): OrderRequest {
  const { symbol, side, type, tif, quantity } = ticket;
  return {
    ...PLAIN_ORDER,
    account: '',
    userId: '',
    clientId,
    symbol,
    side,
    source: side === 'Sell' && !isOptionSymbol(symbol) ? 'Close' : 'Open',
    type,
    tif,
    quantity: quantity ?? 0,
    priceE4: amountE4(ticket.price),
    stopPriceE4: amountE4(ticket.stopPrice),
    destination: '',
    route: '',
  };
}

/** The group as the domain's rules take it. Distances that are not stated in dollars or per cent follow from the range, in 1/10,000 dollar; 0 = unknown. */
export function groupRequestOf(
  ticket: Ticket,
  kind: Exclude<Ticket['attach'], 'None'>,
  rangeE4: PriceE4,
): GroupRequest {
  const first = requestOf(ticket, 'first');
  const group: GroupRequest = {
    account: '',
    userId: '',
    clientId: '',
    kind,
    symbol: ticket.symbol,
    orders: kind === 'OneCancelsOther' ? [first, requestOf(otherOf(ticket), 'other')] : [first],
    ...(kind === 'Bracket' ? { ...exitsOf(ticket), ...waitTermsOf(ticket) } : { target: null, stop: null }),
    ...(kind === 'Conditional' && { condition: conditionTermsOf(ticket) }),
  };
  const { period, bars } = ticket.atr;
  const atr = { period: period ?? Number.NaN, bars, valueE4: rangeE4 };
  return withDistances(statesAtr(group) ? { ...group, atr } : group, rangeE4);
}

function exitsOf(ticket: Ticket): Pick<GroupRequest, 'target' | 'targets' | 'stop' | 'isBreakEven'> {
  const { target, targets, exitStop, exitTif: tif } = ticket;
  const stop = termsOf(exitStop, tif);
  if (targets.length === 0) return { target: termsOf(target, tif), stop };
  const quantities = targetQuantities(ticket);
  return {
    target: null,
    targets: targets.map(({ amount }, at) => ({
      ...requestedE4({ ...target, amount }),
      tif,
      quantity: quantities[at] ?? 0,
    })),
    stop,
    ...(movesToBreakEven(ticket) && { isBreakEven: true }),
  };
}

/** Whether the stop of the ticket moves to break-even: the choice counts while there is a stop and several targets. */
export const movesToBreakEven = ({ isBreakEven, targets, exitStop }: Ticket): boolean =>
  isBreakEven && targets.length > 0 && exitStop.amount !== null;

/** Why the group of a ticket would be refused by its form, by the rule of the server; undefined when its form is sound, and without a group. */
export const attachProblem = (ticket: Ticket): string | undefined =>
  ticket.attach === 'None'
    ? undefined
    : groupProblem(groupRequestOf(ticket, ticket.attach, FORM_RANGE_E4), NO_PRICE);
