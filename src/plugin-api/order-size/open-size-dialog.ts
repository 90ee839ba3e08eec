import { createElement } from 'react';
import type { ToolPlatform } from '../types.ts';
import type { SizingOptions } from './sizing-options.ts';

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
