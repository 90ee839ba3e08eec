import { screen, within } from '@testing-library/dom';
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

test('has the focus in its field and leaves it to the page when it closes', async () => {
  const { user } = await renderSignedIn({ path: '/workspace' });
  await openPalette(user, '');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('combobox', { name: 'Command' })).toBe(document.activeElement);
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});
