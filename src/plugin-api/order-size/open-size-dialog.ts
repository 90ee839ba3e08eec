import { createElement } from 'react';
import type { ToolPlatform } from '../types.ts';
import type { Market } from '../use-market.ts';
import type { OrderToSize } from './size-rule.ts';

/** What the dialog calculates a quantity for. */
export interface SizingOptions {
  readonly order: OrderToSize;
  /** The price that the order is expected to fill at, dollars; null while unknown. */
  readonly priceOf: (market: Market) => number | null;
  /** The stop at which the position would be closed, dollars; absent or null when the user enters it. */
  readonly stopOf?: (market: Market) => number | null;
}

/** Opens the dialog that calculates a quantity from dollars, a share of the account value, or the loss at a stop. Resolves with it, null when it is cancelled. */
export async function openSizeDialog(platform: ToolPlatform, options: SizingOptions): Promise<number | null> {
  // Few traders open it before their first order: it is no part of what every page loads.
  const { SizeForm } = await import('./SizeDialog.tsx');
  return platform.dialogs.open<number>({
    title: 'Calculate quantity',
    width: 340,
    content: ({ close }) => createElement(SizeForm, { platform, options, close }),
  });
}
