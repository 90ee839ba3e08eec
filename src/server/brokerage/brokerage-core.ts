import { DEFAULT_MATCHER_CONFIG } from '../../domain/matching/index.ts';
import { copyBook } from '../../domain/orders/core/copy-book.ts';
import type { Marks } from '../../domain/orders/core/position-figures.ts';
import { OrderError } from '../../domain/orders/errors.ts';
import { currentRequestId, runOutsideRequests } from '../request-context.ts';
import type { Report } from './brokerage.ts';
import type { BrokerageParts } from './brokerage-parts.ts';
import { changedSymbols } from './changed-symbols.ts';
import { CheckpointSchedule } from './checkpoint/checkpoint-schedule.ts';
import { restoreLedger } from './checkpoint/restore-ledger.ts';
import { createDefaultRiskFacts } from './default-risk-facts.ts';
import { Engine } from './engine.ts';
import { accountOfEvent, decodeEvent, encodeEvent } from './event-codec.ts';
import { GuardWatch } from './guard-watch.ts';
import { JournalOutage } from './journal-outage.ts';
import { Ledger } from './ledger.ts';
import { MarketHooks } from './market-hooks.ts';
import { marksOf } from './marks-of.ts';
import { OrderMemory } from './order-memory.ts';
import { Publisher } from './publisher.ts';
import { ReleaseQueue, type Batch } from './release-queue.ts';
import type { RiskFacts } from './risk-facts.ts';

const MAX_FINISHED = 5_000;
const FAILED_TEXT = 'The brokerage failed: no orders are taken until the server is restarted.';

/** `offline`: the journal cannot be written, and the brokerage retries. `failed`: only a restart helps. */
type CoreState = 'new' | 'ready' | 'offline' | 'stopped' | 'failed';

/**
 * Working book, durable book and journal of a brokerage, and the state that they share. The engine decides on the working book; the journal
 * stores the decision; then the durable book applies it and the publisher reports it.
 */
export class BrokerageCore {
  readonly facts: RiskFacts;
  readonly ledger = new Ledger();
  readonly marks: Marks;
  readonly memory: OrderMemory;
  readonly publisher: Publisher;
  readonly #parts: BrokerageParts;
  readonly #queue: ReleaseQueue<readonly Report[]>;
  readonly #schedule: CheckpointSchedule | undefined;
  readonly #outage: JournalOutage;
  readonly #hooks: MarketHooks;
  readonly #guards: GuardWatch;
  /** Accounts whose last client disconnected while their cancels could not be journaled. */
  readonly #leftOffline = new Set<string>();
  #state: CoreState = 'new';
  #engine: Engine;

  constructor(parts: BrokerageParts) {
    const { market, journal, clock, logger, balanceIntervalMs, checkpoints } = parts;
    this.#parts = parts;
    this.facts = parts.facts ?? createDefaultRiskFacts(parts);
    this.#engine = this.#createEngine();
    this.marks = marksOf(market, clock);
    this.publisher = new Publisher({
      ledger: this.ledger,
      marks: this.marks,
      facts: this.facts,
      logger,
      balanceIntervalMs,
    });
    this.#queue = new ReleaseQueue<readonly Report[]>({
      journal,
      encode: (seq, event) =>
        encodeEvent(seq, event, {
          account: accountOfEvent(this.#engine.book, event),
          requestId: currentRequestId(),
        }),
      release: (batch) => this.#release(batch),
      onJournalError: (error) => this.#goOffline(error),
      onFailure: (error) => this.#fail(error),
    });
    this.memory = new OrderMemory({
      ledger: this.ledger,
      working: () => this.#engine.book,
      journal,
      flushed: () => this.#queue.flushed(),
      maxFinished: parts.maxFinished ?? MAX_FINISHED,
    });
    this.#schedule =
      checkpoints && new CheckpointSchedule({ checkpoints, journal, memory: this.memory, logger });
    this.#outage = new JournalOutage({
      recover: () => this.#resume(),
      hostMs: clock.hostMs.bind(clock),
      logger,
    });
    this.#guards = new GuardWatch({
      market,
      facts: this.facts,
      marks: this.marks,
      book: () => this.#engine.book,
      isReady: () => this.isReady,
      trip: (account, userId, highE4) =>
        runOutsideRequests(() => this.perform(() => this.#engine.guards.trip(account, userId, highE4))),
      recordHigh: (account, highE4) =>
        void this.perform(() => this.#engine.guards.recordHigh(account, highE4)),
      onError: (error) => logger?.error({ err: error }, 'A guard could not be evaluated; it is tried again.'),
    });
    this.#hooks = new MarketHooks({
      market,
      engine: () => this.#engine,
      isReady: () => this.isReady,
      // The market calls from where a request began to watch a symbol, and did not cause what happens there.
      perform: (decide) => runOutsideRequests(() => this.perform(decide)),
      onHaltChanged: (listener) => this.facts.onHaltChanged(listener),
      haltChanged: () => this.publisher.publishAllOptions(),
      onGuardsChanged: (listener) => this.facts.onGuardsChanged(listener),
      guardsChanged: () => this.#guardsChanged(),
      swept: () => this.#guards.reportHighs(),
      sweepIntervalMs: parts.sweepIntervalMs ?? 1_000,
    });
  }

  get isReady(): boolean {
    return this.#state === 'ready';
  }

  /** The engine in use. A recovery replaces it, so read it for each decision. */
  get engine(): Engine {
    return this.#engine;
  }

  /** Restores the durable book, then takes orders. Throws when the journal does not continue it or cannot be written. */
  async start(): Promise<void> {
    if (this.#state !== 'new') throw new Error('The brokerage was started before; create another one.');
    const { journal, checkpoints, maxFinished = MAX_FINISHED, logger } = this.#parts;
    const checkpointSeq = await restoreLedger(this.ledger, { journal, checkpoints, maxFinished, logger });
    // No client is connected yet.
    await this.#continueFromLedger(() => true).catch((error: unknown) => {
      this.#outage.stop();
      throw error;
    });
    this.#schedule?.begin(checkpointSeq, this.ledger.book.lastSeq);
  }

  /** Takes no more orders and waits until all decisions are durable. */
  async stop(): Promise<void> {
    this.#guards.reportHighs();
    if (this.#state !== 'failed') this.#state = 'stopped';
    this.#stopWatching();
    this.#outage.stop();
    await this.#queue.flushed();
    this.publisher.end();
    await this.#schedule?.stop();
  }

  /** Lets the engine decide, journals the outcome, and resolves once it is durable; undefined when it never will be. */
  perform(decide: () => Batch | undefined): Promise<readonly Report[] | undefined> {
    if (this.#state !== 'ready') return Promise.resolve(undefined);
    let batch: Batch | undefined;
    try {
      batch = decide();
    } catch (error) {
      // The working book may be half changed: only a rebuild from the journal can be trusted.
      this.#queue.fail(error);
      return Promise.resolve(undefined);
    }
    if (!batch) return Promise.resolve([]);
    const released = this.#queue.push(batch);
    this.#hooks.update(changedSymbols(this.#engine.book, batch));
    this.#guards.update(batch);
    return released;
  }

  /** Resolves true once everything decided so far is durable, false when it never will be. */
  flushed(): Promise<boolean> {
    return this.#queue.flushed();
  }

  /** Code of a reject while no orders are taken. */
  unavailableCode(): number {
    if (this.#state === 'offline') this.#outage.countRefusal();
    return this.#state === 'failed' || this.#state === 'offline'
      ? OrderError.DatabaseOffline
      : OrderError.MarketOffline;
  }

  /** Cancels the open orders of an account whose last client disconnected; after a journal outage when there is one. */
  async cancelAllOnDisconnect(account: string): Promise<void> {
    if (!(await this.perform(() => this.#engine.accounts.cancelAll(account, OrderError.NotLoggedIn))))
      this.#leftOffline.add(account);
  }

  #createEngine(): Engine {
    const { market, clock, matching = DEFAULT_MATCHER_CONFIG } = this.#parts;
    return new Engine({ market, clock, facts: this.facts, matching });
  }

  #release(batch: Batch): readonly Report[] {
    const reports = this.publisher.release(batch);
    this.memory.trim();
    this.#schedule?.released(batch);
    return reports;
  }

  #goOffline(error: unknown): void {
    if (this.#state === 'ready') this.#state = 'offline';
    this.#stopWatching();
    if (this.#state === 'offline') this.#outage.begin(error);
  }

  #fail(error: unknown): void {
    this.#state = 'failed';
    this.#stopWatching();
    this.#outage.stop();
    this.#parts.logger?.error({ err: error }, FAILED_TEXT);
  }

  /** Continues from what the journal holds, as a restart does. Connected clients stay connected. */
  async #resume(): Promise<void> {
    const { journal } = this.#parts;
    await journal.recover();
    // A failed commit may still have reached the disk, so the journal's content decides.
    for await (const records of journal.read(this.ledger.book.lastSeq + 1))
      this.publisher.release({ firstSeq: this.ledger.book.lastSeq + 1, events: records.map(decodeEvent) });
    if (this.#state !== 'offline') return;
    this.#engine = this.#createEngine();
    await this.#continueFromLedger((account) => this.#leftOffline.has(account));
    this.#leftOffline.clear();
  }

  /** Copies the durable book to the engine, and resumes the open orders. */
  async #continueFromLedger(isLeft: (account: string) => boolean): Promise<void> {
    const { journal, logger } = this.#parts;
    const { book } = this.#engine;
    copyBook(this.ledger.book, book);
    const lastSeq = await journal.lastSeq();
    if (lastSeq !== book.lastSeq)
      throw new Error(
        `The order journal ends at ${lastSeq} but ${book.lastSeq} records were read before. Restore it from a backup.`,
      );
    this.#queue.resume();
    this.#state = 'ready';
    logger?.info(
      { lastSeq, orders: book.orders.size, openSymbols: book.openBySymbol.size },
      'Order book rebuilt from the journal.',
    );
    if (!(await this.perform(() => this.#engine.takeUp(this.ledger, isLeft))))
      throw new Error('The order journal could not be written. Free or repair the disk, then start again.');
    this.#hooks.begin();
    await this.perform(() => this.#engine.accounts.cancelHalted());
    await this.perform(() => this.#engine.guards.release());
    this.#guards.readAll();
  }

  #stopWatching(): void {
    this.#hooks.end();
    this.#guards.stop();
  }

  /** Administrators may have set guards or unlocked an account. */
  #guardsChanged(): void {
    void this.perform(() => this.#engine.guards.release());
    this.#guards.readAll();
    this.publisher.publishAllGuards();
  }
}
