import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderEvent } from '../../domain/orders/core/types.ts';
import { hasOrderIdForm } from '../../domain/orders/order-id.ts';
import { decodeEvent, requestIdOfRecord } from '../brokerage/event-codec.ts';
import { openSnapshot } from '../storage/open-snapshot.ts';
import type { JournalRecord } from '../storage/repositories.ts';
import type { JournalSnapshot } from '../storage/storage-snapshot.ts';
import { UsageError, type AdminFlags, type StorageContext } from './admin-context.ts';

const RECORDS_PER_BATCH = 1_024;
/** More lines than this are no answer for a terminal. */
const MAX_RECORDS = 10_000;

/** Which records are shown. */
interface Selection {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly matches: (event: OrderEvent, requestId: string | undefined) => boolean;
}

/** Runs `journal show RECORD|FROM-TO`, `journal show --order ID` or `journal show --request ID`. The server may run. */
export async function runJournalShow(
  range: string | undefined,
  flags: AdminFlags,
  { storage, print }: Pick<StorageContext, 'storage' | 'print'>,
): Promise<void> {
  const selection = selectionOf(range, flags);
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-journal-'));
  try {
    const snapshot = await openSnapshot(storage, { folder });
    try {
      let shown = 0;
      for await (const line of linesOf(snapshot.journal, selection)) {
        shown += 1;
        if (shown > MAX_RECORDS)
          throw new Error(`more than ${MAX_RECORDS} records match. Name fewer with a range such as 1-500.`);
        print(line);
      }
      if (shown === 0) throw new Error('no record of the order journal matches.');
    } finally {
      await snapshot.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function selectionOf(range: string | undefined, { order, request }: AdminFlags): Selection {
  const { fromSeq, toSeq } = rangeOf(range);
  if (order !== undefined && !hasOrderIdForm(order))
    throw new UsageError(`journal show: "${order}" is not the id of an order.`);
  if (range === undefined && order === undefined && request === undefined)
    throw new UsageError('journal show: name records such as 120 or 100-200, or use --order or --request.');
  return {
    // The id of an order is the number of its first record.
    fromSeq: Math.max(fromSeq, order === undefined ? 1 : Number(order)),
    toSeq,
    matches: (event, requestId) =>
      (order === undefined || ('orderId' in event && event.orderId === order)) &&
      (request === undefined || requestId === request),
  };
}

function rangeOf(text: string | undefined): { readonly fromSeq: number; readonly toSeq: number } {
  if (text === undefined) return { fromSeq: 1, toSeq: Number.MAX_SAFE_INTEGER };
  const [, first, last = first] = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(text) ?? [];
  if (first === undefined || Number(last) < Number(first))
    throw new UsageError(`journal show: "${text}" is neither a record nor a range such as 100-200.`);
  return { fromSeq: Number(first), toSeq: Number(last) };
}

async function* linesOf(
  journal: JournalSnapshot,
  { fromSeq, toSeq, matches }: Selection,
): AsyncGenerator<string> {
  const lastSeq = Math.min(toSeq, journal.lastSeq);
  for (let next = fromSeq; next <= lastSeq;) {
    const records = await journal.batch(next, Math.min(RECORDS_PER_BATCH, lastSeq - next + 1));
    if (records.length === 0) return;
    for (const record of records) {
      const event = decodeEvent(record);
      const requestId = requestIdOfRecord(record);
      if (matches(event, requestId)) yield lineOf(record, event, requestId);
    }
    next += records.length;
  }
}

function lineOf({ seq }: JournalRecord, event: OrderEvent, requestId: string | undefined): string {
  const parts = [String(seq), new Date(event.timeMs).toISOString(), event.kind];
  const account = 'account' in event ? event.account : 'order' in event ? event.order.account : undefined;
  if (account !== undefined) parts.push(`account ${account}`);
  if ('orderId' in event) parts.push(`order ${event.orderId}`);
  if ('order' in event) parts.push(`ClientId ${event.order.clientId}`);
  if (event.kind === 'executed') parts.push(`quantity ${event.quantity}`);
  if ('code' in event) parts.push(`code ${event.code}`);
  if (requestId !== undefined) parts.push(`request ${requestId}`);
  return parts.join('  ');
}
