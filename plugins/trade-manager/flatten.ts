import { err, ok, type Result } from '../../src/domain/assert/assert.ts';
import { formatInteger } from '../../src/domain/columns/index.ts';
import type { OrderStatus } from '../../src/domain/orders/enumerations.ts';
import { orderErrorMessage } from '../../src/domain/orders/errors.ts';
import { isLive } from '../../src/domain/orders/groups/states.ts';
import { isListedOpen } from '../../src/domain/orders/open-orders.ts';
import { FINAL_STATUSES } from '../../src/domain/orders/transitions.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform, WireOrder, WireOrderGroup } from '../../src/plugin-api/index.ts';
import { waitingGroups } from './waiting-groups.ts';

/** How long cancels, or the closing orders of a flatten, may take before the message says that they still work, ms. */
const ANSWER_LIMIT_MS = 10_000;

export type Deps = Pick<ToolPlatform, 'orders' | 'groups' | 'tradingApi'> & {
  /** Runs something later, unless the function that it returns is called before. */
  readonly after: (delayMs: number, run: () => void) => () => void;
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

/** Resolves as soon as `isDone` holds, or after the limit. Checks at each change of the orders and groups. */
export function whenDone({ orders: store, groups, after }: Deps, isDone: () => boolean): Promise<void> {
  if (isDone()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      for (const off of offs) off();
      resolve();
    };
    const check = () => {
      if (isDone()) end();
    };
    const offs = [store.subscribe(check), groups.subscribe(check), after(ANSWER_LIMIT_MS, end)];
  });
}

/** What became of orders that were to be cancelled. Counts by outcome: a fill may overtake its cancel. */
interface Cancelled {
  readonly left: readonly WireOrder[];
  readonly cancelled: number;
  readonly executed: number;
  readonly otherwise: number;
}

const isOver = ({ Status, Unfill }: WireOrder): boolean => FINAL_STATUSES.has(Status) || Unfill === 0;

/** These orders as they are now. */
const ordersNow = (deps: Deps, resting: readonly WireOrder[]): readonly WireOrder[] =>
  resting.flatMap(({ OrderId }) => deps.orders.get().orders.get(OrderId) ?? []);

function endsOf(deps: Deps, resting: readonly WireOrder[]): Cancelled {
  const now = ordersNow(deps, resting);
  const left = now.filter((order) => !isOver(order));
  const cancelled = now.filter(({ Status }) => CANCELLED.has(Status)).length;
  const executed = now.filter(
    ({ Status, Fill, Quantity }) => !CANCELLED.has(Status) && Fill >= Quantity,
  ).length;
  return { left, cancelled, executed, otherwise: resting.length - left.length - cancelled - executed };
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

/** Cancels orders one by one and waits until each of them has ended: those at the external broker. Returns why the first cancel was not sent. */
async function cancelEach(deps: Deps, resting: readonly WireOrder[]): Promise<string | undefined> {
  const refusals = resting.flatMap(({ OrderId, Status }) => {
    // A cancel is under way already.
    if (Status === 'CancelSent' || Status === 'PendingCancel') return [];
    const result = deps.orders.cancel(OrderId);
    return result.ok ? [] : [result.message];
  });
  // No other report follows a rejected cancel.
  await whenDone(deps, () =>
    ordersNow(deps, resting).every(
      (order) => isOver(order) || order.Status === 'CancelRejected' || refusals.length > 0,
    ),
  );
  return refusals[0];
}

/** Cancels orders that wait for a condition, where no other order is open. */
async function cancelWaiting(deps: Deps, count: number, symbol: string | undefined): Promise<TradeResult> {
  const result = await deps.groups.cancelAll(symbol);
  const waiting = `${formatInteger(count)} waiting order${count === 1 ? '' : 's'}`;
  return result.ok
    ? ok(`${waiting} cancelled.`)
    : err(`${waiting} could not be cancelled: ${result.message.replace(/\.$/, '')}. See Open Orders.`);
}

/**
 * Cancels every open or waiting order, of one symbol if given, by one request to the server, and reports the outcome. Orders at the external broker are cancelled one by
 * one.
 */
export async function cancelAll(deps: Deps, symbol?: string): Promise<TradeResult> {
  const resting = openOrders(deps, symbol);
  const ofSymbol = symbol === undefined ? '' : ` of ${displaySymbol(symbol)}`;
  const waiting = waitingGroups(deps.groups.get(), symbol).length;
  if (resting.length === 0)
    return waiting === 0 ? ok(`There is no open order${ofSymbol}.`) : cancelWaiting(deps, waiting, symbol);
  const result =
    deps.tradingApi.get().capabilities.lacks.massRequests === undefined
      ? await deps.groups.cancelAll(symbol)
      : null;
  const { byOrderId } = deps.groups.get();
  // What a group still has open is its closing order, which must not be left out of the market.
  const others = ordersNow(deps, resting).filter((order) => !isOver(order) && !byOrderId.has(order.OrderId));
  const refusal =
    result?.ok === false ? result.message : others.length > 0 ? await cancelEach(deps, others) : undefined;
  const ended = endsOf(deps, resting);
  if (ended.left.length === 0) return ok(`${endText(ended, ofSymbol)}.`);
  const because = refusal === undefined ? '' : `: ${refusal.replace(/\.$/, '')}`;
  return err(`${orders(ended.left.length)}${ofSymbol} could not be cancelled${because}. See Open Orders.`);
}

/** Closes the position in a symbol: the server cancels its open orders, then sends a market order for what is held by then. */
export async function flatten(deps: Deps, symbol: string): Promise<TradeResult> {
  const { positions } = deps.tradingApi.get().capabilities.lacks;
  if (positions !== undefined) return err(`${positions} and cannot be flattened from here.`);
  const name = displaySymbol(symbol);
  const resting = openOrders(deps, symbol);
  const result = await deps.groups.flatten(symbol);
  if (!result.ok) return err(`${name} was not flattened: ${result.message.replace(/\.$/, '')}.`);
  const [closed] = await closings(deps, result.groupId);
  if (closed) return closed;
  return ok(
    resting.length === 0 ? `${name} is flat already.` : `${name} is flat; ${endText(endsOf(deps, resting))}.`,
  );
}

/** Closes every position of the account by one request: the server cancels all orders, then closes written options, long ones and shares in this sequence. */
export async function flattenAll(deps: Deps): Promise<readonly TradeResult[]> {
  const result = await deps.groups.flatten();
  if (!result.ok) return [err(`The account was not flattened: ${result.message.replace(/\.$/, '')}.`)];
  return closings(deps, result.groupId);
}

/** What became of the closing orders of a flatten, once it has ended or the limit is over. */
async function closings(deps: Deps, groupId: string): Promise<readonly TradeResult[]> {
  const group = () => deps.groups.get().groups.get(groupId);
  await whenDone(deps, () => {
    const now = group();
    return now !== undefined && !isLive({ state: now.State });
  });
  return (group()?.Orders ?? []).map((order) => closingResult(deps, order));
}

function closingResult(deps: Deps, closing: WireOrderGroup['Orders'][number]): TradeResult {
  const { OrderId, Symbol: symbol, Side, Quantity, Fill, IsOpen, ErrorCode } = closing;
  const name = displaySymbol(symbol);
  const text = `${Side} ${formatInteger(Quantity)} ${name} at market`;
  if (Fill >= Quantity) return ok(`${name} is flat: ${text} was executed.`);
  if (IsOpen) return err(`${name} is not flat yet: ${text} is still working. See Open Orders.`);
  const order = deps.orders.get().orders.get(OrderId);
  const filled = Fill > 0 ? ` after ${formatInteger(Fill)}` : '';
  const known = order?.Description ?? '';
  const why = known === '' && ErrorCode !== undefined ? orderErrorMessage(ErrorCode) : known;
  const reason = why === '' ? '' : ` (${why})`;
  return err(`${name} was not flattened: ${text} ended as ${order?.Status ?? 'Rejected'}${filled}${reason}.`);
}
