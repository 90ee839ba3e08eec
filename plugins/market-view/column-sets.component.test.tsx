import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  answerSaves,
  createDeskServer,
  fill,
  renderTool,
  type MemoryServer,
  type RenderedTool,
  type SavesServer,
} from '../../src/testing/index.ts';
import { marketScreen } from '../market-screen/manifest.ts';
import { marketView } from './manifest.ts';

let server: MemoryServer;
let saves: SavesServer;
beforeEach(() => {
  server = createDeskServer();
  saves = answerSaves(server);
});

const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
const order = () =>
  dialog('Columns')
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const isOpen = (name: string) => screen.queryByRole('dialog', { name }) !== null;

async function openSets({ user, frame }: Pick<RenderedTool, 'user' | 'frame'>) {
  if (!isOpen('Columns')) {
    await user.click(within(frame).getByRole('button', { name: 'Columns' }));
    await screen.findByRole('dialog', { name: 'Columns' });
  }
  await user.click(dialog('Columns').getByRole('button', { name: 'Column sets…' }));
  await screen.findByRole('dialog', { name: 'Column sets' });
}

test('columns are saved as a set and loaded again', async () => {
  const rendered = await renderTool(marketView, server, {
    Columns: [
      { Id: 'Symbol', Width: 80 },
      { Id: 'VWAP', Width: 70 },
    ],
  });
  const { user } = rendered;
  await openSets(rendered);
  await fill(user, dialog('Column sets').getByRole('textbox', { name: 'Name' }), 'Fair{Enter}');
  await expect.poll(() => isOpen('Column sets')).toBe(false);
  expect(saves.rows()).toMatchObject([
    { Type: 'SymbolColumns', Name: 'Fair', Data: { Columns: ['Symbol', 'VWAP'] } },
  ]);
  await user.click(dialog('Columns').getByRole('button', { name: 'Default columns' }));
  await expect.poll(() => order().length).toBeGreaterThan(2);
  await openSets(rendered);
  await user.dblClick(await dialog('Column sets').findByRole('option', { name: 'Fair' }));
  await expect.poll(() => isOpen('Column sets')).toBe(false);
  expect(order()).toHaveLength(2);
});

test('a set is loaded by another tool with the same columns', async () => {
  saves.write({ Id: '7', Type: 'SymbolColumns', Name: 'Fair', Data: { Columns: ['Symbol', 'VWAP'] } });
  const rendered = await renderTool(marketScreen, server);
  await openSets(rendered);
  await rendered.user.dblClick(await dialog('Column sets').findByRole('option', { name: 'Fair' }));
  await expect.poll(() => order().length).toBe(2);
  await rendered.user.click(dialog('Columns').getByRole('button', { name: 'Ok' }));
  await expect
    .poll(() => rendered.window.getState())
    .toMatchObject({ Columns: [{ Id: 'Symbol' }, { Id: 'VWAP' }] });
});

test('a set that cannot be read changes nothing and is reported; columns that do not exist any more are left out', async () => {
  saves.write({ Id: '7', Type: 'SymbolColumns', Name: 'Torn', Data: { Columns: 'Symbol' } });
  saves.write({ Id: '8', Type: 'SymbolColumns', Name: 'Old', Data: { Columns: ['Last', 'Gone', 'Symbol'] } });
  const rendered = await renderTool(marketView, server, { Columns: [{ Id: 'Symbol', Width: 80 }] });
  const { user } = rendered;
  await openSets(rendered);
  await user.dblClick(await dialog('Column sets').findByRole('option', { name: 'Torn' }));
  await screen.findByText('"Torn" is not a set of columns that can be read. Nothing was changed.');
  expect(order()).toHaveLength(1);
  await openSets(rendered);
  await user.dblClick(await dialog('Column sets').findByRole('option', { name: 'Old' }));
  await expect.poll(() => order().length).toBe(2);
});
