import type { StoredChannel, StoredDelivery } from '../storage/delivery-store.ts';

/**
 * How an attempt ended. `gone`: the receiver has said that the channel will never work again. `error` is a sentence for the user.
 */
export type SendOutcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'gone'; readonly error: string };

/** Sends notices by one kind of channel. */
export interface ChannelSender {
  /** Deliveries of a channel that are sent together. */
  readonly maxBatch: number;
  /** Pause of a channel after it has sent, ms. */
  readonly pauseMs: number;
  /** Never rejects for a reason of the receiver. */
  send(
    channel: StoredChannel,
    deliveries: readonly StoredDelivery[],
    signal: AbortSignal,
  ): Promise<SendOutcome>;
}
