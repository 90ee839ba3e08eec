import { createHash } from 'node:crypto';
import { DAY_MS } from '../../domain/calendar/durations.ts';
import type { Notice } from '../../domain/notices/index.ts';
import type { SecretBox } from '../secret-box.ts';
import type { StoredChannel, StoredDelivery } from '../storage/delivery-store.ts';
import type { ChannelSender, SendOutcome } from './channel-sender.ts';
import { PostError, type GuardedPost } from './guarded-post.ts';
import type { StoredVapidKeys } from './vapid-keys.ts';

/** Where a browser receives notices, and the keys with which they are encrypted for it (base64url). */
export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A push service keeps a notice for a browser that is away for this long, seconds. */
const KEPT_SECONDS = DAY_MS / 1000;
/** With title and keys, a push service takes 4 kB. */
const MAX_TEXT_CHARS = 1_000;
const GONE_TEXT = 'The browser receives no notifications any more; it was removed.';
const NOT_FOUND = 404;
const GONE = 410;

/** What the subscription of a user's browser is sealed for. */
export const pushPurpose = (userId: string): string => `push:${userId}`;

/** Id of the channel of a browser: the same endpoint is the same browser. */
export const pushChannelId = (endpoint: string): string =>
  `push-${createHash('sha256').update(endpoint).digest('hex').slice(0, 32)}`;

/** Sends notices to browsers by their push services, encrypted for the browser. */
export class PushSender implements ChannelSender {
  readonly maxBatch = 1;
  readonly pauseMs = 0;
  readonly #post: GuardedPost;
  readonly #secrets: SecretBox;
  readonly #keys: StoredVapidKeys;
  readonly #subject: string;

  /** `subject`: how a push service reaches the operator, a mailto or https address. */
  constructor(parts: {
    readonly post: GuardedPost;
    readonly secrets: SecretBox;
    readonly keys: StoredVapidKeys;
    readonly subject: string;
  }) {
    this.#post = parts.post;
    this.#secrets = parts.secrets;
    this.#keys = parts.keys;
    this.#subject = parts.subject;
  }

  async send(
    { userId, sealedSecret }: StoredChannel,
    deliveries: readonly StoredDelivery[],
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const text = await this.#secrets.open(pushPurpose(userId), sealedSecret);
    if (text === undefined) return { kind: 'gone', error: GONE_TEXT };
    // Sealed by the delivery service alone.
    const subscription = JSON.parse(text) as PushSubscription;
    for (const delivery of deliveries) {
      const outcome = await this.#push(subscription, delivery, signal);
      if (outcome.kind !== 'delivered') return outcome;
    }
    return { kind: 'delivered' };
  }

  async #push(
    subscription: PushSubscription,
    delivery: StoredDelivery,
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const request = await this.#encrypted(subscription, delivery);
    if (request === undefined) return { kind: 'gone', error: 'The keys of the browser are invalid.' };
    try {
      const status = await this.#post({ ...request, url: new URL(subscription.endpoint), signal });
      if (status >= 200 && status < 300) return { kind: 'delivered' };
      if (status === NOT_FOUND || status === GONE) return { kind: 'gone', error: GONE_TEXT };
      return { kind: 'failed', error: `The push service answered with status ${status}.` };
    } catch (error) {
      if (error instanceof PostError) return { kind: 'failed', error: error.message };
      throw error;
    }
  }

  /** Undefined when the keys of the subscription are none. */
  async #encrypted(
    { endpoint, p256dh, auth }: PushSubscription,
    delivery: StoredDelivery,
  ): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } | undefined> {
    const { default: webPush } = await import('web-push');
    const vapidDetails = { ...(await this.#keys.get()), subject: this.#subject };
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payloadOf(delivery),
        {
          vapidDetails,
          TTL: KEPT_SECONDS,
          urgency: 'high',
          // A repetition replaces the message that the browser has not fetched yet.
          topic: delivery.deliveryId,
        },
      );
      // The library sets texts and numbers.
      const texts = Object.entries(headers as Record<string, unknown>).map(([name, value]) => [
        name,
        String(value),
      ]);
      return { headers: Object.fromEntries(texts) as Record<string, string>, body };
    } catch {
      return undefined;
    }
  }
}

/** What the service worker shows. The id is the tag of the notification: a repetition replaces the one that is shown. */
function payloadOf({ deliveryId, body }: StoredDelivery): string {
  // The outbox holds only what this service has written.
  const { title, text, atMs } = JSON.parse(body) as Notice;
  return JSON.stringify({ id: deliveryId, title, text: text.slice(0, MAX_TEXT_CHARS), atMs });
}
