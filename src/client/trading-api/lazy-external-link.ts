import type { BrokerKind } from '../../domain/orders/brokers.ts';
import { orderErrorMessage } from '../../domain/orders/errors.ts';
import { createObservable } from '../observable.ts';
import type { Outcome, SendResult, TradingProblem } from '../types.ts';
import type {
  CreateExternalLink,
  ExternalBrokerHost,
  ExternalBrokerLink,
  ExternalLinkState,
} from './external-link.ts';

const NO_ORDER_SERVER = -28;
const LOADING: ExternalLinkState = {
  isAvailable: false,
  login: 'LoggingIn',
  loginUrl: null,
  account: null,
  error: null,
};
const NOT_LOADED_TEXT = 'The code for the external broker could not be loaded. Reload the page.';

const REJECTED: SendResult = {
  ok: false,
  errorCode: NO_ORDER_SERVER,
  message: orderErrorMessage(NO_ORDER_SERVER),
};

/**
 * An external broker whose code is loaded once a user has signed in, so that it is no part of the first load. Until then
 * the login counts as under way, and orders for it are rejected.
 */
export function createLazyExternalLink(
  load: () => Promise<CreateExternalLink>,
  broker: BrokerKind,
): CreateExternalLink {
  return (host) => new LazyExternalLink(load, broker, host);
}

class LazyExternalLink implements ExternalBrokerLink {
  readonly broker: BrokerKind;
  readonly orders: ExternalBrokerLink['orders'] = {
    send: (ticket) => this.#link?.orders.send(ticket) ?? REJECTED,
    cancel: (orderId) => this.#link?.orders.cancel(orderId) ?? REJECTED,
    replace: (orderId, ticket) => this.#link?.orders.replace(orderId, ticket) ?? REJECTED,
  };
  readonly #load: () => Promise<CreateExternalLink>;
  readonly #host: ExternalBrokerHost;
  readonly #state = createObservable(LOADING);
  readonly #problemListeners = new Set<(problem: TradingProblem) => void>();
  readonly #stopListening: () => void;
  #link: ExternalBrokerLink | null = null;
  #isLoading = false;
  #isDisposed = false;
  /** The argument of the last `activate`; undefined while inactive. */
  #activation: { readonly data: string | null } | undefined;

  constructor(load: () => Promise<CreateExternalLink>, broker: BrokerKind, host: ExternalBrokerHost) {
    this.broker = broker;
    this.#load = load;
    this.#host = host;
    this.#stopListening = host.session.subscribe(() => this.#loadForUser());
    this.#loadForUser();
  }

  readonly get = () => this.#state.get();
  readonly subscribe = (listener: () => void) => this.#state.subscribe(listener);

  activate(data: string | null): void {
    this.#activation = { data };
    if (this.#link === null) void this.#begin();
    else this.#link.activate(data);
  }

  deactivate(): void {
    this.#activation = undefined;
    this.#link?.deactivate();
  }

  async logout(): Promise<Outcome> {
    return this.#link?.logout() ?? { ok: false, message: NOT_LOADED_TEXT };
  }

  owns(orderId: string): boolean {
    return this.#link?.owns(orderId) ?? false;
  }

  onProblem(listener: (problem: TradingProblem) => void): () => void {
    const added = (problem: TradingProblem) => listener(problem);
    this.#problemListeners.add(added);
    return () => void this.#problemListeners.delete(added);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopListening();
    this.#link?.dispose();
  }

  #loadForUser(): void {
    const { phase, isDemo } = this.#host.session.get();
    if (phase === 'logged-in' && !isDemo) void this.#begin();
  }

  /** Loads the code and creates the link, once. After a failure the next call tries again. */
  async #begin(): Promise<void> {
    if (this.#link !== null || this.#isLoading || this.#isDisposed) return;
    this.#isLoading = true;
    try {
      const create = await this.#load();
      if (this.#isDisposed) return;
      const link = create(this.#host);
      this.#link = link;
      this.#state.set(link.get());
      link.subscribe(() => this.#state.set(link.get()));
      link.onProblem?.((problem) => {
        for (const listener of [...this.#problemListeners]) listener(problem);
      });
      if (this.#activation !== undefined) link.activate(this.#activation.data);
    } catch {
      this.#state.set({ ...LOADING, login: 'LoggedOut', error: NOT_LOADED_TEXT });
    } finally {
      this.#isLoading = false;
    }
  }
}
