import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { fill, renderSignedIn, type RenderedDesk } from '../../testing/index.ts';

type User = RenderedDesk['user'];

async function openPalette(user: User, text: string): Promise<void> {
  await user.keyboard('{Control>}k{/Control}');
  await fill(user, await screen.findByRole('combobox', { name: 'Command' }), text);
}

test('finds a command by part of its name and runs it', async () => {
  const { user, path } = await renderSignedIn({ path: '/workspace' });
  await openPalette(user, 'settin');
  await expect.poll(() => screen.queryAllByRole('option').length).toBe(1);
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Settings' });
  expect(path()).toBe('/Settings');
});

test('offers layouts, tools and the theme as commands', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  const run = async (query: string) => {
    await openPalette(user, query);
    const best = await screen.findByRole('option', { selected: true });
    for (const part of query.split(' ')) expect(best.textContent.toLowerCase()).toContain(part);
    await user.keyboard('{Enter}');
    await expect.poll(() => screen.queryByRole('combobox', { name: 'Command' })).toBeNull();
  };
  const theme = () => document.documentElement.dataset['theme'];
  await run('layout two rows two columns');
  await expect.poll(() => screen.queryAllByRole('button', { name: 'Add tool' }).length).toBe(1);
  await run('add tool market view');
  await expect.poll(() => document.querySelectorAll('[data-tool="market-view"]').length).toBe(2);
  const before = theme();
  await run('light dark');
  await expect.poll(theme).toBe(before === 'dark' ? 'light' : 'dark');
});

test('opens another window of a tool, and shows the one of Price Alerts that is there', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  const names = () =>
    within(screen.getByRole('tablist', { name: 'Workspaces' }))
      .getAllByRole('tab')
      .map(({ textContent }) => textContent);
  const open = async (query: string, expected: readonly string[]) => {
    await openPalette(user, query);
    await user.keyboard('{Enter}');
    await expect.poll(names).toEqual(expected);
  };
  const before = await waitFor(() => {
    const shown = names();
    return shown.length > 0 ? shown : expect.fail('No workspace yet');
  });
  await open('open price alerts', [...before, 'Price Alerts']);
  await open('open market view', [...before, 'Price Alerts', 'Market View']);
  await openPalette(user, 'open price alerts');
  await user.keyboard('{Enter}');
  await screen.findByRole('tab', { name: 'Price Alerts', selected: true });
  expect(names()).toEqual([...before, 'Price Alerts', 'Market View']);
});

test('has the focus in its field and leaves it to the page when it closes', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  await openPalette(user, '');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('combobox', { name: 'Command' })).toBe(document.activeElement);
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('goes to a workspace and to a window of any workspace, found by a part of its title', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  const shownTab = () =>
    within(screen.getByRole('tablist', { name: 'Workspaces' })).getByRole('tab', { selected: true })
      .textContent;
  await user.click(screen.getByRole('button', { name: 'New workspace' }));
  await fill(user, await screen.findByRole('textbox', { name: 'Name' }), 'Morning');
  await user.keyboard('{Enter}');
  await expect.poll(shownTab).toBe('Morning');
  await openPalette(user, 'trade manager in');
  expect((await screen.findByRole('option', { selected: true })).textContent).toBe(
    'Go to Trade Manager in Workspace 1',
  );
  await user.keyboard('{Enter}');
  await expect.poll(shownTab).toBe('Workspace 1');
  await expect
    .poll(() => document.activeElement?.closest('[data-tool]')?.getAttribute('data-tool'))
    .toBe('trade-manager');
  await openPalette(user, 'morning');
  await user.keyboard('{Enter}');
  await expect.poll(shownTab).toBe('Morning');
});

test('shows a symbol that the market has in the window that is about one', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  await openPalette(user, 'microsoft');
  const found = await screen.findByRole('option', { name: /^Show MSFT/ });
  expect(found.textContent).toContain('Microsoft');
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Order Entry - MSFT' });
});

test('says when no window can show the symbol, and the next one that opens shows it', async () => {
  const { user, desk } = await renderSignedIn({ path: '/workspace' });
  await user.click(screen.getByRole('button', { name: 'New workspace' }));
  await fill(user, await screen.findByRole('textbox', { name: 'Name' }), 'Empty');
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Add tool' });
  await openPalette(user, 'microsoft');
  await screen.findByRole('option', { name: /^Show MSFT/ });
  await user.keyboard('{Enter}');
  await screen.findByText('No window here shows one symbol. Add one, such as a chart: it opens with MSFT.');
  await desk.commands.run('window.add-tool.market-maker');
  await screen.findByRole('heading', { name: /^Market Maker - .*MSFT|^Market Maker - Microsoft/ });
});
