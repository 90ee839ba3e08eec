import { err, ok, type Result } from '../../domain/assert/assert.ts';
import type { DeliveryStore } from '../storage/delivery-store.ts';
import { DEMO_REFUSAL, type DeliveryCaller, type DeliveryRefusal } from './delivery-caller.ts';
import type { NoticeSources } from './notice-sources.ts';
import { pushChannelId, pushPurpose, type PushSubscription } from './push-sender.ts';
import type { UserChannels } from './user-channels.ts';
import type { StoredVapidKeys } from './vapid-keys.ts';
import { webhookUrlProblem } from './webhook-sender.ts';

/** Browsers of a user that receive notices. */
const MAX_BROWSERS = 10;

/** What setting up browsers needs. */
export interface PushSetupParts {
  readonly store: DeliveryStore;
  readonly channels: UserChannels;
  readonly sources: Pick<NoticeSources, 'change'>;
  readonly keys: StoredVapidKeys;
  /** Whether endpoints may use plain http, to addresses that the operator allows. */
  readonly mayBePlain: boolean;
  readonly hostMs: () => number;
}

/** Browsers that receive notices by their push services. */
export class PushSetup {
  readonly #parts: PushSetupParts;

  constructor(parts: PushSetupParts) {
    this.#parts = parts;
  }

  /** The key with which browsers subscribe, base64url. */
  async publicKey(): Promise<string> {
    return (await this.#parts.keys.get()).publicKey;
  }

  /** Adds a browser of the user, or renews it. A browser belongs to the user who added it last. */
  async add(
    { userId, isDemo }: DeliveryCaller,
    browserName: string,
    subscription: PushSubscription,
  ): Promise<Result<undefined, DeliveryRefusal>> {
    if (isDemo) return err(DEMO_REFUSAL);
    const { channels, sources, mayBePlain } = this.#parts;
    if (webhookUrlProblem(subscription.endpoint, mayBePlain) !== undefined)
      return err({ reason: 'invalid', message: 'The address of the push service is invalid.' });
    const channelId = pushChannelId(subscription.endpoint);
    const others = (await channels.list(userId)).filter(
      (channel) => channel.kind === 'Push' && channel.channelId !== channelId,
    );
    if (others.length >= MAX_BROWSERS)
      return err({
        reason: 'invalid',
        message: `At most ${MAX_BROWSERS} browsers receive notifications. Remove one first.`,
      });
    await this.#removeFromOthers(userId, channelId);
    await sources.change(userId, () =>
      channels.put({
        userId,
        channelId,
        kind: 'Push',
        label: browserName,
        isVerified: true,
        secret: { purpose: pushPurpose(userId), text: JSON.stringify(subscription) },
      }),
    );
    return ok(undefined);
  }

  async #removeFromOthers(userId: string, channelId: string): Promise<void> {
    const { store, sources, hostMs } = this.#parts;
    for (const other of await store.usersOfChannel(channelId))
      if (other !== userId)
        await sources.change(other, () => store.removeChannel(other, channelId, hostMs()));
  }
}
