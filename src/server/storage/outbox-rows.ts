import type { ExpressionBuilder, Transaction } from 'kysely';
import type { NewDelivery, NoticeCursor, WaitingChannel } from './delivery-store.ts';
import type { Database } from './schema.ts';

/** Drop reason of what waits beyond the limit. */
const TOO_MANY_TEXT = 'Too many notices were waiting; the oldest were dropped.';
/** Moves the cursor of a source. */
export async function putCursor(
  transaction: Transaction<Database>,
  userId: string,
  { source, serial, clientId, timeMs }: NoticeCursor,
): Promise<void> {
  const columns = { serial, client_id: clientId, time_ms: timeMs };
  await transaction
    .insertInto('notice_cursors')
    .values({ user_id: userId, source, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet(columns))
    .execute();
}

/** Rows of one statement: SQLite takes 32,766 values, and the outbox has 15 columns. */
const ROWS_PER_INSERT = 500;

/** Adds deliveries, but for those that are there already. */
export async function insertDeliveries(
  transaction: Transaction<Database>,
  userId: string,
  deliveries: readonly NewDelivery[],
  nowMs: number,
): Promise<void> {
  const last = await transaction
    .selectFrom('deliveries')
    .select((eb) => eb.fn.max('serial').as('serial'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const firstSerial = Number(last?.serial ?? 0) + 1;
  const rows = deliveries.map((delivery, index) => ({
    delivery_id: delivery.deliveryId,
    user_id: userId,
    serial: firstSerial + index,
    notice_id: delivery.noticeId,
    channel_id: delivery.channelId,
    channel_kind: delivery.channelKind,
    notice_kind: delivery.noticeKind,
    body: delivery.body,
    state: delivery.dropReason === '' ? ('Waiting' as const) : ('Dropped' as const),
    attempts: 0,
    due_at_ms: delivery.dueAtMs,
    due_set_at_ms: nowMs,
    created_at_ms: nowMs,
    ended_at_ms: delivery.dropReason === '' ? null : nowMs,
    last_error: delivery.dropReason,
  }));
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await transaction
      .insertInto('deliveries')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .onConflict((conflict) => conflict.column('delivery_id').doNothing())
      .execute();
}

/** Drops what waits for a channel beyond the limit, the oldest first. Returns how many. */
export async function dropOldest(
  transaction: Transaction<Database>,
  { userId, channelId }: Pick<WaitingChannel, 'userId' | 'channelId'>,
  maxWaiting: number,
  nowMs: number,
): Promise<number> {
  const isWaiting = (eb: ExpressionBuilder<Database, 'deliveries'>) =>
    eb.and([eb('state', '=', 'Waiting'), eb('user_id', '=', userId), eb('channel_id', '=', channelId)]);
  const done = await transaction
    .updateTable('deliveries')
    .set({ state: 'Dropped', ended_at_ms: nowMs, last_error: TOO_MANY_TEXT })
    .where(isWaiting)
    .where('delivery_id', 'not in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('delivery_id')
        .where(isWaiting)
        .orderBy('serial', 'desc')
        .limit(maxWaiting),
    )
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Deletes finished deliveries of a user beyond the limit, the oldest first. */
export async function pruneFinished(
  transaction: Transaction<Database>,
  userId: string,
  maxFinished: number,
): Promise<void> {
  await transaction
    .deleteFrom('deliveries')
    .where('user_id', '=', userId)
    .where('state', '!=', 'Waiting')
    .where('delivery_id', 'not in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('delivery_id')
        .where('user_id', '=', userId)
        .where('state', '!=', 'Waiting')
        .orderBy('serial', 'desc')
        .limit(maxFinished),
    )
    .execute();
}
