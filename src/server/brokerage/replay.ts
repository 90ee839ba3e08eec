import { completeHistory, hasWholeHistory } from '../../domain/orders/core/forget.ts';
import { accountOf } from '../../domain/orders/core/book-state.ts';
import type { BookOrder, OrderEvent } from '../../domain/orders/core/types.ts';
import { tradedSymbols } from '../../domain/orders/legs.ts';
import type { JournalReader } from '../storage/repositories.ts';
import { decodeEvent } from './event-codec.ts';
import type { Ledger } from './ledger.ts';
import { OrderHistory } from './order-history.ts';

const BATCH_RECORDS = 4_096;

/** Applies the journal records after those of the ledger, up to a given one, and drops finished orders on the way. */
export async function replay(
  journal: JournalReader,
  ledger: Ledger,
  { toSeq, maxFinished }: { readonly toSeq: number; readonly maxFinished: number },
): Promise<void> {
  const history = new OrderHistory(journal, ledger);
  const read = (fromSeq: number) => {
    const batch = journal.batch(fromSeq, Math.min(BATCH_RECORDS, Math.max(1, toSeq - fromSeq + 1)));
    // The read may fail after its reader has stopped.
    batch.catch(() => undefined);
    return batch;
  };
  let reading = read(ledger.book.lastSeq + 1);
  while (ledger.book.lastSeq < toSeq) {
    const records = await reading;
    const last = records.at(-1);
    if (!last) return;
    // The next batch is read while this one is applied.
    reading = read(last.seq + 1);
    for (const record of records) {
      const event = decodeEvent(record);
      if (needsForgotten(ledger, event)) await recallFor(history, ledger, record.seq - 1, event);
      ledger.add(record.seq, event);
    }
    ledger.forgetFinished(maxFinished);
  }
}

type LateEvent = Extract<
  OrderEvent,
  { readonly kind: 'cancelRejected' | 'replaceRejected' | 'busted' | 'corrected' }
>;

/** The kinds of events that may concern a finished order. */
const isLate = (event: OrderEvent): event is LateEvent =>
  event.kind === 'busted' ||
  event.kind === 'corrected' ||
  event.kind === 'cancelRejected' ||
  event.kind === 'replaceRejected';

function needsForgotten(ledger: Ledger, event: OrderEvent): event is LateEvent {
  if (!isLate(event)) return false;
  const order = ledger.book.orders.get(event.orderId);
  if (!order) return true;
  const isAmendment = event.kind === 'busted' || event.kind === 'corrected';
  return isAmendment && forgottenHistories(ledger, order).length > 0;
}

/** The symbols that an order trades whose position histories are not in memory from their beginning. */
function forgottenHistories(ledger: Ledger, order: BookOrder): readonly string[] {
  const account = accountOf(ledger.book, order.account);
  return tradedSymbols(order).filter((symbol) => !hasWholeHistory(account, symbol));
}

async function recallFor(
  history: OrderHistory,
  ledger: Ledger,
  toSeq: number,
  event: LateEvent,
): Promise<void> {
  if (!ledger.book.orders.has(event.orderId)) {
    const story = await history.order(event.orderId, toSeq);
    // A refusal may name another account's order, or none.
    if (!story || ('account' in event && story.order.account !== event.account)) return;
    ledger.recall(story.order, story.sources);
  }
  if (event.kind === 'cancelRejected' || event.kind === 'replaceRejected') return;
  const order = ledger.book.orders.get(event.orderId);
  if (!order) return;
  const { account } = order;
  for (const symbol of forgottenHistories(ledger, order)) {
    const [earlier = []] = await history.positionHistories(account, symbol, [toSeq]);
    ledger.book.accounts.get(account)?.histories.delete(symbol);
    completeHistory(ledger.book, account, symbol, earlier);
  }
}
