import type { SendReady, StrategyRequests } from './strategy-requests.ts';

/** Requests both lists of strategies, once `load` was called. */
export class ListRequests {
  readonly #sendReady: SendReady;
  readonly #requests: StrategyRequests;
  readonly #account: () => string;
  readonly #onRequested: () => void;
  #isWanted = false;

  constructor(
    sendReady: SendReady,
    requests: StrategyRequests,
    account: () => string,
    onRequested: () => void,
  ) {
    this.#sendReady = sendReady;
    this.#requests = requests;
    this.#account = account;
    this.#onRequested = onRequested;
  }

  async load(): Promise<void> {
    this.#isWanted = true;
    if (!this.#send()) return;
    const answerTo = (name: 'strategyList' | 'publicStrategyList', isPublic: boolean): Promise<true> =>
      this.#requests.answerTo(name, (message) =>
        message.name === 'strategies' && message.body.IsPublic === isPublic && !message.body.HasMore
          ? { value: true }
          : undefined,
      );
    await Promise.all([answerTo('strategyList', false), answerTo('publicStrategyList', true)]);
  }

  /** Requests the lists again; does nothing before the first `load`. */
  reload(): void {
    if (this.#isWanted) this.#send();
  }

  #send(): boolean {
    const body = { Account: this.#account() };
    const isSent = this.#sendReady('strategyList', body) && this.#sendReady('publicStrategyList', body);
    if (isSent) this.#onRequested();
    return isSent;
  }
}
