import { orderErrorMessage } from '../../domain/orders/errors.ts';
import { createObservable } from '../observable.ts';
import type { SendResult, TradingProblem } from '../types.ts';
import type { CreateExternalLink, ExternalBrokerLink, ExternalLinkState } from './external-link.ts';

const NO_ORDER_SERVER = -28;
const LOADING: ExternalLinkState = {
  isAvailable: false,
  login: 'LoggingIn',
  loginUrl: null,
  account: null,
  error: null,
};
const NOT_LOADED_TEXT = 'The code for the external broker could not be loaded. Reload the page.';

/**
 * An external broker whose code is loaded once a user has signed in, so that it is no part of the first load. Until then
 * the login counts as under way, and orders for it are rejected.
 */
export function createLazyExternalLink(
  load: () => Promise<CreateExternalLink>,
  name: string,
): CreateExternalLink {
  return (host) => {
    const state = createObservable(LOADING);
    const problemListeners = new Set<(problem: TradingProblem) => void>();
    let link: ExternalBrokerLink | null = null;
    let isLoading = false;
    let isDisposed = false;
    /** What `activate` was last called with; undefined while inactive. */
    let wanted: { readonly data: string | null } | undefined;
    const refused: SendResult = {
      ok: false,
      errorCode: NO_ORDER_SERVER,
      message: orderErrorMessage(NO_ORDER_SERVER),
    };

    async function begin(): Promise<void> {
      if (link !== null || isLoading || isDisposed) return;
      isLoading = true;
      try {
        const create = await load();
        if (isDisposed) return;
        const made = create(host);
        link = made;
        state.set(made.get());
        made.subscribe(() => state.set(made.get()));
        made.onProblem?.((problem) => {
          for (const listener of [...problemListeners]) listener(problem);
        });
        if (wanted !== undefined) made.activate(wanted.data);
      } catch {
        state.set({ ...LOADING, login: 'LoggedOut', error: NOT_LOADED_TEXT });
      } finally {
        isLoading = false;
      }
    }

    const follow = (): void => {
      const { phase, isDemo } = host.session.get();
      if (phase === 'logged-in' && !isDemo) void begin();
    };
    const stopListening = host.session.subscribe(follow);
    follow();

    return {
      name,
      get: state.get,
      subscribe: state.subscribe,
      activate(data) {
        wanted = { data };
        if (link === null) void begin();
        else link.activate(data);
      },
      deactivate() {
        wanted = undefined;
        link?.deactivate();
      },
      logout: async () => link?.logout() ?? { ok: false, message: NOT_LOADED_TEXT },
      orders: {
        send: (ticket) => link?.orders.send(ticket) ?? refused,
        cancel: (orderId) => link?.orders.cancel(orderId) ?? refused,
        replace: (orderId, ticket) => link?.orders.replace(orderId, ticket) ?? refused,
      },
      owns: (orderId) => link?.owns(orderId) ?? false,
      onProblem(listener) {
        const added = (problem: TradingProblem) => listener(problem);
        problemListeners.add(added);
        return () => void problemListeners.delete(added);
      },
      dispose() {
        isDisposed = true;
        stopListening();
        link?.dispose();
      },
    };
  };
}
