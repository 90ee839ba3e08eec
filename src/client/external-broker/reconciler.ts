import {
  countOrder,
  differencesOf,
  firstFigures,
  overMsOf,
  withAccepted,
  withoutOldOrders,
  withRoundedCash,
  type BrokerHoldings,
  type ExternalOrder,
  type FigureDifference,
} from '../../domain/orders/external-orders/index.ts';
import type { ApiOrder } from '../../protocol/index.ts';
import type { ExternalBrokerHost } from '../trading-api/external-link.ts';
import type { Reconciliation, ReconciledLine, SettleWay } from '../trading-api/reconciliation.ts';
import type { Outcome } from '../types.ts';
import type { AccountHoldings } from './broker-client.ts';
import { ConfirmedDifferences } from './confirmed-differences.ts';
import {
  acceptedText,
  figureDifference,
  orderDifference,
  orderStateText,
  type FoundDifference,
} from './difference-texts.ts';
import { loadAccountFile, storeAccountFile, type AccountFile } from './figures-file.ts';
import type { OrderRecords } from './order-records.ts';
import { toApiOrder } from './wire.ts';

/** Lines of accepted figures that are kept. */
const MAX_LINES = 200;
/** Writes of a settlement that another client may come before. */
const MAX_WRITES = 3;
const SERIALS_OF_A_MS = 1000;

const NOT_LOADED =
  'The figures of this account could not be loaded, so nothing is compared. Trying again shortly.';
const NOT_STORED = 'The figures of this account could not be stored. Trying again shortly.';
const CHANGED = 'The difference has changed meanwhile. Check it again.';

const EMPTY: Reconciliation = { comparedMs: null, differences: [], lines: [], problem: null };

/** What `Reconciler` works with. */
export interface ReconcilerDeps {
  readonly host: Pick<ExternalBrokerHost, 'clock' | 'fetch'>;
  readonly brokerName: string;
  readonly records: Pick<OrderRecords, 'get' | 'all' | 'isOpen' | 'settle'>;
  readonly onChanged: (state: Reconciliation) => void;
}

/**
 * Compares an account at the broker with our own count of it. The broker is the only truth of its positions and cash; the count is what they were
 * when the user last agreed, and every fill that was recorded since. Nothing is ever set to the broker's figure without the user.
 */
export class Reconciler {
  readonly #deps: ReconcilerDeps;
  /** The last reading of each order that may not be counted yet. */
  readonly #readings = new Map<string, ExternalOrder>();
  readonly #missing = new Set<string>();
  readonly #confirmed = new ConfirmedDifferences();
  #account: string | null = null;
  #generation = 0;
  #isLoaded = false;
  #revision = 0;
  #file: AccountFile | null = null;
  #stored: AccountFile | null = null;
  #holdings: BrokerHoldings | null = null;
  #state: Reconciliation = EMPTY;
  /** Ends with the last comparison or settlement that was begun. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: ReconcilerDeps) {
    this.#deps = deps;
  }

  /** Loads what is stored of an account. Never rejects. */
  async begin(account: string): Promise<void> {
    if (this.#account === account && this.#isLoaded) return;
    if (this.#account !== account) this.#forgetAccount();
    this.#account = account;
    const generation = this.#generation;
    const stored = await loadAccountFile(this.#deps.host, account);
    if (generation !== this.#generation) return;
    if (stored === undefined) return this.#show({ problem: NOT_LOADED });
    this.#adopt(stored.revision, stored.file);
    this.#isLoaded = true;
    this.#show({ problem: null });
  }

  /** Another user, or none: everything is dropped. */
  clear(): void {
    this.#forgetAccount();
    this.#readings.clear();
  }

  /** Takes a reading of orders at the broker. */
  observe(orders: readonly ExternalOrder[]): void {
    for (const order of orders) {
      this.#missing.delete(order.orderId);
      this.#readings.set(order.orderId, order);
    }
  }

  /** The broker knows no orders of these ids. */
  noteMissing(orderIds: readonly string[]): void {
    for (const orderId of orderIds) this.#missing.add(orderId);
  }

  /** Orders with fills that were recorded, that no reading of this client has counted: another client may have ended before it did. */
  uncounted(): string[] {
    const figures = this.#file?.figures;
    if (figures === undefined) return [];
    return this.#deps.records
      .all()
      .filter(({ OrderId, Fill, TimeCompleted }) => {
        if (Fill === 0 || this.#readings.has(OrderId)) return false;
        const counted = figures.counted[OrderId];
        if (counted !== undefined) return counted.filled < Fill;
        return TimeCompleted === null || TimeCompleted >= figures.horizonMs;
      })
      .map(({ OrderId }) => OrderId);
  }

  /** Compares with what the broker holds, after the orders were read. True when a difference has to be confirmed by another reading. */
  compare(holdings: BrokerHoldings): Promise<boolean> {
    const generation = this.#generation;
    return this.#inTurn(async () => generation === this.#generation && this.#compare(holdings));
  }

  /** Settles a difference as the user has seen it. Never rejects. */
  settle(key: string, mark: string, way: SettleWay): Promise<Outcome> {
    const generation = this.#generation;
    return this.#inTurn(async () =>
      generation === this.#generation ? this.#settle(key, mark, way) : { ok: false, message: CHANGED },
    );
  }

  /** One at a time: a write of one that has the figures of before would take the place of what another one has changed. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #compare(holdings: BrokerHoldings): Promise<boolean> {
    if (this.#account !== null && !this.#isLoaded) await this.begin(this.#account);
    if (!this.#isLoaded) return false;
    this.#holdings = holdings;
    this.#count(holdings);
    const nowMs = this.#deps.host.clock.nowMs();
    const isToConfirm = this.#confirmed.take(this.#found(), nowMs);
    this.#keepOnlyLasting();
    this.#show({ comparedMs: nowMs });
    await this.#store();
    return isToConfirm;
  }

  async #settle(key: string, mark: string, way: SettleWay): Promise<Outcome> {
    const generation = this.#generation;
    for (let writes = 0; writes < MAX_WRITES; writes += 1) {
      const found = this.#found().find((each) => each.key === key && each.mark === mark);
      if (found === undefined || this.#file === null) return { ok: false, message: CHANGED };
      if (way === 'keep') this.#file = { ...this.#file, kept: { ...this.#file.kept, [key]: mark } };
      else this.#accept(found);
      const stored = await this.#store();
      if (generation !== this.#generation) return { ok: false, message: CHANGED };
      if (stored === 'stored') {
        this.#show({});
        return { ok: true };
      }
      if (stored === 'failed') {
        this.#show({});
        return { ok: false, message: NOT_STORED };
      }
      // Another client was first: its figures count, and the same is settled in them.
      if (this.#holdings !== null) this.#count(this.#holdings);
      if (found.kind === 'order' && way === 'accept') return { ok: true };
    }
    return { ok: false, message: CHANGED };
  }

  #forgetAccount(): void {
    this.#generation += 1;
    this.#account = null;
    this.#isLoaded = false;
    this.#revision = 0;
    this.#file = this.#stored = this.#holdings = null;
    this.#missing.clear();
    this.#confirmed.clear();
    this.#state = EMPTY;
    this.#deps.onChanged(EMPTY);
  }

  #adopt(revision: number, file: AccountFile | null): void {
    this.#revision = revision;
    this.#file = this.#stored = file;
  }

  /** Counts what has filled since; takes the broker's figures where nothing was counted before. */
  #count(holdings: BrokerHoldings): void {
    const nowMs = this.#deps.host.clock.nowMs();
    const before = this.#file?.figures;
    let figures = before ?? firstFigures(holdings, this.#readings.values(), nowMs);
    if (before !== undefined)
      for (const order of this.#readings.values()) figures = countOrder(figures, order);
    figures = withoutOldOrders(withRoundedCash(figures, holdings), nowMs);
    for (const [orderId, order] of this.#readings) {
      const overMs = overMsOf(order);
      if (overMs !== null && overMs < figures.horizonMs) this.#readings.delete(orderId);
    }
    if (this.#file === null) this.#file = { figures, kept: {}, lines: [] };
    else if (figures !== before) this.#file = { ...this.#file, figures };
  }

  /** Everything that differs by the last readings: orders first. */
  #found(): FoundDifference[] {
    const { brokerName } = this.#deps;
    return [
      ...this.#orderDifferences(),
      ...this.#figureDifferences().map((each) => figureDifference(each, brokerName)),
    ];
  }

  #figureDifferences(): FigureDifference[] {
    return this.#file === null || this.#holdings === null
      ? []
      : differencesOf(this.#file.figures, this.#holdings);
  }

  #orderDifferences(): FoundDifference[] {
    const { records, brokerName } = this.#deps;
    const found: FoundDifference[] = [];
    for (const orderId of this.#missing) {
      const record = records.get(orderId);
      if (record !== undefined && records.isOpen(orderId))
        found.push(orderDifference(record, null, brokerName));
    }
    for (const [orderId, order] of this.#readings) {
      const record = records.get(orderId);
      if (record === undefined) continue;
      const isReopened = overMsOf(order) === null && !records.isOpen(orderId);
      if (order.filled < record.Fill || isReopened)
        found.push(orderDifference(record, toApiOrder(order, record.ClientId), brokerName));
    }
    return found;
  }

  #accept(found: FoundDifference): void {
    const { host, brokerName } = this.#deps;
    if (this.#file === null) return;
    const nowMs = host.clock.nowMs();
    if (found.kind === 'order') return this.#acceptOrder(found);
    const difference = this.#figureDifferences().find(
      ({ kind, symbol }) => kind === found.kind && symbol === found.symbol,
    );
    if (difference === undefined) return;
    const line: ReconciledLine = {
      Serial:
        nowMs * SERIALS_OF_A_MS + this.#file.lines.filter(({ Timestamp }) => Timestamp === nowMs).length,
      Timestamp: nowMs,
      ReconciledType: found.kind === 'cash' ? 'Cash' : 'Position',
      Symbol: found.symbol,
      Message: acceptedText(found, brokerName),
    };
    this.#file = {
      ...this.#file,
      figures: withAccepted(this.#file.figures, difference),
      lines: [...this.#file.lines, line].slice(-MAX_LINES),
    };
  }

  /** The order becomes as the broker shows it, with a report that says why. */
  #acceptOrder(found: FoundDifference): void {
    const { records, brokerName } = this.#deps;
    const orderId = found.key.slice('order '.length);
    const record = records.get(orderId);
    if (record === undefined || this.#file === null) return;
    const order = this.#readings.get(orderId);
    const was = `Here it was: ${orderStateText(record)}.`;
    if (this.#missing.has(orderId) || order === undefined) {
      this.#missing.delete(orderId);
      records.settle(
        closed(record, brokerName),
        'OrderCanceled',
        `Reconciled with ${brokerName}, which has no such order. ${was}`,
      );
      return;
    }
    const next = toApiOrder(order, record.ClientId);
    records.settle(next, 'NothingDone', `Reconciled with ${brokerName}: ${orderStateText(next)}. ${was}`);
    this.#file = { ...this.#file, figures: countOrder(this.#file.figures, order, true) };
  }

  /** Drops what the user keeps once it has changed or gone for good. */
  #keepOnlyLasting(): void {
    const { kept = {} } = this.#file ?? {};
    const lasting = Object.entries(kept).filter(([key, mark]) => !this.#confirmed.hasLeft(key, mark));
    if (this.#file !== null && lasting.length < Object.keys(kept).length)
      this.#file = { ...this.#file, kept: Object.fromEntries(lasting) };
  }

  #show(change: Pick<Partial<Reconciliation>, 'comparedMs' | 'problem'>): void {
    const { kept = {}, lines = [] } = this.#file ?? {};
    const present = new Map(this.#found().map((found) => [found.key, found]));
    const differences = this.#confirmed.shown().flatMap(({ key, mark, sinceMs }) => {
      const found = present.get(key);
      // Settled since the comparison, or changed: the next one shows what is left.
      return found?.mark === mark ? [{ ...found, sinceMs, isKept: kept[key] === mark }] : [];
    });
    this.#state = { ...this.#state, ...change, differences, lines };
    this.#deps.onChanged(this.#state);
  }

  /** Stores what has changed. `other`: another client was first, and its figures are adopted. */
  async #store(): Promise<'stored' | 'other' | 'failed'> {
    const file = this.#file;
    if (file === null || this.#account === null || file === this.#stored) return 'stored';
    const generation = this.#generation;
    const written = await storeAccountFile(this.#deps.host, this.#account, this.#revision, file);
    if (generation !== this.#generation) return 'failed';
    if (written === undefined) {
      this.#show({ problem: NOT_STORED });
      return 'failed';
    }
    if (written.isStored) {
      this.#revision = written.revision;
      this.#stored = file;
      this.#show({ problem: null });
      return 'stored';
    }
    this.#adopt(written.revision, written.file);
    return 'other';
  }
}

/** What the broker states, with the sides of each position as one number. */
export function holdingsOf({ positions, cashE4 }: AccountHoldings): BrokerHoldings {
  const shares: Record<string, number> = {};
  for (const { symbol, longQuantity, shortQuantity } of positions)
    shares[symbol] = (shares[symbol] ?? 0) + longQuantity - shortQuantity;
  return { positions: shares, cashE4 };
}

/** An order that the broker does not know, as it is recorded from now on. */
const closed = (record: ApiOrder, broker: string): ApiOrder => ({
  ...record,
  Status: 'Cancelled',
  TimeCompleted: record.TimeCompleted ?? record.Timestamp,
  Description: `${broker} has no such order`,
});
