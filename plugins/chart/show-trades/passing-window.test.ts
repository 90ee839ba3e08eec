import { expect, test, vi } from 'vitest';
import { createCommandRegistry, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { passingWindow } from './passing-window.ts';

test('the window of a dialog runs the commands of its tool on itself, and all others on the desk', async () => {
  const commands = createCommandRegistry();
  const placed = vi.fn();
  const other = vi.fn();
  commands.register({ id: 'chart.studies', title: 'Studies', run: placed });
  commands.register({ id: 'order.place', title: 'Order', run: other });
  const select = vi.fn();
  const ownCommand = vi.fn();
  // Only what the window changes of the platform.
  const platform = { commands, route: { select } } as unknown as ToolPlatform;
  const window = passingWindow(
    platform,
    {
      id: 'chart',
      commands: [
        { id: 'studies', title: 'Studies', run: ownCommand },
        { id: 'table', title: 'Table', isEnabled: () => false, run: ownCommand },
      ],
    },
    'dialog 1',
    { Symbol: 'SPY', Bars: 1 },
  );
  await expect(window.platform.commands.run('chart.studies', { windowId: 'dialog 1' })).resolves.toBe(true);
  expect(ownCommand).toHaveBeenCalledWith(window, { windowId: 'dialog 1' });
  await expect(window.platform.commands.run('chart.table', { windowId: 'dialog 1' })).resolves.toBe(false);
  // A window of a workspace is the shell's.
  await window.platform.commands.run('chart.studies', { windowId: '1:Window1' });
  await window.platform.commands.run('order.place', { windowId: 'dialog 1', symbol: 'SPY' });
  expect([ownCommand.mock.calls.length, placed.mock.calls.length, other.mock.calls.length]).toEqual([
    1, 1, 1,
  ]);
  window.platform.route.select('chart', 'AAPL');
  expect(select).not.toHaveBeenCalled();
});

test('its state lasts as long as the window, notifies subscribers, and is not linked', () => {
  // Only what the window changes of the platform, once more.
  const window = passingWindow(
    { commands: createCommandRegistry() } as unknown as ToolPlatform,
    { id: 'chart', commands: [] },
    'dialog 1',
    { Symbol: 'SPY', Bars: 1 },
  );
  const listener = vi.fn();
  const stop = window.subscribe(listener);
  window.update({ Symbol: 'AAPL' });
  stop();
  window.update({ Bars: 2 });
  expect([
    window.getState(),
    listener.mock.calls.length,
    window.isLinked(),
    window.linkGroup(),
    window.isActive(),
  ]).toEqual([{ Symbol: 'AAPL', Bars: 2 }, 1, false, 0, true]);
});
