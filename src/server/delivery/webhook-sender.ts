import { createHmac, randomBytes } from 'node:crypto';
import type { Notice } from '../../domain/notices/index.ts';
import type { SecretBox } from '../secret-box.ts';
import type { StoredChannel, StoredDelivery } from '../storage/delivery-store.ts';
import type { ChannelSender, SendOutcome } from './channel-sender.ts';
import { PostError, type GuardedPost } from './guarded-post.ts';

const SECRET_BYTES = 32;
/** Marks a text as a secret of this kind, so that scanners of code and logs find it. */
const SECRET_PREFIX = 'tdwh_';
const GONE_SECRET_TEXT = 'The secret of the webhook cannot be read any more. Make a new secret.';

/** A new secret, random. */
export const newWebhookSecret = (): string =>
  `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** What the secret of a user's webhook is sealed for. */
export const webhookPurpose = (userId: string): string => `webhook:${userId}`;

/** The signature over `timestamp.body`, hex. The timestamp is in whole seconds. */
export function webhookSignature(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** The body of a webhook call: JSON text, the same at each attempt. */
function webhookBody({ deliveryId, body }: Pick<StoredDelivery, 'deliveryId' | 'body'>): string {
  // The outbox holds only what this service has written.
  const notice = JSON.parse(body) as Notice;
  return JSON.stringify({
    id: deliveryId,
    notice: notice.noticeId,
    kind: notice.kind,
    time: new Date(notice.atMs).toISOString(),
    title: notice.title,
    text: notice.text,
    facts: notice.facts,
  });
}

/** Why a URL cannot be a webhook, as a sentence for the user; undefined when it can. */
export function webhookUrlProblem(text: string, mayBePlain: boolean): string | undefined {
  if (!URL.canParse(text)) return 'Enter a complete address, such as https://example.com/hooks/tapedeck.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBePlain))
    return 'The address must begin with https://.';
  if (url.username !== '' || url.password !== '')
    return 'The address must not contain a user name or password. Put a token into its path instead.';
  if (url.hash !== '') return 'The address must not contain a part after #.';
  return undefined;
}

/** Sends each notice as a signed call of the user's URL. */
export class WebhookSender implements ChannelSender {
  readonly maxBatch = 1;
  readonly pauseMs = 0;
  readonly #post: GuardedPost;
  readonly #secrets: SecretBox;
  readonly #hostMs: () => number;

  constructor(parts: {
    readonly post: GuardedPost;
    readonly secrets: SecretBox;
    readonly hostMs: () => number;
  }) {
    this.#post = parts.post;
    this.#secrets = parts.secrets;
    this.#hostMs = parts.hostMs;
  }

  async send(
    { userId, label, sealedSecret }: StoredChannel,
    deliveries: readonly StoredDelivery[],
    signal: AbortSignal,
  ): Promise<SendOutcome> {
    const secret = await this.#secrets.open(webhookPurpose(userId), sealedSecret);
    if (secret === undefined) return { kind: 'failed', error: GONE_SECRET_TEXT };
    for (const delivery of deliveries) {
      const error = await this.#call(new URL(label), secret, delivery, signal);
      if (error !== undefined) return { kind: 'failed', error };
    }
    return { kind: 'delivered' };
  }

  /** Resolves with the reason of a failure. */
  async #call(
    url: URL,
    secret: string,
    delivery: StoredDelivery,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const body = webhookBody(delivery);
    const timestamp = String(Math.floor(this.#hostMs() / 1000));
    try {
      const status = await this.#post({
        url,
        body,
        signal,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Tapedeck',
          'tapedeck-delivery': delivery.deliveryId,
          'tapedeck-timestamp': timestamp,
          'tapedeck-signature': `v1=${webhookSignature(secret, timestamp, body)}`,
        },
      });
      return statusProblem(status);
    } catch (error) {
      if (error instanceof PostError) return error.message;
      throw error;
    }
  }
}

function statusProblem(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400)
    return `The receiver answered with a redirect (${status}), which is not followed. Enter the final address.`;
  return `The receiver answered with status ${status}.`;
}
