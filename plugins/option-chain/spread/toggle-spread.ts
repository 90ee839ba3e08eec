import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import type { OptionChainState } from '../state.ts';

export type SpreadWindow = Pick<ToolWindow<OptionChainState>, 'getState' | 'update'>;

/** Switches the spread builder on or off. It takes the place of the volatility plots; the legs are kept. */
export function toggleSpread(window: SpreadWindow): void {
  const { Spread } = window.getState();
  window.update({
    Spread: { ...Spread, IsOn: !Spread.IsOn },
    ...(Spread.IsOn ? {} : { HasPlots: false }),
  });
}
