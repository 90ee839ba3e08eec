import type { Readable, ToolPlatform } from '../../src/plugin-api/index.ts';

export interface ExerciseRequestState {
  readonly isSending: boolean;
  /** Why the last request failed; null = it did not. */
  readonly failure: string | null;
}

/** Sends requests to exercise an option, one at a time. A request that is repeated after a failure keeps its ClientId, so it exercises once. */
export class ExerciseRequest implements Readable<ExerciseRequestState> {
  readonly #orders: Pick<ToolPlatform['orders'], 'exercise'>;
  readonly #symbol: string;
  readonly #onDone: () => void;
  readonly #listeners = new Set<() => void>();
  #state: ExerciseRequestState = { isSending: false, failure: null };
  #failed: { readonly contracts: number; readonly clientId: string } | undefined;

  constructor(orders: Pick<ToolPlatform['orders'], 'exercise'>, symbol: string, onDone: () => void) {
    this.#orders = orders;
    this.#symbol = symbol;
    this.#onDone = onDone;
  }

  readonly get = (): ExerciseRequestState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Sends unless a request is under way. */
  async send(contracts: number): Promise<void> {
    if (this.#state.isSending) return;
    this.#set({ isSending: true, failure: null });
    const repeated = this.#failed?.contracts === contracts ? { clientId: this.#failed.clientId } : {};
    const result = await this.#orders.exercise({ symbol: this.#symbol, contracts, ...repeated });
    if (!result.ok) this.#failed = { contracts, clientId: result.clientId };
    this.#set({ isSending: false, failure: result.ok ? null : result.message });
    // The settlement itself is announced like those at expiration.
    if (result.ok) this.#onDone();
  }

  #set(state: ExerciseRequestState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
