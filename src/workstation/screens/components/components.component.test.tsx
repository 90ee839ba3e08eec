import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import * as ui from '../../../ui/index.ts';
import { createDeskServer, renderDesk } from '../../../testing/index.ts';
import { axeFindings } from '../../../testing/tool-check/frame-checks.ts';
import { SECTIONS } from './sections.ts';

/** Exports that begin with a capital letter, but are no components, or are shown under another name: a later dialog is a dialog whose code comes later. */
const NOT_SHOWN = new Set([
  'CellWriter',
  'FlashingCells',
  'LaterAlertDialog',
  'LaterDialog',
  'PlaceVisibility',
]);

test('the page shows every component of the design system', () => {
  const components = Object.entries(ui)
    .filter(
      ([name, value]) => /^[A-Z][a-z]/.test(name) && typeof value === 'function' && !NOT_SHOWN.has(name),
    )
    .map(([name]) => name);
  const shown = SECTIONS.flatMap(({ specimens }) => specimens.map(({ component }) => component));
  expect(shown.toSorted()).toEqual(components.toSorted());
});

test('each component is there in each of its states, free of axe findings, and works', async () => {
  const { user } = renderDesk({ path: '/Components', server: createDeskServer() });
  await screen.findByRole('heading', { level: 1, name: 'Components' });
  for (const { specimens } of SECTIONS)
    for (const { component, states } of specimens) {
      const specimen = screen.getByRole('region', { name: component });
      for (const { name } of states) within(specimen).getByText(name);
    }
  const page = screen.getByRole('main');
  expect(await axeFindings(page)).toEqual([]);

  await user.click(
    within(screen.getByRole('region', { name: 'Dialog' })).getByRole('button', { name: 'Rename…' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename the scan' }));
  await user.click(dialog.getByRole('button', { name: 'Rename' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Write a note…' }));
  const panel = await screen.findByRole('dialog', { name: 'Note' });
  expect(await axeFindings(panel)).toEqual([]);
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const grid = within(screen.getByRole('region', { name: 'DataGrid' }));
  await user.click(grid.getByRole('button', { name: 'Prices up' }));
  await expect.poll(() => grid.getByText('263.29').textContent).toBe('263.29');
  await user.click(grid.getByRole('button', { name: 'Remove AAPL' }));
  await expect.poll(() => grid.queryByText('Apple Inc.')).toBeNull();
});

test('the theme that is chosen goes when the page does', async () => {
  document.documentElement.dataset['theme'] = 'light';
  const { user } = renderDesk({ path: '/Components', server: createDeskServer() });
  await user.click(await screen.findByRole('combobox', { name: 'Theme' }));
  await user.click(await screen.findByRole('option', { name: 'Dark' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await user.click(screen.getByRole('link', { name: 'Continue to Tapedeck' }));
  await expect.poll(() => document.documentElement.dataset['theme']).toBe('light');
});
