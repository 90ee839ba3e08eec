import type { Steps } from '../../domain/collections/steps.ts';
import type { NumberedEvent } from '../../domain/execution/group-story.ts';
import { applyEvent, createBook, type Book } from '../../domain/orders/core/book.ts';
import type { Executed } from '../../domain/orders/core/amendments.ts';
import type { PositionHistory } from '../../domain/orders/core/position-history.ts';
import type { ReportSource } from '../../domain/orders/core/report.ts';
import type { BookOrder, OrderEvent } from '../../domain/orders/core/types.ts';
import { hasOrderIdForm } from '../../domain/orders/order-id.ts';
import { FairTurns, SLICE_MS } from '../fair-turns.ts';
import type { JournalReader, JournalRecord } from '../storage/repositories.ts';
import { decodeEvent } from './event-codec.ts';
import { Ledger } from './ledger.ts';

/** Records of one read of the journal. */
const BATCH_RECORDS = 512;
/** Records of a group that are read. */
const MAX_GROUP_RECORDS = 1_000;

/** An order with the sources of all its reports. */
export interface OrderStory {
  readonly order: BookOrder;
  readonly sources: readonly ReportSource[];
}

/** Reads from the journal what has left memory: the records of one account, folded into a book of their own. */
export class OrderHistory {
  readonly #journal: JournalReader;
  readonly #ledger: Pick<Ledger, 'book' | 'recordCounts'>;
  /** Accounts share the event loop: one of them works for one slice in each turn. */
  readonly #turns = new FairTurns();
  /** The last read of each account that is being read. */
  readonly #reads = new Map<string, Promise<Ledger>>();

  /** Source of the expected number of records. */
  constructor(journal: JournalReader, ledger: Pick<Ledger, 'book' | 'recordCounts'>) {
    this.#journal = journal;
    this.#ledger = ledger;
  }

  /** The order as it was at a record; undefined when there is no such order. */
  async order(orderId: string, toSeq: number): Promise<OrderStory | undefined> {
    const first = hasOrderIdForm(orderId) ? await this.#beginningOf(orderId) : undefined;
    if (!first) return undefined;
    await this.#checkIndex(first.order.account);
    const ledger = new Ledger();
    const range = { fromSeq: Number(orderId), toSeq };
    for await (const records of this.#accountRecords(first.order.account, range))
      for (const record of records)
        if (isAbout(record, orderId)) addAlone(ledger, { seq: record.seq, event: decodeEvent(record) });
    return ledger.storyOf(orderId);
  }

  /** The records of a group and of its orders, as far as it has ended or come by a record; at most `MAX_GROUP_RECORDS`. */
  async group(account: string, groupId: string, toSeq: number): Promise<readonly NumberedEvent[]> {
    const fromSeq = Number(groupId.slice(1));
    if (!Number.isSafeInteger(fromSeq) || fromSeq < 1) return [];
    await this.#checkIndex(account);
    const ids = [`"groupId":"${groupId}"`];
    const found: NumberedEvent[] = [];
    for await (const records of this.#accountRecords(account, { fromSeq, toSeq })) {
      for (const { seq, payload } of records) {
        if (!ids.some((id) => payload.includes(id))) continue;
        const event = decodeEvent({ seq, payload });
        if ((event.kind === 'accepted' || event.kind === 'rejected') && event.group?.groupId === groupId)
          ids.push(`"orderId":"${event.orderId}"`);
        found.push({ seq, event });
        if (event.kind === 'groupEnded' || found.length >= MAX_GROUP_RECORDS) return found;
      }
      await this.#turns.next(account);
    }
    return found;
  }

  /** The original execution of the record with this serial; undefined when that record is no execution. */
  async executionOf(serial: number): Promise<Executed | undefined> {
    const [record] = Number.isSafeInteger(serial) ? await this.#journal.batch(serial, 1) : [];
    const event = record && decodeEvent(record);
    return event?.kind === 'executed' ? event : undefined;
  }

  /** The history of a position from its beginning up to each of the records, which ascend. */
  async positionHistories(
    account: string,
    symbol: string,
    seqs: readonly number[],
  ): Promise<PositionHistory[]> {
    const toSeq = seqs.at(-1) ?? 0;
    for (const owner of ['', account]) await this.#checkIndex(owner);
    const sessions: JournalRecord[] = [];
    for await (const records of this.#accountRecords('', { fromSeq: 1, toSeq })) sessions.push(...records);
    const book = createBook();
    const histories: PositionHistory[] = [];
    const noteBefore = (seq: number): void => {
      while (histories.length < seqs.length && seq > (seqs[histories.length] ?? 0))
        histories.push([...(book.accounts.get(account)?.histories.get(symbol) ?? [])]);
    };
    let nextSession = 0;
    const take = (record: JournalRecord): void => {
      noteBefore(record.seq);
      applyAlone(book, record.seq, decodeEvent(record));
    };
    const takeSessionsBefore = (seq: number): void => {
      for (
        let session = sessions[nextSession];
        session && session.seq < seq;
        session = sessions[(nextSession += 1)]
      )
        take(session);
    };
    for await (const records of this.#accountRecords(account, { fromSeq: 1, toSeq }))
      for (const record of records) {
        takeSessionsBefore(record.seq);
        take(record);
      }
    takeSessionsBefore(toSeq + 1);
    noteBefore(Number.POSITIVE_INFINITY);
    return histories;
  }

  /**
   * Reports and orders of an account between two records, and the whole of orders that began before them but were reported on later.
   * Reads of one account run one after the other, so that they need the memory of one.
   */
  account(account: string, fromSeq: number, toSeq: number): Promise<Ledger> {
    const build = (): Promise<Ledger> => this.#buildAccount(account, fromSeq, toSeq);
    const read = this.#reads.get(account)?.then(build, build) ?? build();
    this.#reads.set(account, read);
    const forget = (): void => {
      if (this.#reads.get(account) === read) this.#reads.delete(account);
    };
    void read.then(forget, forget);
    return read;
  }

  /** Calls `take` for each record of an account in a range, in slices of the event loop. Throws when records are missing. */
  async forEachRecord(
    account: string,
    range: { readonly fromSeq: number; readonly toSeq: number },
    take: (seq: number, event: OrderEvent) => void,
  ): Promise<void> {
    await this.#checkIndex(account);
    for await (const batch of this.#accountRecords(account, range))
      await this.#inSlices(account, batch, (record) => take(record.seq, decodeEvent(record)));
  }

  async #buildAccount(account: string, fromSeq: number, toSeq: number): Promise<Ledger> {
    await this.#checkIndex(account);
    const events: NumberedEvent[] = [];
    const begun = new Set<string>();
    const earlier = new Set<string>();
    for await (const batch of this.#accountRecords(account, { fromSeq, toSeq }))
      await this.#inSlices(account, batch, (record) => {
        const event = decodeEvent(record);
        events.push({ seq: record.seq, event });
        if (!('orderId' in event)) return;
        if (event.kind === 'accepted' || event.kind === 'rejected') begun.add(event.orderId);
        else if (!begun.has(event.orderId)) earlier.add(event.orderId);
      });
    const ledger = new Ledger();
    const add = (numbered: NumberedEvent): void => addAlone(ledger, numbered);
    await this.#inSlices(account, await this.#beginnings(account, earlier, fromSeq), add);
    await this.#inSlices(account, events, add);
    return ledger;
  }

  /** Calls the function for each item, one slice per turn of the event loop. */
  async #inSlices<Item>(account: string, items: Iterable<Item>, take: (item: Item) => void): Promise<void> {
    let endMs = 0;
    for (const item of items) {
      if (performance.now() >= endMs) {
        await this.#turns.next(account);
        endMs = performance.now() + SLICE_MS;
      }
      take(item);
    }
  }

  /** Does work in its steps, one slice per turn of the event loop, the first one at once. `noteWorkMs` receives how long each slice took. */
  async runSteps<Value>(
    account: string,
    steps: Steps<Value>,
    noteWorkMs: (workMs: number) => void,
  ): Promise<Value> {
    for (let startMs = performance.now(); ;) {
      const { done, value } = steps.next();
      const workMs = performance.now() - startMs;
      if (!done && workMs < SLICE_MS) continue;
      noteWorkMs(workMs);
      if (done) return value;
      await this.#turns.next(account);
      startMs = performance.now();
    }
  }

  /** Checks that the records read for an account are complete. */
  async #checkIndex(account: string): Promise<void> {
    const { book, recordCounts } = this.#ledger;
    await this.#journal.expectAccountRecords(account, book.lastSeq, recordCounts.get(account) ?? 0);
  }

  /** Events before `beforeSeq` of orders of the account. Texts that are no OrderIds, which a refusal may name, are left out. */
  async #beginnings(
    account: string,
    orderIds: ReadonlySet<string>,
    beforeSeq: number,
  ): Promise<readonly NumberedEvent[]> {
    const known = new Set<string>();
    for (const orderId of orderIds) {
      const first = hasOrderIdForm(orderId) ? await this.#beginningOf(orderId) : undefined;
      if (first?.order.account === account) known.add(orderId);
    }
    const fromSeq = Math.min(...[...known].map(Number));
    const found: NumberedEvent[] = [];
    if (known.size === 0) return found;
    for await (const batch of this.#accountRecords(account, { fromSeq, toSeq: beforeSeq - 1 }))
      await this.#inSlices(account, batch, (record) => {
        const event = decodeEvent(record);
        if ('orderId' in event && known.has(event.orderId)) found.push({ seq: record.seq, event });
      });
    return found;
  }

  async #beginningOf(
    orderId: string,
  ): Promise<(OrderEvent & { readonly kind: 'accepted' | 'rejected' }) | undefined> {
    const [record] = await this.#journal.batch(Number(orderId), 1);
    const event = record && decodeEvent(record);
    return (event?.kind === 'accepted' || event?.kind === 'rejected') && event.orderId === orderId
      ? event
      : undefined;
  }

  async *#accountRecords(
    account: string,
    { fromSeq, toSeq }: { readonly fromSeq: number; readonly toSeq: number },
  ): AsyncGenerator<readonly JournalRecord[]> {
    for (let next = fromSeq; next <= toSeq;) {
      const records = await this.#journal.accountBatch(account, { fromSeq: next, toSeq }, BATCH_RECORDS);
      const last = records.at(-1);
      if (!last) return;
      yield records;
      next = last.seq + 1;
    }
  }
}

/** Before it is parsed: most records are of other orders. */
const isAbout = ({ payload }: JournalRecord, orderId: string): boolean =>
  payload.includes(`"orderId":"${orderId}"`);

/** Folds a record without those before it. */
function applyAlone(book: Book, seq: number, event: OrderEvent): void {
  book.lastSeq = seq - 1;
  applyEvent(book, seq, event);
}

function addAlone(ledger: Ledger, { seq, event }: NumberedEvent): void {
  ledger.book.lastSeq = seq - 1;
  ledger.add(seq, event);
}
