import { businessDaysBack, newYorkMs } from '../../../domain/calendar/us-equity.ts';
import { encode } from '../../../protocol/index.ts';
import type { KnownReport } from '../../brokerage/brokerage.ts';
import { actionToWire } from '../translate/corporate-actions.ts';
import {
  balanceToWire,
  optionsToWire,
  orderToWire,
  positionToWire,
  reportToWire,
  settlementToWire,
} from '../translate/brokerage.ts';
import { guardsToWire } from '../translate/guards.ts';
import { groupToWire } from '../translate/order-groups.ts';
import { chunksOf } from '../chunks.ts';
import type { GatewayDeps } from '../deps.ts';
import { readingTime, type FairTurns } from '../../fair-turns.ts';

/** The parts of the account's state that a client requested. */
export interface StateRequest {
  readonly balance: boolean;
  readonly positions: boolean;
  /** Orders and trade log, the log over this many business days before today; undefined = none. */
  readonly tradeLogDays: number | undefined;
  /** The newest report that the client has. */
  readonly known: KnownReport | undefined;
}

/** The source of the state, and its destination. */
export interface AccountStateParts {
  readonly brokerage: Pick<
    GatewayDeps['brokerage'],
    'accountOptions' | 'guards' | 'accountState' | 'accountHistory'
  >;
  readonly market: Pick<GatewayDeps['market'], 'sessionDay'>;
  readonly turns: FairTurns;
  readonly send: (text: string) => void;
  /** Resolves when the client has taken most of what was sent. */
  readonly drained: () => Promise<void>;
}

/** Items read and encoded in one slice. */
const ITEMS_PER_SLICE = 100;

/** The account whose state is sent; aborted when the state is no longer needed. */
export interface StateReceiver {
  readonly account: string;
  readonly userId: string;
  readonly signal: AbortSignal;
}

/**
 * Sends the state of an account, orders and log in slices. Changes that happen meanwhile reach the client through the account feed,
 * between the slices: a slice shows its orders as they are when it is sent, so nothing in it is older than a report sent before.
 */
export async function sendAccountState(
  parts: AccountStateParts,
  receiver: StateReceiver,
  request: StateRequest,
): Promise<void> {
  if (!(await nextSlice(parts, receiver))) return;
  const sinceDate = businessDaysBack(parts.market.sessionDay().date, request.tradeLogDays ?? 0);
  const sinceMs = newYorkMs(sinceDate, 0);
  sendHoldings(parts, receiver.account, sinceMs, request);
  if (request.tradeLogDays !== undefined) await sendHistory(parts, receiver, sinceMs, request.known);
}

/** Resolves with false when the rest is no longer needed. */
async function nextSlice(
  { drained, turns }: AccountStateParts,
  { userId, signal }: StateReceiver,
): Promise<boolean> {
  await drained();
  await turns.next(userId, signal);
  return !signal.aborted;
}

function sendHoldings(
  { brokerage, send }: AccountStateParts,
  Account: string,
  sinceMs: number,
  request: StateRequest,
): void {
  send(encode('accountOptions', optionsToWire(brokerage.accountOptions(Account))));
  send(encode('accountGuards', guardsToWire(brokerage.guards(Account))));
  const { balance, positions, groups, settlements, actions } = brokerage.accountState(Account, sinceMs);
  if (request.balance) send(encode('balance', balanceToWire(balance)));
  // A list of positions replaces the client's, so no change may be sent between its parts.
  for (const { items, hasMore: HasMore } of request.positions ? chunksOf(positions) : [])
    send(encode('positions', { Account, Items: items.map(positionToWire), HasMore, IsSnapshot: true }));
  if (request.tradeLogDays === undefined) return;
  // Likewise: before the orders, so that each order is shown with its group.
  const kept = groups.filter(({ completedMs }) => completedMs === null || completedMs >= sinceMs);
  for (const { items, hasMore: HasMore } of chunksOf(kept))
    send(encode('orderGroups', { Account, Items: items.map(groupToWire), HasMore, IsSnapshot: true }));
  for (const { items, hasMore: HasMore } of actions.length === 0 ? [] : chunksOf(actions))
    send(encode('corporateActions', { Account, Items: items.map(actionToWire), HasMore, IsSnapshot: true }));
  if (settlements.length === 0) return;
  for (const { items, hasMore: HasMore } of chunksOf(settlements))
    send(encode('settlements', { Account, Items: items.map(settlementToWire), HasMore, IsSnapshot: true }));
}

async function sendHistory(
  parts: AccountStateParts,
  receiver: StateReceiver,
  sinceMs: number,
  known: KnownReport | undefined,
): Promise<void> {
  const { account: Account } = receiver;
  const history = await parts.brokerage.accountHistory(Account, sinceMs, known);
  for (let HasMore = true; HasMore;) {
    if (!(await nextSlice(parts, receiver))) return;
    const orders = history.nextOrders(ITEMS_PER_SLICE, readingTime());
    HasMore = history.hasMoreOrders;
    if (orders.length > 0 || !HasMore)
      parts.send(encode('orders', { Account, Items: orders.map(orderToWire), HasMore }));
  }
  for (let HasMore = true; HasMore;) {
    if (!(await nextSlice(parts, receiver))) return;
    const reports = history.nextReports(ITEMS_PER_SLICE, readingTime());
    HasMore = history.hasMoreReports;
    if (reports.length > 0 || !HasMore)
      parts.send(encode('historyTrades', { Account, Items: reports.map(reportToWire), HasMore }));
  }
}
