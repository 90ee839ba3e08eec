import { expect, test, vi } from 'vitest';
import { alertMenu } from './alert-menu.ts';
import { createCommandRegistry } from './command-registry.ts';
import type { Dialogs } from './dialog-types.ts';
import { until } from '../../tests/support/until.ts';

function setUp(run = vi.fn()) {
  const commands = createCommandRegistry();
  const toast = vi.fn();
  // Only messages are shown.
  const platform = { commands, dialogs: { toast } as unknown as Dialogs };
  return {
    platform,
    toast,
    run,
    add: () => commands.register({ id: 'alerts.create', title: 'Create alert', run }),
  };
}

test('a desk without alerts offers none', () => {
  expect(alertMenu(setUp().platform, 'AAPL', 'Last')).toEqual([]);
});
test.each([
  ['ChangeP', 'ChangeP'],
  ['Company', 'Last'],
  ['$trade', 'Last'],
  ['', 'Last'],
])('on the cell %j the alert is about %s', (columnId, column) => {
  const { platform, add, run } = setUp();
  add();
  alertMenu(platform, 'AAPL', columnId)[0]?.run();
  expect(run).toHaveBeenCalledExactlyOnceWith({ symbol: 'AAPL', column });
});
test('what goes wrong is said', async () => {
  const { platform, add, toast } = setUp(
    vi.fn(async () => {
      throw new Error('No more alerts');
    }),
  );
  add();
  alertMenu(platform, 'AAPL', 'Last')[0]?.run();
  await until(() => expect(toast).toHaveBeenCalledWith({ message: 'No more alerts', tone: 'error' }));
});
