import { formatInteger } from '../../src/domain/columns/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { FINAL_STATUSES } from '../../src/domain/orders/transitions.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { OrderTicket, ToolPlatform, WireOrder, WirePosition } from '../../src/plugin-api/index.ts';
import { isListedOpen } from '../../src/domain/orders/open-orders.ts';
import { isFlat, netShares } from './position-view.ts';

/** How long cancels, and then the closing order, may take to be answered, ms. */
const ANSWER_LIMIT_MS = 10_000;
/** How long the books may take to show a fill that its report has told of, ms. */
const SETTLE_LIMIT_MS = 2_000;

export type Deps = Pick<ToolPlatform, 'orders' | 'session' | 'tradingApi'> & {
  readonly setTimeout: (run: () => void, ms: number) => unknown;
  readonly clearTimeout: (handle: never) => void;
};
export interface Result {
  readonly ok: boolean;
  readonly text: string;
}

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

/** Resolves true as soon as `isDone` holds, false when the time is over. Looks again with each change of the orders. */
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
  /** Why some could not even be asked for. */
  readonly refusals: readonly string[];
  readonly left: readonly WireOrder[];
  /** How many ended in which way: a fill may overtake its cancel. */
  readonly cancelled: number;
  readonly executed: number;
  readonly otherwise: number;
}

/** What became of orders that are over: "2 orders of SPY cancelled, 1 executed before the cancel". */
function endWords({ cancelled, executed, otherwise }: Cancelled, of = ''): string {
  const ends = (
    [
      [cancelled, 'cancelled'],
      [executed, 'executed before the cancel'],
      [otherwise, 'ended otherwise'],
    ] as const
  ).filter(([count]) => count > 0);
  return ends
    .map(([count, end], index) =>
      index === 0 ? `${orders(count)}${of} ${end}` : `${formatInteger(count)} ${end}`,
    )
    .join(', ');
}

/** Cancels orders and waits until each of them has ended. */
async function cancelAndWait(deps: Deps, resting: readonly WireOrder[]): Promise<Cancelled> {
  const refusals = resting.flatMap(({ OrderId, Status }) => {
    // One that is on its way out already needs only the waiting.
    if (Status === 'CancelSent' || Status === 'PendingCancel') return [];
    const result = deps.orders.cancel(OrderId);
    return result.ok ? [] : [result.message];
  });
  const now = () => resting.flatMap(({ OrderId }) => deps.orders.get().orders.get(OrderId) ?? []);
  const isOver = ({ Status, Unfill }: WireOrder) => FINAL_STATUSES.has(Status) || Unfill === 0;
  // A refused cancel is an answer too: nothing more will come of it.
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

/** Cancels every open order, of one symbol if given, and says what became of it. */
export async function cancelAll(deps: Deps, symbol?: string): Promise<Result> {
  const resting = openOrders(deps, symbol);
  const of = symbol === undefined ? '' : ` of ${symbol}`;
  if (resting.length === 0) return { ok: true, text: `There is no open order${of}.` };
  const ended = await cancelAndWait(deps, resting);
  const { left, refusals } = ended;
  if (left.length === 0) return { ok: true, text: `${endWords(ended, of)}.` };
  return {
    ok: false,
    text: `${orders(left.length)}${of} could not be cancelled${refusals[0] === undefined ? '' : `: ${refusals[0]}`}. See Open Orders.`,
  };
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

/**
 * Takes a symbol to flat: first everything of it that rests is cancelled and its reports are waited for, then one market
 * order closes what is held by then. Where a cancel fails no closing order is sent: what rests might fill against it.
 */
export async function flatten(deps: Deps, symbol: string): Promise<Result> {
  if (deps.tradingApi.get().api === 'External')
    return {
      ok: false,
      text: 'Positions at the external broker are kept there and cannot be flattened from here.',
    };
  const resting = openOrders(deps, symbol);
  const sharesNow = () => {
    const held = deps.orders.get().positions.get(symbol);
    return held === undefined ? 0 : netShares(held);
  };
  const before = sharesNow();
  const ended = resting.length > 0 ? await cancelAndWait(deps, resting) : null;
  if (ended !== null) {
    const { left, refusals } = ended;
    if (left.length > 0)
      return {
        ok: false,
        text: `${symbol} was not flattened: ${orders(left.length)} could not be cancelled${refusals[0] === undefined ? '' : ` (${refusals[0]})`}. No closing order was sent.`,
      };
    // What filled while it was being cancelled must be in the position that is closed.
    const filled = resting.reduce(
      (sum, { OrderId, Side, Fill }) =>
        sum + (Side === 'Buy' ? 1 : -1) * ((deps.orders.get().orders.get(OrderId)?.Fill ?? Fill) - Fill),
      0,
    );
    if (!(await whenOrders(deps, () => sharesNow() === before + filled, SETTLE_LIMIT_MS)))
      return {
        ok: false,
        text: `${symbol} was not flattened: the position changed while its orders were being cancelled. No closing order was sent; look at it and try again.`,
      };
  }
  const position = deps.orders.get().positions.get(symbol);
  if (position === undefined || isFlat(position))
    return {
      ok: true,
      text: ended !== null ? `${symbol} is flat; ${endWords(ended)}.` : `${symbol} is flat already.`,
    };
  const ticket = closingTicket(deps, symbol, netShares(position));
  const result = deps.orders.send(ticket);
  const what = `${ticket.side} ${formatInteger(ticket.quantity)} ${symbol} at market`;
  if (!result.ok)
    return { ok: false, text: `${symbol} was not flattened: ${what} was not sent (${result.message}).` };
  const { clientId } = result;
  const closing = () => [...deps.orders.get().orders.values()].find((order) => order.ClientId === clientId);
  await whenOrders(deps, () => {
    const order = closing();
    return order !== undefined && (FINAL_STATUSES.has(order.Status) || order.Unfill === 0);
  });
  const order = closing();
  if (order?.Status === 'Executed' || (order?.Unfill === 0 && order.Fill > 0))
    return { ok: true, text: `${symbol} is flat: ${what} was executed.` };
  if (order !== undefined && FINAL_STATUSES.has(order.Status))
    return {
      ok: false,
      text: `${symbol} was not flattened: ${what} ended as ${order.Status}${order.Fill > 0 ? ` after ${formatInteger(order.Fill)}` : ''}${order.Description === '' ? '' : ` (${order.Description})`}.`,
    };
  return { ok: false, text: `${symbol} is not flat yet: ${what} is still working. See Open Orders.` };
}

/** Written options first: what covers them, longer options or shares, may only be sold once they are bought back. */
const STAGES: readonly ((position: WirePosition) => boolean)[] = [
  (position) => isOptionSymbol(position.Symbol) && netShares(position) < 0,
  (position) => isOptionSymbol(position.Symbol) && netShares(position) >= 0,
  (position) => !isOptionSymbol(position.Symbol),
];

/** Takes all of these positions to flat, each stage once the one before has been answered. What one stage could not close does not keep the next. */
export async function flattenAll(deps: Deps, held: readonly WirePosition[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const isOfStage of STAGES)
    results.push(...(await Promise.all(held.filter(isOfStage).map(({ Symbol }) => flatten(deps, Symbol)))));
  return results;
}
