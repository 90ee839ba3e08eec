import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { readyWorkspaces } from '../../../plugins/ready-workspaces.ts';
import { plugins } from '../../../plugins/index.ts';
import { chooseFromMenu, renderSignedIn } from '../../testing/index.ts';

const tabs = () =>
  within(screen.getByRole('tablist', { name: 'Workspaces' }))
    .getAllByRole('tab')
    .map(({ textContent }) => textContent);
const toolsOnScreen = () =>
  [...document.querySelectorAll('[data-current="true"] [data-tool]')]
    .map((element) => element.getAttribute('data-tool'))
    .sort();

test('a ready workspace is chosen from its picture and added with its tools, and undo removes it', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  await chooseFromMenu(user, screen.getByRole('button', { name: 'All workspaces' }), 'Ready workspaces');
  const dialog = await screen.findByRole('dialog', { name: 'Ready workspaces' });
  expect(within(dialog).getAllByRole('button').length).toBe(readyWorkspaces.length + 1);
  await user.click(within(dialog).getByRole('button', { name: /^Long term/ }));
  await expect.poll(tabs).toEqual(['Workspace 1', 'Long term']);
  await expect.poll(toolsOnScreen).toEqual(['chart', 'market-screen', 'market-view', 'price-alerts']);
  expect(screen.queryByText(/could not read its saved state/)).toBeNull();
  await desk.commands.run('edit.undo');
  await expect.poll(tabs).toEqual(['Workspace 1']);
});

test('a tool of which there may be one window only is left out when another workspace has it, and the message says so', async () => {
  const { desk } = await renderSignedIn({ path: '/workspace' });
  void desk.commands.run('workspace.gallery');
  const dialog = await screen.findByRole('dialog', { name: 'Ready workspaces' });
  within(dialog)
    .getByRole('button', { name: /^Options/ })
    .click();
  await expect.poll(tabs).toEqual(['Workspace 1', 'Options']);
  await expect.poll(toolsOnScreen).toEqual(['chart', 'option-chain', 'order-entry']);
  expect(screen.queryByRole('button', { name: 'Add tool' })).toBeNull();
  expect(screen.getByText('“Options” added. Trade Manager stays in Workspace 1.')).toBeDefined();
});

test('every ready workspace names tools that are installed', () => {
  const text = JSON.stringify(readyWorkspaces);
  const tools = [...text.matchAll(/"tool":"([^"]+)"/g)].map(([, tool]) => tool ?? '');
  expect(tools.length).toBeGreaterThan(10);
  expect(tools.filter((tool) => plugins.get(tool) === undefined)).toEqual([]);
});
