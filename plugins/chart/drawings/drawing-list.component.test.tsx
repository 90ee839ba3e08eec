import { screen, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeskServer, installCanvas, renderTool } from '../../../src/testing/index.ts';
import { chart } from '../manifest.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { ChartState } from '../state.ts';

beforeEach(installCanvas);
afterEach(() => vi.restoreAllMocks());

const at = (Value: number) => ({ Date: 1_700_000_000_000, Offset: 0, Value });
const level = (Value: number, marks: object = {}) => ({
  Type: 4,
  BarSize: 'Minute5',
  ...at(Value),
  ...marks,
});
const note = { Type: 3, BarSize: 'Minute5', ...at(100), Text: 'Gap to fill\nsoon' };

async function renderList(
  Drawings: ChartState['Drawings'] = { AAPL: { [PRICE_PANE]: [note, level(182.5)] } },
) {
  const state = { Symbol: 'AAPL', ShowsDrawingList: true, SharesDrawings: false, Drawings };
  const rendered = await renderTool(chart, createDeskServer(), state);
  const list = await within(rendered.frame).findByRole('region', { name: 'Drawings' });
  // The window of a chart has the state of a chart.
  const stored = () => (rendered.window.getState() as ChartState).Drawings['AAPL']?.[PRICE_PANE] ?? [];
  const press = (name: string) => rendered.user.click(within(list).getByRole('button', { name }));
  await within(list).findAllByRole('listitem');
  return { ...rendered, list, stored, press };
}

test('drawings are listed by text or price, the newest first, and hidden, locked and deleted from the list', async () => {
  const { list, stored, press } = await renderList();
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['Horizontal line 182.50', 'Gap to fill']);
  await press('Hide Gap to fill');
  await press('Lock Horizontal line 182.50');
  expect(stored()).toMatchObject([{ IsHidden: true }, { IsLocked: true }]);
  await press('Delete Horizontal line 182.50');
  expect(stored()).toHaveLength(2);
  await press('Unlock Horizontal line 182.50');
  await press('Delete Horizontal line 182.50');
  expect(stored()).toMatchObject([{ Text: 'Gap to fill\nsoon', IsHidden: true }]);
  expect(document.activeElement?.textContent).toBe('Gap to fill');
});

test('all drawings are hidden and locked at once, and shown and unlocked again', async () => {
  const { stored, press, frame, user } = await renderList();
  await press('Hide all drawings');
  await press('Lock all drawings');
  expect(stored()).toMatchObject([
    { IsHidden: true, IsLocked: true },
    { IsHidden: true, IsLocked: true },
  ]);
  await press('Show all drawings');
  await user.click(within(frame).getByRole('button', { name: 'Draw tools' }));
  const lockAll = await screen.findByRole('menuitemcheckbox', { name: 'Lock all drawings' });
  expect(lockAll.ariaChecked).toBe('true');
  await user.click(lockAll);
  expect(stored()).toEqual([note, level(182.5)].map((shape) => expect.objectContaining(shape)));
  expect(stored().some((shape) => 'IsLocked' in shape || 'IsHidden' in shape)).toBe(false);
});

test('a right click on a drawing of the list opens its menu', async () => {
  const { list, stored, user } = await renderList();
  const choose = async (name: string) => {
    await user.pointer({ keys: '[MouseRight]', target: within(list).getByText('Horizontal line 182.50') });
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Hide');
  await expect.poll(stored).toMatchObject([{}, { IsHidden: true }]);
  await choose('Show');
  await expect.poll(() => stored().some((shape) => 'IsHidden' in shape)).toBe(false);
});

test('by keys: up and down go from drawing to drawing, Delete deletes, Alt+O closes the list', async () => {
  const { list, stored, frame, user } = await renderList();
  within(list).getByRole('button', { name: 'Horizontal line 182.50' }).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Gap to fill');
  await user.keyboard('{Enter}');
  expect(document.activeElement?.ariaPressed).toBe('true');
  await user.keyboard('{Delete}');
  expect(stored()).toMatchObject([{ Value: 182.5 }]);
  expect(document.activeElement?.textContent).toBe('Horizontal line 182.50');
  await user.keyboard('{Delete}');
  expect(within(list).getByText(/AAPL has no drawings/)).toBeDefined();
  expect(document.activeElement).toBe(within(frame).getByRole('application'));
  await user.keyboard('{Alt>}[KeyO]{/Alt}');
  expect(within(frame).queryByRole('region', { name: 'Drawings' })).toBeNull();
});

test('Delete leaves a locked drawing as it is, says so, and offers to unlock it', async () => {
  const { list, stored, user } = await renderList({
    AAPL: { [PRICE_PANE]: [level(182.5, { IsLocked: true })] },
  });
  const row = within(list).getByRole('button', { name: 'Horizontal line 182.50' });
  row.focus();
  await user.keyboard('{Delete}');
  await screen.findByText('The drawing is locked: it is neither moved nor deleted.');
  expect(stored()).toMatchObject([{ IsLocked: true }]);
  await user.click(screen.getByRole('button', { name: 'Unlock' }));
  row.focus();
  await user.keyboard('{Delete}');
  expect(stored()).toEqual([]);
});
