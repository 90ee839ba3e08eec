import type { OrderType, PegType, TimeInForce } from '../../src/domain/orders/enumerations.ts';
import { DEFAULT_ATR, type AtrBarSize } from '../../src/domain/orders/groups/atr-terms.ts';
import type { WireOrder } from '../../src/plugin-api/index.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import { newYorkDate } from '../../src/domain/calendar/new-york-time.ts';

export type Side = 'Buy' | 'Sell' | 'Short';
const SIDES: readonly Side[] = ['Buy', 'Sell', 'Short'];
/** The sides of option orders: a written option is a Sell, with the source Open (spec tools.md §4). */
const OPTION_SIDES: readonly Side[] = ['Buy', 'Sell'];
const DEFAULT_SHARES = 100;
const DEFAULT_CONTRACTS = 1;

export const sidesOf = (symbol: string): readonly Side[] => (isOptionSymbol(symbol) ? OPTION_SIDES : SIDES);
/** What a new order starts with: 100 shares (spec tools.md §9), or one contract. */
const defaultQuantity = (symbol: string): number =>
  isOptionSymbol(symbol) ? DEFAULT_CONTRACTS : DEFAULT_SHARES;
const sideFor = (symbol: string, side: Side): Side => (sidesOf(symbol).includes(side) ? side : 'Sell');
/** Least price, and the step of prices, dollars. */
export const MIN_PRICE = 0.01;

/** How a stop follows the market: not at all, or at a distance in dollars or per cent. */
export type StopKind = 'Static' | 'TrailingValue' | 'TrailingPercent';

/** Where an order goes: a destination and a route there. */
export interface RouteChoice {
  readonly destination: string;
  readonly route: string;
}
const DEFAULT_ROUTE: RouteChoice = { destination: 'SMART', route: 'AUTO' };

/** A target or a stop as it is being filled in; without an amount there is none. */
export interface ExitEntry {
  /** A price, or a distance from the fill price of the entry in dollars, per cent or multiples of the ATR. */
  readonly basis: 'Price' | 'Offset' | 'Percent' | 'Atr';
  readonly amount: number | null;
}

/** A stop as it is being filled in. */
export interface StopEntry {
  /** Risk: the dollars that the whole quantity may lose. */
  readonly basis: ExitEntry['basis'] | 'Risk';
  readonly amount: number | null;
}

/** One of several targets. */
export interface TargetEntry {
  /** A price or distance, in the unit of the ticket's target. */
  readonly amount: number | null;
  /** Shares or contracts that it closes. The last target closes what the others leave. */
  readonly quantity: number | null;
  /** The part of the ticket's quantity that it closes, per cent: it follows a change of the quantity. Absent = `quantity` was entered. */
  readonly share?: number | undefined;
}

/** A stop that trails the market once the price has moved in favour of the entry. */
interface TrailEntry {
  readonly isOn: boolean;
  /** Where it begins, stated like a target. */
  readonly start: ExitEntry;
  readonly distance: { readonly basis: 'Offset' | 'Percent' | 'Atr'; readonly amount: number | null };
}

/** The average true range that multiples of it refer to. */
interface AtrEntry {
  readonly period: number | null;
  readonly bars: AtrBarSize;
}

/** When the position is closed at market. Times are those of a clock in New York, `HH:MM`; empty = none entered. */
interface TimeExitEntry {
  readonly basis: 'None' | 'TimeOfDay' | 'Minutes';
  readonly time: string;
  /** After the first fill of the entry. */
  readonly minutes: number | null;
}

/** What the order waits for on the server. */
interface ConditionEntry {
  readonly basis: 'Last' | 'Bid' | 'Ask' | 'TimeOfDay';
  /** Empty = the symbol of the order. */
  readonly symbol: string;
  readonly direction: 'AtOrAbove' | 'AtOrBelow';
  readonly price: number | null;
  readonly time: string;
}

/** What an order brings with it: nothing, exits for what it fills, another order of which only one fills, or a condition that it waits for. */
interface Attached {
  readonly attach: 'None' | 'Bracket' | 'OneCancelsOther' | 'Conditional';
  readonly target: ExitEntry;
  /** Two to five targets that each close a part, the nearest first, in the unit of `target`; empty = `target` closes all. */
  readonly targets: readonly TargetEntry[];
  readonly exitStop: StopEntry;
  /** The stop moves to the average fill price of the entry once the first of several targets is filled. */
  readonly isBreakEven: boolean;
  readonly trail: TrailEntry;
  readonly atr: AtrEntry;
  readonly timeExit: TimeExitEntry;
  readonly condition: ConditionEntry;
  readonly exitTif: 'Day' | 'GoodTillCancel';
  /** The other order of a OneCancelsOther group; the rest is that of the ticket. */
  readonly otherType: 'Limit' | 'Stop';
  readonly otherPrice: number | null;
}

export const NOTHING_ATTACHED: Attached = {
  attach: 'None',
  target: { basis: 'Percent', amount: null },
  targets: [],
  exitStop: { basis: 'Percent', amount: null },
  isBreakEven: false,
  trail: {
    isOn: false,
    start: { basis: 'Percent', amount: null },
    distance: { basis: 'Percent', amount: null },
  },
  atr: DEFAULT_ATR,
  timeExit: { basis: 'None', time: '', minutes: null },
  condition: { basis: 'Last', symbol: '', direction: 'AtOrAbove', price: null, time: '' },
  exitTif: 'GoodTillCancel',
  otherType: 'Stop',
  otherPrice: null,
};

/** An order as it is being filled in. Prices in dollars; null = empty, NaN = what is typed is no number. */
export interface Ticket extends Attached {
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number | null;
  readonly type: OrderType;
  readonly price: number | null;
  readonly stopPrice: number | null;
  readonly stopKind: StopKind;
  /** Distance of a trailing stop (dollars or per cent) or of a peg (dollars). */
  readonly offset: number | null;
  readonly pegType: PegType;
  readonly tif: TimeInForce;
  /** Last day of a good-till-date order, `YYYY-MM-DD` at the exchange; empty = none chosen. */
  readonly goodTill: string;
  readonly minQuantity: number | null;
  readonly displayQuantity: number | null;
  readonly route: RouteChoice;
}

/** The defaults of a new order (spec tools.md §9): 100 at market, for the day. */
export const NEW_TICKET: Ticket = {
  symbol: '',
  side: 'Buy',
  quantity: DEFAULT_SHARES,
  type: 'Market',
  price: null,
  stopPrice: null,
  stopKind: 'Static',
  offset: null,
  pegType: 'Primary',
  tif: 'Day',
  goodTill: '',
  minQuantity: null,
  displayQuantity: null,
  route: DEFAULT_ROUTE,
  ...NOTHING_ATTACHED,
};

/** The routes that orders may take, as the account's permissions have them; the default one until they are known. */
export function orderRoutes(
  permissions: readonly {
    readonly Destination: string;
    readonly Routes: readonly string[];
    readonly Stock: boolean;
    readonly Option?: boolean;
  }[],
  isOption = false,
): readonly RouteChoice[] {
  const choices = permissions
    .filter(({ Stock, Option }) => (isOption ? Option === true : Stock))
    .flatMap(({ Destination, Routes }) => Routes.map((route) => ({ destination: Destination, route })));
  return choices.length === 0 ? [DEFAULT_ROUTE] : choices;
}

/** The chosen route if it is permitted, else the first that is. */
export function permittedRoute(chosen: RouteChoice, choices: readonly RouteChoice[]): RouteChoice {
  return (
    choices.find(({ destination, route }) => destination === chosen.destination && route === chosen.route) ??
    choices[0] ??
    chosen
  );
}

/** A ticket from the arguments of a command; what is missing or wrong gets its default. A price makes it a limit order, a stop price a stop. */
export function ticketFrom(
  args: Readonly<Record<string, unknown>>,
  defaults: { readonly symbol: string },
): Ticket {
  const symbol =
    typeof args['symbol'] === 'string' && args['symbol'].trim() !== ''
      ? args['symbol'].trim().toUpperCase()
      : defaults.symbol;
  const side = sideFor(symbol, SIDES.find((known) => known === args['side']) ?? 'Buy');
  const quantity =
    typeof args['quantity'] === 'number' && Number.isInteger(args['quantity']) && args['quantity'] > 0
      ? args['quantity']
      : defaultQuantity(symbol);
  const priceOf = (value: unknown) => (typeof value === 'number' && value >= MIN_PRICE ? value : null);
  const stopPrice = priceOf(args['stopPrice']);
  if (stopPrice !== null) return { ...NEW_TICKET, symbol, side, quantity, type: 'Stop', stopPrice };
  const price = priceOf(args['price']);
  return { ...NEW_TICKET, symbol, side, quantity, type: price === null ? 'Market' : 'Limit', price };
}

/** The ticket for another symbol: prices go, and between shares and contracts the quantity and a side that is not offered. */
export function withSymbol(ticket: Ticket, symbol: string): Ticket {
  if (symbol === ticket.symbol) return ticket;
  const isOtherKind = isOptionSymbol(symbol) !== isOptionSymbol(ticket.symbol);
  return {
    ...ticket,
    symbol,
    side: sideFor(symbol, ticket.side),
    quantity: isOtherKind ? defaultQuantity(symbol) : ticket.quantity,
    price: null,
    stopPrice: null,
    target: withoutPrice(ticket.target),
    targets: isOtherKind ? [] : targetsFor(ticket),
    exitStop: withoutPrice(ticket.exitStop),
    trail: withoutTrailPrices(ticket.trail),
    condition: ticket.condition.symbol === '' ? { ...ticket.condition, price: null } : ticket.condition,
    otherPrice: null,
  };
}

/** An amount in dollars is about its symbol; per cent, multiples of a range and dollars at risk fit any. */
const fitsAny = (basis: StopEntry['basis']): boolean => basis !== 'Price' && basis !== 'Offset';

const withoutPrice = <Entry extends StopEntry>(exit: Entry): Entry =>
  fitsAny(exit.basis) ? exit : { ...exit, amount: null };

const withoutTrailPrices = ({ isOn, start, distance }: TrailEntry): TrailEntry => ({
  isOn,
  start: withoutPrice(start),
  distance: fitsAny(distance.basis) ? distance : { ...distance, amount: null },
});

/** The parts stay; what each closes is a share of the quantity, which stays too. */
const targetsFor = ({ target, targets }: Ticket): readonly TargetEntry[] =>
  fitsAny(target.basis) ? targets : targets.map((each) => ({ ...each, amount: null }));

const some = (value: number | undefined): number | null =>
  value === undefined || value === 0 ? null : value;

/** The ticket that would leave an open order as it is: what a replacement starts from. */
export function ticketOf(order: WireOrder): Ticket {
  const isTrailing = order.StopType === 'Trailing';
  return {
    symbol: order.Symbol,
    side: order.Side,
    quantity: order.Quantity,
    type: order.Type,
    price: some(order.Price),
    // The present price of a trailing stop follows from the market; it is no term of the order.
    stopPrice: isTrailing ? null : some(order.StopPrice),
    stopKind: !isTrailing ? 'Static' : order.OffsetType === 'Percent' ? 'TrailingPercent' : 'TrailingValue',
    offset: some(order.OffsetValue),
    pegType: order.PegType ?? 'Primary',
    tif: order.TifType,
    goodTill: order.TifPeriod === undefined ? '' : newYorkDate(order.TifPeriod),
    minQuantity: some(order.MinQuantity),
    displayQuantity: some(order.IsldDisplay),
    route: { destination: order.Destination, route: order.Route },
    ...NOTHING_ATTACHED,
  };
}

/** The ticket with the prices that a command names, in cents; what is no price leaves it as it is. */
export function withPrices(ticket: Ticket, args: Readonly<Record<string, unknown>>): Ticket {
  const cents = (value: unknown): number | null =>
    typeof value === 'number' && value >= MIN_PRICE ? Math.round(value * 100) / 100 : null;
  const { price, stopPrice } = ticket;
  return {
    ...ticket,
    price: cents(args['price']) ?? price,
    stopPrice: cents(args['stopPrice']) ?? stopPrice,
  };
}
