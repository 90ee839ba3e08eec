import { newYorkDate } from '../../src/domain/calendar/new-york-time.ts';
import { formatInteger, formatPrice, formatRatio } from '../../src/domain/columns/index.ts';
import type { BrokerCapabilities } from '../../src/domain/orders/brokers.ts';
import {
  ORDER_TYPE_NAMES,
  TIME_IN_FORCES,
  type OrderType,
  type TimeInForce,
} from '../../src/domain/orders/enumerations.ts';
import { TIFS } from '../../src/domain/orders/times-in-force.ts';
import { ORDER_TYPES } from '../../src/domain/orders/order-types.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { movesToBreakEven } from './ticket-attach.ts';
import { amountText } from './ticket-distances.ts';
import { isTrailing, ticketProblems } from './ticket-rules.ts';
import { conditionText, timeExitText, trailText } from './ticket-waits.ts';
import type { StopEntry, Ticket } from './ticket.ts';

/** `Good till cancelled (GTC)`. */
const tifLabel = (tif: TimeInForce): string =>
  tif === 'Day' ? 'Day' : `${TIFS[tif].name} (${TIFS[tif].label})`;
/** The order types, `Limit (LMT)`: the name, then the label that lists show. Disabled are those that the broker does not take. */
export const typeOptions = ({ orderTypes }: Pick<BrokerCapabilities, 'orderTypes'>) =>
  ORDER_TYPE_NAMES.map((value) => ({
    value,
    label: `${ORDER_TYPES[value].name} (${ORDER_TYPES[value].label})`,
    isDisabled: !orderTypes.includes(value),
  }));
/** The times in force. Disabled are those that the type does not have or the broker does not take. */
export const tifOptions = (type: OrderType, { timesInForce }: Pick<BrokerCapabilities, 'timesInForce'>) =>
  TIME_IN_FORCES.map((value) => ({
    value,
    label: tifLabel(value),
    isDisabled: !ORDER_TYPES[type].tifs.includes(value) || !timesInForce.includes(value),
  }));

/** `512.30`; … for what could not be sent as it stands. */
const amount = (
  value: number | null,
  problem: string | undefined,
  format: (known: number) => string,
): string => (value === null || problem !== undefined ? '…' : format(value));

function terms(ticket: Ticket, problems: ReturnType<typeof ticketProblems>): string {
  const price = () => amount(ticket.price, problems.price, formatPrice);
  const stop = () =>
    isTrailing(ticket)
      ? `trailing stop ${amount(ticket.offset, problems.offset, ticket.stopKind === 'TrailingPercent' ? (percent) => `${formatRatio(percent)}%` : formatPrice)}`
      : `stop ${amount(ticket.stopPrice, problems.stopPrice, formatPrice)}`;
  switch (ticket.type) {
    case 'Market':
      return 'at market';
    case 'Limit':
      return `at ${price()}`;
    case 'Stop':
      return stop();
    case 'StopLimit':
      return `${stop()} limit ${price()}`;
    case 'MarketOnClose':
      return 'at the close';
    case 'LimitOnClose':
      return `at the close, limit ${price()}`;
    case 'Pegged':
      return `pegged to the ${ticket.pegType === 'Midpoint' ? 'midpoint' : ticket.side === 'Buy' ? 'bid' : 'ask'}${ticket.price === null ? '' : ` limit ${price()}`}`;
  }
}

/** `, GTC`; of a dated order with its last day, `, GTD 12/31`, and with the year of another year than this. */
function tifText({ tif, goodTill }: Ticket, problem: string | undefined, exchangeMs: number): string {
  if (tif === 'Day') return '';
  const label = TIFS[tif].label;
  if (tif !== 'GoodTillDate') return `, ${label}`;
  const [year = '', month = '', day = ''] = goodTill.split('-');
  return `, ${label} ${problem !== undefined ? '…' : `${month}/${day}${year === newYorkDate(exchangeMs).slice(0, 4) ? '' : `/${year}`}`}`;
}

/** What the user entered; … for what could not be sent as it stands. */
const exitAmount = (entry: StopEntry, problem: string | undefined): string =>
  problem === undefined ? amountText(entry) : '…';

/** `, target 2%, stop $1.50`; ` or stop 95.00, one cancels other`. */
function attachedText(ticket: Ticket, problems: ReturnType<typeof ticketProblems>): string {
  const exit = (name: string, entry: StopEntry, problem: string | undefined) =>
    entry.amount === null ? '' : `, ${name} ${exitAmount(entry, problem)}`;
  switch (ticket.attach) {
    case 'None':
      return '';
    case 'Bracket':
      return [
        ticket.targets.length === 0
          ? exit('target', ticket.target, problems.target)
          : `, targets ${ticket.targets.map(({ amount: each }) => exitAmount({ ...ticket.target, amount: each }, undefined)).join(' / ')}`,
        exit('stop', ticket.exitStop, problems.exitStop),
        movesToBreakEven(ticket) ? ' to break-even' : '',
        trailText(ticket),
        timeExitText(ticket),
      ].join('');
    case 'Conditional':
      return conditionText(ticket);
    case 'OneCancelsOther':
      return ` or ${ticket.otherType === 'Stop' ? 'stop' : 'at'} ${amount(ticket.otherPrice, problems.otherPrice, formatPrice)}, one cancels other`;
  }
}

/** The whole order as text: `Buy 100 SPY at market`, `Short 50 SPY stop 512.30, GTC`. */
export function ticketText(ticket: Ticket, exchangeMs: number): string {
  const problems = ticketProblems(ticket, exchangeMs);
  const symbol = ticket.symbol === '' ? '…' : displaySymbol(ticket.symbol);
  return `${ticket.side} ${amount(ticket.quantity, problems.quantity, formatInteger)} ${symbol} ${terms(ticket, problems)}${tifText(ticket, problems.goodTill, exchangeMs)}${attachedText(ticket, problems)}`;
}

/** `Long 100`, `Short 50`, `Flat`. */
export function positionText(shares: number): string {
  return shares === 0 ? 'Flat' : `${shares > 0 ? 'Long' : 'Short'} ${formatInteger(Math.abs(shares))}`;
}
