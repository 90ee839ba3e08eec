import type { Book } from '../../domain/orders/core/book.ts';
import type { ExplainedOrder } from '../../domain/orders/core/explain-order.ts';
import { knownRequest, namedOrder } from '../../domain/orders/core/known-requests.ts';
import { refusalReport, unknownOrderReport } from '../../domain/orders/core/report.ts';
import { OrderError, orderErrorMessage } from '../../domain/orders/errors.ts';
import { hasOrderIdForm } from '../../domain/orders/order-id.ts';
import { isSameRequest } from '../../domain/orders/request.ts';
import type { Clock } from '../clock.ts';
import type {
  AmendRequest,
  CancelRequest,
  NewOrder,
  OrderPreview,
  ReplaceRequest,
  Report,
} from './brokerage.ts';
import type { BrokerageCore } from './brokerage-core.ts';
import { isJournalable } from './is-journalable.ts';
import { OrderTimes } from './order-times.ts';
import type { Batch } from './release-queue.ts';
import type { AccountAnswer } from './risk-facts.ts';

/** What the book holds under the ClientId of a request: nothing, the same request, or a different one. */
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

const rejectedPreview = (code: number): OrderPreview => ({
  code,
  message: orderErrorMessage(code),
  costE4: 0,
  feesE4: 0,
  buyingPowerEffectE4: 0,
  buyingPowerAfterE4: 0,
  positionAfter: 0,
});

const microsBetween = (fromMs: number, toMs: number): number => Math.round((toMs - fromMs) * 1_000);

/** Collects the rejects of one decision that are not journaled. */
type OnReject = (reject: Report) => void;

/** Order commands: send, replace, cancel, preview, and the amendments of executions. */
export class OrderCommands {
  /** How long the newest orders took. */
  readonly times = new OrderTimes();
  readonly #core: BrokerageCore;
  readonly #clock: Clock;
  /** Orders whose cancel is being journaled. */
  readonly #cancelling = new Set<string>();
  /** How often the last client of an account has disconnected. */
  readonly #disconnects = new Map<string, number>();

  constructor(core: BrokerageCore, clock: Clock) {
    this.#core = core;
    this.#clock = clock;
  }

  async submit(order: NewOrder): Promise<readonly Report[]> {
    const receivedMs = this.#clock.exchangeMs();
    const startMs = performance.now();
    let decidedMs = startMs;
    const reports = await this.#takeIn(order, undefined, (account, onReject) => {
      const batch = this.#core.engine.submit(order, account, onReject);
      decidedMs = performance.now();
      return batch;
    });
    const [first] = reports;
    if (first !== undefined && first.serial > 0 && decidedMs > startMs)
      this.times.set(first.orderId, {
        receivedMs,
        decidedMicros: microsBetween(startMs, decidedMs),
        publishedMicros: microsBetween(startMs, performance.now()),
      });
    return reports;
  }

  replace(request: ReplaceRequest): Promise<readonly Report[]> {
    return this.#takeIn(request.order, request.originalClientId, (account, onReject) =>
      this.#core.engine.replace(request, account, onReject),
    );
  }

  async cancel(request: CancelRequest): Promise<readonly Report[]> {
    const core = this.#core;
    const answer = core.facts.account(request.account);
    // Facts that are known already are not awaited: a later message must not overtake this one.
    const account = answer instanceof Promise ? await answer : answer;
    const named = namedOrder(core.engine.book, request.account, request.orderId, 'orderId');
    const orderId = named && !named.isStale ? named.order.orderId : '';
    const isUnderWay = this.#cancelling.has(orderId);
    const isFirst = orderId !== '' && named?.order.completedMs === null;
    const rejects: Report[] = [];
    const performed = core.perform(() =>
      core.engine.cancel(request, account, isUnderWay, (reject) =>
        rejects.push(unknownOrderReport(0, reject)),
      ),
    );
    if (isFirst) this.#cancelling.add(orderId);
    const reports = await performed;
    if (isFirst) this.#cancelling.delete(orderId);
    return (
      (rejects.length > 0 ? await this.#whenDurable(rejects) : reports) ?? [
        unknownOrderReport(0, {
          ...request,
          code: core.unavailableCode(),
          timeMs: this.#clock.exchangeMs(),
        }),
      ]
    );
  }

  async amend({ executionId, instruction, correction }: AmendRequest): Promise<string | undefined> {
    const core = this.#core;
    const serial = Number(/^E([1-9]\d{0,14})$/.exec(executionId)?.[1]);
    let reason: string | undefined;
    const released = await core.memory.withPosition(serial, async (executed) => {
      const amended = await core.perform(() =>
        core.engine.amend({ instruction, serial, correction }, executed, (text) => (reason = text)),
      );
      await core.flushed();
      return amended ?? 'not taken';
    });
    if (!released) return `There is no execution ${executionId}. Trade Log and the order export name them.`;
    if (released === 'not taken' || !core.isReady)
      throw new Error(`Execution ${executionId} could not be amended: the brokerage is not taking orders.`);
    return reason;
  }

  /** What the checks say of an order or a replacement that would arrive now; undefined while no orders are taken, or for an order in no readable form. */
  async explain(order: NewOrder, originalClientId: string | undefined): Promise<ExplainedOrder | undefined> {
    const core = this.#core;
    const answer = core.facts.account(order.account);
    const account = answer instanceof Promise ? await answer : answer;
    return core.isReady && isJournalable(order)
      ? core.engine.previews.explain(order, originalClientId, account)
      : undefined;
  }

  async preview(order: NewOrder, originalClientId: string | undefined): Promise<OrderPreview> {
    const core = this.#core;
    const answer = core.facts.account(order.account);
    const account = answer instanceof Promise ? await answer : answer;
    if (!core.isReady) return rejectedPreview(core.unavailableCode());
    if (!isJournalable(order) || hasOrderIdForm(order.clientId))
      return rejectedPreview(OrderError.InvalidOrderFormat);
    return core.engine.previews.preview(order, originalClientId, account);
  }

  /** The last client of the account has disconnected: cancels its open orders if the account has that option, and rejects those in evaluation. */
  async accountLeft(account: string): Promise<void> {
    const core = this.#core;
    this.#disconnects.set(account, (this.#disconnects.get(account) ?? 0) + 1);
    if (core.isReady && !core.engine.book.accounts.get(account)?.cancelOnDisconnect) return;
    await core.cancelAllOnDisconnect(account);
  }

  /** How often the last client of the account has disconnected. A request that waits meanwhile compares two counts. */
  disconnectsOf(account: string): number {
    return this.#disconnects.get(account) ?? 0;
  }

  /** A new order or a replace: idempotent by its ClientId, and checked against the facts of the account. */
  async #takeIn(
    order: NewOrder,
    originalClientId: string | undefined,
    decide: (account: AccountAnswer, onReject: OnReject) => Batch | undefined,
  ): Promise<readonly Report[]> {
    const core = this.#core;
    if (!isJournalable(order)) return this.#reject(order, OrderError.InvalidOrderFormat);
    for (const clientId of [order.clientId, originalClientId])
      if (core.memory.isForgotten(order.account, clientId))
        await core.memory.recallClientId(order.account, clientId);
    const answer = core.facts.account(order.account);
    const disconnectsBefore = this.#disconnects.get(order.account);
    const account = answer instanceof Promise ? await answer : answer;
    // The last client disconnected during the lookup: no later disconnect would cancel an order accepted now.
    if (
      this.#disconnects.get(order.account) !== disconnectsBefore &&
      core.engine.book.accounts.get(order.account)?.cancelOnDisconnect
    )
      return this.#reject(order, OrderError.NotLoggedIn);
    // Nothing is awaited between this lookup and the decision: the second of two equal requests must find the first.
    const repeated = this.#repeatedAnswer(order, originalClientId);
    if (repeated) return repeated;
    if (!core.isReady) return this.#reject(order);
    // After the lookup above: older journals hold such ClientIds, and repeats of their requests are still answered.
    if (hasOrderIdForm(order.clientId)) return this.#reject(order, OrderError.InvalidOrderFormat);
    const rejects: Report[] = [];
    const released = await core.perform(() => decide(account, (reject) => rejects.push(reject)));
    return (rejects.length > 0 ? await this.#whenDurable(rejects) : released) ?? this.#reject(order);
  }

  /** The answer to a request that was sent before under its ClientId; undefined for a new one. */
  #repeatedAnswer(
    order: NewOrder,
    originalClientId: string | undefined,
  ): Promise<readonly Report[]> | undefined {
    const core = this.#core;
    // During a journal outage, a repeat of an acknowledged request is still answered.
    const book = core.isReady ? core.engine.book : core.ledger.book;
    const repetition = repetitionOf(book, order, originalClientId);
    if (repetition === 'none') return undefined;
    // Two programs of one account may choose the same ClientId: the second must not mistake the first one's order for its own.
    if (repetition === 'other') return Promise.resolve(this.#reject(order, OrderError.InvalidOrderFormat));
    return core
      .flushed()
      .then(() => core.ledger.reportsOf(order.account, order.clientId) ?? this.#reject(order));
  }

  /** Rejects that are not journaled. Released only after the working book they were judged against is durable; undefined when it never will be. */
  async #whenDurable(rejects: readonly Report[]): Promise<readonly Report[] | undefined> {
    return (await this.#core.flushed()) ? rejects : undefined;
  }

  #reject(order: NewOrder, code = this.#core.unavailableCode()): readonly Report[] {
    return [refusalReport(order, code, this.#clock.exchangeMs())];
  }
}
