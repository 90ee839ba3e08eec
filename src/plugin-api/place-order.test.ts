import { expect, test } from 'vitest';
import { createCommandRegistry } from './command-registry.ts';
import { placeOrder } from './place-order.ts';
import type { ToolPlatform } from './types.ts';

function toolWith(run: (args: object) => void) {
  const commands = createCommandRegistry();
  commands.register({ id: 'order.place', title: 'Place order', run });
  const toasts: string[] = [];
  // Only toasts are used of the dialogs.
  const dialogs = {
    toast: ({ message }: { message: string }) => toasts.push(message),
  } as unknown as ToolPlatform['dialogs'];
  return { toasts, tool: { id: 'w1', platform: { commands, dialogs } } };
}

test('opens the ticket with what it starts with, for the window', () => {
  const opened: object[] = [];
  const { tool } = toolWith((args) => void opened.push(args));
  placeOrder(tool, { symbol: 'SPY', side: 'Sell', price: 512.3 });
  expect(opened).toEqual([{ symbol: 'SPY', side: 'Sell', price: 512.3, windowId: 'w1' }]);
});

test('shows why the ticket cannot be opened', async () => {
  const { tool, toasts } = toolWith(() => {
    throw new Error('Trading is off');
  });
  placeOrder(tool, { symbol: 'SPY' });
  await expect.poll(() => toasts).toEqual(['Trading is off']);
});
