import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { closeGettingStarted, fill, renderDesk, renderSignedIn, shownAlerts } from '../../testing/index.ts';

const shownTheme = () => document.documentElement.dataset['theme'];
const choice = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
const save = () => screen.getByRole('button', { name: 'Save' });
const seconds = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });

test('Escape is Cancel', async () => {
  const { user, path } = await renderSignedIn({ path: '/Settings' });
  await user.click(await choice('Dark'));
  await user.keyboard('{Escape}');
  await expect.poll(path).toMatch(/^\/workspace/);
  await expect.poll(shownTheme).toBe('light');
});

test('reconnect and stale seconds have their defaults and bounds, and last', async () => {
  const { user, path, reload } = await renderSignedIn({ path: '/Settings' });
  const reconnect = await seconds(/^Reconnect after/);
  const stale = await seconds(/^Prices are stale/);
  expect(reconnect.value).toBe('15');
  screen.getByText(/1 to 300 seconds/);
  screen.getByText(/5 to 3,600 seconds/);

  await fill(user, reconnect, '');
  await user.click(save());
  await expect
    .poll(shownAlerts)
    .toEqual(['Enter a whole number from 1 to 300', expect.stringContaining('not saved')]);
  expect(path()).toBe('/Settings');

  await fill(user, reconnect, '301');
  await fill(user, stale, '4');
  const bounds = () => shownAlerts().filter((text) => text.startsWith('Enter'));
  await expect
    .poll(bounds)
    .toEqual(['Enter a whole number from 1 to 300', 'Enter a whole number from 5 to 3,600']);
  await user.click(save());
  expect(path()).toBe('/Settings');
  await fill(user, reconnect, '4');
  await fill(user, stale, '60');
  await expect.poll(bounds).toEqual([]);
  await user.click(save());
  await expect.poll(path).toMatch(/^\/workspace/);
  history.replaceState(null, '', '/Settings');
  reload();
  expect((await seconds(/^Reconnect after/)).value).toBe('4');
  expect((await seconds(/^Prices are stale/)).value).toBe('60');
});

test('previews a theme in a demo, and refuses to save it', async () => {
  const { user, server, reload } = renderDesk({ path: '/welcome?demo' });
  await user.click(await screen.findByRole('button', { name: 'Start demo' }));
  await closeGettingStarted(user);
  // A reload continues the session of the demo.
  server.isAuthenticated = true;
  server.isDemo = true;
  history.replaceState(null, '', '/Settings');
  reload();
  await user.click(await choice('Dark'));
  await expect.poll(shownTheme).toBe('dark');
  await user.click(save());
  await expect.poll(shownAlerts).toEqual(['Saving is not supported during Demo Session']);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await expect.poll(shownTheme).toBe('light');
});

test('a tool of the toolbar goes into the first empty window; which tools are in it is a setting', async () => {
  const { user, path, reload } = await renderSignedIn({ path: '/workspace' });
  const tools = () =>
    [...document.querySelectorAll('[role="group"][aria-label="Toolbar"] button')].map((button) =>
      button.getAttribute('aria-label'),
    );
  await expect.poll(tools).toEqual(['Add Market View', 'Add Market Maker', 'Add MarketScreen', 'Add Chart']);
  const add = () => screen.getByRole('button', { name: 'Add Market View' });
  const isDisabled = () => add().getAttribute('aria-disabled') === 'true';
  await expect.poll(isDisabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Choose window layout' }));
  await user.click(await screen.findByRole('button', { name: 'Two rows, two columns' }));
  await expect.poll(isDisabled).toBe(false);
  await user.click(add());
  await expect.poll(() => document.querySelectorAll('[data-tool="market-view"]').length).toBe(2);
  await expect.poll(isDisabled).toBe(true);
  history.replaceState(null, '', '/Settings');
  reload();
  await user.click(await screen.findByRole('checkbox', { name: 'Market View' }));
  await user.click(screen.getByRole('checkbox', { name: 'Trade Manager' }));
  await user.click(save());
  await expect.poll(path).toMatch(/^\/workspace/);
  reload();
  await expect
    .poll(tools)
    .toEqual(['Add Market Maker', 'Add MarketScreen', 'Add Chart', 'Add Trade Manager']);
});
