import { DEFAULT_MATCHER_CONFIG, type MatcherConfig } from '../../domain/matching/index.ts';
import { copyBook } from '../../domain/orders/core/copy-book.ts';
import type { Book } from '../../domain/orders/core/book.ts';
import { knownRequest, namedOrder } from '../../domain/orders/core/known-requests.ts';
import { refusalReport, unknownOrderReport } from '../../domain/orders/core/report.ts';
import { OrderError, orderErrorMessage } from '../../domain/orders/errors.ts';
import { hasOrderIdForm } from '../../domain/orders/order-id.ts';
import { isSameRequest } from '../../domain/orders/request.ts';
import { changedSymbols } from './changed-symbols.ts';
import { createAccountReads } from './account-reads.ts';
import type { Clock } from '../clock.ts';
import type { MarketData } from '../market/market-data.ts';
import type { Journal } from '../storage/repositories.ts';
import type { Brokerage, NewOrder, OrderPreview, Report } from './brokerage.ts';
import { createDefaultRiskFacts, type AccountFacts } from './default-risk-facts.ts';
import { Engine } from './engine.ts';
import { CheckpointSchedule } from './checkpoint/checkpoint-schedule.ts';
import type { Checkpointer } from './checkpoint/checkpointer.ts';
import { restoreLedger } from './checkpoint/restore-ledger.ts';
import { createExercises } from './exercises.ts';
import { assertFunding } from './funding.ts';
import { accountOfEvent, decodeEvent, encodeEvent } from './event-codec.ts';
import { JournalOutage } from './journal-outage.ts';
import { Ledger } from './ledger.ts';
import type { BrokerageLogger } from './logger.ts';
import { MarketHooks } from './market-hooks.ts';
import { marksOf } from './marks-of.ts';
import { OrderMemory } from './order-memory.ts';
import { Publisher } from './publisher.ts';
import { ReleaseQueue, type Batch } from './release-queue.ts';
import type { AccountAnswer, RiskFacts } from './risk-facts.ts';

export type { AccountFacts } from './default-risk-facts.ts';
export type { BrokerageLogger } from './logger.ts';

export interface BrokerageParts {
  readonly market: MarketData;
  readonly journal: Journal;
  readonly clock: Clock;
  /** What is known of an account; undefined = there is none. May answer at once or later. */
  readonly accounts: (account: string) => AccountFacts | undefined | Promise<AccountFacts | undefined>;
  /** What the risk checks go by; left out: the house's rules, and `accounts`. */
  readonly facts?: RiskFacts;
  readonly matching?: MatcherConfig;
  readonly logger?: BrokerageLogger;
  /** How often session ends are looked for, host milliseconds. */
  readonly sweepIntervalMs?: number;
  /** The shortest time between two balances of an account, host milliseconds. */
  readonly balanceIntervalMs?: number;
  /** Makes starts short; without it every start reads the whole journal. */
  readonly checkpoints?: Checkpointer;
  /** Finished orders that stay in memory; older ones are read from the journal when they are needed. */
  readonly maxFinished?: number;
}

const MAX_FINISHED = 5_000;
const FAILED_TEXT = 'The brokerage failed: no orders are taken until the server is restarted.';

/** JSON has no infinities and no NaN: a journal that holds them could not be read back. */
function isJournalable(order: NewOrder): boolean {
  return [
    order.quantity,
    order.priceE4,
    order.stopPriceE4,
    order.offsetE4,
    order.minQuantity,
    order.displayQuantity,
    order.goodTillMs ?? 0,
    ...(order.legs ?? []).map(({ ratio }) => ratio),
  ].every(Number.isFinite);
}

/** What the book has under the ClientId of a request: nothing, this very request, or another one. */
function repetitionOf(
  book: Book,
  order: NewOrder,
  originalClientId: string | undefined,
): 'none' | 'same' | 'other' {
  const known = knownRequest(book, order.account, order.clientId);
  if (!known) return 'none';
  const isOfSame =
    originalClientId === undefined
      ? known.originalClientId === undefined
      : known.originalClientId === originalClientId || known.orderId === originalClientId;
  return isOfSame && isSameRequest(known.order, order) ? 'same' : 'other';
}

const refusedPreview = (code: number): OrderPreview => ({
  code,
  message: orderErrorMessage(code),
  costE4: 0,
  feesE4: 0,
  buyingPowerEffectE4: 0,
  buyingPowerAfterE4: 0,
  positionAfter: 0,
});

/** The paper brokerage: takes orders on the simulated or replayed market, journals every event, and tells of it once it is durable. */
export function createBrokerage(parts: BrokerageParts): Brokerage {
  const {
    market,
    journal,
    clock,
    logger,
    sweepIntervalMs = 1_000,
    matching = DEFAULT_MATCHER_CONFIG,
    checkpoints,
    maxFinished = MAX_FINISHED,
  } = parts;
  const facts = parts.facts ?? createDefaultRiskFacts(parts);
  let state: 'new' | 'ready' | 'offline' | 'stopped' | 'failed' = 'new';
  let engine = new Engine({ market, clock, facts, matching });
  const ledger = new Ledger();
  /** Orders whose cancel is being journalled. */
  const cancelling = new Set<string>();
  /** How often everybody has left an account. */
  const leaves = new Map<string, number>();
  /** Accounts that everybody left while their cancels could not be journalled. */
  const leftOffline = new Set<string>();
  const marks = marksOf(market, clock);
  const publisher = new Publisher({
    ledger,
    marks,
    facts,
    logger,
    balanceIntervalMs: parts.balanceIntervalMs,
  });
  const queue = new ReleaseQueue<readonly Report[]>({
    journal,
    encode: (seq, event) => encodeEvent(seq, event, accountOfEvent(engine.book, event)),
    release: (batch) => {
      const reports = publisher.release(batch);
      memory.trim();
      schedule?.released(batch);
      return reports;
    },
    onJournalError: (error) => {
      if (state === 'ready') state = 'offline';
      hooks.end();
      if (state === 'offline') outage.begin(error);
    },
    onFailure: (error) => {
      state = 'failed';
      hooks.end();
      outage.stop();
      logger?.error({ err: error }, FAILED_TEXT);
    },
  });
  const memory = new OrderMemory({
    ledger,
    working: () => engine.book,
    journal,
    flushed: () => queue.flushed(),
    maxFinished,
  });
  const schedule = checkpoints && new CheckpointSchedule({ checkpoints, journal, memory, logger });
  const outage = new JournalOutage({ recover: resume, hostMs: clock.hostMs.bind(clock), logger });
  const hooks = new MarketHooks({
    market,
    engine: () => engine,
    isReady: () => state === 'ready',
    perform,
    onHaltChanged: (listener) => facts.onHaltChanged(listener),
    haltChanged: () => publisher.tellAllOptions(),
    sweepIntervalMs,
  });

  /** Lets the engine decide, journals the outcome, and resolves once it is durable; undefined when it never will be. */
  function perform(decide: () => Batch | undefined): Promise<readonly Report[] | undefined> {
    if (state !== 'ready') return Promise.resolve(undefined);
    let batch: Batch | undefined;
    try {
      batch = decide();
    } catch (error) {
      // The working book may be half changed: only a rebuild from the journal can be trusted.
      queue.fail(error);
      return Promise.resolve(undefined);
    }
    if (!batch) return Promise.resolve([]);
    const released = queue.push(batch);
    hooks.update(changedSymbols(engine.book, batch));
    return released;
  }

  /** Continues from what the journal holds, as a restart does; who is connected stays so. */
  async function resume(): Promise<void> {
    await journal.recover();
    // A commit that failed may have reached the disk all the same: what the journal holds is what counts.
    for await (const records of journal.read(ledger.book.lastSeq + 1))
      publisher.release({ firstSeq: ledger.book.lastSeq + 1, events: records.map(decodeEvent) });
    if (state !== 'offline') return;
    engine = new Engine({ market, clock, facts, matching });
    await continueFromLedger((account) => leftOffline.has(account));
    leftOffline.clear();
  }

  /** Brings the engine to what is durable, and takes up the open orders. */
  async function continueFromLedger(isLeft: (account: string) => boolean): Promise<void> {
    copyBook(ledger.book, engine.book);
    const lastSeq = await journal.lastSeq();
    if (lastSeq !== engine.book.lastSeq)
      throw new Error(
        `The order journal ends at ${lastSeq} but ${engine.book.lastSeq} records were read before. Restore it from a backup.`,
      );
    queue.resume();
    state = 'ready';
    logger?.info(
      { lastSeq, orders: engine.book.orders.size, openSymbols: engine.book.openBySymbol.size },
      'Order book rebuilt from the journal.',
    );
    if (!(await perform(() => engine.takeUp(ledger.taken, isLeft))))
      throw new Error('The order journal could not be written. Free or repair the disk, then start again.');
    hooks.begin();
    await perform(() => engine.cancelHalted());
  }

  /** Code of a refusal while no orders are taken. */
  const unavailable = (): number => {
    if (state === 'offline') outage.countRefusal();
    return state === 'failed' || state === 'offline' ? OrderError.DatabaseOffline : OrderError.MarketOffline;
  };
  const refuse = (order: NewOrder, code = unavailable()): readonly Report[] => [
    refusalReport(order, code, clock.exchangeMs()),
  ];

  const answerFor = (account: string): AccountAnswer | Promise<AccountAnswer> => facts.account(account);

  /** The answer to a request that was made before under its ClientId; undefined when there was none. */
  function repeatedAnswer(
    order: NewOrder,
    originalClientId: string | undefined,
  ): Promise<readonly Report[]> | undefined {
    // While nothing can be journalled, what was acknowledged before is still answered.
    const book = state === 'ready' ? engine.book : ledger.book;
    const repetition = repetitionOf(book, order, originalClientId);
    if (repetition === 'none') return undefined;
    // Two programs of one account may make up the same ClientId: the second must not take the first one's order for its own.
    if (repetition === 'other') return Promise.resolve(refuse(order, OrderError.InvalidOrderFormat));
    return queue.flushed().then(() => ledger.reportsOf(order.account, order.clientId) ?? refuse(order));
  }

  /** A new order or a replace: idempotent by its ClientId, and judged with what is known of the account. */
  async function takeIn(
    order: NewOrder,
    originalClientId: string | undefined,
    decide: (account: AccountAnswer, refuse: (refusal: Report) => void) => Batch | undefined,
  ): Promise<readonly Report[]> {
    if (!isJournalable(order)) return refuse(order, OrderError.InvalidOrderFormat);
    for (const clientId of [order.clientId, originalClientId])
      if (memory.isForgotten(order.account, clientId)) await memory.recallClientId(order.account, clientId);
    const answer = answerFor(order.account);
    const leavesBefore = leaves.get(order.account);
    const account = answer instanceof Promise ? await answer : answer;
    // Everybody left while the account was looked up: what would come in now nobody would take out again.
    if (
      leaves.get(order.account) !== leavesBefore &&
      engine.book.accounts.get(order.account)?.cancelOnDisconnect
    )
      return refuse(order, OrderError.NotLoggedIn);
    // Nothing is awaited between this lookup and the decision: of two equal requests the second must find the first.
    const repeated = repeatedAnswer(order, originalClientId);
    if (repeated) return repeated;
    if (state !== 'ready') return refuse(order);
    // After the lookup above: older journals hold such ClientIds, and their requests are still answered when they are sent again.
    if (hasOrderIdForm(order.clientId)) return refuse(order, OrderError.InvalidOrderFormat);
    const strays: Report[] = [];
    const released = await perform(() => decide(account, (refusal) => strays.push(refusal)));
    return (strays.length > 0 ? await told(strays) : released) ?? refuse(order);
  }

  /** Refusals without a record, once they may be told: they go by the working book, which nobody hears of before it is durable. Undefined when it never will be. */
  async function told(strays: readonly Report[]): Promise<readonly Report[] | undefined> {
    return (await queue.flushed()) ? strays : undefined;
  }

  return {
    async start() {
      if (state !== 'new') throw new Error('The brokerage was started before; create another one.');
      const checkpointSeq = await restoreLedger(ledger, { journal, checkpoints, maxFinished, logger });
      // Nobody is connected yet.
      await continueFromLedger(() => true).catch((error: unknown) => {
        outage.stop();
        throw error;
      });
      schedule?.begin(checkpointSeq, ledger.book.lastSeq);
    },

    async stop() {
      if (state !== 'failed') state = 'stopped';
      hooks.end();
      outage.stop();
      await queue.flushed();
      publisher.end();
      await schedule?.stop();
    },

    isReady: () => state === 'ready',

    submit: (order) => takeIn(order, undefined, (account, onStray) => engine.submit(order, account, onStray)),
    replace: (request) =>
      takeIn(request.order, request.originalClientId, (account, onStray) =>
        engine.replace(request, account, onStray),
      ),

    async cancel(request) {
      const answer = answerFor(request.account);
      // What is known already is not waited for: a message that comes next must not overtake this one.
      const account = answer instanceof Promise ? await answer : answer;
      const named = namedOrder(engine.book, request.account, request.orderId, 'orderId');
      const orderId = named && !named.isStale ? named.order.orderId : '';
      const isUnderWay = cancelling.has(orderId);
      const isFirst = orderId !== '' && named?.order.completedMs === null;
      const strays: Report[] = [];
      const performed = perform(() =>
        engine.cancel(request, account, isUnderWay, (refusal) => strays.push(unknownOrderReport(0, refusal))),
      );
      if (isFirst) cancelling.add(orderId);
      const reports = await performed;
      if (isFirst) cancelling.delete(orderId);
      return (
        (strays.length > 0 ? await told(strays) : reports) ?? [
          unknownOrderReport(0, { ...request, code: unavailable(), timeMs: clock.exchangeMs() }),
        ]
      );
    },

    async amend({ executionId, instruction, correction }) {
      const serial = Number(/^E([1-9]\d{0,14})$/.exec(executionId)?.[1]);
      let why: string | undefined;
      const released = await memory.withPosition(serial, async (executed) => {
        const amended = await perform(() =>
          engine.amend({ instruction, serial, correction }, executed, (words) => (why = words)),
        );
        await queue.flushed();
        return amended ?? 'not taken';
      });
      if (!released) return `There is no execution ${executionId}. Trade Log and the order export name them.`;
      if (released === 'not taken' || state !== 'ready')
        throw new Error(`Execution ${executionId} could not be amended: the brokerage is not taking orders.`);
      return why;
    },

    async preview(order, originalClientId) {
      const answer = answerFor(order.account);
      const account = answer instanceof Promise ? await answer : answer;
      const code =
        state !== 'ready'
          ? unavailable()
          : isJournalable(order) && !hasOrderIdForm(order.clientId)
            ? 0
            : OrderError.InvalidOrderFormat;
      if (code !== 0) return refusedPreview(code);
      return engine.preview(order, originalClientId, account);
    },

    accountOptions: (account) => publisher.optionsOf(account),

    async setAccountOptions(change) {
      let isRefused = false;
      const released = await perform(() => engine.setOptions(change, () => (isRefused = true)));
      await queue.flushed();
      if (isRefused) return 'too-often';
      return released && state === 'ready' ? publisher.optionsOf(change.account) : undefined;
    },

    async accountLeft(account) {
      leaves.set(account, (leaves.get(account) ?? 0) + 1);
      if (state === 'ready' && !engine.book.accounts.get(account)?.cancelOnDisconnect) return;
      if (!(await perform(() => engine.cancelAll(account, OrderError.NotLoggedIn)))) leftOffline.add(account);
    },

    ...createAccountReads(ledger, memory, facts, marks),
    ...createExercises({
      ledger,
      facts,
      decide: (decide) => perform(() => decide(engine)),
      flushed: () => queue.flushed(),
      unavailable: () => (state === 'ready' ? undefined : unavailable()),
    }),

    listen: (account, listener) => publisher.listen(account, listener),

    async fundAccount(account, cash) {
      assertFunding(account, cash);
      const released = await perform(() => engine.fund(account, cash));
      // The same funding may have been asked for a moment ago and not be durable yet.
      await queue.flushed();
      if (!released || state !== 'ready')
        throw new Error(`Account ${account} could not be funded: the brokerage is not taking orders.`);
    },
  };
}
