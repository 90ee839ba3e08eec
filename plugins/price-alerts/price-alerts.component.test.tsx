import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type AlertRow, newAlert } from '../../src/domain/alerts/index.ts';
import {
  answerAlerts,
  createDeskServer,
  renderSignedIn,
  renderTool,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { priceAlerts } from './manifest.ts';
import type { PriceAlertsState } from './state.ts';

const alert = (Id: string, symbol: string, change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert(Id, symbol),
  HighAlert: 900,
  ...change,
});

/** Price Alerts in one window of this state, and the server that keeps the alerts. */
async function renderAlerts(state: Partial<PriceAlertsState>, ...rows: readonly AlertRow[]) {
  const server = createDeskServer();
  const alerts = answerAlerts(server, rows);
  const rendered = await renderTool(priceAlerts, server, state);
  return { ...rendered, alerts, server };
}
/** Names of the rows of all Price Alerts windows on screen, by window. */
const shownNames = () =>
  [...document.querySelectorAll('[data-tool="price-alerts"]')].map((frame) =>
    [...frame.querySelectorAll('[data-row-id] [data-column="Name"]')].map((cell) => cell.textContent),
  );
const untilShown = (...names: readonly (readonly string[])[]) =>
  waitFor(() => expect(shownNames()).toEqual(names));
/** The message with this text. */
const message = (text: string) =>
  waitFor(() => {
    const found = screen.getAllByRole('dialog').find((each) => each.textContent?.includes(text));
    return found ?? expect.fail(`no message "${text}"`);
  });
const close = ({ desk, window }: Pick<RenderedTool, 'desk' | 'window'>) =>
  desk.commands.run('window.close', { windowId: window.id });

test('shows the alerts that the window lists, and those that no window lists', async () => {
  await renderAlerts({ Alerts: ['b', 'gone'] }, alert('a', 'MSFT'), alert('b', 'AAPL'));
  await untilShown(['AAPL', 'MSFT']);
});

test('leaves the alerts of a closed window active, and removes them at the request of its message', async () => {
  const rendered = await renderAlerts({ Alerts: ['a', 'b'] }, alert('a', 'AAPL'), alert('b', 'MSFT'));
  await untilShown(['AAPL', 'MSFT']);
  await close(rendered);
  const stay = await message('2 alerts stay active');
  expect([...rendered.alerts.keys()]).toEqual(['a', 'b']);
  await rendered.user.click(within(stay).getByRole('button', { name: 'Remove them' }));
  await waitFor(() => expect([...rendered.alerts.values()]).toEqual([null, null]));
  const removed = await message('2 alerts removed');
  await rendered.user.click(within(removed).getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect([...rendered.alerts.values()].flatMap((row) => row?.Symbol ?? [])).toEqual(['AAPL', 'MSFT']),
  );
});

test('shows the alerts of a closed window again when the close is undone', async () => {
  const rendered = await renderAlerts({ Alerts: ['b', 'a'] }, alert('a', 'AAPL'), alert('b', 'MSFT'));
  await untilShown(['MSFT', 'AAPL']);
  await close(rendered);
  await untilShown();
  await rendered.desk.commands.run('edit.undo');
  await untilShown(['MSFT', 'AAPL']);
});

test('a duplicated workspace shows the same alerts', async () => {
  const { desk, alerts } = await renderAlerts({ Alerts: ['a'] }, alert('a', 'AAPL'));
  await untilShown(['AAPL']);
  await desk.commands.run('workspace.duplicate');
  const windows = desk.platform.tools.windowsOf('price-alerts').get();
  expect(windows.map((window) => window.getState())).toMatchObject([{ Alerts: ['a'] }, { Alerts: ['a'] }]);
  expect([...alerts.keys()]).toEqual(['a']);
});

/** A set of workspaces as releases without alert documents stored it. */
function storedSet(rows: readonly AlertRow[], kept: readonly AlertRow[] = []): string {
  const { Adopt: _, ...initial } = Object(priceAlerts.state.initial);
  const stateOf = (Alerts: readonly AlertRow[]) => ({
    Tool: 'price-alerts',
    version: 0,
    data: { ...initial, Alerts },
  });
  const LayoutData = { Window1: { ...stateOf(rows), link: 1 } };
  return JSON.stringify({
    SchemaVersion: 3,
    Workspaces: [{ Id: 1, Name: 'One', Layout: '1r1c', LayoutData, Sizes: {} }],
    Current: 1,
    SavedLayouts: [],
    Kept: [stateOf(kept)],
  });
}

test('makes documents of alerts that an older release has stored in a window or without one, once', async () => {
  const server = createDeskServer();
  const alerts = answerAlerts(server, [alert('a', 'AAPL', { HighAlertTime: 5 })]);
  alerts.set('removed', null);
  server.stored.Workspace = storedSet(
    [alert('a', 'AAPL'), alert('removed', 'IBM'), alert('b', 'msft', { Paused: true })],
    [alert('kept', 'SPY')],
  );
  const { reload, desk } = await renderSignedIn({ path: '/workspace', server });
  await untilShown(['AAPL', 'MSFT', 'SPY']);
  const expected = new Map<string, AlertRow | null>([
    ['a', alert('a', 'AAPL', { HighAlertTime: 5 })],
    ['removed', null],
    ['b', alert('b', 'MSFT', { Paused: true })],
    ['kept', alert('kept', 'SPY')],
  ]);
  await waitFor(() => expect(new Map(alerts)).toEqual(expected));
  await waitFor(() => {
    const [window] = desk.platform.tools.windowsOf('price-alerts').get();
    expect(window?.getState()).toMatchObject({ Alerts: ['a', 'removed', 'b'], Adopt: [] });
  });
  await desk.platform.settings.flush();
  expect(JSON.parse(server.stored.Workspace)).toMatchObject({
    SchemaVersion: 4,
    Workspaces: [{ LayoutData: { Window1: { version: 1, data: { Adopt: [] } } } }],
  });
  reload();
  await untilShown(['AAPL', 'MSFT', 'SPY']);
  expect(new Map(alerts)).toEqual(expected);
});
