import { screen, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawing } from '../../../src/domain/drawings/testing.ts';
import {
  answerDrawings,
  chooseFromMenu,
  createDeskServer,
  installCanvas,
  renderTool,
} from '../../../src/testing/index.ts';
import { chart } from '../manifest.ts';
import { PRICE_PANE } from '../model/panes.ts';
import type { ChartState } from '../state.ts';
import { SHARED_LABEL } from './share-drawings.ts';

beforeEach(installCanvas);
afterEach(() => vi.restoreAllMocks());

const level = (Id: string, Value: number, change: object = {}) =>
  drawing({ Id: `AAPL:${Id}`, Type: 4, Points: [{ Date: 1_700_000_000_000, Offset: 0, Value }], ...change });
const ownLevel = { Type: 4, BarSize: 'Minute5', Date: 1_700_000_000_000, Offset: 0, Value: 50 };

async function renderList(state: Partial<ChartState> = {}) {
  const server = createDeskServer();
  const drawings = answerDrawings(server, [
    level('a', 180),
    level('b', 190, { Order: 1 }),
    drawing({ Id: 'SPY:s', Symbol: 'SPY' }),
  ]);
  const rendered = await renderTool(chart, server, { Symbol: 'AAPL', ShowsDrawingList: true, ...state });
  const list = await within(rendered.frame).findByRole('region', { name: 'Drawings' });
  const titles = () =>
    within(list)
      .queryAllByRole('listitem')
      .map((row) => row.textContent);
  const press = (name: string) => rendered.user.click(within(list).getByRole('button', { name }));
  const choose = (entry: string) =>
    chooseFromMenu(rendered.user, within(rendered.frame).getByRole('button', { name: 'Draw tools' }), entry);
  // The window of a chart has the state of a chart.
  const stateOf = () => rendered.window.getState() as ChartState;
  return { ...rendered, server, drawings, list, titles, press, choose, stateOf };
}

test('shared drawings are listed, follow another browser, and are stored by themselves', async () => {
  const { server, drawings, titles, press, stateOf } = await renderList();
  await expect.poll(titles).toEqual(['Horizontal line 190.00', 'Horizontal line 180.00']);
  const Body = { ...level('c', 200, { Order: 2 }) };
  server.send('trading', 'drawingChanged', { Id: Body.Id, Revision: 1, Version: 1, Body });
  await expect.poll(titles).toHaveLength(3);
  await press('Lock Horizontal line 190.00');
  await press('Delete Horizontal line 180.00');
  await expect.poll(() => drawings.get('AAPL:b')).toMatchObject({ IsLocked: true });
  expect(drawings.get('AAPL:a')).toBeNull();
  expect(stateOf().Drawings).toEqual({});
});

test('undo brings a deleted shared drawing back, and redo deletes it again', async () => {
  const { user, drawings, titles, press } = await renderList();
  await expect.poll(titles).toHaveLength(2);
  await press('Delete Horizontal line 190.00');
  await expect.poll(() => drawings.get('AAPL:b')).toBeNull();
  await user.keyboard('{Control>}z{/Control}');
  await expect.poll(titles).toEqual(['Horizontal line 190.00', 'Horizontal line 180.00']);
  await expect.poll(() => drawings.get('AAPL:b')).toEqual(level('b', 190, { Order: 1 }));
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.poll(titles).toEqual(['Horizontal line 180.00']);
});

test('a chart changes between its own drawings and the shared ones, shares its own, and copies the shared ones', async () => {
  const { drawings, titles, press, choose, stateOf } = await renderList({
    SharesDrawings: false,
    Drawings: { AAPL: { [PRICE_PANE]: [ownLevel] } },
  });
  expect(titles()).toEqual(['Horizontal line 50.00']);
  await press(SHARED_LABEL);
  await expect.poll(titles).toHaveLength(2);
  await choose('Copy these drawings to this chart only');
  await expect
    .poll(titles)
    .toEqual(['Horizontal line 190.00', 'Horizontal line 180.00', 'Horizontal line 50.00']);
  expect(stateOf().SharesDrawings).toBe(false);
  await choose('Share these drawings');
  await screen.findByText('Drawings of AAPL shared: 3');
  await expect.poll(() => [...drawings.values()].filter((row) => row?.Symbol === 'AAPL')).toHaveLength(5);
  await expect.poll(titles).toHaveLength(5);
  expect(stateOf()).toMatchObject({ SharesDrawings: true, Drawings: {} });
});

test('a change that the server refuses is undone, with the reason', async () => {
  const { server, titles, press } = await renderList();
  await expect.poll(titles).toHaveLength(2);
  server.on('drawingPut', ({ Id }) =>
    server.send('trading', 'drawingRefused', { Id, Message: 'AAPL has 500 shared drawings, the maximum.' }),
  );
  await press('Hide Horizontal line 190.00');
  await screen.findByText(
    'A change of a drawing on AAPL was not stored. AAPL has 500 shared drawings, the maximum.',
  );
  await screen.findByRole('button', { name: 'Hide Horizontal line 190.00' });
});
