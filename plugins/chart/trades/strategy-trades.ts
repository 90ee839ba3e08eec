import type { Trade } from '../model/trade-list.ts';

/** Executions of a strategy that a command put on a chart. */
export interface StrategyTrades {
  /** What they are: a later list of the same key takes the place of this one. */
  readonly key: string;
  readonly title: string;
  readonly symbol: string;
  /** Oldest first. */
  readonly trades: readonly Trade[];
}

/**
 * By window. Kept by the page alone: a workspace stores none of it, since the tool that ran the strategy has it and can show it again. They stay while the
 * window is there, on screen or not, and go by the cross of their legend entry.
 */
const byWindow = new Map<string, StrategyTrades>();
const listeners = new Set<() => void>();
const notify = (): void => {
  for (const listener of [...listeners]) listener();
};

/** What a window shows; null when it has none for this symbol. */
export function strategyTradesIn(windowId: string, symbol: string): StrategyTrades | null {
  const found = byWindow.get(windowId);
  return found?.symbol === symbol ? found : null;
}

export function putOn(windowId: string, trades: StrategyTrades): void {
  byWindow.set(windowId, trades);
  notify();
}

export function takeOff(windowId: string): void {
  if (byWindow.delete(windowId)) notify();
}

/** Gives the new list to every window that has one of its key and symbol; returns their ids. */
export function replaceShown(trades: StrategyTrades): readonly string[] {
  const ids = [...byWindow].flatMap(([id, { key, symbol }]) =>
    key === trades.key && symbol === trades.symbol ? [id] : [],
  );
  for (const id of ids) byWindow.set(id, trades);
  if (ids.length > 0) notify();
  return ids;
}

export function subscribeStrategyTrades(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
