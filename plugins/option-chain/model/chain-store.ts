import { spotOf } from '../../../src/domain/options/index.ts';
import { isOptionSymbol, parseOptionSymbol, underlyingOf } from '../../../src/domain/symbols/symbol.ts';
import type { SymbolStore } from '../../../src/plugin-api/index.ts';
import { Contract, type OptionQuote } from './contract.ts';
import { expirationGroups, isOffCentre, isWithinWidth, type ExpirationGroup } from './chain-lines.ts';
import {
  expirationText,
  expirationWindow,
  monthText,
  openExpirations,
  type ChainExpiration,
  type ListedExpiration,
} from './expirations.ts';
import { ALL_EXPIRATIONS, MAX_STRIKES, NEAR_EXPIRATIONS } from './defaults.ts';

/** What of the chain to load. */
export interface ChainRequest {
  readonly symbol: string;
  /** `near`, `all` or a month `YYYY-MM`. */
  readonly choice: string;
  readonly strikes: number;
  readonly widthPercent: number;
}

/** A chain that is on screen. */
export interface LoadedChain {
  readonly phase: 'ready';
  readonly symbol: string;
  /** The choice that the groups follow; the near window where the requested month has no expirations. */
  readonly choice: string;
  readonly expirations: readonly ChainExpiration[];
  readonly groups: readonly ExpirationGroup[];
  /** Ids of the open groups. */
  readonly open: ReadonlySet<string>;
  /** Historical volatility over 252 days, a fraction a year; null where the server has none. */
  readonly volatility: number | null;
  /** A message about the chain as a whole; null = nothing to report. */
  readonly notice: string | null;
  readonly isLoading: boolean;
}

export type ChainState =
  | { readonly phase: 'loading' | 'malformed' | 'unknown' | 'none'; readonly symbol: string }
  | { readonly phase: 'failed'; readonly symbol: string; readonly message: string }
  | LoadedChain;

type ChainSource = Pick<
  SymbolStore,
  'get' | 'load' | 'optionExpirations' | 'optionChainSnapshot' | 'priceVolatility'
>;

export interface ChainStoreDeps {
  readonly symbols: ChainSource;
  /** Exchange time now, UTC ms. */
  readonly exchangeMs: () => number;
}

/** Closed expirations are not subscribed: their figures are loaded again this often, ms of exchange time. */
const RELOAD_AFTER_MS = 60_000;
/** Contracts that may be loaded so often; more of them less often. */
const RELOAD_CONTRACTS = 500;
/** A price beyond the listed strikes stays off centre, however often they are loaded. */
const RECENTRE_AFTER_MS = 6_000;

const NO_ANSWER = 'The market data service does not answer. Try again in a moment.';
const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : NO_ANSWER;

/** The symbol whose options a symbol stands for: itself, or the underlying of an option; null for an option symbol without sound parts. */
export function chainSymbol(symbol: string): string | null {
  if (!isOptionSymbol(symbol)) return symbol;
  return parseOptionSymbol(symbol) === null ? null : underlyingOf(symbol);
}

/** True for a quote that has a place in a chain. */
const isSound = ({ Symbol, Strike, Expiration }: OptionQuote): boolean =>
  Number.isFinite(Strike) && Strike > 0 && Number.isFinite(Expiration) && parseOptionSymbol(Symbol) !== null;

/** Loads a chain and keeps it: one underlying, one choice of expirations and strikes at a time. */
export class ChainStore {
  readonly #symbols: ChainSource;
  readonly #exchangeMs: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #contracts = new Map<string, Contract>();
  #state: ChainState = { phase: 'loading', symbol: '' };
  #request: ChainRequest | null = null;
  #listed: readonly ListedExpiration[] = [];
  #abort = new AbortController();
  #loadedAtMs = 0;

  constructor({ symbols, exchangeMs }: ChainStoreDeps) {
    this.#symbols = symbols;
    this.#exchangeMs = exchangeMs;
  }

  get = (): ChainState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Loads a chain. One of the same underlying stays on screen until the new one has arrived. */
  async show(request: ChainRequest): Promise<void> {
    const before = this.#request;
    const isSameSymbol = before?.symbol === request.symbol;
    this.#request = request;
    const { signal } = this.#restart();
    const { symbol } = request;
    const root = chainSymbol(symbol);
    if (root === null) {
      this.#set({ phase: 'malformed', symbol });
      return;
    }
    if (isSameSymbol && this.#state.phase === 'ready') this.#set({ ...this.#state, isLoading: true });
    else {
      this.#contracts.clear();
      this.#set({ phase: 'loading', symbol });
    }
    try {
      await this.#load(root, request, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (this.#state.phase === 'ready')
        this.#set({
          ...this.#state,
          isLoading: false,
          notice: `The chain could not be refreshed. ${messageOf(error)}`,
        });
      else this.#set({ phase: 'failed', symbol, message: messageOf(error) });
    }
  }

  /** Loads the same again. */
  async reload(): Promise<void> {
    if (this.#request !== null) await this.show(this.#request);
  }

  /** True when the chain has to be loaded again: its closed expirations are old, or other strikes are the nearest ones now. */
  isDue(spot: number): boolean {
    const state = this.#state;
    if (state.phase !== 'ready' || state.isLoading) return false;
    const ageMs = this.#exchangeMs() - this.#loadedAtMs;
    // A large chain takes the server and the page longer.
    const reloadAfterMs = RELOAD_AFTER_MS * Math.max(1, Math.ceil(this.#contracts.size / RELOAD_CONTRACTS));
    if (ageMs >= reloadAfterMs) return true;
    // With all strikes loaded there are no others.
    if ((this.#request?.strikes ?? MAX_STRIKES) >= MAX_STRIKES || ageMs < RECENTRE_AFTER_MS) return false;
    return state.groups.some(({ id, rows }) => state.open.has(id) && isOffCentre(rows, spot));
  }

  setOpen(open: ReadonlySet<string>): void {
    if (this.#state.phase === 'ready') this.#set({ ...this.#state, open });
  }

  dismissNotice(): void {
    if (this.#state.phase === 'ready') this.#set({ ...this.#state, notice: null });
  }

  /** Removes expirations that have passed since the chain was loaded. True when one was removed: what follows has to be loaded. */
  dropExpired(): boolean {
    const state = this.#state;
    if (state.phase !== 'ready') return false;
    const expirations = openExpirations(this.#listed, this.#exchangeMs());
    if (expirations.length === state.expirations.length) return false;
    const listed = new Set(expirations.map(({ seconds }) => seconds));
    const groups = state.groups.filter(({ expiration }) => listed.has(expiration.seconds));
    this.#set({
      ...state,
      expirations,
      groups,
      open: openGroups(state.open, groups),
      notice: removalNotice(state.groups, groups) ?? state.notice,
    });
    return true;
  }

  dispose(): void {
    this.#abort.abort();
    this.#listeners.clear();
  }

  async #load(root: string, request: ChainRequest, signal: AbortSignal): Promise<void> {
    const symbols = this.#symbols;
    const { symbol, choice, strikes, widthPercent } = request;
    const { unknown } = await symbols.load([root], signal);
    if (signal.aborted) return;
    if (unknown.includes(root)) {
      this.#set({ phase: 'unknown', symbol });
      return;
    }
    const listed = await symbols.optionExpirations(root, signal);
    if (signal.aborted) return;
    this.#listed = listed;
    const nowMs = this.#exchangeMs();
    const expirations = openExpirations(listed, nowMs);
    const window = expirationWindow(choice, expirations, nowMs);
    if (window === null) {
      this.#set({ phase: 'none', symbol });
      return;
    }
    const [quotes, volatility] = await Promise.all([
      symbols.optionChainSnapshot(
        {
          symbol: root,
          expirationFromSeconds: window.from,
          expirationToSeconds: window.to,
          nearestNumber: strikes,
        },
        signal,
      ),
      // Without a volatility the chain is complete but for the greeks of the popup.
      symbols.priceVolatility(root, signal).catch(() => null),
    ]);
    if (signal.aborted) return;
    const contracts = this.#contractsOf(quotes, root, widthPercent);
    this.#loadedAtMs = nowMs;
    this.#show(request, expirations, expirationGroups(contracts, expirations), volatility);
  }

  #show(
    { symbol, choice }: ChainRequest,
    expirations: readonly ChainExpiration[],
    groups: readonly ExpirationGroup[],
    volatility: number | null,
  ): void {
    const before = this.#state;
    const isListed = choice === ALL_EXPIRATIONS || expirations.some(({ date }) => date.startsWith(choice));
    const shown = isListed ? choice : NEAR_EXPIRATIONS;
    const missing =
      isListed || choice === NEAR_EXPIRATIONS
        ? null
        : `${symbol} has no expirations in ${monthText(choice)} any more. The nearest ones are shown.`;
    const isSame = before.phase === 'ready' && before.choice === shown;
    const removed =
      isSame && before.symbol === symbol
        ? removalNotice(
            before.groups,
            before.groups.filter(({ expiration }) =>
              expirations.some(({ seconds }) => seconds === expiration.seconds),
            ),
          )
        : null;
    this.#set({
      phase: 'ready',
      symbol,
      choice: shown,
      expirations,
      groups,
      open: openGroups(isSame ? before.open : new Set(), groups),
      volatility,
      notice: missing ?? removed,
      isLoading: false,
    });
  }

  /** The contracts of a snapshot; one that was there before keeps its identity and its live quote. */
  #contractsOf(quotes: readonly OptionQuote[], root: string, widthPercent: number): readonly Contract[] {
    const record = this.#symbols.get(root);
    const spot = record === undefined ? 0 : spotOf(record);
    const kept = new Set<string>();
    const contracts: Contract[] = [];
    for (const quote of quotes) {
      if (!isSound(quote) || kept.has(quote.Symbol) || !isWithinWidth(quote.Strike, spot, widthPercent))
        continue;
      kept.add(quote.Symbol);
      const known = this.#contracts.get(quote.Symbol);
      known?.takeSnapshot(quote);
      const contract = known ?? new Contract(quote);
      this.#contracts.set(quote.Symbol, contract);
      contracts.push(contract);
    }
    for (const symbol of this.#contracts.keys()) if (!kept.has(symbol)) this.#contracts.delete(symbol);
    return contracts;
  }

  #restart(): AbortController {
    this.#abort.abort();
    this.#abort = new AbortController();
    return this.#abort;
  }

  #set(state: ChainState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The open groups that are still there; the earliest where none is. */
function openGroups(open: ReadonlySet<string>, groups: readonly ExpirationGroup[]): ReadonlySet<string> {
  const still = groups.filter(({ id }) => open.has(id)).map(({ id }) => id);
  const [first] = groups;
  return new Set(still.length > 0 || first === undefined ? still : [first.id]);
}

/** Which expirations are gone; null when none is. */
function removalNotice(before: readonly ExpirationGroup[], after: readonly ExpirationGroup[]): string | null {
  const left = new Set(after.map(({ id }) => id));
  const gone = before
    .filter(({ id }) => !left.has(id))
    .map(({ expiration }) => expirationText(expiration.date));
  if (gone.length === 0) return null;
  return gone.length === 1 ? `${gone[0]} has expired.` : `${gone.join(', ')} have expired.`;
}
