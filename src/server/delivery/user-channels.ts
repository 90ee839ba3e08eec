import type { ChannelKind } from '../../domain/notices/index.ts';
import type { SecretBox } from '../secret-box.ts';
import type { DeliveryStore, StoredChannel } from '../storage/delivery-store.ts';

/** Id of the user's only webhook. */
export const WEBHOOK_ID = 'webhook';

/** A channel as its user sees it. */
export interface UserChannel {
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly label: string;
  readonly isVerified: boolean;
}

/** A channel to set up. */
export interface NewChannel extends UserChannel {
  readonly userId: string;
  /** Undefined: the secret that the channel has stays. */
  readonly secret: { readonly purpose: string; readonly text: string } | undefined;
}

/** The channels of users. Their secrets are sealed before they are stored. */
export class UserChannels {
  readonly #store: DeliveryStore;
  readonly #secrets: SecretBox;
  readonly #hostMs: () => number;

  constructor(store: DeliveryStore, secrets: SecretBox, hostMs: () => number) {
    this.#store = store;
    this.#secrets = secrets;
    this.#hostMs = hostMs;
  }

  async list(userId: string): Promise<readonly UserChannel[]> {
    return (await this.#store.channels(userId)).map(toUserChannel);
  }

  async find(userId: string, channelId: string): Promise<StoredChannel | undefined> {
    return (await this.#store.channels(userId)).find((channel) => channel.channelId === channelId);
  }

  /** Stores a channel, or replaces the one with its id. */
  async put({ secret, ...channel }: NewChannel): Promise<void> {
    const known = await this.find(channel.userId, channel.channelId);
    const sealedSecret = secret ? await this.#secrets.seal(secret.purpose, secret.text) : known?.sealedSecret;
    await this.#store.putChannel({
      ...channel,
      sealedSecret: sealedSecret ?? '',
      createdAtMs: known?.createdAtMs ?? this.#hostMs(),
    });
  }
}

function toUserChannel({ channelId, kind, label, isVerified }: StoredChannel): UserChannel {
  // Only `put` stores channels, and it takes these kinds.
  return { channelId, kind: kind as ChannelKind, label, isVerified };
}
