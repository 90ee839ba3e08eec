import { encode } from '../../../protocol/index.ts';
import type { GatewayDeps } from '../deps.ts';
import { routePermissionsOf } from './reference-data.ts';

/** Sends the route permissions of the selected account, and again whenever an administrator changes them. */
export class RouteFeed {
  readonly #risk: GatewayDeps['risk'];
  readonly #send: (text: string) => void;
  readonly #onError: (error: unknown) => void;
  #stop = (): void => {};

  constructor(risk: GatewayDeps['risk'], send: (text: string) => void, onError: (error: unknown) => void) {
    this.#risk = risk;
    this.#send = send;
    this.#onError = onError;
  }

  /** Resolves when the present permissions are sent. Rejects when they cannot be read. */
  async start(account: string): Promise<void> {
    this.stop();
    let isStopped = false;
    let sent = '';
    const publish = async (): Promise<void> => {
      const facts = await this.#risk.account(account);
      if (isStopped) return;
      const text = encode('routePermissions', routePermissionsOf(facts));
      if (text === sent) return;
      sent = text;
      this.#send(text);
    };
    const unsubscribe = this.#risk.onChanged(() => void publish().catch(this.#onError));
    this.#stop = () => {
      isStopped = true;
      unsubscribe();
    };
    await publish();
  }

  stop(): void {
    this.#stop();
    this.#stop = () => {};
  }
}
