import { err, ok, type Result } from '../../src/domain/assert/assert.ts';
import { formatInteger } from '../../src/domain/columns/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { FINAL_STATUSES } from '../../src/domain/orders/transitions.ts';
import { displaySymbol, isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { OrderTicket, ToolPlatform, WireOrder, WirePosition } from '../../src/plugin-api/index.ts';
import { isListedOpen } from '../../src/domain/orders/open-orders.ts';
import { netShares } from './position-view.ts';

/** How long cancels, and then the closing order, may take to be answered, ms. */
const ANSWER_LIMIT_MS = 10_000;
/** How long a position may take to include a reported fill, ms. */
const SETTLE_LIMIT_MS = 2_000;

export type Deps = Pick<ToolPlatform, 'orders' | 'session' | 'tradingApi'> & {
  readonly setTimeout: (run: () => void, ms: number) => unknown;
  readonly clearTimeout: (handle: never) => void;
};

/** What happened to orders and position, and why it failed: both are messages for the user. */
export type TradeResult = Result<string, string>;

/** Ends that a cancel has. */
const CANCELLED: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'Cancelled',
  'CancelledByMarket',
  'CancelConfirmed',
  'CancelExpired',
]);

const orders = (count: number): string => `${formatInteger(count)} order${count === 1 ? '' : 's'}`;

/** The orders that may still fill; of one symbol if given. */
export function openOrders(deps: Pick<Deps, 'orders'>, symbol?: string): readonly WireOrder[] {
  return [...deps.orders.get().orders.values()].filter(
    (order) => isListedOpen(order) && (symbol === undefined || order.Symbol === symbol),
  );
}

/** Resolves with true as soon as `isDone` holds, with false after `limitMs`. Checks at each change of the orders. */
function whenOrders(
  { orders: store, setTimeout, clearTimeout }: Deps,
  isDone: () => boolean,
  limitMs = ANSWER_LIMIT_MS,
): Promise<boolean> {
  if (isDone()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (isMet: boolean) => {
      off();
      clearTimeout(timer as never);
      resolve(isMet);
    };
    const off = store.subscribe(() => {
      if (isDone()) end(true);
    });
    const timer = setTimeout(() => end(false), limitMs);
  });
}

interface Cancelled {
  /** Why some cancels could not be sent. */
  readonly refusals: readonly string[];
  readonly left: readonly WireOrder[];
  /** Counts by outcome: a fill may overtake its cancel. */
  readonly cancelled: number;
  readonly executed: number;
  readonly otherwise: number;
}

/** Outcome of cancelled orders: `2 orders of SPY cancelled, 1 executed before the cancel`. */
function endText({ cancelled, executed, otherwise }: Cancelled, ofSymbol = ''): string {
  const ends = (
    [
      [cancelled, 'cancelled'],
      [executed, 'executed before the cancel'],
      [otherwise, 'ended otherwise'],
    ] as const
  ).filter(([count]) => count > 0);
  return ends
    .map(([count, end], index) =>
      index === 0 ? `${orders(count)}${ofSymbol} ${end}` : `${formatInteger(count)} ${end}`,
    )
    .join(', ');
}

/** Cancels orders and waits until each of them has ended. */
async function cancelAndWait(deps: Deps, resting: readonly WireOrder[]): Promise<Cancelled> {
  const refusals = resting.flatMap(({ OrderId, Status }) => {
    // A cancel is under way already.
    if (Status === 'CancelSent' || Status === 'PendingCancel') return [];
    const result = deps.orders.cancel(OrderId);
    return result.ok ? [] : [result.message];
  });
  const now = () => resting.flatMap(({ OrderId }) => deps.orders.get().orders.get(OrderId) ?? []);
  const isOver = ({ Status, Unfill }: WireOrder) => FINAL_STATUSES.has(Status) || Unfill === 0;
  // No other report follows a rejected cancel.
  await whenOrders(deps, () =>
    now().every((order) => isOver(order) || order.Status === 'CancelRejected' || refusals.length > 0),
  );
  const left = now().filter((order) => !isOver(order));
  const cancelled = now().filter(({ Status }) => CANCELLED.has(Status)).length;
  const executed = now().filter(
    ({ Status, Fill, Quantity }) => !CANCELLED.has(Status) && Fill >= Quantity,
  ).length;
  return {
    refusals,
    left,
    cancelled,
    executed,
    otherwise: resting.length - left.length - cancelled - executed,
  };
}

/** Cancels every open order, of one symbol if given, and reports the outcome. */
export async function cancelAll(deps: Deps, symbol?: string): Promise<TradeResult> {
  const resting = openOrders(deps, symbol);
  const ofSymbol = symbol === undefined ? '' : ` of ${displaySymbol(symbol)}`;
  if (resting.length === 0) return ok(`There is no open order${ofSymbol}.`);
  const ended = await cancelAndWait(deps, resting);
  const { left, refusals } = ended;
  if (left.length === 0) return ok(`${endText(ended, ofSymbol)}.`);
  const [reason] = refusals;
  const because = reason === undefined ? '' : `: ${reason}`;
  return err(`${orders(left.length)}${ofSymbol} could not be cancelled${because}. See Open Orders.`);
}

function closingTicket(deps: Deps, symbol: string, shares: number): OrderTicket {
  const isOption = isOptionSymbol(symbol);
  const permitted = deps.session
    .get()
    .routes.find(({ Stock, Option, Routes }) => (isOption ? Option : Stock) && Routes.length > 0);
  return {
    symbol,
    side: shares > 0 ? 'Sell' : 'Buy',
    quantity: Math.abs(shares),
    type: 'Market',
    price: null,
    destination: permitted?.Destination ?? 'SMART',
    route: permitted?.Routes[0] ?? 'AUTO',
  };
}

/** Shares or contracts held now, negative for short. */
function heldNow(deps: Deps, symbol: string): number {
  const position = deps.orders.get().positions.get(symbol);
  return position === undefined ? 0 : netShares(position);
}

/** Shares that orders have filled since they were read, negative for sales. */
const filledSince = (deps: Deps, resting: readonly WireOrder[]): number =>
  resting.reduce((sum, { OrderId, Side, Fill }) => {
    const filled = (deps.orders.get().orders.get(OrderId)?.Fill ?? Fill) - Fill;
    return sum + (Side === 'Buy' ? filled : -filled);
  }, 0);

/**
 * Closes the position in a symbol: cancels its open orders, waits for their reports, then sends one market order for what is held by
 * then. After a failed cancel no closing order is sent, because the open order might fill against it.
 */
export async function flatten(deps: Deps, symbol: string): Promise<TradeResult> {
  if (deps.tradingApi.get().api === 'External')
    return err('Positions at the external broker are kept there and cannot be flattened from here.');
  const name = displaySymbol(symbol);
  const resting = openOrders(deps, symbol);
  const before = heldNow(deps, symbol);
  const ended = resting.length > 0 ? await cancelAndWait(deps, resting) : null;
  if (ended !== null) {
    const problem = await cancelProblem(deps, symbol, ended, () => before + filledSince(deps, resting));
    if (problem !== null) return err(`${name} was not flattened: ${problem}`);
  }
  const shares = heldNow(deps, symbol);
  if (shares === 0)
    return ok(ended === null ? `${name} is flat already.` : `${name} is flat; ${endText(ended)}.`);
  return closeAtMarket(deps, symbol, shares);
}

/** Why no closing order may follow the cancels; null when one may. */
async function cancelProblem(
  deps: Deps,
  symbol: string,
  { left, refusals: [reason] }: Cancelled,
  expectedShares: () => number,
): Promise<string | null> {
  if (left.length > 0) {
    const because = reason === undefined ? '' : ` (${reason})`;
    return `${orders(left.length)} could not be cancelled${because}. No closing order was sent.`;
  }
  // Fills that overtook their cancel must be in the position that is closed.
  const expected = expectedShares();
  const isSettled = await whenOrders(deps, () => heldNow(deps, symbol) === expected, SETTLE_LIMIT_MS);
  return isSettled
    ? null
    : 'the position changed while its orders were being cancelled. No closing order was sent; check the position and try again.';
}

/** Sends the closing order and waits for its end. */
async function closeAtMarket(deps: Deps, symbol: string, shares: number): Promise<TradeResult> {
  const ticket = closingTicket(deps, symbol, shares);
  const name = displaySymbol(symbol);
  const text = `${ticket.side} ${formatInteger(ticket.quantity)} ${name} at market`;
  const result = deps.orders.send(ticket);
  if (!result.ok) return err(`${name} was not flattened: ${text} was not sent (${result.message}).`);
  const closing = () =>
    [...deps.orders.get().orders.values()].find((order) => order.ClientId === result.clientId);
  await whenOrders(deps, () => {
    const order = closing();
    return order !== undefined && (FINAL_STATUSES.has(order.Status) || order.Unfill === 0);
  });
  return closingResult(name, text, closing());
}

function closingResult(name: string, text: string, order: WireOrder | undefined): TradeResult {
  if (order?.Status === 'Executed' || (order?.Unfill === 0 && order.Fill > 0))
    return ok(`${name} is flat: ${text} was executed.`);
  if (order === undefined || !FINAL_STATUSES.has(order.Status))
    return err(`${name} is not flat yet: ${text} is still working. See Open Orders.`);
  const filled = order.Fill > 0 ? ` after ${formatInteger(order.Fill)}` : '';
  const reason = order.Description === '' ? '' : ` (${order.Description})`;
  return err(`${name} was not flattened: ${text} ended as ${order.Status}${filled}${reason}.`);
}

/** Written options first: the longer options or shares that cover them may only be sold once they are bought back. */
const STAGES: readonly ((position: WirePosition) => boolean)[] = [
  (position) => isOptionSymbol(position.Symbol) && netShares(position) < 0,
  (position) => isOptionSymbol(position.Symbol) && netShares(position) >= 0,
  (position) => !isOptionSymbol(position.Symbol),
];

/** Closes these positions, each stage after the one before. A stage goes ahead even if the one before has failed. */
export async function flattenAll(deps: Deps, held: readonly WirePosition[]): Promise<readonly TradeResult[]> {
  const results: TradeResult[] = [];
  for (const isOfStage of STAGES)
    results.push(...(await Promise.all(held.filter(isOfStage).map(({ Symbol }) => flatten(deps, Symbol)))));
  return results;
}
