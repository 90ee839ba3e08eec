import { setImmediate as nextTurn } from 'node:timers/promises';
import * as v from 'valibot';
import { strategyInstanceBody } from '../../../protocol/index.ts';
import type { Logger } from '../../logging.ts';
import type { InstanceKey, StrategyStore } from '../../storage/strategy-store.ts';
import { RunAnnotations, type Annotations } from '../../../domain/strategy/annotations.ts';
import type { LogPart } from '../../../domain/strategy/log.ts';
import type { StoredOrder } from '../../storage/strategy-order-store.ts';
import type { StoredReport } from '../../storage/strategy-report-store.ts';
import { drawnIn, RunLog, storedEquity, type WireEquity } from './run-report.ts';
import { readStoredOrders, type StoredOrders } from './stored-orders.ts';
import type { StrategyPush, WireInstance, WireOrder } from '../service.ts';

export interface RunRecordParts {
  readonly store: Pick<StrategyStore, 'setInstance' | 'putOrders' | 'orders' | 'putReport'>;
  /** Sends a message to the connections of the user that have selected the account. */
  readonly push: (userId: string, account: string, push: StrategyPush) => void;
  readonly logger: Pick<Logger, 'error'>;
}

/** Minimum interval between pushes of progress and returns, ms. */
const PUSH_EVERY_MS = 100;
/**
 * Changed orders are written together, at most once in this interval, ms, because each write waits for the disk. After a crash the orders of
 * a live run are restored from the journal; an interrupted backtest has failed anyway.
 */
const STORED_EVERY_MS = { live: 200, backtest: 2_000 };
/** Orders that are serialised in one turn of the event loop. */
const ROWS_PER_TURN = 100;
/** Each write waits for the disk. */
const ROWS_PER_WRITE = 1_000;
/** Minimum interval between writes of equity and log, ms; a crash loses at most this much. */
const REPORT_EVERY_MS = 5_000;

type InstancePushName =
  'strategyStatusUpdate' | 'strategyParameters' | 'strategyStarted' | 'backtestingStarted';

type PassingField = 'Progress' | 'Message' | 'Returns' | 'QueuePlace' | 'RejectedCount' | 'LastRejection';

/** State of an instance that runs. Each change is pushed to the user's connections and stored; writes to the store run one after another. */
export class RunRecord {
  readonly key: InstanceKey;
  readonly strategyId: number;
  readonly account: string;
  readonly code: string;
  /** Why a live run was stopped other than by its user; empty when it was not. */
  stopNotice = '';
  #instance: WireInstance;
  #storedStatus: string | undefined;
  readonly #parts: RunRecordParts;
  #stored: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #rows = new Map<number, WireOrder>();
  #rowsTimer: NodeJS.Timeout | undefined;
  #pushedAtMs = -Infinity;
  #log = new RunLog();
  #annotations: RunAnnotations | null = null;
  #equity: () => WireEquity | null = () => null;
  #reportTimer: NodeJS.Timeout | undefined;

  /** `storedStatus`: the status in the store, when the store has this instance. */
  constructor(
    parts: RunRecordParts,
    key: InstanceKey,
    strategyId: number,
    code: string,
    instance: WireInstance,
    storedStatus?: string,
  ) {
    this.#parts = parts;
    this.key = key;
    this.strategyId = strategyId;
    this.account = instance.Account;
    this.code = code;
    this.#instance = instance;
    this.#storedStatus = storedStatus;
  }

  get instance(): WireInstance {
    return this.#instance;
  }

  /** Changes the instance and pushes it at once; stores it when the status has changed. Throws for values that the wire does not allow. */
  change(change: Partial<WireInstance>, name: InstancePushName = 'strategyStatusUpdate'): void {
    this.#instance = v.parse(strategyInstanceBody, { ...this.#instance, ...change });
    this.#forgetTimer();
    const { Status: status } = this.#instance;
    const body = JSON.stringify(this.#instance);
    if (status !== this.#storedStatus) {
      this.#storedStatus = status;
      this.#storeRows();
      this.#queue(() => this.#parts.store.setInstance(this.key, { status, body }));
    }
    this.push({ name, body: { Name: this.key.name, StrategyId: this.strategyId, Instance: this.#instance } });
  }

  /** As `change`, and stores it whatever has changed. */
  keep(change: Partial<WireInstance>): void {
    this.change(change);
    const { Status: status, Schedule } = this.#instance;
    const body = JSON.stringify(this.#instance);
    const isScheduled = Schedule?.IsOn === true;
    this.#queue(() => this.#parts.store.setInstance(this.key, { status, body, isScheduled }));
  }

  /** Changes short-lived fields: pushed a few times a second, not stored. */
  glance(change: Pick<Partial<WireInstance>, PassingField>): void {
    this.#instance = { ...this.#instance, ...change };
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#pushedAtMs + PUSH_EVERY_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#forgetTimer();
      this.push({
        name: 'strategyStatusUpdate',
        body: { Name: this.key.name, StrategyId: this.strategyId, Instance: this.#instance },
      });
    }, waitMs).unref();
  }

  get log(): RunLog {
    return this.#log;
  }

  /** The equity curve as it is now. */
  get equity(): WireEquity | null {
    return this.#equity();
  }

  addLog(part: LogPart): void {
    this.#log.add(part);
    this.#storeReportSoon();
  }

  /** What the code has drawn; null = nothing. */
  get annotations(): Annotations | null {
    return this.#annotations?.read() ?? null;
  }

  addAnnotations(part: Annotations): void {
    (this.#annotations ??= new RunAnnotations()).add(part);
    this.#storeReportSoon();
  }

  /** From now on the equity curve is read from here. */
  setEquity(read: () => WireEquity | null): void {
    this.#equity = read;
    this.#storeReportSoon();
  }

  /** Continues with what the instance logged and drew in an earlier part of the run. */
  takeUpReport(stored: StoredReport): void {
    this.#log = new RunLog(stored);
    this.#equity = () => storedEquity(stored);
    const drawn = drawnIn(stored);
    if (drawn !== null) this.addAnnotations(drawn);
  }

  /** The equity curve has changed. */
  equityChanged(): void {
    this.#storeReportSoon();
  }

  /** Stores orders by their serial, from 1. */
  putOrders(orders: readonly { readonly serial: number; readonly order: WireOrder }[]): void {
    for (const { serial, order } of orders) this.#rows.set(serial, order);
    if (this.#rows.size === 0) return;
    const everyMs = STORED_EVERY_MS[this.#instance.BacktestFrom === null ? 'live' : 'backtest'];
    this.#rowsTimer ??= setTimeout(() => this.#storeRows(), everyMs).unref();
  }

  /** What is stored of the instance's orders. */
  storedOrders(): Promise<StoredOrders> {
    const { store, logger } = this.#parts;
    return readStoredOrders((afterSerial, limit) => store.orders(this.key, afterSerial, limit), logger);
  }

  push(push: StrategyPush): void {
    this.#parts.push(this.key.userId, this.account, push);
  }

  /** Resolves when all changes so far are stored. */
  stored(): Promise<void> {
    this.#storeRows();
    if (this.#reportTimer !== undefined) this.#storeReport();
    return this.#stored;
  }

  #storeReportSoon(): void {
    this.#reportTimer ??= setTimeout(() => this.#storeReport(), REPORT_EVERY_MS).unref();
  }

  #storeReport(): void {
    clearTimeout(this.#reportTimer);
    this.#reportTimer = undefined;
    this.#queue(() => {
      const { equity } = this;
      return this.#parts.store.putReport(this.key, {
        equity: equity === null ? null : JSON.stringify(equity),
        log: this.#log.toJson(this.annotations),
      });
    });
  }

  #storeRows(): void {
    clearTimeout(this.#rowsTimer);
    this.#rowsTimer = undefined;
    const rows = [...this.#rows];
    this.#rows.clear();
    if (rows.length > 0) this.#queue(() => this.#putRows(rows));
  }

  async #putRows(rows: readonly (readonly [serial: number, order: WireOrder])[]): Promise<void> {
    for (let from = 0; from < rows.length; from += ROWS_PER_WRITE)
      await this.#parts.store.putOrders(this.key, await serialised(rows.slice(from, from + ROWS_PER_WRITE)));
  }

  #forgetTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pushedAtMs = performance.now();
  }

  #queue(work: () => Promise<void>): void {
    this.#stored = this.#stored
      .then(work)
      .catch((error: unknown) =>
        this.#parts.logger.error(
          { err: error, instance: this.key },
          'a strategy instance could not be stored',
        ),
      );
  }
}

async function serialised(
  rows: readonly (readonly [serial: number, order: WireOrder])[],
): Promise<StoredOrder[]> {
  const stored: StoredOrder[] = [];
  for (const [serial, order] of rows) {
    if (stored.length > 0 && stored.length % ROWS_PER_TURN === 0) await nextTurn();
    stored.push({ serial, body: JSON.stringify(order) });
  }
  return stored;
}
