import { formatInteger } from '../../src/domain/columns/index.ts';
import { isExactE4, toPriceE4 } from '../../src/domain/money/price.ts';
import type { Condition, TimeExit } from '../../src/domain/orders/groups/conditions.ts';
import type { GroupRequest, TrailTerms } from '../../src/domain/orders/groups/types.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { GroupTicket } from '../../src/plugin-api/index.ts';
import { amountText, requestedE4 } from './ticket-distances.ts';
import { minutesOfTime } from './ticket-times.ts';
import type { Ticket } from './ticket.ts';

/** What a ticket waits for: where its stop begins to trail, when its position is closed, and the condition of its order. */

type BracketTicket = Extract<GroupTicket, { readonly kind: 'Bracket' }>;
type ConditionTicket = Extract<GroupTicket, { readonly kind: 'Conditional' }>['condition'];

/** An amount in 1/10,000; 0 for what is none, which the rules of the domain refuse. */
const e4 = (amount: number | null): number =>
  amount !== null && Number.isFinite(amount) && isExactE4(amount) ? toPriceE4(amount) : 0;

/** Whether the stop of the ticket trails from a profit on: the choice counts while there is a stop. */
export const startsToTrail = ({ trail, exitStop }: Ticket): boolean => trail.isOn && exitStop.amount !== null;

/** The symbol of the condition: that of the order unless another one is entered. */
const conditionSymbol = ({ condition, symbol }: Ticket): string => condition.symbol || symbol;

/** NaN while no time is entered. */
export const timeExitMinutes = ({ timeExit }: Ticket): number =>
  timeExit.basis === 'TimeOfDay' ? minutesOfTime(timeExit.time) : (timeExit.minutes ?? Number.NaN);

/** The trail and the time exit as the rules of the domain take them. */
export const waitTermsOf = (ticket: Ticket): Pick<GroupRequest, 'trail' | 'timeExit'> => {
  const { start, distance } = ticket.trail;
  const trail: TrailTerms = {
    start: requestedE4(start),
    distance: requestedE4(distance),
  };
  const { basis } = ticket.timeExit;
  const timeExit: TimeExit | null = basis === 'None' ? null : { basis, minutes: timeExitMinutes(ticket) };
  return { ...(startsToTrail(ticket) && { trail }), ...(timeExit && { timeExit }) };
};

/** The condition as the rules of the domain take it. */
export const conditionTermsOf = (ticket: Ticket): Condition => {
  const { basis, direction, price, time } = ticket.condition;
  return basis === 'TimeOfDay'
    ? { basis, minutes: minutesOfTime(time) }
    : { basis, symbol: conditionSymbol(ticket), direction, priceE4: e4(price) };
};

/** The trail and the time exit of a ticket without problems. */
export function waitTicketsOf(ticket: Ticket): Pick<BracketTicket, 'trail' | 'timeExit'> {
  const { start, distance } = ticket.trail;
  const { basis } = ticket.timeExit;
  return {
    ...(startsToTrail(ticket) && {
      trail: {
        start: { basis: start.basis, amount: start.amount ?? 0 },
        distance: { basis: distance.basis, amount: distance.amount ?? 0 },
      },
    }),
    ...(basis !== 'None' && { timeExit: { basis, minutes: timeExitMinutes(ticket) } }),
  };
}

/** The condition of a ticket without problems. */
export function conditionTicketOf(ticket: Ticket): ConditionTicket {
  const { basis, direction, price, time } = ticket.condition;
  return basis === 'TimeOfDay'
    ? { basis, minutes: minutesOfTime(time) }
    : { basis, symbol: conditionSymbol(ticket), direction, price: price ?? 0 };
}

/** ` trailing 0.50 from $1.00`: follows the stop that it is about. */
export const trailText = (ticket: Ticket): string =>
  startsToTrail(ticket)
    ? ` trailing ${amountText(ticket.trail.distance)} from ${amountText(ticket.trail.start)}`
    : '';

/** `, closed at 15:50 ET`, `, closed 30 min after the fill`. */
export function timeExitText({ timeExit: { basis, time, minutes } }: Ticket): string {
  if (basis === 'None') return '';
  if (basis === 'TimeOfDay') return `, closed at ${time || '…'} ET`;
  return `, closed ${minutes === null ? '…' : formatInteger(minutes)} min after the fill`;
}

/** ` once AAPL last is 200.00 or above`, ` at 15:50 ET`. */
export function conditionText(ticket: Ticket): string {
  const { basis, direction, price, time } = ticket.condition;
  if (basis === 'TimeOfDay') return ` at ${time || '…'} ET`;
  const symbol = displaySymbol(conditionSymbol(ticket)) || '…';
  const level = amountText({ basis: 'Price', amount: price });
  return ` once ${symbol} ${basis.toLowerCase()} is ${level} or ${direction === 'AtOrAbove' ? 'above' : 'below'}`;
}
