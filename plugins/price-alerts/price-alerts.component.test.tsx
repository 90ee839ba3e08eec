import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type AlertRow, newAlert } from '../../src/domain/alerts/index.ts';
import {
  answerAlerts,
  answerSaves,
  createDeskServer,
  fill,
  renderSignedIn,
  renderTool,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { marketView } from '../market-view/manifest.ts';
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

test('a removed alert comes back to its place by undo, in its message or by key, and goes again by redo', async () => {
  const listed = [alert('a', 'AAPL'), alert('b', 'MSFT'), alert('c', 'SPY')];
  const { user, alerts, desk } = await renderAlerts({ Alerts: ['a', 'b', 'c'] }, ...listed);
  await untilShown(['AAPL', 'MSFT', 'SPY']);
  await user.click(within(frame()).getByRole('button', { name: 'Remove MSFT' }));
  await untilShown(['AAPL', 'SPY']);
  const removed = await message('MSFT removed');
  await user.click(within(removed).getByRole('button', { name: 'Undo' }));
  await untilShown(['AAPL', 'MSFT', 'SPY']);
  await waitFor(() => expect(removed.isConnected).toBe(false));
  await waitFor(() => expect(alerts.get('b')).toEqual(listed[1]));
  expect(desk.undo.next()?.title).toBe('Remove alert on MSFT');
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await untilShown(['AAPL', 'SPY']);
  await waitFor(() => expect(alerts.get('b')).toBeNull());
  await user.keyboard('{Control>}z{/Control}');
  await untilShown(['AAPL', 'MSFT', 'SPY']);
  await waitFor(() => expect(alerts.get('b')).toEqual(listed[1]));
});

test('undo takes a level and an added alert back', async () => {
  const { user, alerts, desk } = await renderAlerts({ Alerts: ['a'] }, alert('a', 'AAPL'));
  await addAlert(user, 'SPY');
  await setLevel(user, 'SPY', 'Low', '90');
  await waitFor(() => expect(textOf('SPY', 'LowAlert')).toBe('90.00'));
  expect(desk.undo.steps().done.map(({ title }) => title)).toEqual([
    'Add alert on SPY',
    'Change alert on SPY',
  ]);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(textOf('SPY', 'LowAlert')).toBe('Set'));
  await user.keyboard('{Control>}z{/Control}');
  await untilShown(['AAPL']);
  await waitFor(() => expect([...alerts.values()].filter((row) => row !== null)).toHaveLength(1));
});

test('says that alerts stay active when undo or redo closes their window', async () => {
  const rendered = await renderAlerts({ Alerts: ['a'] }, alert('a', 'AAPL'));
  await untilShown(['AAPL']);
  await close(rendered);
  const stays = await message('1 alert stays active');
  await rendered.user.click(within(stays).getByLabelText('Dismiss'));
  await waitFor(() => expect(stays.isConnected).toBe(false));
  await rendered.desk.commands.run('edit.undo');
  await untilShown(['AAPL']);
  await rendered.desk.commands.run('edit.redo');
  await untilShown();
  await message('1 alert stays active');
  expect([...rendered.alerts.keys()]).toEqual(['a']);
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
    SchemaVersion: 7,
    Workspaces: [{ LayoutData: { Window1: { version: 1, data: { Adopt: [] } } } }],
  });
  reload();
  await untilShown(['AAPL', 'MSFT', 'SPY']);
  expect(new Map(alerts)).toEqual(expected);
});

test('keeps lines free for the messages of the dialog in which an alert is created', async () => {
  const { desk, user } = await renderAlerts({ Alerts: ['a'] }, alert('a', 'AAPL'));
  await untilShown(['AAPL']);
  void desk.commands.run('alerts.create', { symbol: 'AAPL' });
  const dialog = await screen.findByRole('dialog', { name: 'Create alert - AAPL' });
  const high = within(dialog).getByLabelText('High alert');
  const field = high.closest('[class*="field"]');
  expect(field?.className).toContain('reserved');
  await user.type(high, '950');
  const note = await within(dialog).findByText(/This replaces the high alert at 900\.00/);
  expect(note.className).toContain('longNote');
  await user.clear(high);
  await user.click(within(dialog).getByRole('button', { name: 'Create alert' }));
  expect(within(dialog).getByRole('alert').textContent).toBe('Enter a level to watch for');
});

const frame = () => document.querySelector<HTMLElement>('[data-tool="price-alerts"]') ?? document.body;
const cellOf = (symbol: string, column: string) => {
  const rows = [...frame().querySelectorAll('[data-row-id]')];
  const row = rows.find((each) => each.querySelector('[data-column="Name"]')?.textContent === symbol);
  return row?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? null;
};
const textOf = (symbol: string, column: string) => cellOf(symbol, column)?.textContent;
const click = (user: User, element: HTMLElement | null) => user.click(element ?? document.body);
type User = RenderedTool['user'];

const popup = () => screen.queryByRole('region', { name: 'Notifications' });

/** Adds an alert for a symbol by the lookup of the window. */
async function addAlert(user: User, symbol: string): Promise<void> {
  const [add] = within(frame()).getAllByRole('button', { name: 'Add symbols' });
  await click(user, add ?? null);
  const lookup = await screen.findByRole('dialog', { name: 'Add symbols' });
  await fill(user, within(lookup).getByRole('combobox'), `${symbol}{Enter}`);
  await waitFor(() => expect(textOf(symbol, 'Price')).toBe('100.00'));
}

/** Opens the dialog of a level. */
async function openLevel(user: User, symbol: string, side: 'High' | 'Low') {
  await click(user, cellOf(symbol, `${side}Alert`));
  const dialog = await screen.findByRole('dialog', { name: `Alert price - ${symbol}` });
  return { dialog, level: within(dialog).getByLabelText(`${side} alert price`, { selector: 'input' }) };
}
async function setLevel(user: User, symbol: string, side: 'High' | 'Low', text: string): Promise<void> {
  const { level } = await openLevel(user, symbol, side);
  await fill(user, level, `${text}{Enter}`);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: `Alert price - ${symbol}` })).toBeNull());
}

test('sets a level in its dialog, which refuses what is no number and warns of a level that fires at once', async () => {
  const { user, alerts } = await renderAlerts({});
  await addAlert(user, 'SPY');
  const { dialog, level } = await openLevel(user, 'SPY', 'High');
  await fill(user, level, 'abc');
  await user.click(within(dialog).getByRole('button', { name: 'Ok' }));
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe('Not a number'));
  await fill(user, level, '1');
  await within(dialog).findByText('The price is already above 1.00: this alert fires at once.');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(textOf('SPY', 'HighAlert')).toBe('1.00'));
  await waitFor(() =>
    expect([...alerts.values()]).toMatchObject([{ Symbol: 'SPY', HighAlert: 1, HighAlertTime: null }]),
  );
});

test('shows a firing of the server with its time; the bell opens and closes the notifications by the keyboard', async () => {
  const { user, server } = await renderAlerts({ Alerts: ['a'] }, alert('a', 'SPY', { HighAlert: 99 }));
  await untilShown(['SPY']);
  const fired = { AlertId: 'a', Side: 'High', Arm: 0, Symbol: 'SPY', Column: 'Last', Level: 99 } as const;
  server.send('trading', 'alertFired', { ...fired, Serial: 1, Value: 100, Timestamp: Date.now() });
  const text = 'SPY is trading above 99.00';
  await waitFor(() => expect(popup()?.textContent).toContain(text));
  const bell = screen.getByRole('button', { name: '1 notification' });
  bell.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(popup()).toBeNull());
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss all' })),
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(popup()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(bell));
});

test('in a demo an alert fires in the page, once, shows its time, and fires again after a reset', async () => {
  const server = createDeskServer();
  server.isDemo = true;
  const { user } = await renderTool(priceAlerts, server);
  await addAlert(user, 'SPY');
  await setLevel(user, 'SPY', 'High', '1');
  const text = 'SPY is trading above 1.00';
  await waitFor(() => expect(popup()?.textContent).toContain(text));
  expect(textOf('SPY', 'HighAlertTime')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await user.click(within(popup() ?? document.body).getByRole('button', { name: `Dismiss ${text}` }));
  await waitFor(() => expect(popup()).toBeNull());
  await click(user, cellOf('SPY', 'HighAlertTime'));
  await waitFor(() => expect(popup()?.textContent).toContain(text));
});

test('the header pauses and resumes every row, and a paused alert does not fire', async () => {
  const server = createDeskServer();
  server.isDemo = true;
  const { user, desk } = await renderTool(priceAlerts, server);
  await addAlert(user, 'SPY');
  await addAlert(user, 'MSFT');
  await user.click(within(frame()).getByRole('button', { name: 'Pause all alerts' }));
  await setLevel(user, 'MSFT', 'High', '1');
  expect(within(frame()).getAllByRole('button', { name: /^Resume (SPY|MSFT)/ })).toHaveLength(2);
  // Another alert is evaluated after it, and fires.
  await user.click(within(frame()).getByRole('button', { name: 'Resume SPY' }));
  await setLevel(user, 'SPY', 'High', '1');
  await waitFor(() => expect(textOf('SPY', 'HighAlertTime')).toMatch(/\d/));
  expect(textOf('MSFT', 'HighAlertTime')).toBe('');
  await user.click(within(frame()).getByRole('button', { name: 'Resume MSFT' }));
  await waitFor(() => expect(textOf('MSFT', 'HighAlertTime')).toMatch(/\d/));
  expect([...desk.platform.alertDocuments.get().rows.values()].map(({ Paused }) => Paused)).toEqual([
    false,
    false,
  ]);
});

test('saves alerts under a name and loads them again', async () => {
  const server = createDeskServer();
  answerAlerts(server);
  answerSaves(server);
  const { user } = await renderTool(priceAlerts, server);
  const title = () => frame().querySelector('header h2')?.textContent;
  await addAlert(user, 'SPY');
  await setLevel(user, 'SPY', 'High', '999999');
  const openSaves = async () => {
    await user.click(within(frame()).getByRole('button', { name: 'Manage saved alerts' }));
    return within(await screen.findByRole('dialog', { name: 'Saved alerts' }));
  };
  const saves = await openSaves();
  await fill(user, saves.getByLabelText('Name'), 'Far away');
  await user.click(saves.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(title()).toBe('Price Alerts - Far away'));
  await user.click(await within(frame()).findByRole('button', { name: 'Remove SPY' }));
  await untilShown([]);
  const again = await openSaves();
  await user.click(await again.findByRole('option', { name: 'Far away' }));
  await user.click(again.getByRole('button', { name: 'Load' }));
  await waitFor(() => expect(textOf('SPY', 'HighAlert')).toBe('999,999.00'));
});

test('an alert made in a grid needs no window of alerts, and is in the window that its message opens', async () => {
  const server = createDeskServer();
  const alerts = answerAlerts(server);
  const { user } = await renderTool(marketView, server, { Symbols: ['AAPL'] });
  const last = await waitFor(() => {
    const cell = document.querySelector('[data-row-id="AAPL"] [data-column="Last"]');
    return cell?.textContent === '100.00' ? cell : expect.fail('AAPL has no price yet');
  });
  await user.pointer({ keys: '[MouseRight]', target: last });
  await user.click(await screen.findByRole('menuitem', { name: 'Create alert…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create alert - AAPL' }));
  await fill(user, dialog.getByRole('textbox', { name: 'Low alert' }), '9999');
  await dialog.findByText('The price is already below 9,999.00: this alert fires at once.');
  await user.click(dialog.getByRole('button', { name: 'Create alert' }));
  const created = await message('Alert on AAPL created');
  await waitFor(() => expect([...alerts.values()]).toMatchObject([{ Symbol: 'AAPL', LowAlert: 9999 }]));
  expect(document.querySelector('[data-tool="price-alerts"]')).toBeNull();
  await user.click(within(created).getByRole('button', { name: 'Open Price Alerts' }));
  await waitFor(() => expect(textOf('AAPL', 'LowAlert')).toBe('9,999.00'));
});
