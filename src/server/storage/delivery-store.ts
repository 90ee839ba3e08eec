import type { DeliveryState } from './delivery-tables.ts';

/** A way out of the browser as it is stored. */
export interface StoredChannel {
  readonly userId: string;
  readonly channelId: string;
  readonly kind: string;
  /** A URL, a mail address, or the name of a browser. */
  readonly label: string;
  /** Encrypted with a key of the installation. */
  readonly sealedSecret: string;
  readonly isVerified: boolean;
  /** Host UTC ms. */
  readonly createdAtMs: number;
}

/** How far the events of a source have become notices. `source` is `alerts`, or `account:` with the name of an account. */
export interface NoticeCursor {
  readonly source: string;
  /** 0 = none yet. */
  readonly serial: number;
  /** ClientId of the report with that serial; empty for other sources. */
  readonly clientId: string;
  /** Exchange UTC ms of that event; with serial 0, events before it are no notices. */
  readonly timeMs: number;
}

/** A notice for one channel, to be added to the outbox. `body` is the JSON text of the notice, `dueAtMs` host UTC ms. */
export interface NewDelivery {
  readonly deliveryId: string;
  readonly noticeId: string;
  readonly noticeKind: string;
  readonly channelId: string;
  readonly channelKind: string;
  readonly body: string;
  readonly dueAtMs: number;
  /** Reason why it is not sent; empty = it is. */
  readonly dropReason: string;
}

/** A notice for one channel in the outbox. Times are host UTC ms. */
export interface StoredDelivery extends Omit<NewDelivery, 'dropReason'> {
  readonly userId: string;
  /** 1, 2, 3 … for each user, in the order of adding. */
  readonly serial: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
  readonly lastError: string;
}

/** Bounds of the outbox of a user. */
export interface OutboxLimits {
  /** Waiting deliveries of a channel; the oldest beyond are dropped. */
  readonly maxWaiting: number;
  /** Finished deliveries of a user; the oldest beyond are deleted. */
  readonly maxFinished: number;
}

/** A channel with deliveries that wait, and when the first of them is due, host UTC ms. */
export interface WaitingChannel {
  readonly channelKind: string;
  readonly userId: string;
  readonly channelId: string;
  readonly dueAtMs: number;
}

/** Settings, channels, cursors and the outbox of notices, each reached by the id of its user. */
export interface DeliveryStore {
  /** JSON text; undefined when the user has stored none. */
  settings(userId: string): Promise<string | undefined>;
  storeSettings(userId: string, body: string): Promise<void>;
  channels(userId: string): Promise<StoredChannel[]>;
  /** Adds a channel, or replaces the one with its id. */
  putChannel(channel: StoredChannel): Promise<void>;
  /** Removes a channel and drops what waits for it; with the last channel, the cursors too. False when there is no such channel. */
  removeChannel(userId: string, channelId: string, nowMs: number): Promise<boolean>;
  /** Users who have a channel with this id. */
  usersOfChannel(channelId: string): Promise<string[]>;
  /** Users with a verified channel. */
  usersWithChannels(): Promise<string[]>;
  cursors(userId: string): Promise<NoticeCursor[]>;
  /**
   * Adds deliveries and moves cursors in one transaction. A delivery whose notice and channel are in the outbox already changes nothing. Returns
   * how many deliveries were dropped because too many wait, by kind of channel.
   */
  add(
    userId: string,
    deliveries: readonly NewDelivery[],
    cursors: readonly NoticeCursor[],
    bounds: { readonly limits: OutboxLimits; readonly nowMs: number },
  ): Promise<ReadonlyMap<string, number>>;
  /** Channels with waiting deliveries, the first due first. */
  waitingChannels(limit: number): Promise<WaitingChannel[]>;
  /** Waiting deliveries of a channel that are due, the oldest first. */
  due(
    channel: Pick<WaitingChannel, 'userId' | 'channelId'>,
    nowMs: number,
    limit: number,
  ): Promise<StoredDelivery[]>;
  /** Ends waiting deliveries. `attempts` is added to those made. */
  finish(
    deliveryIds: readonly string[],
    end: {
      readonly state: Exclude<DeliveryState, 'Waiting'>;
      readonly nowMs: number;
      readonly error: string;
      readonly attempts: number;
    },
  ): Promise<void>;
  /** Counts an attempt of waiting deliveries that failed. */
  noteFailure(deliveryIds: readonly string[], error: string): Promise<void>;
  /** Sets the due time of waiting deliveries: those named, or all of the channel that are due before. */
  postpone(
    which: readonly string[] | Pick<WaitingChannel, 'userId' | 'channelId'>,
    dueAtMs: number,
    nowMs: number,
  ): Promise<void>;
  /** Gives up what waits for a channel since before a time. Returns how many. */
  giveUpOlder(
    channel: Pick<WaitingChannel, 'userId' | 'channelId'>,
    createdBeforeMs: number,
    end: { readonly nowMs: number; readonly error: string },
  ): Promise<number>;
  /** Makes everything that waits due now: of one user, or (without) everything whose due time was set later than `nowMs`, because the clock went back. */
  makeDue(nowMs: number, userId?: string): Promise<void>;
  /** Makes a delivery that waits or has failed due now, with its attempts counted from 0 again. Resolves with its channel; undefined when there is no such delivery of the user, or no channel. */
  retry(userId: string, deliveryId: string, nowMs: number): Promise<string | undefined>;
  /** The newest first. */
  list(userId: string, limit: number): Promise<StoredDelivery[]>;
}
