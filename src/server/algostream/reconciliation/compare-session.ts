import { err, ok, type Result } from '../../../domain/assert/assert.ts';
import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import { fromE4, type MoneyE4 } from '../../../domain/money/price.ts';
import { multiplierOfSymbol } from '../../../domain/portfolio/index.ts';
import {
  reconcile,
  type ReconciledSymbol,
  type Reconciliation,
} from '../../../domain/strategy/reconciliation.ts';
import { periodMsOf } from '../../../domain/strategy/reconciliation-pairing.ts';
import type { ReconciledOrder } from '../../../domain/strategy/reconciliation-types.ts';
import type { StrategyServiceParts } from '../parts.ts';
import { clientIdPrefix, ordersOfInstance, type EarlierOrder } from '../runs/earlier-orders.ts';
import { readStoredOrders } from '../runs/stored-orders.ts';
import type { RunStart, UserRuntime } from '../runtime/types.ts';
import { instanceOf, orderOf } from '../stored.ts';
import { comparedLive, comparedSimulated, type ShownOrder } from './compared-orders.ts';
import {
  MAX_COMPARED_ORDERS,
  runSessionBacktest,
  TOO_MANY_TEXT,
  type NoBacktest,
  type SessionBacktest,
} from './session-backtest.ts';
import { lastSentPeriodMs, sessionEndMs } from './session-times.ts';
import { startOf } from './start-holdings.ts';
import { INTERRUPTED_TEXT, type RunSession } from './stored-session.ts';
import type { WireReconciledOrder } from './reconciliation-service.ts';
import { wireReconciledOrder } from './wire-sessions.ts';

const DAY_MINUTES = 1440;
/** Exits that worked before the session have no time of their own in the backtest. */
const NO_TIME_MS = 0;
/** Orders that are read in one turn of the event loop. */
const ORDERS_PER_READ = 500;

export interface CompareParts extends Pick<
  StrategyServiceParts,
  'store' | 'market' | 'brokerage' | 'logger'
> {
  readonly runtime: UserRuntime;
}

/** The comparison of a session, and its orders that differ. */
export interface ComparedSession {
  readonly result: NonNullable<RunSession['result']>;
  readonly message: string;
  readonly orders: readonly WireReconciledOrder[];
}

/** Runs the backtest of a session until `toMs`, and compares its orders with those of the live run. */
export async function compareSession(
  parts: CompareParts,
  session: RunSession,
  toMs: number,
  signal: AbortSignal,
): Promise<Result<ComparedSession, NoBacktest>> {
  const sent = await readSent(parts, session);
  if (sent === undefined) return err({ state: 'Failed', message: 'The run was removed.' });
  let start: RunStart | undefined;
  const tested = await runSessionBacktest(
    parts,
    session,
    toMs,
    (symbols) => {
      start = startOf(session, symbols, [...sent.values()]);
      return { ...start, account: session.accountBase };
    },
    signal,
  );
  if (!tested.ok) return tested;
  const window = windowOf(session, toMs, tested.value.barMs);
  const live = await readLive(parts, session, sent, window);
  if (live.length > MAX_COMPARED_ORDERS) return err({ state: 'Unavailable', message: TOO_MANY_TEXT });
  const reconciliation = reconcile({
    ...tested.value,
    live,
    backtest: backtestOrders(session, tested.value, live, window),
    symbols: symbolsOf(tested.value, start),
    openUntilMs: isOpenAt(session, toMs) ? toMs : null,
  });
  const message = [messageOf(session, tested.value, toMs), pendingText(reconciliation.pendingCount)]
    .filter((text) => text !== '')
    .join(' ');
  return ok(comparedOf(reconciliation, toMs, message));
}

/** The symbols of the comparison, with the positions with which both sides begin. */
function symbolsOf({ symbols }: SessionBacktest, start: RunStart | undefined): ReconciledSymbol[] {
  const [ofRun] = symbols;
  return symbols.map((priced) => {
    const { symbol } = priced;
    const held = start?.otherHoldings?.find((holding) => holding.symbol === symbol);
    const position = priced === ofRun ? start?.position : held?.position;
    return { ...priced, multiplier: multiplierOfSymbol(symbol), position: position ?? 0 };
  });
}

/** True while the run trades in the session. */
const isOpenAt = ({ sessionDate, limits, toMs: endedMs }: RunSession, toMs: number): boolean =>
  endedMs === null && toMs < sessionEndMs(sessionDate, limits);

/** Says which orders are left out; empty when all were compared. */
function pendingText(count: number): string {
  if (count === 0) return '';
  const orders = count === 1 ? '1 order of the last bar is' : `${count} orders of the last bar are`;
  return `${orders} not compared yet and not part of the figures: the bar in which the backtest fills ${count === 1 ? 'it' : 'them'} has not ended.`;
}

const dollars = (e4: MoneyE4 | null): number | null => (e4 === null ? null : fromE4(e4));

function comparedOf(
  { orders, sameCount, differingCount, liveNetE4, backtestNetE4 }: Reconciliation,
  toMs: number,
  message: string,
): ComparedSession {
  return {
    result: {
      toMs,
      orderCount: orders.length,
      sameCount,
      differingCount,
      liveNet: dollars(liveNetE4),
      backtestNet: dollars(backtestNetE4),
    },
    message,
    orders: orders.filter(({ kind }) => kind !== 'Same').map(wireReconciledOrder),
  };
}

/** The account's orders of the run, by serial; undefined when the run was removed. */
async function readSent(
  { store, brokerage, logger }: CompareParts,
  { key, account }: RunSession,
): Promise<ReadonlyMap<number, EarlierOrder> | undefined> {
  const stored = await store.instance(key);
  const instance = stored && instanceOf(stored, logger);
  if (instance === undefined) return undefined;
  const { exits } = await readStoredOrders((after, limit) => store.orders(key, after, limit), logger);
  const startedAtMs = instance.StartedAt ?? 0;
  const orders = await brokerage.readAccount(account, startedAtMs, (view) =>
    ordersOfInstance(view, clientIdPrefix(key, startedAtMs), exits),
  );
  return new Map(orders.map((order) => [order.serial, order]));
}

/** The orders of a session that are compared. Exchange UTC ms. */
interface OrderWindow {
  /** Orders and executions after it do not count. */
  readonly untilMs: number;
  /** By then the live run had sent the orders of every bar that had ended. */
  readonly lastPeriodMs: number;
}

function windowOf({ sessionDate, limits }: RunSession, toMs: number, barMs: number): OrderWindow {
  const periodMs = periodMsOf(barMs);
  if (toMs < sessionEndMs(sessionDate, limits))
    return { untilMs: toMs + Math.max(barMs, periodMs), lastPeriodMs: lastSentPeriodMs(toMs, periodMs) };
  // Orders of the last bar are sent after the close.
  const dayEndMs = newYorkMs(sessionDate, DAY_MINUTES);
  return { untilMs: dayEndMs, lastPeriodMs: dayEndMs };
}

/** The orders that the live run sent in the session, and exits of earlier sessions that worked in it. */
async function readLive(
  { store, logger }: CompareParts,
  { key, fromMs }: RunSession,
  sent: ReadonlyMap<number, EarlierOrder>,
  { untilMs }: OrderWindow,
): Promise<ReconciledOrder[]> {
  const found: ReconciledOrder[] = [];
  let after = 0;
  for (;;) {
    const rows = await store.orders(key, after, ORDERS_PER_READ);
    for (const row of rows) {
      const order = orderOf(row, logger);
      const shown: ShownOrder | undefined = order && { serial: row.serial, order };
      if (shown === undefined) continue;
      const ofAccount = sent.get(row.serial);
      const isEarlier = shown.order.SentTimestamp < fromMs;
      if (shown.order.SentTimestamp >= untilMs || (isEarlier && !worksAt(ofAccount, fromMs))) continue;
      const compared = comparedLive(shown, ofAccount, { fromMs, untilMs });
      found.push(isEarlier ? { ...compared, sentMs: fromMs } : compared);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ORDERS_PER_READ || found.length > MAX_COMPARED_ORDERS)
      return found;
    after = last.serial;
  }
}

/** True for an exit that was open at a moment. Other orders are good for the day. */
const worksAt = (order: EarlierOrder | undefined, timeMs: number): boolean =>
  order?.exit !== undefined &&
  order.view.createdMs < timeMs &&
  (order.view.completedMs === null || order.view.completedMs >= timeMs);

/** The orders of the backtest that the live run had the time to send. */
function backtestOrders(
  { fromMs }: RunSession,
  { orders, symbols: [{ symbol }], barMs }: SessionBacktest,
  live: readonly ReconciledOrder[],
  { lastPeriodMs }: OrderWindow,
): ReconciledOrder[] {
  const periodMs = periodMsOf(barMs);
  const periodOf = ({ sentMs }: ReconciledOrder): number => Math.floor(sentMs / periodMs) * periodMs;
  const latestMs = live.reduce((latest, order) => Math.max(latest, periodOf(order)), lastPeriodMs);
  return orders
    .map((order) => comparedSimulated(order, symbol))
    .filter((order) => periodOf(order) <= latestMs)
    .map((order) => (order.sentMs === NO_TIME_MS ? { ...order, sentMs: fromMs } : order));
}

function messageOf(session: RunSession, { note }: SessionBacktest, toMs: number): string {
  const wasInterrupted = session.message.startsWith(INTERRUPTED_TEXT);
  const partial =
    !wasInterrupted && session.toMs !== null && toMs < sessionEndMs(session.sessionDate, session.limits)
      ? 'Compared until the run ended.'
      : '';
  return [wasInterrupted ? INTERRUPTED_TEXT : '', partial, note].filter((text) => text !== '').join(' ');
}
