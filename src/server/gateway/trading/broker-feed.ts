import type { BrokerUpdate } from '../../brokers/external-broker-service.ts';
import type { RecordRequest } from '../../brokers/external-records.ts';
import { encode } from '../../../protocol/index.ts';
import type { Principal } from '../../identity/identity.ts';
import type { GatewayDeps } from '../deps.ts';

/** What a connection does at the external broker: records that it stores and loads, and updates of orders that it follows. */
export class BrokerFeed {
  readonly #deps: Pick<GatewayDeps, 'externalBroker' | 'externalRecords'>;
  readonly #send: (text: string) => void;
  #stopFollowing: (() => void) | undefined;
  /** Rises when what the client follows ends, so that a request under way does not begin it again. */
  #generation = 0;

  constructor(deps: Pick<GatewayDeps, 'externalBroker' | 'externalRecords'>, send: (text: string) => void) {
    this.#deps = deps;
    this.#send = send;
  }

  /** Handles one request of the client; `principal` is undefined while no user is signed in. */
  async serve(request: RecordRequest, principal: Principal | undefined): Promise<void> {
    const generation = this.#generation;
    await this.#deps.externalRecords.serve(request, principal, this.#send);
    if (request.name !== 'tradingApiInfo' || principal === undefined || principal.isDemo) return;
    if (generation !== this.#generation) return;
    if (request.body.Login === 'LoggedOut') this.end();
    else if (request.body.Login === 'LoggedIn') this.#follow(principal.userId);
  }

  /** The user has signed out, or the connection is closed. */
  end(): void {
    this.#generation += 1;
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
  }

  #follow(userId: string): void {
    if (this.#stopFollowing !== undefined) return;
    this.#stopFollowing = this.#deps.externalBroker?.follow?.(userId, (update) =>
      this.#send(encodeUpdate(update)),
    );
  }
}

function encodeUpdate(update: BrokerUpdate): string {
  switch (update.kind) {
    case 'update':
      return encode('apiUpdate', { State: 'Live', Update: update.text });
    case 'live':
      return encode('apiUpdate', { State: 'Live', Update: null });
    case 'lost':
      return encode('apiUpdate', { State: 'Lost', Update: null });
  }
}
