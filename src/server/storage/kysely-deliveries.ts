import type { Kysely, Selectable } from 'kysely';
import type { DeliveryState } from './delivery-tables.ts';
import type {
  DeliveryStore,
  NewDelivery,
  NoticeCursor,
  OutboxLimits,
  StoredChannel,
  StoredDelivery,
  WaitingChannel,
} from './delivery-store.ts';
import { lockUser } from './lock-user.ts';
import { dropOldest, insertDeliveries, pruneFinished, putCursor } from './outbox-rows.ts';
import type { Database } from './schema.ts';

/** Drop reason of what waited for a channel that was removed. */
const REMOVED_TEXT = 'The channel was removed.';

/** Over Kysely, the same on SQLite and PostgreSQL. */
export class KyselyDeliveryStore implements DeliveryStore {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async settings(userId: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('notice_settings')
      .select('body')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row?.body;
  }

  async storeSettings(userId: string, body: string): Promise<void> {
    await this.#db
      .insertInto('notice_settings')
      .values({ user_id: userId, body })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ body }))
      .execute();
  }

  async channels(userId: string): Promise<StoredChannel[]> {
    const rows = await this.#db
      .selectFrom('notice_channels')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at_ms')
      .orderBy('channel_id')
      .execute();
    return rows.map(toChannel);
  }

  async putChannel({ userId, channelId, ...channel }: StoredChannel): Promise<void> {
    const columns = {
      kind: channel.kind,
      label: channel.label,
      sealed_secret: channel.sealedSecret,
      is_verified: Number(channel.isVerified),
      created_at_ms: channel.createdAtMs,
    };
    await this.#db
      .insertInto('notice_channels')
      .values({ user_id: userId, channel_id: channelId, ...columns })
      .onConflict((conflict) => conflict.columns(['user_id', 'channel_id']).doUpdateSet(columns))
      .execute();
  }

  removeChannel(userId: string, channelId: string, nowMs: number): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      const done = await transaction
        .deleteFrom('notice_channels')
        .where('user_id', '=', userId)
        .where('channel_id', '=', channelId)
        .executeTakeFirst();
      await transaction
        .updateTable('deliveries')
        .set({ state: 'Dropped', ended_at_ms: nowMs, last_error: REMOVED_TEXT })
        .where('state', '=', 'Waiting')
        .where('user_id', '=', userId)
        .where('channel_id', '=', channelId)
        .execute();
      const left = await transaction
        .selectFrom('notice_channels')
        .select('channel_id')
        .where('user_id', '=', userId)
        .where('is_verified', '=', 1)
        .executeTakeFirst();
      // A channel that is set up later begins with the events of that time.
      if (left === undefined)
        await transaction.deleteFrom('notice_cursors').where('user_id', '=', userId).execute();
      return done.numDeletedRows > 0n;
    });
  }

  async usersOfChannel(channelId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('notice_channels')
      .select('user_id')
      .where('channel_id', '=', channelId)
      .execute();
    return rows.map((row) => row.user_id);
  }

  async usersWithChannels(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('notice_channels')
      .select('user_id')
      .distinct()
      .where('is_verified', '=', 1)
      .execute();
    return rows.map((row) => row.user_id);
  }

  async cursors(userId: string): Promise<NoticeCursor[]> {
    const rows = await this.#db
      .selectFrom('notice_cursors')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ source, serial, client_id: clientId, time_ms: timeMs }) => ({
      source,
      serial,
      clientId,
      timeMs,
    }));
  }

  add(
    userId: string,
    deliveries: readonly NewDelivery[],
    cursors: readonly NoticeCursor[],
    { limits, nowMs }: { readonly limits: OutboxLimits; readonly nowMs: number },
  ): Promise<ReadonlyMap<string, number>> {
    return this.#db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      for (const cursor of cursors) await putCursor(transaction, userId, cursor);
      const dropped = new Map<string, number>();
      if (deliveries.length === 0) return dropped;
      await insertDeliveries(transaction, userId, deliveries, nowMs);
      await pruneFinished(transaction, userId, limits.maxFinished);
      for (const [channelId, kind] of new Map(deliveries.map((each) => [each.channelId, each.channelKind]))) {
        const count = await dropOldest(transaction, { userId, channelId }, limits.maxWaiting, nowMs);
        if (count > 0) dropped.set(kind, (dropped.get(kind) ?? 0) + count);
      }
      return dropped;
    });
  }

  async waitingChannels(limit: number): Promise<WaitingChannel[]> {
    const rows = await this.#db
      .selectFrom('deliveries')
      .select((eb) => ['user_id', 'channel_id', 'channel_kind', eb.fn.min('due_at_ms').as('due_at_ms')])
      .where('state', '=', 'Waiting')
      .groupBy(['user_id', 'channel_id', 'channel_kind'])
      .orderBy('due_at_ms')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      userId: row.user_id,
      channelId: row.channel_id,
      channelKind: row.channel_kind,
      dueAtMs: Number(row.due_at_ms),
    }));
  }

  async due(
    { userId, channelId }: Pick<WaitingChannel, 'userId' | 'channelId'>,
    nowMs: number,
    limit: number,
  ): Promise<StoredDelivery[]> {
    const rows = await this.#db
      .selectFrom('deliveries')
      .selectAll()
      .where('state', '=', 'Waiting')
      .where('user_id', '=', userId)
      .where('channel_id', '=', channelId)
      .where('due_at_ms', '<=', nowMs)
      .orderBy('serial')
      .limit(limit)
      .execute();
    return rows.map(toDelivery);
  }

  async finish(
    deliveryIds: readonly string[],
    end: {
      readonly state: Exclude<DeliveryState, 'Waiting'>;
      readonly nowMs: number;
      readonly error: string;
      readonly attempts: number;
    },
  ): Promise<void> {
    if (deliveryIds.length === 0) return;
    await this.#db
      .updateTable('deliveries')
      .set((eb) => ({
        state: end.state,
        ended_at_ms: end.nowMs,
        last_error: end.error,
        attempts: eb('attempts', '+', end.attempts),
      }))
      .where('delivery_id', 'in', deliveryIds)
      .where('state', '=', 'Waiting')
      .execute();
  }

  async noteFailure(deliveryIds: readonly string[], error: string): Promise<void> {
    if (deliveryIds.length === 0) return;
    await this.#db
      .updateTable('deliveries')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: error }))
      .where('delivery_id', 'in', deliveryIds)
      .where('state', '=', 'Waiting')
      .execute();
  }

  async postpone(
    which: readonly string[] | Pick<WaitingChannel, 'userId' | 'channelId'>,
    dueAtMs: number,
    nowMs: number,
  ): Promise<void> {
    if (Array.isArray(which) && which.length === 0) return;
    const update = this.#db
      .updateTable('deliveries')
      .set({ due_at_ms: dueAtMs, due_set_at_ms: nowMs })
      .where('state', '=', 'Waiting');
    await (
      'channelId' in which
        ? update
            .where('user_id', '=', which.userId)
            .where('channel_id', '=', which.channelId)
            .where('due_at_ms', '<', dueAtMs)
        : update.where('delivery_id', 'in', which)
    ).execute();
  }

  async giveUpOlder(
    { userId, channelId }: Pick<WaitingChannel, 'userId' | 'channelId'>,
    createdBeforeMs: number,
    { nowMs, error }: { readonly nowMs: number; readonly error: string },
  ): Promise<number> {
    const done = await this.#db
      .updateTable('deliveries')
      .set({ state: 'Failed', ended_at_ms: nowMs, last_error: error })
      .where('state', '=', 'Waiting')
      .where('user_id', '=', userId)
      .where('channel_id', '=', channelId)
      .where('created_at_ms', '<', createdBeforeMs)
      .executeTakeFirst();
    return Number(done.numUpdatedRows);
  }

  async makeDue(nowMs: number, userId?: string): Promise<void> {
    const update = this.#db
      .updateTable('deliveries')
      .set({ due_at_ms: nowMs, due_set_at_ms: nowMs })
      .where('state', '=', 'Waiting');
    await (
      userId === undefined ? update.where('due_set_at_ms', '>', nowMs) : update.where('user_id', '=', userId)
    ).execute();
  }

  retry(userId: string, deliveryId: string, nowMs: number): Promise<string | undefined> {
    return this.#db.transaction().execute(async (transaction) => {
      await lockUser(transaction, userId);
      const found = await transaction
        .selectFrom('deliveries')
        .innerJoin('notice_channels', (join) =>
          join
            .onRef('notice_channels.user_id', '=', 'deliveries.user_id')
            .onRef('notice_channels.channel_id', '=', 'deliveries.channel_id'),
        )
        .select('deliveries.channel_id as channelId')
        .where('deliveries.user_id', '=', userId)
        .where('delivery_id', '=', deliveryId)
        .where('state', 'in', ['Waiting', 'Failed'])
        .executeTakeFirst();
      if (!found) return undefined;
      await transaction
        .updateTable('deliveries')
        .set({
          state: 'Waiting',
          attempts: 0,
          due_at_ms: nowMs,
          due_set_at_ms: nowMs,
          // It is given up a day after this, as a new one is.
          created_at_ms: nowMs,
          ended_at_ms: null,
        })
        .where('delivery_id', '=', deliveryId)
        .execute();
      return found.channelId;
    });
  }

  async list(userId: string, limit: number): Promise<StoredDelivery[]> {
    const rows = await this.#db
      .selectFrom('deliveries')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('serial', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toDelivery);
  }
}

function toChannel(row: Selectable<Database['notice_channels']>): StoredChannel {
  return {
    userId: row.user_id,
    channelId: row.channel_id,
    kind: row.kind,
    label: row.label,
    sealedSecret: row.sealed_secret,
    isVerified: row.is_verified === 1,
    createdAtMs: row.created_at_ms,
  };
}

function toDelivery(row: Selectable<Database['deliveries']>): StoredDelivery {
  return {
    deliveryId: row.delivery_id,
    userId: row.user_id,
    serial: row.serial,
    noticeId: row.notice_id,
    noticeKind: row.notice_kind,
    channelId: row.channel_id,
    channelKind: row.channel_kind,
    body: row.body,
    state: row.state,
    attempts: row.attempts,
    dueAtMs: row.due_at_ms,
    createdAtMs: row.created_at_ms,
    endedAtMs: row.ended_at_ms,
    lastError: row.last_error,
  };
}
