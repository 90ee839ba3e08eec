import { spotOf } from '../../../src/domain/options/index.ts';
import {
  isOptionSymbol,
  isSymbolForm,
  parseOptionSymbol,
  underlyingOf,
} from '../../../src/domain/symbols/symbol.ts';
import type { SymbolStore } from '../../../src/plugin-api/index.ts';
import { missingNotice, placeOf, removalNotice, unlistedNotice, type StrikePlace } from './chain-notices.ts';
import { Contract, strikeRowId, type OptionQuote } from './contract.ts';
import { expirationGroups, isOffCentre, isWithinWidth, type ExpirationGroup } from './chain-lines.ts';
import {
  expirationWindow,
  openExpirations,
  type ChainExpiration,
  type ExpirationWindow,
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
  /** Line of the strike whose option was requested; null for an underlying, or while that strike is not loaded. */
  readonly target: string | null;
  /** Historical volatility over 252 days, a fraction a year; null where the server has none. */
  readonly volatility: number | null;
  /** Why there is no historical volatility; null where there is one. */
  readonly volatilityProblem: string | null;
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

const isAt = ({ Strike, Expiration }: OptionQuote, place: StrikePlace | null): boolean =>
  place !== null && Expiration === place.expirationSeconds && Strike === place.strike;

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
    // No request can carry it.
    if (!isSymbolForm(root)) {
      this.#set({ phase: 'unknown', symbol });
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
      notice: removalNotice(state.groups, groups, this.#exchangeMs()) ?? state.notice,
    });
    return true;
  }

  dispose(): void {
    this.#abort.abort();
    this.#listeners.clear();
  }

  async #load(root: string, request: ChainRequest, signal: AbortSignal): Promise<void> {
    const symbols = this.#symbols;
    const { symbol, choice, strikes } = request;
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
      // Without a volatility the chain is complete but for some greeks of the popup.
      symbols.priceVolatility(root, signal).then(
        (fraction) => ({ volatility: fraction, volatilityProblem: null }),
        (error: unknown) => ({ volatility: null, volatilityProblem: messageOf(error) }),
      ),
    ]);
    if (signal.aborted) return;
    const requested = await this.#requestedQuotes(request.symbol, root, quotes, window, signal);
    if (signal.aborted) return;
    const contracts = this.#contractsOf([...quotes, ...requested], request, root);
    this.#loadedAtMs = nowMs;
    this.#show(request, expirations, expirationGroups(contracts, expirations), volatility);
  }

  /** Quotes at the strike of a requested option, where it is not among the nearest strikes that were loaded. */
  async #requestedQuotes(
    symbol: string,
    root: string,
    loaded: readonly OptionQuote[],
    window: ExpirationWindow,
    signal: AbortSignal,
  ): Promise<readonly OptionQuote[]> {
    const place = placeOf(symbol);
    if (place === null || loaded.some((quote) => isAt(quote, place))) return [];
    const { expirationSeconds: seconds } = place;
    if (seconds < window.from || seconds > window.to) return [];
    const quotes = await this.#symbols
      .optionChainSnapshot(
        {
          symbol: root,
          expirationFromSeconds: seconds,
          expirationToSeconds: seconds,
          nearestNumber: MAX_STRIKES,
        },
        signal,
      )
      // The chain around the money is complete without it.
      .catch(() => []);
    return quotes.filter((quote) => isAt(quote, place));
  }

  #show(
    { symbol, choice }: ChainRequest,
    expirations: readonly ChainExpiration[],
    groups: readonly ExpirationGroup[],
    volatility: Pick<LoadedChain, 'volatility' | 'volatilityProblem'>,
  ): void {
    const before = this.#state;
    const isListed = choice === ALL_EXPIRATIONS || expirations.some(({ date }) => date.startsWith(choice));
    const shown = isListed ? choice : NEAR_EXPIRATIONS;
    const isSame = before.phase === 'ready' && before.choice === shown;
    const removed =
      isSame && before.symbol === symbol
        ? removalNotice(
            before.groups,
            before.groups.filter(({ expiration }) =>
              expirations.some(({ seconds }) => seconds === expiration.seconds),
            ),
            this.#loadedAtMs,
          )
        : null;
    const target = targetIn(groups, placeOf(symbol));
    const unlisted =
      before.phase === 'ready' ? null : unlistedNotice(symbol, expirations, target, this.#loadedAtMs);
    const missing = isListed ? null : missingNotice(chainSymbol(symbol) ?? symbol, choice);
    this.#set({
      phase: 'ready',
      symbol,
      choice: shown,
      expirations,
      groups,
      open: openGroups(isSame ? before.open : new Set(target === null ? [] : [target.groupId]), groups),
      target: target?.rowId ?? null,
      ...volatility,
      notice: unlisted ?? missing ?? removed,
      isLoading: false,
    });
  }

  /** The contracts of a snapshot; one that was there before keeps its identity and its live quote. */
  #contractsOf(
    quotes: readonly OptionQuote[],
    { symbol, widthPercent }: ChainRequest,
    root: string,
  ): readonly Contract[] {
    const place = placeOf(symbol);
    const record = this.#symbols.get(root);
    const spot = record === undefined ? 0 : spotOf(record);
    const kept = new Set<string>();
    const contracts: Contract[] = [];
    for (const quote of quotes) {
      if (!isSound(quote) || kept.has(quote.Symbol)) continue;
      if (!isAt(quote, place) && !isWithinWidth(quote.Strike, spot, widthPercent)) continue;
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

/** Group and line of a strike; null where it is not loaded. */
function targetIn(
  groups: readonly ExpirationGroup[],
  place: StrikePlace | null,
): { readonly groupId: string; readonly rowId: string } | null {
  if (place === null) return null;
  const group = groups.find(({ expiration }) => expiration.seconds === place.expirationSeconds);
  const row = group?.rows.find(({ strike }) => strike === place.strike);
  return group === undefined || row === undefined ? null : { groupId: group.id, rowId: strikeRowId(row) };
}
