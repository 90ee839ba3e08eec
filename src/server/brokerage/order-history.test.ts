import { expect, it } from 'vitest';
import { decodeEvent } from './event-codec.ts';
import { Ledger } from './ledger.ts';
import { OrderHistory } from './order-history.ts';
import { openHarness } from './testing/harness.ts';
import { MemoryJournal } from './testing/memory-journal.ts';

const ORDERS = 1_000;
/** Records that are added to the history in one turn of the event loop. */
const MAX_RECORDS_PER_TURN = 512;

it('reads the past of an account in pieces, so that other work runs in between', async () => {
  const journal = new MemoryJournal();
  const harness = await openHarness({ journal });
  for (let sent = 0; sent < ORDERS; sent += 1)
    await harness.send({
      quantity: 1,
      side: sent % 2 === 0 ? 'Buy' : 'Sell',
      source: sent % 2 === 0 ? 'Open' : 'Close',
    });
  const present = new Ledger();
  for (const record of journal.records) present.add(record.seq, decodeEvent(record));
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const lastSeq = present.book.lastSeq;
  const past = await new OrderHistory(journal, present).account('A', 1, lastSeq);
  isDone = true;
  expect(past.reportIndex.accountReports('A').orders).toHaveLength(ORDERS);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(lastSeq / MAX_RECORDS_PER_TURN));
  expect(turns).toBeGreaterThan(1);
});
