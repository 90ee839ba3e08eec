import type { ExternalBrokerKind } from '../../domain/orders/brokers.ts';
import { GroupError, orderErrorMessage } from '../../domain/orders/errors.ts';
import type { GroupResult, GroupTicket } from '../orders/group-types.ts';
import { createObservable } from '../observable.ts';
import type { Outcome, SendResult, TradingProblem } from '../types.ts';
import type { SettleWay } from './reconciliation.ts';
import type {
  BrokerKey,
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
  reconciliation: null,
  stated: null,
};
const NOT_LOADED_TEXT = 'The code for the external broker could not be loaded. Reload the page.';

const NO_GROUPS: GroupResult = {
  ok: false,
  errorCode: GroupError.NotAtExternalBroker,
  message: orderErrorMessage(GroupError.NotAtExternalBroker),
  isUnknown: false,
  clientId: '',
};

const REJECTED: SendResult = {
  ok: false,
  errorCode: NO_ORDER_SERVER,
  message: orderErrorMessage(NO_ORDER_SERVER),
};

/** `ending` aborts when the link is disposed of: nothing may be repeated from then on. */
type ExternalLinkLoader = (host: ExternalBrokerHost, ending: AbortSignal) => Promise<CreateExternalLink>;

/**
 * An external broker whose code is loaded once a user has signed in, so that it is no part of the first load. Until then
 * the login counts as under way, and orders for it are rejected.
 */
export function createLazyExternalLink(load: ExternalLinkLoader): CreateExternalLink {
  return (host) => new LazyExternalLink(load, host);
}

class LazyExternalLink implements ExternalBrokerLink {
  readonly orders: ExternalBrokerLink['orders'] = {
    send: (ticket, clientId) => this.#link?.orders.send(ticket, clientId) ?? REJECTED,
    cancel: (orderId) => this.#link?.orders.cancel(orderId) ?? REJECTED,
    replace: (orderId, ticket) => this.#link?.orders.replace(orderId, ticket) ?? REJECTED,
  };
  readonly #load: ExternalLinkLoader;
  readonly #host: ExternalBrokerHost;
  readonly #state = createObservable(LOADING);
  readonly #problemListeners = new Set<(problem: TradingProblem) => void>();
  readonly #stopListening: () => void;
  #link: ExternalBrokerLink | null = null;
  readonly #ending = new AbortController();
  #isLoading = false;
  /** The argument of the last `activate`; undefined while inactive. */
  #activation: { readonly data: string | null } | undefined;

  constructor(load: ExternalLinkLoader, host: ExternalBrokerHost) {
    this.#load = load;
    this.#host = host;
    this.#stopListening = host.session.subscribe(() => this.#loadForUser());
    this.#loadForUser();
  }

  /** Schwab until the server's broker is known. */
  get broker(): ExternalBrokerKind {
    return this.#link?.broker ?? 'schwab';
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

  async connect(key: BrokerKey): Promise<Outcome> {
    return this.#link?.connect?.(key) ?? { ok: false, message: NOT_LOADED_TEXT };
  }

  async placeGroup(ticket: GroupTicket, clientId?: string): Promise<GroupResult> {
    return this.#link?.placeGroup?.(ticket, clientId) ?? NO_GROUPS;
  }

  async settle(key: string, mark: string, way: SettleWay): Promise<Outcome> {
    return this.#link?.settle?.(key, mark, way) ?? { ok: false, message: NOT_LOADED_TEXT };
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
    this.#ending.abort();
    this.#stopListening();
    this.#link?.dispose();
  }

  #loadForUser(): void {
    const { phase, isDemo } = this.#host.session.get();
    if (phase === 'logged-in' && !isDemo) void this.#begin();
  }

  /** Loads the code and creates the link, once. After a failure the next call tries again. */
  async #begin(): Promise<void> {
    if (this.#link !== null || this.#isLoading || this.#ending.signal.aborted) return;
    this.#isLoading = true;
    try {
      const create = await this.#load(this.#host, this.#ending.signal);
      if (this.#ending.signal.aborted) return;
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
