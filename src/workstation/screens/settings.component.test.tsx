import { screen, within } from '@testing-library/dom';
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

test('the price checks and the hold have their defaults and bounds, and last', async () => {
  const { user, path, desk } = await renderSignedIn({ path: '/Settings' });
  const moved = await seconds(/^Confirm after a price move/);
  const through = await seconds(/^Confirm limits through/);
  const hold = await seconds(/^Hold orders before sending/);
  expect([moved.value, through.value, hold.value]).toEqual(['1', '2', '0']);
  const armed = screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'Also hold orders of armed keys and ladders',
  });
  expect(armed.getAttribute('aria-disabled') ?? String(armed.disabled)).toBe('true');
  await fill(user, moved, '0');
  await fill(user, through, '21');
  await fill(user, hold, '4');
  await expect
    .poll(shownAlerts)
    .toEqual([
      'Enter a number from 0.1 to 20',
      'Enter a number from 0.1 to 20',
      'Enter a whole number from 0 to 3',
    ]);
  await fill(user, moved, '0.5');
  await fill(user, through, '3.5');
  await fill(user, hold, '2');
  await user.click(armed);
  await user.click(save());
  await expect.poll(path).toMatch(/^\/workspace/);
  expect(desk.platform.settings.saved.get()).toMatchObject({
    priceMovedPercent: 0.5,
    throughMarketPercent: 3.5,
    holdSeconds: 2,
    isArmedHeld: true,
  });
});

test('cancels orders after a lost connection only when that is switched on, within bounds, and hints at the time to reconnect', async () => {
  const { user, path, reload } = await renderSignedIn({ path: '/Settings' });
  const box = () =>
    screen.findByRole('checkbox', { name: 'Cancel the orders of a browser that loses its connection' });
  const after = /^Cancel orders after/;
  expect((await box()).getAttribute('aria-checked')).toBe('false');
  expect(screen.queryByRole('textbox', { name: after })).toBeNull();
  await user.click(await box());
  expect((await seconds(after)).value).toBe('10');
  screen.getByText(/opens a lost connection again after 15 seconds/);
  await fill(user, await seconds(after), '0');
  await expect.poll(shownAlerts).toEqual(['Enter a whole number from 1 to 300']);
  await user.click(save());
  expect(path()).toBe('/Settings');
  await fill(user, await seconds(after), '20');
  await expect.poll(() => screen.queryByText(/opens a lost connection again/)).toBeNull();
  await user.click(save());
  await expect.poll(path).toMatch(/^\/workspace/);
  history.replaceState(null, '', '/Settings');
  reload();
  expect((await seconds(after)).value).toBe('20');
  await user.click(await box());
  await expect.poll(() => screen.queryByRole('textbox', { name: after })).toBeNull();
  await user.click(save());
  await expect.poll(path).toMatch(/^\/workspace/);
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

test('a tool of the toolbar goes into the first empty window, else into a tab; which tools are in it is a setting', async () => {
  const { user, path, reload, desk } = await renderSignedIn({ path: '/workspace' });
  const tools = () =>
    [...document.querySelectorAll('[role="group"][aria-label="Toolbar"] button')].map((button) =>
      button.getAttribute('aria-label'),
    );
  await expect.poll(tools).toEqual(['Add Market View', 'Add Market Maker', 'Add MarketScreen', 'Add Chart']);
  const add = () => screen.getByRole('button', { name: 'Add Market View' });
  const isDisabled = () => add().getAttribute('aria-disabled') === 'true';
  await expect.poll(isDisabled).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Choose window layout' }));
  await user.click(await screen.findByRole('button', { name: 'Two rows, two columns' }));
  await screen.findByRole('button', { name: 'Add tool' });
  await user.click(add());
  const lists = () => document.querySelectorAll('[data-tool="market-view"]').length;
  await expect.poll(lists).toBe(2);
  await user.click(add());
  await expect.poll(lists).toBe(3);
  await screen.findByRole('tab', { name: /^Market View/, selected: true });
  expect(desk.undo.last()?.title).toBe('Add Market View');
  await desk.commands.run('edit.undo');
  await expect.poll(lists).toBe(2);
  await desk.commands.run('layout.lock');
  await expect.poll(isDisabled).toBe(true);
  await desk.commands.run('layout.lock');
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

test('applies a theme at once, drops it at Cancel and at leaving, and keeps it at Save', async () => {
  const { user, path, reload } = await renderSignedIn({ path: '/Settings' });
  const openSettings = () => {
    history.replaceState(null, '', '/Settings');
    reload();
  };
  await expect.poll(shownTheme).toBe('light');
  for (const leave of [
    () => user.click(screen.getByRole('button', { name: 'Cancel' })),
    () => user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Tapedeck' })),
  ]) {
    await user.click(await choice('Dark'));
    await expect.poll(shownTheme).toBe('dark');
    await leave();
    await expect.poll(path).toMatch(/^\/workspace(\/|$)/);
    await expect.poll(shownTheme).toBe('light');
    openSettings();
  }
  const chosen = ['Dark', 'Compact', 'Blue up, orange down'];
  for (const name of chosen) await user.click(await choice(name));
  await user.click(save());
  await expect.poll(path).toMatch(/^\/workspace(\/|$)/);
  // They come from the server, not from what this browser remembers.
  localStorage.clear();
  openSettings();
  for (const name of chosen) await expect.poll(async () => (await choice(name)).checked).toBe(true);
  expect(document.documentElement.dataset).toMatchObject({
    theme: 'dark',
    density: 'compact',
    palette: 'color-safe',
  });
});
