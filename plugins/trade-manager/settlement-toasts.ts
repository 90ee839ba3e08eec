import * as v from 'valibot';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { settlementKey, settlementLabel, settlementText } from './log-rows.ts';
import type { SettlementRow } from './rows.ts';

const STORE_KEY = 'tapedeck.trade-manager.told-settlements';
const MOST_KEPT = 500;
/** So many have a message each; of more, one message tells how many. */
const MOST_SINGLE = 3;

const stored = v.array(v.string());

/** What tells a settlement from every other one, of other accounts and servers too. */
const nameOf = ({ Account, Serial, Timestamp }: SettlementRow): string => `${Account} ${Serial} ${Timestamp}`;

/** The page that a person looks at, and what its browser keeps. */
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
 * Tells by toast of options that settled, each once in this browser: as it happens, or at the next sign-in. A page that nobody looks at
 * waits until somebody does. Returns how to end it.
 */
export function tellSettlements(
  { orders, dialogs }: Pick<ToolPlatform, 'orders' | 'dialogs'>,
  page: Page = browserPage,
): () => void {
  /** Where the browser keeps nothing, this page knows at least what it has told itself. */
  const toldHere = new Set<string>();

  function toldBefore(): readonly string[] {
    try {
      return v.parse(stored, JSON.parse(page.store.getItem(STORE_KEY) ?? '[]'));
    } catch {
      return [];
    }
  }

  function look(): void {
    const { settlements, isLoaded } = orders.get();
    if (!isLoaded || settlements.every((settlement) => toldHere.has(nameOf(settlement))) || !page.isVisible())
      return;
    const before = toldBefore();
    const known = new Set([...before, ...toldHere]);
    const fresh = settlements.filter((settlement) => !known.has(nameOf(settlement))).toReversed();
    for (const settlement of settlements) toldHere.add(nameOf(settlement));
    if (fresh.length === 0) return;
    try {
      page.store.setItem(STORE_KEY, JSON.stringify([...before, ...fresh.map(nameOf)].slice(-MOST_KEPT)));
    } catch {
      /* Storage is full or blocked: they are told again at the next sign-in. */
    }
    for (const toast of settlementToasts(fresh)) dialogs.toast(toast);
  }

  const stops = [orders.subscribe(look), page.onVisibilityChange(look)];
  look();
  return () => {
    for (const stop of stops) stop();
  };
}

/** A message for each of a few settlements, oldest first; one for many. */
export function settlementToasts(
  settlements: readonly SettlementRow[],
): readonly { readonly message: string; readonly tone: 'neutral' | 'warning'; readonly key: string }[] {
  // An assignment is what others decided.
  const toneOf = (some: readonly SettlementRow[]) =>
    some.some(({ SettlementType }) => SettlementType === 'Assigned') ? 'warning' : 'neutral';
  if (settlements.length <= MOST_SINGLE)
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
      message: `${settlements.length} option positions were settled: ${parts.join(', ')}. Trade Log tells of each.`,
      tone: toneOf(settlements),
      key: 'settlements',
    },
  ];
}
