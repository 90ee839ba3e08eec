import { newYorkMs } from '../../../domain/calendar/us-equity.ts';
import type { StrategyServiceParts } from '../parts.ts';
import type { BacktestQueue, Turn } from '../runs/backtest-queue.ts';
import type { RunRecord } from '../runs/run-record.ts';
import type { RunLimits, SymbolHolding } from '../runtime/types.ts';
import type { InstanceKey } from '../../storage/strategy-store.ts';
import type { AccountBase } from '../../../domain/strategy/account-base.ts';
import { UserQueue } from '../user-queue.ts';
import { compareSession } from './compare-session.ts';
import { endInterruptedSessions } from './interrupted-sessions.ts';
import { barOverMs, sessionAfter, sessionDateAt, sessionEndMs } from './session-times.ts';
import { fromStored, toStored, type RunSession } from './stored-session.ts';
import type { RunReconciliations, WireReconciledOrder, WireSession } from './reconciliation-service.ts';
import { readOrders, wireSession } from './wire-sessions.ts';

/** How often the end of sessions is checked, ms. */
const CHECK_EVERY_MS = 1_000;
/** The orders of the last bar are sent, and its fills booked, within this time after the close, exchange ms. */
const SETTLE_MS = 5_000;
/** Maximum time that the stop of the server waits, ms. */
const CLOSE_MS = 2_000;
/** Sessions that are kept of a run. */
const MAX_SESSIONS = 100;
const MAX_COMPARISONS_PER_USER = 4;

/** What a live run has when it begins to trade. */
export interface LiveStart {
  readonly fromMs: number;
  /** Signed. */
  readonly position: number;
  /** Of the other symbols that it trades; undefined: nothing. */
  readonly otherHoldings?: readonly SymbolHolding[] | undefined;
  readonly account?: AccountBase | undefined;
  readonly limits: RunLimits;
  readonly barMinutes: number;
}

/** A session whose backtest has not ended. */
interface PendingSession {
  session: RunSession;
  readonly barMinutes: number;
  /** Exchange time at which the backtest is queued; Infinity = the run still trades. */
  dueMs: number;
}

/** A comparison that waits for its turn, or runs. */
interface Comparison {
  readonly userId: string;
  readonly abort: AbortController;
  readonly turn: Turn;
  state: 'Waiting' | 'Running';
}

const positionsOf = (holdings: readonly SymbolHolding[]) =>
  holdings.map(({ symbol, position }) => ({ symbol, position }));

const runText = ({ userId, name, instanceId }: InstanceKey): string =>
  JSON.stringify([userId, name, instanceId]);
const sessionText = (key: InstanceKey, fromMs: number): string => `${runText(key)} ${fromMs}`;

/**
 * Follows the sessions of live runs. At the end of each session, and of the run, a backtest of it is queued behind those of users, and its orders are compared with those
 * of the run. A stop of the server ends comparisons; the next start begins them again.
 */
export class Reconciler implements RunReconciliations {
  readonly #parts: StrategyServiceParts;
  readonly #queue: BacktestQueue;
  /** Stores the sessions of a run one after the other. */
  readonly #writes = new UserQueue();
  readonly #pending = new Map<string, PendingSession>();
  /** The present session of each run, by the run. */
  readonly #open = new Map<string, string>();
  readonly #comparisons = new Map<string, Comparison>();
  /** Comparisons and writes that have not ended. */
  readonly #working = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: StrategyServiceParts, queue: BacktestQueue) {
    this.#parts = parts;
    this.#queue = queue;
  }

  /** Takes up the sessions that an earlier process left, then checks for the ends of sessions. */
  async start(): Promise<void> {
    for (const session of await endInterruptedSessions(this.#parts, MAX_SESSIONS))
      this.#pending.set(sessionText(session.key, session.fromMs), { session, barMinutes: 0, dueMs: 0 });
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
  }

  /** Ends the comparisons that wait or run: their sessions stay as they are stored. Resolves once everything is stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const { abort, turn } of this.#comparisons.values()) {
      abort.abort();
      turn.leave();
    }
    await Promise.race([
      Promise.all(this.#working),
      new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
    ]);
  }

  /** A live run begins to trade. */
  begin({ key, account, code, instance }: RunRecord, start: LiveStart): void {
    const { fromMs, position, otherHoldings = [], account: accountBase, limits, barMinutes } = start;
    const session: RunSession = {
      key,
      account,
      fromMs,
      code,
      state: 'Open',
      sessionDate: sessionDateAt(fromMs, limits),
      toMs: null,
      runFromMs: fromMs,
      runPosition: position,
      ...(otherHoldings.length > 0 && { otherPositions: positionsOf(otherHoldings) }),
      accountBase,
      parameters: instance.Parameters,
      limits: { ...limits, intervals: [...limits.intervals] },
      message: '',
      result: null,
    };
    this.#openSession(session, barMinutes);
  }

  /** A live run is over, and its last state is stored. */
  end({ key, instance }: RunRecord): void {
    const id = this.#open.get(runText(key));
    const pending = id === undefined ? undefined : this.#pending.get(id);
    this.#open.delete(runText(key));
    if (id === undefined || pending === undefined) return;
    const { fromMs, sessionDate, limits } = pending.session;
    const endMs = sessionEndMs(sessionDate, limits);
    const toMs = Math.min(instance.FinishedAt ?? this.#parts.market.exchangeMs(), endMs);
    // The next session had not begun.
    if (toMs < fromMs) {
      this.#pending.delete(id);
      void this.#write(key, () => this.#parts.store.removeSession(key, fromMs));
      return;
    }
    this.#closeSession(pending, toMs, toMs < endMs ? barOverMs(toMs, pending.barMinutes) : endMs);
  }

  async sessions(key: InstanceKey): Promise<WireSession[]> {
    const { store, logger } = this.#parts;
    const stored = await this.#writes.run(runText(key), () => store.sessions(key));
    return stored.flatMap((row) => {
      const session = fromStored(row, logger);
      if (session === undefined) return [];
      const comparison = this.#comparisons.get(sessionText(key, session.fromMs));
      return [wireSession(comparison ? { ...session, state: comparison.state } : session)];
    });
  }

  async orders(
    key: InstanceKey,
    fromMs: number,
    start: number,
    limit: number,
  ): Promise<{ readonly orders: readonly WireReconciledOrder[]; readonly total: number }> {
    const { store } = this.#parts;
    const all = readOrders(await this.#writes.run(runText(key), () => store.sessionOrders(key, fromMs)));
    return { orders: all.slice(start, start + limit), total: all.length };
  }

  async compare(key: InstanceKey, fromMs: number): Promise<string | undefined> {
    const { store, logger, market } = this.#parts;
    const id = sessionText(key, fromMs);
    const rows = await this.#writes.run(runText(key), () => store.sessions(key));
    const row = rows.find((stored) => stored.fromMs === fromMs);
    const session = row && fromStored(row, logger);
    if (session === undefined) return 'The session was not found';
    if (this.#comparisons.has(id)) return undefined;
    const ofUser = [...this.#comparisons.values()].filter(({ userId }) => userId === key.userId);
    if (ofUser.length >= MAX_COMPARISONS_PER_USER)
      return `You have ${MAX_COMPARISONS_PER_USER} comparisons running or queued, the maximum. Wait for their end.`;
    const nowMs = market.exchangeMs();
    if (session.toMs === null && nowMs <= fromMs) return 'The session has not begun';
    this.#startComparison(session, session.toMs ?? nowMs);
    return undefined;
  }

  #openSession(session: RunSession, barMinutes: number): void {
    const id = sessionText(session.key, session.fromMs);
    this.#pending.set(id, { session, barMinutes, dueMs: Infinity });
    this.#open.set(runText(session.key), id);
    void this.#put(session);
  }

  #closeSession(pending: PendingSession, toMs: number, dueMs: number): void {
    pending.session = { ...pending.session, toMs, state: 'Waiting' };
    pending.dueMs = dueMs;
    void this.#put(pending.session);
  }

  #check(): void {
    const nowMs = this.#parts.market.exchangeMs();
    for (const id of [...this.#open.values()]) {
      const pending = this.#pending.get(id);
      if (pending !== undefined) this.#checkEnd(pending, nowMs);
    }
    for (const [id, { session, dueMs }] of [...this.#pending])
      if (session.toMs !== null && nowMs >= dueMs && !this.#comparisons.has(id))
        this.#startComparison(session, session.toMs);
  }

  #checkEnd(pending: PendingSession, nowMs: number): void {
    const { session, barMinutes } = pending;
    const { sessionDate, limits } = session;
    const endMs = sessionEndMs(sessionDate, limits);
    if (nowMs < endMs + SETTLE_MS) return;
    this.#closeSession(pending, endMs, endMs);
    const next = sessionAfter(sessionDate);
    const presentDate = sessionDateAt(nowMs, limits);
    // The clock may have passed several sessions, in which nothing was traded.
    const isPassed = presentDate > next.date;
    this.#openSession(
      {
        ...session,
        sessionDate: isPassed ? presentDate : next.date,
        fromMs: isPassed ? newYorkMs(presentDate, 0) : next.fromMs,
        toMs: null,
        state: 'Open',
        message: '',
        result: null,
      },
      barMinutes,
    );
  }

  #startComparison(session: RunSession, toMs: number): void {
    if (this.#isClosed) return;
    const { userId } = session.key;
    const comparison: Comparison = {
      userId,
      abort: new AbortController(),
      turn: this.#queue.enterBackground(),
      state: 'Waiting',
    };
    const id = sessionText(session.key, session.fromMs);
    this.#comparisons.set(id, comparison);
    void this.#track(
      this.#compare(session, toMs, comparison).finally(() => {
        comparison.turn.release();
        this.#comparisons.delete(id);
      }),
    );
  }

  async #compare(session: RunSession, toMs: number, comparison: Comparison): Promise<void> {
    if (!(await comparison.turn.granted)) return;
    comparison.state = 'Running';
    const { runtime, logger } = this.#parts;
    const { signal } = comparison.abort;
    try {
      const parts = { ...this.#parts, runtime: runtime.forUser(session.key.userId, 'backtest') };
      const compared = await compareSession(parts, session, toMs, signal);
      if (signal.aborted) return;
      if (!compared.ok)
        await this.#finish(session, { state: compared.error.state, message: compared.error.message });
      else {
        const { result, message, orders } = compared.value;
        await this.#finish(session, { state: 'Compared', message, result }, JSON.stringify(orders));
      }
    } catch (error) {
      logger.error({ err: error, instance: session.key }, 'a session of a run could not be compared');
      const reason = error instanceof Error ? error.message : String(error);
      await this.#finish(session, {
        state: 'Failed',
        message: `The session could not be compared: ${reason}`,
      });
    }
  }

  /** A session in which the run still trades stays open, and one that has ended meanwhile is compared again. */
  async #finish(
    compared: RunSession,
    change: Pick<RunSession, 'message'> & Partial<Pick<RunSession, 'state' | 'result'>>,
    orders?: string,
  ): Promise<void> {
    const id = sessionText(compared.key, compared.fromMs);
    const pending = this.#pending.get(id);
    const present = pending?.session ?? compared;
    const isFinal = present.toMs === compared.toMs && present.toMs !== null;
    const next = { ...present, ...change, state: isFinal ? (change.state ?? present.state) : present.state };
    if (isFinal) this.#pending.delete(id);
    else if (pending !== undefined) pending.session = next;
    await this.#put(next, orders);
  }

  #put(session: RunSession, orders?: string): Promise<void> {
    return this.#write(session.key, () =>
      this.#parts.store.putSession(toStored(session), orders, MAX_SESSIONS),
    );
  }

  #write(key: InstanceKey, work: () => Promise<void>): Promise<void> {
    return this.#track(
      this.#writes
        .run(runText(key), work)
        .catch((error: unknown) =>
          this.#parts.logger.error({ err: error, instance: key }, 'a session of a run could not be stored'),
        ),
    );
  }

  #track(work: Promise<void>): Promise<void> {
    this.#working.add(work);
    void work.finally(() => this.#working.delete(work));
    return work;
  }
}
