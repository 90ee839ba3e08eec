import { accountOf } from '../../domain/orders/core/book-state.ts';
import type { Book } from '../../domain/orders/core/book.ts';
import type { Executed } from '../../domain/orders/core/amendments.ts';
import {
  completeHistory,
  forgetHistories,
  forgetOrder,
  hasWholeHistory,
  recallOrder,
  restartHistory,
} from '../../domain/orders/core/forget.ts';
import type { NumberedEvent } from '../../domain/execution/group-story.ts';
import type { Span } from '../../domain/execution/index.ts';
import type { Marks } from '../../domain/orders/core/position-figures.ts';
import type { RiskAccount } from '../../domain/risk/index.ts';
import { tradedSymbols } from '../../domain/orders/legs.ts';
import type { JournalReader } from '../storage/repositories.ts';
import type { AccountHistory, AccountView, KnownReport } from './brokerage.ts';
import type { Ledger } from './ledger.ts';
import { OrderHistory, type OrderStory } from './order-history.ts';

/** The facts from which an account's state is computed. */
export interface ViewFacts {
  readonly kind: RiskAccount['kind'];
  readonly marks: Marks;
}

/**
 * Limits memory to the open orders and the newest finished ones, and restores others from the journal on request. The working book and the ledger
 * drop the same orders, each at its own position in the journal.
 */
export class OrderMemory {
  readonly #ledger: Ledger;
  readonly #workingBook: () => Book;
  readonly #history: OrderHistory;
  readonly #flushed: () => Promise<unknown>;
  readonly #maxFinished: number;
  #historyRecalls: Promise<void> = Promise.resolve();
  /** Number of running reads. Nothing leaves memory meanwhile. */
  #readers = 0;

  constructor(parts: {
    readonly ledger: Ledger;
    /** Another one after an outage of the journal. */
    readonly working: () => Book;
    readonly journal: JournalReader;
    /** Resolves when the ledger has everything that the working book has now. */
    readonly flushed: () => Promise<unknown>;
    readonly maxFinished: number;
  }) {
    this.#ledger = parts.ledger;
    this.#workingBook = parts.working;
    this.#history = new OrderHistory(parts.journal, parts.ledger);
    this.#flushed = parts.flushed;
    this.#maxFinished = parts.maxFinished;
  }

  get #working(): Book {
    return this.#workingBook();
  }

  /** Drops the longest finished orders when there are too many. */
  trim(): void {
    if (this.#readers > 0) return;
    for (const orderId of this.#ledger.forgetFinished(this.#maxFinished)) forgetOrder(this.#working, orderId);
  }

  /** Drops the histories of positions: only amendments need them, and the journal has them. */
  trimHistories(): void {
    if (this.#readers > 0) return;
    forgetHistories(this.#ledger.book);
    forgetHistories(this.#working);
  }

  /** True when a ClientId belongs to an order that has left memory. */
  isForgotten(account: string, clientId: string | undefined): clientId is string {
    return clientId !== undefined && this.#forgottenUnder(account, clientId) !== undefined;
  }

  /** Restores the order that took a ClientId. */
  async recallClientId(account: string, clientId: string): Promise<void> {
    const orderId = this.#forgottenUnder(account, clientId);
    if (orderId !== undefined) await this.recallOrder(orderId);
  }

  /** Restores a finished order. Resolves also when there is no such order. */
  async recallOrder(orderId: string): Promise<void> {
    if (this.#working.orders.has(orderId)) return;
    await this.hold(async () => {
      const toSeq = this.#ledger.book.lastSeq;
      const story = await this.#history.order(orderId, toSeq);
      // Another request may have restored it meanwhile.
      if (!story || story.order.completedMs === null || this.#ledger.book.orders.has(orderId)) return;
      this.#ledger.recall(story.order, story.sources);
      recallOrder(this.#working, story.order);
    });
  }

  /**
   * Calls `work` with the original execution while its order and the history of its position are in memory; returns undefined when there is no such
   * execution. Nothing leaves memory before `work` has resolved: by then an amendment is in both books.
   */
  withPosition<Value>(
    serial: number,
    work: (executed: Executed) => Promise<Value>,
  ): Promise<Value | undefined> {
    return this.hold(async () => {
      const executed = await this.#history.executionOf(serial);
      if (!executed) return undefined;
      await this.#recallPosition(executed.orderId);
      return work(executed);
    });
  }

  async #recallPosition(orderId: string): Promise<void> {
    await this.recallOrder(orderId);
    const order = this.#working.orders.get(orderId);
    if (!order) return;
    const { account } = order;
    const missing = (): string | undefined =>
      tradedSymbols(order).find(
        (symbol) => !this.#books().every((book) => hasWholeHistory(accountOf(book, account), symbol)),
      );
    // Checked again after each read: an outage may have replaced the working book meanwhile.
    for (let symbol = missing(); symbol !== undefined; symbol = missing())
      await this.#recallWholeHistory(account, symbol);
  }

  /** Restores the history of a position in both books. One at a time, because each restore begins with an empty history. */
  #recallWholeHistory(account: string, symbol: string): Promise<void> {
    const recall = this.#historyRecalls.then(() => this.#recallHistory(account, symbol));
    this.#historyRecalls = recall.catch(() => undefined);
    return recall;
  }

  async #recallHistory(account: string, symbol: string): Promise<void> {
    const books = this.#books();
    if (books.every((book) => hasWholeHistory(accountOf(book, account), symbol))) return;
    await this.hold(async () => {
      const seqs = books.map((book) => book.lastSeq);
      for (const book of books) restartHistory(book, account, symbol);
      await this.#flushed();
      const earlier = await this.#history.positionHistories(account, symbol, seqs);
      books.forEach((book, index) => completeHistory(book, account, symbol, earlier[index] ?? []));
    });
  }

  /** Calls `show` with the account since a time; the account does not change while it runs. */
  async readAccount<Value>(
    account: string,
    sinceMs: number,
    facts: () => ViewFacts,
    show: (view: AccountView) => Value,
  ): Promise<Value> {
    const present = (): AccountView => {
      const { kind, marks } = facts();
      return this.#ledger.accountView(account, kind, sinceMs, marks);
    };
    if (this.#ledger.isWholeSince(account, sinceMs)) return show(present());
    return this.hold(async () => {
      const toSeq = this.#ledger.book.lastSeq;
      const past = await this.#history.account(account, this.#ledger.marks.seqBefore(sinceMs), toSeq);
      const { kind, marks } = facts();
      return show(merged(past.accountView(account, kind, sinceMs, marks), present()));
    });
  }

  /** The orders and reports of an account from a time on, to be read a part at a time; with `known`, what follows that report. */
  async accountHistory(
    account: string,
    sinceMs: number,
    known: KnownReport | undefined,
  ): Promise<AccountHistory> {
    const present = this.#ledger.accountHistory(account, sinceMs, known);
    // A client that reconnects mostly lacks only the newest reports.
    const neededMs = known && present.isKnown ? Math.max(sinceMs, known.timeMs) : sinceMs;
    if (this.#ledger.isWholeSince(account, neededMs)) return present;
    return this.hold(async () => {
      const fromSeq = this.#ledger.marks.seqBefore(sinceMs);
      const past = await this.#history.account(account, fromSeq, this.#ledger.book.lastSeq);
      return this.#ledger.accountHistory(account, sinceMs, known, past);
    });
  }

  /** An order of the account with all its reports, and the records of its group; undefined when there is no such order. */
  async story(
    account: string,
    orderId: string,
  ): Promise<(OrderStory & { readonly group: readonly NumberedEvent[] }) | undefined> {
    return this.hold(async () => {
      const toSeq = this.#ledger.book.lastSeq;
      const story = this.#ledger.storyOf(orderId) ?? (await this.#history.order(orderId, toSeq));
      if (story?.order.account !== account) return undefined;
      const groupId = story.order.group?.groupId;
      const group = groupId === undefined ? [] : await this.#history.group(account, groupId, toSeq);
      return { ...story, group };
    });
  }

  /** The records of a live group of the account and of its orders; undefined when it has no such group in memory. */
  async groupStory(account: string, groupId: string): Promise<readonly NumberedEvent[] | undefined> {
    const { book } = this.#ledger;
    return book.groups.get(groupId)?.request.account === account
      ? this.hold(() => this.#history.group(account, groupId, book.lastSeq))
      : undefined;
  }

  /** The orders of an account with the reports of a span, and of orders from before it all reports since they began. */
  async stories(account: string, { fromMs, toMs }: Span): Promise<readonly OrderStory[]> {
    const { marks, book } = this.#ledger;
    if (this.#ledger.isWholeSince(account, fromMs)) return this.#ledger.stories(account);
    return this.hold(async () => {
      const toSeq = Math.min(marks.seqFrom(toMs) ?? book.lastSeq, book.lastSeq);
      return (await this.#history.account(account, marks.seqBefore(fromMs), toSeq)).stories(account);
    });
  }

  /** Nothing leaves memory while `work` runs. */
  async hold<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#readers += 1;
    try {
      return await work();
    } finally {
      this.#readers -= 1;
    }
  }

  #books(): readonly Book[] {
    return [this.#ledger.book, this.#working];
  }

  #forgottenUnder(account: string, clientId: string): string | undefined {
    const found = this.#working.accounts.get(account);
    const other = found?.otherRequests.get(clientId);
    const orderId =
      found?.orderIdByClientId.get(clientId) ??
      (other?.refusedSerial === undefined ? other?.orderId : undefined);
    return orderId === undefined || this.#working.orders.has(orderId) ? undefined : orderId;
  }
}

/** Joins the past up to a record with the present. The present takes precedence where both have an item. */
function merged(past: AccountView, present: AccountView): AccountView {
  const orders = new Map(past.orders.map((order) => [order.orderId, order]));
  for (const order of present.orders) orders.set(order.orderId, order);
  const pastSerials = new Set(past.reports.map(({ serial }) => serial));
  const reports = [...past.reports, ...present.reports.filter(({ serial }) => !pastSerials.has(serial))];
  return {
    ...present,
    orders: [...orders.values()].sort((a, b) => Number(a.orderId) - Number(b.orderId)),
    reports: reports.sort((a, b) => a.serial - b.serial),
  };
}
