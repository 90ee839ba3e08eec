import { screen, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createDeskServer, renderSignedIn, renderTool } from '../../src/testing/index.ts';
import { algoStream } from './manifest.ts';

/** Opens the list of tools in an empty window of a new workspace. */
async function openToolList(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'New workspace' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Second{Enter}');
  const [add] = await screen.findAllByRole('button', { name: 'Add tool' });
  await user.click(add ?? document.body);
  await screen.findByRole('menuitem', { name: 'Market View' });
}

test('another AlgoStream is not added: its version is shown instead', async () => {
  const { user, desk } = await renderTool(algoStream);
  await openToolList(user);
  await user.click(screen.getByRole('menuitem', { name: 'AlgoStream' }));
  const version = await screen.findByRole('alertdialog', { name: 'AlgoStream' });
  expect(version.textContent).toMatch(/AlgoStream 1?\d*/);
  await user.click(within(version).getByRole('button', { name: 'Ok' }));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(desk.platform.tools.windowsOf('algo-stream').get()).toHaveLength(1);
});

test('is not offered in a demo', async () => {
  const server = createDeskServer();
  server.isDemo = true;
  const { user } = await renderSignedIn({ path: '/workspace', server });
  await openToolList(user);
  expect(screen.queryByRole('menuitem', { name: 'AlgoStream' })).toBeNull();
});

test('shows the alert of a live strategy as a notification, without a window of AlgoStream', async () => {
  const server = createDeskServer();
  await renderSignedIn({ path: '/workspace', server });
  const alert = {
    Name: 'Cross',
    InstanceId: 'live-1',
    Account: 'DEMO-1',
    Time: 5,
    Text: 'above the mean',
    Number: 1,
  };
  // The code of the watch is not part of the first load.
  await expect
    .poll(() => {
      server.send('trading', 'strategyAlert', alert);
      return screen.queryAllByText('Cross: above the mean').length;
    })
    .toBeGreaterThan(0);
  const bell = await screen.findByRole('button', { name: '1 notification' });
  expect(bell).toBeDefined();
});
