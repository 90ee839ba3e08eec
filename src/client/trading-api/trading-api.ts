import { BROKERS } from '../../domain/orders/brokers.ts';
import type { HttpApi } from '../connection/http-api.ts';
import { createObservable } from '../observable.ts';
import type {
  Outcome,
  Readable,
  SessionState,
  TradingApi,
  TradingApiName,
  TradingApiState,
  TradingProblem,
} from '../types.ts';
import type { BrokerKey, ExternalBrokerLink } from './external-link.ts';
import type { SettleWay } from './reconciliation.ts';

const OWN_NAME = BROKERS.tapedeck.name;
/** Error of a change of the order service in a demo (spec text). */
export const DEMO_TRADING_INFO_TEXT = 'Changing trading info is not supported during Demo Session';
/** Error of the choice of the external broker with a demo account. */
export const DEMO_ACCOUNT_TEXT = `A demo account trades through ${OWN_NAME}. Switch to a live account to trade with the external broker.`;
/** Error of the choice of an external broker that the server does not have. */
export const NO_EXTERNAL_TEXT = 'This server has no external broker set up.';
const NOT_SIGNED_IN_TEXT = 'Sign in first.';

/** The state of the product's own trading service. */
const BUILT_IN: TradingApiState = {
  api: 'Own',
  name: OWN_NAME,
  login: 'LoggedIn',
  supportsLogout: false,
  tradingAccount: null,
  error: null,
  loginUrl: null,
  isExternalAvailable: false,
  externalBroker: 'schwab',
  capabilities: BROKERS.tapedeck.capabilities,
  reconciliation: null,
  stated: null,
};

/** The external broker is chosen, and this client has none. */
const NO_EXTERNAL: TradingApiState = {
  api: 'External',
  name: BROKERS.schwab.name,
  login: 'LoggedOut',
  supportsLogout: false,
  tradingAccount: null,
  error: NO_EXTERNAL_TEXT,
  loginUrl: null,
  isExternalAvailable: false,
  externalBroker: 'schwab',
  capabilities: BROKERS.schwab.capabilities,
  reconciliation: null,
  stated: null,
};

/** The session, the stored choice and the external broker. */
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
  /** An account is loaded: activates the service that is chosen for it. */
  onAccountReady(): void;
  /** The user has signed out, or another account is about to be loaded. */
  reset(): void;
  dispose(): void;
}

/**
 * The service that orders go to. The product's own service is always logged in; a demo session and a demo account always use it,
 * whatever is chosen (spec platform.md §4).
 */
export function createTradingApi(deps: TradingApiDeps): TradingApiCore {
  return new TradingApiStore(deps);
}

class TradingApiStore implements TradingApiCore {
  readonly #deps: TradingApiDeps;
  readonly #state = createObservable<TradingApiState>(BUILT_IN);
  readonly #stopListening: (() => void) | undefined;
  #chosen: TradingApiName = 'Own';
  #data: string | null = null;
  #isActive = false;

  constructor(deps: TradingApiDeps) {
    this.#deps = deps;
    this.#stopListening = deps.external?.subscribe(() => this.#update());
  }

  readonly get = () => this.#state.get();
  readonly subscribe = (listener: () => void) => this.#state.subscribe(listener);

  async choose(next: TradingApiName): Promise<Outcome> {
    const { api, session, token, onChosen } = this.#deps;
    const refusal = this.#refusalOf(next);
    if (refusal !== undefined) return { ok: false, message: refusal };
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
    this.#chosen = next;
    this.#apply();
    return { ok: true };
  }

  async connect(key: BrokerKey): Promise<Outcome> {
    const { external } = this.#deps;
    if (!this.#isActive || external?.connect === undefined)
      return { ok: false, message: `${this.#state.get().name} takes no keys.` };
    return external.connect(key);
  }

  async settle(key: string, mark: string, way: SettleWay): Promise<Outcome> {
    const { external } = this.#deps;
    if (!this.#isActive || external?.settle === undefined)
      return { ok: false, message: `${OWN_NAME} has nothing to settle.` };
    return external.settle(key, mark, way);
  }

  async logout(): Promise<Outcome> {
    const { external } = this.#deps;
    if (!this.#isActive || external === undefined)
      return { ok: false, message: `${OWN_NAME} needs no login of its own.` };
    return external.logout();
  }

  onProblem(listener: (problem: TradingProblem) => void): () => void {
    return this.#deps.external?.onProblem?.(listener) ?? (() => {});
  }

  onAccountReady(): void {
    const stored = this.#deps.stored();
    this.#data = stored.data;
    this.#chosen = !this.#isOwnOnly() && stored.api === 'External' ? 'External' : 'Own';
    this.#apply();
  }

  reset(): void {
    this.#chosen = 'Own';
    this.#data = null;
    this.#apply();
  }

  dispose(): void {
    this.#stopListening?.();
    this.#deps.external?.dispose();
  }

  #isOwnOnly(): boolean {
    const { isDemo, isLive } = this.#deps.session.get();
    return isDemo || !isLive;
  }

  /** Why this service cannot be chosen now; undefined when it can. */
  #refusalOf(next: TradingApiName): string | undefined {
    const { session, token, external } = this.#deps;
    if (session.get().isDemo) return DEMO_TRADING_INFO_TEXT;
    if (token() === null) return NOT_SIGNED_IN_TEXT;
    if (next !== 'External') return undefined;
    if (this.#isOwnOnly()) return DEMO_ACCOUNT_TEXT;
    return external?.get().isAvailable === true ? undefined : NO_EXTERNAL_TEXT;
  }

  /** Activates or deactivates the external broker's link to match the choice. */
  #apply(): void {
    const { external } = this.#deps;
    const shouldBeActive = this.#chosen === 'External' && external !== undefined;
    if (shouldBeActive !== this.#isActive) {
      this.#isActive = shouldBeActive;
      if (shouldBeActive) external.activate(this.#data);
      else external?.deactivate();
    }
    this.#update();
  }

  #update(): void {
    const { external, session } = this.#deps;
    if (this.#isActive || (this.#chosen === 'External' && external === undefined))
      this.#state.set(external === undefined ? NO_EXTERNAL : externalState(external));
    else
      this.#state.set({
        ...BUILT_IN,
        tradingAccount: session.get().account,
        isExternalAvailable: external?.get().isAvailable ?? false,
        externalBroker: external?.broker ?? 'schwab',
      });
  }
}

function externalState(external: ExternalBrokerLink): TradingApiState {
  const { isAvailable, login, account, error, loginUrl, reconciliation, stated } = external.get();
  // Until the login state is known there is no error to show.
  const isUnavailable = !isAvailable && login !== 'LoggingIn';
  return {
    api: 'External',
    name: BROKERS[external.broker].name,
    login,
    supportsLogout: true,
    tradingAccount: account,
    error: error ?? (isUnavailable ? NO_EXTERNAL_TEXT : null),
    loginUrl,
    isExternalAvailable: isAvailable,
    externalBroker: external.broker,
    capabilities: BROKERS[external.broker].capabilities,
    reconciliation,
    stated,
  };
}
