import { CONTRACT_SHARES } from '../../src/domain/symbols/contract-shares.ts';
import { isWorkDay, type WorkDay } from '../../src/domain/calendar/work-days.ts';
import { newYorkDate } from '../../src/domain/calendar/new-york-time.ts';
import { formatInteger, formatMoney } from '../../src/domain/columns/index.ts';
import { E4 } from '../../src/domain/money/price.ts';
import type { BrokerTerms } from '../../src/domain/orders/brokers.ts';
import type { OrderType } from '../../src/domain/orders/enumerations.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { MAX_ORDER_QUANTITY, MAX_ORDER_VALUE_E4 } from '../../src/domain/orders/validate.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { attachProblem } from './ticket-attach.ts';
import { MIN_PRICE, type Ticket } from './ticket.ts';

/** Value of one order at most, dollars. */
const MAX_VALUE = MAX_ORDER_VALUE_E4 / E4;

export const isTrailing = ({ type, stopKind }: Pick<Ticket, 'type' | 'stopKind'>): boolean =>
  ORDER_TYPES[type].canTrail && stopKind !== 'Static';
/** What of a ticket a broker may not take. */
export const brokerTerms = (ticket: Ticket): BrokerTerms => ({
  type: ticket.type,
  tif: ticket.tif,
  isTrailing: isTrailing(ticket),
  hasQuantityLimits: ticket.minQuantity !== null || ticket.displayQuantity !== null,
});
/** The distance field: of a trailing stop, or of a peg. */
export const hasOffset = (ticket: Pick<Ticket, 'type' | 'stopKind'>): boolean =>
  isTrailing(ticket) || ORDER_TYPES[ticket.type].isPegged;

/** The ticket with another type: what no longer applies keeps its text for the way back, but the time in force must fit, and a limit of another type is none of a peg's. */
export function withType(ticket: Ticket, type: OrderType): Ticket {
  return {
    ...ticket,
    type,
    price: ORDER_TYPES[type].isPegged && !ORDER_TYPES[ticket.type].isPegged ? null : ticket.price,
    tif: ORDER_TYPES[type].tifs.includes(ticket.tif) ? ticket.tif : 'Day',
  };
}

export interface TicketProblems {
  readonly symbol?: string;
  readonly quantity?: string;
  readonly price?: string;
  readonly stopPrice?: string;
  readonly offset?: string;
  readonly goodTill?: string;
  readonly minQuantity?: string;
  readonly displayQuantity?: string;
  readonly target?: string;
  readonly exitStop?: string;
  readonly otherPrice?: string;
  /** Of the attached orders as a whole. */
  readonly attach?: string;
}

function priceProblem(price: number | null, isRequired: boolean): string | undefined {
  if (price === null) return isRequired ? 'Enter a price' : undefined;
  if (Number.isNaN(price)) return 'Enter a number, such as 12.34';
  if (price < MIN_PRICE) return 'At least 0.01';
  if (Math.abs(price * 100 - Math.round(price * 100)) > 1e-6) return 'Prices go in steps of 0.01';
  return undefined;
}

function quantityProblem(quantity: number | null, isOption: boolean): string | undefined {
  if (quantity === null) return 'Enter a quantity';
  if (!Number.isInteger(quantity) || quantity < 1) return 'Enter a whole number from 1 up';
  return quantity > MAX_ORDER_QUANTITY
    ? `At most ${formatInteger(MAX_ORDER_QUANTITY)} ${isOption ? 'contracts' : 'shares'} per order`
    : undefined;
}

/** A part of the order, which may be left empty. */
function partProblem(part: number | null, quantity: number | null): string | undefined {
  if (part === null) return undefined;
  if (!Number.isInteger(part) || part < 1) return 'Enter a whole number from 1 up, or nothing';
  return quantity !== null && part > quantity ? 'Not more than the quantity' : undefined;
}

function offsetProblem(ticket: Ticket): string | undefined {
  if (!hasOffset(ticket)) return undefined;
  const { offset } = ticket;
  if (ORDER_TYPES[ticket.type].isPegged)
    return offset === null || offset === 0 ? undefined : priceProblem(offset, false);
  if (ticket.stopKind === 'TrailingPercent' && offset !== null && offset >= 100)
    return 'Less than 100 per cent';
  return offset === null ? 'Enter a trail amount' : priceProblem(offset, true);
}

function goodTillProblem(
  { tif, goodTill }: Ticket,
  exchangeMs: number,
  calendar: readonly WorkDay[],
): string | undefined {
  if (tif !== 'GoodTillDate') return undefined;
  if (goodTill === '') return 'Choose a date';
  if (goodTill < newYorkDate(exchangeMs)) return 'Choose today or a later day';
  return isWorkDay(goodTill, calendar) ? undefined : 'The market is closed on that day';
}

/** What is wrong with the attached orders. The rule about the whole group counts once each of its fields is sound. */
function attachProblems(
  ticket: Ticket,
): Record<'target' | 'exitStop' | 'otherPrice' | 'attach', string | undefined> {
  const { attach, target, targets, exitStop, otherPrice } = ticket;
  const isBracket = attach === 'Bracket';
  const problems = {
    target: isBracket && targets.length === 0 ? priceProblem(target.amount, false) : undefined,
    exitStop: isBracket ? priceProblem(exitStop.amount, false) : undefined,
    otherPrice: attach === 'OneCancelsOther' ? priceProblem(otherPrice, true) : undefined,
  };
  const isSound = Object.values(problems).every((problem) => problem === undefined);
  const open = isBracket ? targets.findIndex(({ amount }) => amount === null) : -1;
  if (open >= 0) return { ...problems, attach: `Enter target ${open + 1}, or remove the last target.` };
  return { ...problems, attach: isSound ? attachProblem(ticket) : undefined };
}

/**
 * What is wrong with a ticket in itself, by field.
 * @param exchangeMs the exchange's time now
 * @param calendar sessions that the server named; empty = not loaded
 */
export function ticketProblems(
  ticket: Ticket,
  exchangeMs: number,
  calendar: readonly WorkDay[] = [],
): TicketProblems {
  const isOption = isOptionSymbol(ticket.symbol);
  const { needsLimitPrice, takesLimitPrice, takesStopPrice } = ORDER_TYPES[ticket.type];
  const price = takesLimitPrice ? priceProblem(ticket.price, needsLimitPrice) : undefined;
  const value = (ticket.price ?? 0) * (ticket.quantity ?? 0) * (isOption ? CONTRACT_SHARES : 1);
  const problems: Record<keyof TicketProblems, string | undefined> = {
    symbol: ticket.symbol === '' ? 'Enter a symbol' : undefined,
    quantity: quantityProblem(ticket.quantity, isOption),
    price:
      price ??
      (takesLimitPrice && value > MAX_VALUE ? `At most $${formatMoney(MAX_VALUE)} per order` : undefined),
    stopPrice: takesStopPrice ? priceProblem(ticket.stopPrice, !isTrailing(ticket)) : undefined,
    offset: offsetProblem(ticket),
    goodTill: goodTillProblem(ticket, exchangeMs, calendar),
    minQuantity: partProblem(ticket.minQuantity, ticket.quantity),
    displayQuantity: partProblem(ticket.displayQuantity, ticket.quantity),
    ...attachProblems(ticket),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}
