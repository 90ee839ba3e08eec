import { screen, waitFor, within } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerSaves, createDeskServer, fill, installCanvas, renderTool } from '../../src/testing/index.ts';
import { chart } from './manifest.ts';
import { chartState, type ChartState } from './state.ts';

beforeEach(installCanvas);
afterEach(() => vi.restoreAllMocks());

const EMA = { Id: 'ema', Parameters: { period: 9 } } as const;
const SETTINGS = { Indicators: [EMA], ChartType: 'line', Scale: 'log' } as const;

async function openChart(state: Partial<ChartState> = {}) {
  const server = createDeskServer();
  const saves = answerSaves(server);
  const rendered = await renderTool(chart, server, { Symbol: 'AAPL', ...state });
  const { frame, window, user, desk } = rendered;
  await within(frame).findByRole('application');
  const choose = async (entry: string) => {
    await user.click(within(frame).getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  // The windows of charts have the state of a chart.
  const stateOf = () => window.getState() as ChartState;
  return { saves, choose, stateOf, user, desk };
}

test('a template is saved under a name, applied to another chart without its symbol, and undone in one step', async () => {
  const opened = await openChart({ ...SETTINGS, Compare: ['MSFT'] });
  const { choose, stateOf, user, desk } = opened;
  await choose('Chart templates');
  const dialog = within(await screen.findByRole('dialog', { name: 'Chart templates' }));
  await fill(user, await dialog.findByRole('textbox', { name: /name/i }), 'Swing{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chart templates' })).toBeNull());
  const other: Partial<ChartState> = { Symbol: 'MSFT', Indicators: [], ChartType: 'bar', Scale: 'linear' };
  desk.windows.get('1:Window1')?.update(other);
  await choose('Chart templates');
  const again = within(await screen.findByRole('dialog', { name: 'Chart templates' }));
  await user.dblClick(await again.findByText('Swing'));
  await waitFor(() => expect(stateOf()).toMatchObject({ ...SETTINGS, Symbol: 'MSFT', Compare: ['MSFT'] }));
  expect(desk.undo.last()?.title).toBe('Apply template Swing');
  await desk.commands.run('edit.undo');
  expect(stateOf()).toMatchObject(other);
});

test('a template that cannot be read changes nothing and says so', async () => {
  const { choose, saves, stateOf, user } = await openChart(SETTINGS);
  await choose('Chart templates');
  const dialog = within(await screen.findByRole('dialog', { name: 'Chart templates' }));
  await fill(user, await dialog.findByRole('textbox', { name: /name/i }), 'Swing{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Chart templates' })).toBeNull());
  // By another name, which shows that it has arrived: the list of before is shown until then.
  for (const row of saves.rows()) saves.write({ ...row, Name: 'Pie', Data: { ChartType: 'pie' } });
  await choose('Chart templates');
  const again = within(await screen.findByRole('dialog', { name: 'Chart templates' }));
  await user.dblClick(await again.findByText('Pie'));
  await screen.findByText('"Pie" is not a template that Chart can read. Nothing was changed.');
  expect(stateOf()).toMatchObject(SETTINGS);
});

test('new charts begin like a chart that was chosen for it, and as installed after a reset', async () => {
  const { choose, desk } = await openChart({ ...SETTINGS, SharesDrawings: false, Drawings: { AAPL: {} } });
  const openAnother = async () => {
    const id = await desk.platform.tools.open('chart');
    const [workspaceId = '', key = ''] = (id ?? '').split(':');
    const workspace = desk.workspaces.getState().Workspaces.find(({ Id }) => Id === Number(workspaceId));
    return Object.entries(workspace?.LayoutData ?? {}).find(([each]) => each === key)?.[1]?.data;
  };
  await choose('Begin new charts like this one');
  await screen.findByText(
    'New windows of Chart begin with the studies, chart style, scale and bar size of this one.',
  );
  expect(await openAnother()).toEqual({ ...chartState.initial, ...SETTINGS });
  await desk.commands.run('window.reset-new', { windowId: '2:Window1' });
  await screen.findByText('New windows of Chart begin as installed.');
  expect(await openAnother()).toEqual(chartState.initial);
});
