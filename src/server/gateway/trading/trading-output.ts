import { catalogue, CLOSE_TOO_SLOW, encode, type Message } from '../../../protocol/index.ts';
import type { Peer } from '../sockets/peer.ts';
import type { Refusal } from '../../refusals.ts';

/** Reports must not be dropped, so a client this far behind (bytes) is disconnected and loads its state again. */
const CUT_ABOVE_BYTES = 16 * 1024 * 1024;
/** The next part of a long answer is sent when the client has taken most of what was sent before, bytes. */
const STATE_BELOW_BYTES = 1024 * 1024;
const DRAIN_CHECK_MS = 10;

/** The name of a request on the trading socket. */
export type RequestName = Message<'trading', 'toServer'>['name'];

/** What one trading connection sends to its client, within the limits of what may wait for a slow client. */
export class TradingOutput {
  readonly #peer: Peer;

  constructor(peer: Peer) {
    this.#peer = peer;
  }

  /** Sends a frame, or disconnects a client that is too far behind. */
  readonly send = (text: string): void => {
    if (this.#peer.bufferedBytes() > CUT_ABOVE_BYTES) this.#peer.close(CLOSE_TOO_SLOW, 'too slow');
    else this.#peer.send(text);
  };

  /** Resolves when the client has taken most of what was sent before. */
  readonly drained = async (): Promise<void> => {
    while (this.#peer.bufferedBytes() > STATE_BELOW_BYTES && this.#peer.isOpen())
      await new Promise((resolve) => setTimeout(resolve, DRAIN_CHECK_MS));
  };

  /** Answers a request with a failure. `clientId`: that of the order or change that it concerns. */
  readonly fail = (refusal: Refusal, requestName: RequestName, clientId?: string): void =>
    this.send(
      encode('failure', {
        Message: refusal.message,
        ErrorCode: refusal.code,
        RequestT: catalogue[requestName].T,
        ClientId: clientId,
      }),
    );
}
