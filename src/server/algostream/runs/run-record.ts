import * as v from 'valibot';
import { strategyInstanceBody } from '../../../protocol/index.ts';
import type { Logger } from '../../logging.ts';
import type { InstanceKey, StoredOrder, StrategyStore } from '../../storage/strategy-store.ts';
import type { StrategyPush, WireInstance, WireOrder } from '../service.ts';

export interface RunRecordParts {
  readonly store: Pick<StrategyStore, 'setInstance' | 'putOrders' | 'orders'>;
  /** Tells the connections of the user that have chosen the account. */
  readonly push: (userId: string, account: string, push: StrategyPush) => void;
  readonly logger: Pick<Logger, 'error'>;
}

/** Progress and returns are told at most this often, ms. */
const TOLD_EVERY_MS = 100;
/** Orders that changed are stored together, this often at most, ms: each writing waits for the disk. What a crash loses of a live run stands in the journal. */
const STORED_EVERY_MS = 200;
/** Orders that an instance keeps, oldest first. */
export const MOST_ORDERS = 10_000;

type InstancePushName =
  'strategyStatusUpdate' | 'strategyParameters' | 'strategyStarted' | 'backtestingStarted';

/** An instance that runs: what is known of it, kept and told as it changes. Changes are stored one after another. */
export class RunRecord {
  readonly key: InstanceKey;
  readonly strategyId: number;
  readonly account: string;
  readonly code: string;
  #instance: WireInstance;
  #storedStatus: string | undefined;
  readonly #parts: RunRecordParts;
  #stored: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #rows = new Map<number, WireOrder>();
  #rowsTimer: NodeJS.Timeout | undefined;
  #toldAtMs = -Infinity;

  /** `storedStatus`: what the store has of it now, when it has this instance. */
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

  /** Changes and tells at once; stores when the status is another one. What is not fit for the wire throws. */
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

  /** Changes what passes quickly: told a few times a second, not stored. */
  glance(change: Pick<Partial<WireInstance>, 'Progress' | 'Message' | 'Returns'>): void {
    this.#instance = { ...this.#instance, ...change };
    if (this.#timer !== undefined) return;
    const waitMs = Math.max(0, this.#toldAtMs + TOLD_EVERY_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#forgetTimer();
      this.push({
        name: 'strategyStatusUpdate',
        body: { Name: this.key.name, StrategyId: this.strategyId, Instance: this.#instance },
      });
    }, waitMs).unref();
  }

  /** Stores orders by their serial, from 1; those beyond the most that are kept are left out. */
  putOrders(orders: readonly { readonly serial: number; readonly order: WireOrder }[]): void {
    for (const { serial, order } of orders) if (serial <= MOST_ORDERS) this.#rows.set(serial, order);
    if (this.#rows.size > 0) this.#rowsTimer ??= setTimeout(() => this.#storeRows(), STORED_EVERY_MS).unref();
  }

  /** Orders of the instance that are stored, oldest first. */
  storedOrders(): Promise<StoredOrder[]> {
    return this.#parts.store.orders(this.key, 0, MOST_ORDERS);
  }

  /** Of all stored orders; 0 = there are none. */
  async lastSerial(): Promise<number> {
    return (await this.storedOrders()).at(-1)?.serial ?? 0;
  }

  push(push: StrategyPush): void {
    this.#parts.push(this.key.userId, this.account, push);
  }

  /** Resolves when all changes so far are stored. */
  stored(): Promise<void> {
    this.#storeRows();
    return this.#stored;
  }

  #storeRows(): void {
    clearTimeout(this.#rowsTimer);
    this.#rowsTimer = undefined;
    const rows = [...this.#rows].map(([serial, order]) => ({ serial, body: JSON.stringify(order) }));
    this.#rows.clear();
    if (rows.length > 0) this.#queue(() => this.#parts.store.putOrders(this.key, rows));
  }

  #forgetTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#toldAtMs = performance.now();
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
