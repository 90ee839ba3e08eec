import * as v from 'valibot';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { settlementKey, settlementLabel, settlementText } from './log-rows.ts';
import type { SettlementRow } from './rows.ts';

const STORE_KEY = 'tapedeck.trade-manager.told-settlements';
const MAX_STORED = 500;
/** Up to this many settlements get a message each; more are summarized in one message. */
const MAX_SINGLE = 3;

const stored = v.array(v.string());

/** Identifies a settlement among all accounts and servers. */
const identityOf = ({ Account, Serial, Timestamp }: SettlementRow): string =>
  `${Account} ${Serial} ${Timestamp}`;

/** The page on which the toasts are shown, and the storage of its browser. */
export interface Page {
  readonly store: Pick<Storage, 'getItem' | 'setItem'>;
  isVisible(): boolean;
  onVisibilityChange(listener: () => void): () => void;
}

const browserPage: Page = {
  store: {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, text) => localStorage.setItem(key, text),
  },
  isVisible: () => document.visibilityState === 'visible',
  onVisibilityChange(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

/**
 * Shows a toast for options that settled, once per browser: when they settle, or at the next sign-in. A hidden page shows them
 * when it becomes visible. Returns a function that stops it.
 */
export function notifySettlements(
  { orders, dialogs }: Pick<ToolPlatform, 'orders' | 'dialogs'>,
  page: Page = browserPage,
): () => void {
  /** Shown by this page: prevents repeats where the browser's storage is unavailable. */
  const shownHere = new Set<string>();

  function shownBefore(): readonly string[] {
    try {
      return v.parse(stored, JSON.parse(page.store.getItem(STORE_KEY) ?? '[]'));
    } catch {
      return [];
    }
  }

  function notifyNew(): void {
    const { settlements, isLoaded } = orders.get();
    if (
      !isLoaded ||
      settlements.every((settlement) => shownHere.has(identityOf(settlement))) ||
      !page.isVisible()
    )
      return;
    const before = shownBefore();
    const known = new Set([...before, ...shownHere]);
    const fresh = settlements.filter((settlement) => !known.has(identityOf(settlement))).toReversed();
    for (const settlement of settlements) shownHere.add(identityOf(settlement));
    if (fresh.length === 0) return;
    try {
      page.store.setItem(STORE_KEY, JSON.stringify([...before, ...fresh.map(identityOf)].slice(-MAX_STORED)));
    } catch {
      /* Storage is full or blocked: the toasts are shown again at the next sign-in. */
    }
    for (const toast of settlementToasts(fresh)) dialogs.toast(toast);
  }

  const stops = [orders.subscribe(notifyNew), page.onVisibilityChange(notifyNew)];
  notifyNew();
  return () => {
    for (const stop of stops) stop();
  };
}

/** A message for each of a few settlements, oldest first; one for many. */
export function settlementToasts(
  settlements: readonly SettlementRow[],
): readonly { readonly message: string; readonly tone: 'neutral' | 'warning'; readonly key: string }[] {
  // The account holder did not decide an assignment.
  const toneOf = (some: readonly SettlementRow[]) =>
    some.some(({ SettlementType }) => SettlementType === 'Assigned') ? 'warning' : 'neutral';
  if (settlements.length <= MAX_SINGLE)
    return settlements.map((settlement) => ({
      message: `${displaySymbol(settlement.Symbol)}: ${settlementText(settlement)}`,
      tone: toneOf([settlement]),
      key: settlementKey(settlement),
    }));
  const counts = new Map<string, number>();
  for (const settlement of settlements)
    counts.set(settlementLabel(settlement), (counts.get(settlementLabel(settlement)) ?? 0) + 1);
  const parts = [...counts].map(([label, count]) => `${count} ${label.toLowerCase()}`);
  return [
    {
      message: `${settlements.length} option positions were settled: ${parts.join(', ')}. Trade Log lists each of them.`,
      tone: toneOf(settlements),
      key: 'settlements',
    },
  ];
}
