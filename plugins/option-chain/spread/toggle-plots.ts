import type { SpreadWindow } from './toggle-spread.ts';

/** Switches the volatility plots on or off. They take the place of the spread builder. */
export function togglePlots(window: SpreadWindow): void {
  const { HasPlots, Spread } = window.getState();
  window.update({ HasPlots: !HasPlots, ...(HasPlots ? {} : { Spread: { ...Spread, IsOn: false } }) });
}
