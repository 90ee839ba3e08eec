import type { HttpApi } from '../connection/http-api.ts';
import { createObservable } from '../observable.ts';
import type {
  Outcome,
  Readable,
  SessionState,
  TradingApi,
  TradingApiName,
  TradingApiState,
} from '../types.ts';
import type { ExternalBrokerLink } from './external-link.ts';

export const OWN_NAME = 'Tapedeck';
export const DEMO_TRADING_INFO_TEXT = 'Changing trading info is not supported during Demo Session';
export const DEMO_ACCOUNT_TEXT = `A demo account trades through ${OWN_NAME}. Switch to a live account to trade with the external broker.`;
export const NO_EXTERNAL_TEXT = 'This server has no external broker set up.';
const NOT_SIGNED_IN_TEXT = 'Sign in first.';

const OWN: TradingApiState = {
  api: 'Own',
  name: OWN_NAME,
  login: 'LoggedIn',
  supportsLogout: false,
  tradingAccount: null,
  error: null,
  loginUrl: null,
  isExternalAvailable: false,
};

export interface TradingApiDeps {
  readonly api: Pick<HttpApi, 'call'>;
  readonly session: Readable<SessionState>;
  readonly token: () => string | null;
  /** The choice as the server has it, with what it keeps for the external broker. */
  readonly stored: () => { readonly api: string | null; readonly data: string | null };
  /** The server has stored a choice. */
  readonly onChosen: (api: TradingApiName) => void;
  /** The external broker's side; absent when this client has none. */
  readonly external?: ExternalBrokerLink | undefined;
}

/** The trading API as the session drives it. */
export interface TradingApiCore extends TradingApi {
  /** The account is loaded (another one, perhaps): starts what is chosen for it. */
  onAccountReady(): void;
  /** Nobody is signed in, or another account is about to be. */
  reset(): void;
  dispose(): void;
}

/**
 * Through whom orders go. The own service is always logged in; a demo session and a demo account always use it, whatever
 * is chosen (spec platform.md §4).
 */
export function createTradingApi({
  api,
  session,
  token,
  stored,
  onChosen,
  external,
}: TradingApiDeps): TradingApiCore {
  let chosen: TradingApiName = 'Own';
  let data: string | null = null;
  let isActive = false;
  const state = createObservable<TradingApiState>(OWN);

  const isOwnOnly = (): boolean => session.get().isDemo || !session.get().isLive;

  function update(): void {
    const link = external?.get();
    const isExternalAvailable = link?.isAvailable ?? false;
    if (!isActive && !(chosen === 'External' && external === undefined)) {
      state.set({ ...OWN, tradingAccount: session.get().account, isExternalAvailable });
      return;
    }
    state.set({
      api: 'External',
      name: external?.name ?? 'External broker',
      login: link?.login ?? 'LoggedOut',
      supportsLogout: external !== undefined,
      tradingAccount: link?.account ?? null,
      // While it is being found out there is nothing wrong yet.
      error: link?.error ?? (isExternalAvailable || link?.login === 'LoggingIn' ? null : NO_EXTERNAL_TEXT),
      loginUrl: link?.loginUrl ?? null,
      isExternalAvailable,
    });
  }

  /** Starts or stops the external side, as the choice and the account say. */
  function apply(): void {
    const isWanted = chosen === 'External' && external !== undefined;
    if (isWanted !== isActive) {
      isActive = isWanted;
      if (isWanted) external?.activate(data);
      else external?.deactivate();
    }
    update();
  }

  const stopListening = external?.subscribe(update);

  return {
    get: state.get,
    subscribe: state.subscribe,
    async choose(next): Promise<Outcome> {
      if (session.get().isDemo) return { ok: false, message: DEMO_TRADING_INFO_TEXT };
      if (token() === null) return { ok: false, message: NOT_SIGNED_IN_TEXT };
      if (next === 'External') {
        if (isOwnOnly()) return { ok: false, message: DEMO_ACCOUNT_TEXT };
        if (external?.get().isAvailable !== true) return { ok: false, message: NO_EXTERNAL_TEXT };
      }
      const { userId, account } = session.get();
      try {
        await api.call('setTradingApi', null, { token: token(), params: { api: next } });
      } catch (error) {
        return { ok: false, message: error instanceof Error ? error.message : String(error) };
      }
      if (session.get().userId !== userId) return { ok: true };
      onChosen(next);
      // Another account was selected while the server stored the choice: it reads the choice when it is ready.
      if (session.get().account !== account) return { ok: true };
      chosen = next;
      apply();
      return { ok: true };
    },
    async logout(): Promise<Outcome> {
      if (!isActive || external === undefined)
        return { ok: false, message: `${OWN_NAME} needs no login of its own.` };
      return external.logout();
    },
    onProblem: (listener) => external?.onProblem?.(listener) ?? (() => {}),
    onAccountReady() {
      const held = stored();
      data = held.data;
      chosen = !isOwnOnly() && held.api === 'External' ? 'External' : 'Own';
      apply();
    },
    reset() {
      chosen = 'Own';
      data = null;
      apply();
    },
    dispose() {
      stopListening?.();
      external?.dispose();
    },
  };
}
