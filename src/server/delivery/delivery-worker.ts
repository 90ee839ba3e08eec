import { quietEndMs, type NoticeSettings } from '../../domain/notices/index.ts';
import type { Logger } from '../logging.ts';
import type {
  DeliveryStore,
  StoredChannel,
  StoredDelivery,
  WaitingChannel,
} from '../storage/delivery-store.ts';
import { MAX_AGE_MS, MAX_ATTEMPTS, retryDelayMs } from './backoff.ts';
import type { ChannelSender } from './channel-sender.ts';

/** Channels of a kind that are served at the same time: one that hangs delays no other. */
const MAX_IN_FLIGHT = 32;
/** Channels read at a time. */
const MAX_LISTED = 1_000;
/** Longest time between two checks of what is due, ms: a clock that was set is noticed within it. */
const MAX_SLEEP_MS = 60_000;
/** Delay after an error of the database, ms. */
const RECOVER_MS = 5_000;
/** Longest that a stop waits for attempts under way, ms. They are cut after it and made again by the next process. */
const STOP_WAIT_MS = 1_000;
const TOO_OLD_TEXT = 'The channel has not worked for a day.';
const UNUSABLE_TEXT = 'The user is disabled or expired.';
const UNAVAILABLE_TEXT = 'This server does not offer the channel any more.';

/** Results of deliveries, as metrics count them. */
export const DELIVERY_RESULTS = ['delivered', 'retried', 'failed', 'dropped'] as const;
/** How a delivery ended, or that it will be tried again. */
export type DeliveryResult = (typeof DELIVERY_RESULTS)[number];

/** Called for deliveries that ended or failed. `channelKind` is the kind of their channel. */
export type DeliveryObserver = (channelKind: string, result: DeliveryResult, count: number) => void;

/** What the worker needs. `random` is in [0, 1). */
export interface DeliveryWorkerParts {
  readonly store: DeliveryStore;
  /** Undefined for a kind of channel that this server does not offer. */
  readonly senderOf: (channelKind: string) => ChannelSender | undefined;
  readonly settingsOf: (userId: string) => Promise<NoticeSettings>;
  /** Removes a channel that will never work again. */
  readonly removeChannel: (channel: StoredChannel) => Promise<void>;
  /** Whether the user is neither disabled nor expired. */
  readonly isUsable: (userId: string) => Promise<boolean>;
  readonly hostMs: () => number;
  readonly random: () => number;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly observe: DeliveryObserver;
}

/** Times are host UTC ms. */
interface Pause {
  readonly setAtMs: number;
  readonly untilMs: number;
}

const keyOf = ({ userId, channelId }: Pick<WaitingChannel, 'userId' | 'channelId'>): string =>
  JSON.stringify([userId, channelId]);

/**
 * Sends what is due in the outbox. The deliveries of a channel are sent one after another in the order of their events, channels side by side.
 * After a failure the whole channel waits, longer with each failure in a row.
 */
export class DeliveryWorker {
  readonly #parts: DeliveryWorkerParts;
  readonly #inFlight = new Map<string, { readonly kind: string; readonly served: Promise<void> }>();
  /** Failures in a row, by channel. */
  readonly #failures = new Map<string, number>();
  /** Channels that wait, with what is added meanwhile. */
  readonly #pauses = new Map<string, Pause>();
  readonly #cut = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #pump: Promise<void> | undefined;
  #isPumpWanted = false;
  #isStopped = false;

  constructor(parts: DeliveryWorkerParts) {
    this.#parts = parts;
  }

  /** Checks now what is due: something was added, or a due time was changed. */
  kick(): void {
    if (this.#isStopped) return;
    if (this.#pump) {
      this.#isPumpWanted = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#isPumpWanted = false;
    this.#pump = this.#sendDue()
      .catch((error: unknown) => {
        this.#parts.logger.error({ err: error }, 'the outbox of notices could not be read');
        return RECOVER_MS;
      })
      .then((sleepMs) => {
        this.#pump = undefined;
        if (this.#isStopped) return;
        if (this.#isPumpWanted) this.kick();
        else this.#timer = setTimeout(() => this.kick(), sleepMs).unref();
      });
  }

  /** The channel may work again: its failures so far do not count. */
  forgive(channel: Pick<WaitingChannel, 'userId' | 'channelId'>): void {
    this.#failures.delete(keyOf(channel));
    this.#pauses.delete(keyOf(channel));
  }

  /** Waits a moment for the attempts under way, then cuts them. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#pump;
    const timer = setTimeout(() => this.#cut.abort(), STOP_WAIT_MS);
    await Promise.all([...this.#inFlight.values()].map(({ served }) => served));
    clearTimeout(timer);
  }

  /** Begins with the channels that are due. Resolves with the time until the next is, ms. */
  async #sendDue(): Promise<number> {
    const { store, hostMs } = this.#parts;
    await store.makeDue(hostMs());
    const waiting = await store.waitingChannels(MAX_LISTED);
    const nowMs = hostMs();
    let sleepMs = MAX_SLEEP_MS;
    for (const channel of waiting) {
      const key = keyOf(channel);
      if (this.#isStopped) break;
      if (this.#inFlight.has(key) || !this.#hasRoom(channel.channelKind)) continue;
      const dueAtMs = Math.max(channel.dueAtMs, this.#pausedUntilMs(key, nowMs));
      if (dueAtMs > nowMs) sleepMs = Math.min(sleepMs, dueAtMs - nowMs);
      else this.#begin(key, channel);
    }
    return sleepMs;
  }

  /** A pause that was set later than now was set before the clock went back: it is over. */
  #pausedUntilMs(key: string, nowMs: number): number {
    const pause = this.#pauses.get(key);
    if (pause && pause.setAtMs <= nowMs && pause.untilMs > nowMs) return pause.untilMs;
    this.#pauses.delete(key);
    return 0;
  }

  #begin(key: string, channel: WaitingChannel): void {
    const served = this.#serve(channel)
      .catch((error: unknown) => {
        this.#parts.logger.error({ err: error, userId: channel.userId }, 'a notice could not be delivered');
        return this.#pause(channel, this.#parts.hostMs(), this.#nextDelayMs(channel)).catch(() => {});
      })
      .finally(() => {
        this.#inFlight.delete(key);
        this.kick();
      });
    this.#inFlight.set(key, { kind: channel.channelKind, served });
  }

  #hasRoom(channelKind: string): boolean {
    const count = [...this.#inFlight.values()].filter(({ kind }) => kind === channelKind).length;
    return count < MAX_IN_FLIGHT;
  }

  /** The channel waits from a moment on, with all that is due before the end of its pause. */
  #pause(
    channel: Pick<WaitingChannel, 'userId' | 'channelId'>,
    setAtMs: number,
    durationMs: number,
  ): Promise<void> {
    const untilMs = setAtMs + durationMs;
    this.#pauses.set(keyOf(channel), { setAtMs, untilMs });
    return this.#parts.store.postpone(
      { userId: channel.userId, channelId: channel.channelId },
      untilMs,
      setAtMs,
    );
  }

  #nextDelayMs(channel: Pick<WaitingChannel, 'userId' | 'channelId'>): number {
    const failures = (this.#failures.get(keyOf(channel)) ?? 0) + 1;
    this.#failures.set(keyOf(channel), failures);
    return retryDelayMs(failures, this.#parts.random());
  }

  /** One attempt of a channel. */
  async #serve(waiting: WaitingChannel): Promise<void> {
    const { store, senderOf, isUsable, hostMs } = this.#parts;
    const channel = (await store.channels(waiting.userId)).find(
      ({ channelId, isVerified }) => channelId === waiting.channelId && isVerified,
    );
    const sender = channel && senderOf(channel.kind);
    const due = await store.due(waiting, hostMs(), sender?.maxBatch ?? MAX_LISTED);
    if (!channel || !sender) return this.#end(due, 'Dropped', UNAVAILABLE_TEXT);
    if (!(await isUsable(waiting.userId))) return this.#end(due, 'Dropped', UNUSABLE_TEXT);
    const batch = await this.#withoutHeld(waiting.userId, due);
    if (batch.length > 0) await this.#attempt(channel, sender, batch);
  }

  /** Holds what the user's quiet hours hold. Returns the rest. */
  async #withoutHeld(userId: string, due: readonly StoredDelivery[]): Promise<readonly StoredDelivery[]> {
    const { store, settingsOf, hostMs } = this.#parts;
    const { quiet, quietModes } = await settingsOf(userId);
    const nowMs = hostMs();
    const endMs = quietEndMs(quiet, nowMs);
    if (endMs === undefined) return due;
    // A test is always sent. Kinds in the outbox are those of the settings otherwise.
    const isHeld = ({ noticeKind }: StoredDelivery): boolean =>
      noticeKind !== 'Test' && quietModes[noticeKind as keyof typeof quietModes] !== 'Send';
    const held = due.filter(isHeld).map(({ deliveryId }) => deliveryId);
    await store.postpone(held, endMs, nowMs);
    return due.filter((delivery) => !isHeld(delivery));
  }

  async #attempt(
    channel: StoredChannel,
    sender: ChannelSender,
    batch: readonly StoredDelivery[],
  ): Promise<void> {
    const { removeChannel, logger } = this.#parts;
    const outcome = await sender.send(channel, batch, this.#cut.signal);
    if (outcome.kind === 'delivered') {
      this.forgive(channel);
      await this.#end(batch, 'Delivered', '', 1);
      if (sender.pauseMs > 0) await this.#pause(channel, this.#parts.hostMs(), sender.pauseMs);
      return;
    }
    if (outcome.kind === 'gone') {
      await this.#end(batch, 'Failed', outcome.error, 1);
      await removeChannel(channel);
      logger.info({ userId: channel.userId, channel: channel.kind }, 'a channel of notices is gone');
      return;
    }
    // Cut by the stop of the server: that says nothing about the receiver.
    if (!this.#cut.signal.aborted) await this.#failed(channel, batch, outcome.error);
  }

  async #failed(channel: StoredChannel, batch: readonly StoredDelivery[], error: string): Promise<void> {
    const { store, hostMs, observe } = this.#parts;
    const nowMs = hostMs();
    const isLast = ({ attempts }: StoredDelivery): boolean => attempts + 1 >= MAX_ATTEMPTS;
    await this.#end(batch.filter(isLast), 'Failed', error, 1);
    const kept = batch.filter((delivery) => !isLast(delivery));
    await store.noteFailure(
      kept.map(({ deliveryId }) => deliveryId),
      error,
    );
    // Only after an attempt at the present time: a clock that jumps ahead makes nothing too old to be tried.
    const tooOld = await store.giveUpOlder(channel, nowMs - MAX_AGE_MS, {
      nowMs,
      error: `${TOO_OLD_TEXT} ${error}`,
    });
    observe(channel.kind, 'failed', tooOld);
    observe(channel.kind, 'retried', Math.max(0, kept.length - tooOld));
    await this.#pause(channel, nowMs, this.#nextDelayMs(channel));
  }

  async #end(
    batch: readonly StoredDelivery[],
    state: 'Delivered' | 'Failed' | 'Dropped',
    error: string,
    attempts = 0,
  ): Promise<void> {
    const { store, hostMs, observe } = this.#parts;
    await store.finish(
      batch.map(({ deliveryId }) => deliveryId),
      { state, nowMs: hostMs(), error, attempts },
    );
    const result = { Delivered: 'delivered', Failed: 'failed', Dropped: 'dropped' } as const;
    for (const [kind, ended] of Map.groupBy(batch, ({ channelKind }) => channelKind))
      observe(kind, result[state], ended.length);
  }
}
