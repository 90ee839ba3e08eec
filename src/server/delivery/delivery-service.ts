import { createHash, randomUUID } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { err, ok, type Result } from '../../domain/assert/assert.ts';
import {
  DEFAULT_NOTICE_SETTINGS,
  noticeSettingsProblem,
  readNoticeSettings,
  quietEndMs,
  type ChannelKind,
  type Notice,
  type NoticeKind,
  type NoticeSettings,
} from '../../domain/notices/index.ts';
import type { Logger } from '../logging.ts';
import type {
  DeliveryStore,
  NewDelivery,
  NoticeCursor,
  OutboxLimits,
  StoredChannel,
  StoredDelivery,
} from '../storage/delivery-store.ts';
import { DEMO_REFUSAL, type DeliveryCaller, type DeliveryRefusal } from './delivery-caller.ts';
import type { DeliveryObserver, DeliveryWorker } from './delivery-worker.ts';
import type { DisconnectWatch } from './disconnect-watch.ts';
import { testNotice } from './event-notices.ts';
import type { MailSetup } from './mail-setup.ts';
import type { NoticeSources } from './notice-sources.ts';
import type { PushSetup } from './push-setup.ts';
import { WEBHOOK_ID, type UserChannel, type UserChannels } from './user-channels.ts';
import { newWebhookSecret, webhookPurpose, webhookUrlProblem } from './webhook-sender.ts';

/** Waiting deliveries of a channel, and finished ones of a user, that are kept. */
const OUTBOX_LIMITS: OutboxLimits = { maxWaiting: 500, maxFinished: 500 };
/** Deliveries in the log that users see. */
const SHOWN_DELIVERIES = 100;
/** Tests and retries that a user may make in a minute: they reach machines of others. */
const TRIES_PER_MINUTE = 6;
const QUIET_TEXT = 'Quiet hours.';

/** Settings, channels and what this server offers. */
export interface DeliveryView {
  readonly settings: NoticeSettings;
  readonly channels: readonly UserChannel[];
  /** Kinds of channels that this server offers. */
  readonly offers: readonly ChannelKind[];
  /** The key with which browsers subscribe, base64url. */
  readonly pushKey: string;
}

/** What the service consists of. */
export interface DeliveryServiceParts {
  readonly store: DeliveryStore;
  readonly channels: UserChannels;
  readonly sources: NoticeSources;
  readonly worker: DeliveryWorker;
  readonly disconnects: DisconnectWatch;
  readonly offers: readonly ChannelKind[];
  /** Undefined: the operator has not set up mail. */
  readonly mail: MailSetup | undefined;
  readonly push: PushSetup;
  /** Whether webhooks may use plain http, to addresses that the operator allows. */
  readonly mayBePlain: boolean;
  readonly observe: DeliveryObserver;
  readonly hostMs: () => number;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

const NO_CHANNEL: DeliveryRefusal = { reason: 'missing', message: 'This channel is not set up any more.' };
const TOO_MANY: DeliveryRefusal = {
  reason: 'wait',
  message: `At most ${TRIES_PER_MINUTE} tests and retries a minute. Try again in a minute.`,
};

/** What users set up about notices, the log of their deliveries, and the way from events into the outbox. */
export class DeliveryService {
  readonly #parts: DeliveryServiceParts;
  readonly #tries = new RateLimiterMemory({ points: TRIES_PER_MINUTE, duration: 60 });

  constructor(parts: DeliveryServiceParts) {
    this.#parts = parts;
  }

  /** Follows the events of users with channels, and sends what waits. */
  async start(): Promise<void> {
    await this.#parts.sources.start();
    this.#parts.worker.kick();
  }

  /** Events gathered so far are stored; attempts under way are cut after a moment and made again after the next start. */
  async stop(): Promise<void> {
    const { disconnects, sources, worker } = this.#parts;
    disconnects.stop();
    await sources.stop();
    await worker.stop();
  }

  /** Connections of users, for notices of lost ones. */
  get connections(): Pick<DisconnectWatch, 'entered' | 'lost'> {
    return this.#parts.disconnects;
  }

  /** Setting up a mail address; undefined when the operator has not set up mail. */
  get mail(): MailSetup | undefined {
    return this.#parts.mail;
  }

  /** Setting up browsers. */
  get push(): PushSetup {
    return this.#parts.push;
  }

  async view(userId: string): Promise<DeliveryView> {
    const { store, channels } = this.#parts;
    return {
      settings: await settingsOf(store, userId),
      channels: await channels.list(userId),
      offers: this.#parts.offers,
      pushKey: await this.#parts.push.publicKey(),
    };
  }

  /** Stores the settings. What waits is judged by them from now on. */
  async storeSettings(
    { userId, isDemo }: DeliveryCaller,
    settings: NoticeSettings,
  ): Promise<Result<undefined, DeliveryRefusal>> {
    if (isDemo) return err(DEMO_REFUSAL);
    const problem = noticeSettingsProblem(settings);
    if (problem !== undefined) return err({ reason: 'invalid', message: problem });
    const { store, worker, hostMs } = this.#parts;
    await store.storeSettings(userId, JSON.stringify(settings));
    // Held deliveries are held again where the new quiet hours say so.
    await store.makeDue(hostMs(), userId);
    worker.kick();
    return ok(undefined);
  }

  /** Sets the URL of the user's webhook. Resolves with the secret of a new one, and with null for one that has its secret. */
  async setWebhook(
    { userId, isDemo }: DeliveryCaller,
    url: string,
  ): Promise<Result<string | null, DeliveryRefusal>> {
    if (isDemo) return err(DEMO_REFUSAL);
    const problem = webhookUrlProblem(url, this.#parts.mayBePlain);
    if (problem !== undefined) return err({ reason: 'invalid', message: problem });
    const known = await this.#parts.channels.find(userId, WEBHOOK_ID);
    return ok(await this.#putWebhook(userId, url, known === undefined));
  }

  /** Replaces the secret of the user's webhook. Resolves with the new one. */
  async rotateSecret({ userId, isDemo }: DeliveryCaller): Promise<Result<string, DeliveryRefusal>> {
    if (isDemo) return err(DEMO_REFUSAL);
    const known = await this.#parts.channels.find(userId, WEBHOOK_ID);
    if (!known) return err(NO_CHANNEL);
    const secret = await this.#putWebhook(userId, known.label, true);
    return secret === null ? err(NO_CHANNEL) : ok(secret);
  }

  async #putWebhook(userId: string, url: string, isNewSecret: boolean): Promise<string | null> {
    const { sources, channels, worker } = this.#parts;
    const secret = isNewSecret ? newWebhookSecret() : null;
    await sources.change(userId, () =>
      channels.put({
        userId,
        channelId: WEBHOOK_ID,
        kind: 'Webhook',
        label: url,
        isVerified: true,
        secret: secret === null ? undefined : { purpose: webhookPurpose(userId), text: secret },
      }),
    );
    worker.forgive({ userId, channelId: WEBHOOK_ID });
    return secret;
  }

  /** Removes a channel; what waits for it is dropped. */
  async removeChannel(
    { userId, isDemo }: DeliveryCaller,
    channelId: string,
  ): Promise<Result<undefined, DeliveryRefusal>> {
    if (isDemo) return err(DEMO_REFUSAL);
    const { store, sources, hostMs } = this.#parts;
    const isRemoved = await sources.change(userId, () => store.removeChannel(userId, channelId, hostMs()));
    return isRemoved ? ok(undefined) : err(NO_CHANNEL);
  }

  /** Puts a test into the outbox of a channel. */
  async test(
    { userId, isDemo }: DeliveryCaller,
    channelId: string,
  ): Promise<Result<undefined, DeliveryRefusal>> {
    if (isDemo) return err(DEMO_REFUSAL);
    const channel = await this.#parts.channels.find(userId, channelId);
    if (!channel?.isVerified) return err(NO_CHANNEL);
    if (!(await this.#mayTry(userId))) return err(TOO_MANY);
    const { store, worker, hostMs } = this.#parts;
    const nowMs = hostMs();
    const added = newDelivery(channel, testNotice(randomUUID(), nowMs), nowMs, '');
    await store.add(userId, [added], [], { limits: OUTBOX_LIMITS, nowMs });
    worker.forgive(channel);
    worker.kick();
    return ok(undefined);
  }

  /** The newest deliveries of the user. */
  log(userId: string): Promise<StoredDelivery[]> {
    return this.#parts.store.list(userId, SHOWN_DELIVERIES);
  }

  /** Makes a delivery that waits or has failed due now. */
  async retry(
    { userId, isDemo }: DeliveryCaller,
    deliveryId: string,
  ): Promise<Result<undefined, DeliveryRefusal>> {
    if (isDemo) return err(DEMO_REFUSAL);
    if (!(await this.#mayTry(userId))) return err(TOO_MANY);
    const { store, worker, hostMs } = this.#parts;
    const channelId = await store.retry(userId, deliveryId, hostMs());
    if (channelId === undefined)
      return err({
        reason: 'missing',
        message:
          'Only a notification that waits or has failed can be sent again, while its channel is set up.',
      });
    worker.forgive({ userId, channelId });
    worker.kick();
    return ok(undefined);
  }

  /** Puts notices into the outbox of each channel that the user has chosen for their kind, together with the cursors of their sources. */
  async addNotices(
    userId: string,
    notices: readonly Notice[],
    cursors: readonly NoticeCursor[],
  ): Promise<void> {
    const { store, worker, hostMs, observe, logger } = this.#parts;
    const verified = (await store.channels(userId)).filter(({ isVerified }) => isVerified);
    if (verified.length === 0) return;
    const settings = await settingsOf(store, userId);
    const nowMs = hostMs();
    const deliveries = notices.flatMap((notice) => deliveriesOf(notice, verified, settings, nowMs));
    const dropped = await store.add(userId, deliveries, cursors, { limits: OUTBOX_LIMITS, nowMs });
    for (const [kind, count] of dropped) {
      logger.warn({ userId, channel: kind, count }, 'too many notices of a user were waiting');
      observe(kind, 'dropped', count);
    }
    if (deliveries.length > 0) worker.kick();
  }

  async #mayTry(userId: string): Promise<boolean> {
    try {
      await this.#tries.consume(userId);
      return true;
    } catch {
      // The limiter rejects beyond its limit, and for no other reason: it is in memory.
      return false;
    }
  }
}

/** The settings of a user, or the default ones. */
export async function settingsOf(store: DeliveryStore, userId: string): Promise<NoticeSettings> {
  const body = await store.settings(userId);
  // Written by `storeSettings` alone, which checks them.
  return body === undefined
    ? DEFAULT_NOTICE_SETTINGS
    : readNoticeSettings(JSON.parse(body) as NoticeSettings);
}

function deliveriesOf(
  notice: Notice,
  channels: readonly StoredChannel[],
  settings: NoticeSettings,
  nowMs: number,
): readonly NewDelivery[] {
  const chosen = notice.kind === 'Test' ? [] : settings.channels[notice.kind];
  const isDropped = notice.kind !== 'Test' && isDroppedNow(notice.kind, settings, nowMs);
  return channels
    .filter(({ kind }) => chosen.some((name) => name === kind))
    .map((channel) => newDelivery(channel, notice, nowMs, isDropped ? QUIET_TEXT : ''));
}

const isDroppedNow = (kind: NoticeKind, { quiet, quietModes }: NoticeSettings, nowMs: number): boolean =>
  quietModes[kind] === 'Drop' && quietEndMs(quiet, nowMs) !== undefined;

/** The delivery of a notice by a channel. Its id is derived from both, so that it is added, and known to the receiver, once. */
function newDelivery(channel: StoredChannel, notice: Notice, nowMs: number, dropReason: string): NewDelivery {
  const { userId, channelId, kind: channelKind } = channel;
  const identity = JSON.stringify([userId, notice.noticeId, channelId]);
  return {
    deliveryId: createHash('sha256').update(identity).digest('hex').slice(0, 32),
    noticeId: notice.noticeId,
    noticeKind: notice.kind,
    channelId,
    channelKind,
    body: JSON.stringify(notice),
    dueAtMs: nowMs,
    dropReason,
  };
}
