import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { GRID_REFRESH_MS, type ToolPlatform } from '../../src/plugin-api/index.ts';
import type { ChainGridHandle } from './grid/chain-grid-props.ts';
import type { VolatilityPlotsHandle } from './plots/VolatilityPlots.tsx';
import { writeData, writeText } from './grid/chain-painter.ts';
import { ChainAnalytics, pricingOf } from './model/analytics.ts';
import { ChainStore, chainSymbol, type ChainRequest, type ChainState } from './model/chain-store.ts';
import { underlyingTexts } from './underlying-texts.ts';

/** How often it is checked whether an expiration has passed or the price has left the loaded strikes, ms. */
const CHECK_MS = 1_000;

export interface Chain {
  readonly state: ChainState;
  readonly store: ChainStore;
  readonly analytics: ChainAnalytics;
  /** The symbol of the underlying; empty for a malformed option symbol. */
  readonly root: string;
  /** Brings price of the underlying and time into `analytics`. */
  readonly reprice: () => void;
}

/** The chain of a window: loads what is requested, and keeps it while the window stands. */
export function useChain(platform: ToolPlatform, request: ChainRequest): Chain {
  const { symbols } = platform;
  const { symbol, choice, strikes, widthPercent } = request;
  const root = chainSymbol(symbol) ?? '';
  const store = useMemo(
    () => new ChainStore({ symbols, exchangeMs: () => platform.exchangeMs() }),
    [symbols, platform],
  );
  const [analytics] = useState(() => new ChainAnalytics());
  const state = useSyncExternalStore(store.subscribe, store.get);
  useEffect(() => {
    void store.show({ symbol, choice, strikes, widthPercent });
  }, [store, symbol, choice, strikes, widthPercent]);
  useEffect(() => () => store.dispose(), [store]);
  const reprice = useCallback(() => {
    const record = symbols.get(root);
    if (record === undefined) return;
    analytics.setPricing(pricingOf(record, platform.exchangeMs()));
  }, [symbols, root, analytics, platform]);
  return { state, store, analytics, root, reprice };
}

export interface ChainFeedOptions {
  readonly platform: ToolPlatform;
  readonly chain: Chain;
  readonly isActive: boolean;
  readonly grid: RefObject<ChainGridHandle | null>;
  readonly bar: RefObject<HTMLElement | null>;
  readonly plots: RefObject<VolatilityPlotsHandle | null>;
}

/** Keeps underlying and visible contracts flowing while the window is on screen, and writes their prices. No tick goes through React. */
export function useChainFeed({ platform, chain, isActive, grid, bar, plots }: ChainFeedOptions): {
  readonly onVisible: (symbols: readonly string[]) => void;
} {
  const { symbols } = platform;
  const { root, reprice } = chain;
  const [visible, setVisible] = useState<readonly string[]>([]);
  const paint = useCallback(() => {
    reprice();
    paintUnderlying(bar.current, platform, root);
    grid.current?.refresh();
    plots.current?.refresh();
  }, [reprice, bar, platform, root, grid, plots]);
  useEffect(() => {
    if (!isActive || root === '') return undefined;
    const watched = [root, ...visible];
    const release = symbols.watch(watched);
    const unsubscribe = symbols.subscribe(watched, GRID_REFRESH_MS, paint);
    paint();
    return () => {
      unsubscribe();
      release();
    };
  }, [isActive, root, visible, symbols, paint]);
  return { onVisible: setVisible };
}

/** Removes expirations that pass, and loads the chain again when it is due; never while the pointer is on its lines. */
export function useChainUpkeep({
  chain,
  isActive,
  grid,
}: Pick<ChainFeedOptions, 'chain' | 'isActive' | 'grid'>): void {
  const { store, analytics } = chain;
  const latest = useRef({ store, analytics, grid });
  useEffect(() => {
    latest.current = { store, analytics, grid };
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => check(latest.current), CHECK_MS);
    return () => clearInterval(timer);
  }, [isActive]);
}

function check({
  store,
  analytics,
  grid,
}: Pick<Chain, 'store' | 'analytics'> & Pick<ChainFeedOptions, 'grid'>): void {
  const hasDropped = store.dropExpired();
  const state = store.get();
  if (state.phase !== 'ready' || state.isLoading) return;
  if (hasDropped) {
    void store.reload();
    return;
  }
  if (grid.current?.isHovered() === true) return;
  if (store.isDue(analytics.pricing.spot)) void store.reload();
}

function paintUnderlying(bar: HTMLElement | null, platform: ToolPlatform, root: string): void {
  const record = platform.symbols.get(root);
  // Nothing is known for a moment when a window comes back after a long time: what it showed stays.
  if (bar === null || record === undefined) return;
  const texts: Record<string, string | null> = { ...underlyingTexts(record) };
  for (const place of bar.querySelectorAll<HTMLElement>('[data-at]')) {
    const name = place.dataset['at'] ?? '';
    writeText(place, texts[name] ?? '');
    if (name === 'last' || name === 'change') writeData(place, 'tone', texts['tone'] ?? null);
  }
  writeData(bar, 'stale', platform.symbols.staleness(root).isStale ? '' : null);
}
