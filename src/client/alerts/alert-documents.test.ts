import { beforeEach, describe, expect, test } from 'vitest';
import { type AlertRow, newAlert, withLevel } from '../../domain/alerts/index.ts';
import { Permission } from '../../domain/permissions.ts';
import { type Body, catalogue } from '../../protocol/index.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { AlertDocuments } from './alert-documents.ts';
import { createAlertStash } from './alert-stash.ts';

const row = (change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert('a1', 'AAPL'),
  HighAlert: 100,
  ...change,
});
const state = (Revision: number, alert: AlertRow | null, Id = alert?.Id ?? 'a1'): Body<'alertChanged'> => ({
  Id,
  Revision,
  Version: 1,
  Body: alert === null ? null : { ...alert },
});

let clock: ManualClock;
let user: { userId: string; isDemo: boolean; permissionMask: number };
let isOpen: boolean;
let sent: string[];
let texts: Map<string, string>;
let problems: string[];
let store: AlertDocuments;

function openPage(): AlertDocuments {
  const page = new AlertDocuments({
    clock,
    trading: {
      sendReady: (name, body) => {
        if (!isOpen) return false;
        const { Id, Seen } = { Id: '', Seen: '', ...body };
        sent.push(`${name} ${Id} ${Seen}`.trim());
        return true;
      },
    },
    user: () => user,
    stash: createAlertStash(() => ({
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, value) => void texts.set(key, value),
      removeItem: (key) => void texts.delete(key),
    })),
  });
  page.onProblem((problem) =>
    problems.push(
      `${problem.kind} ${problem.row.Symbol}${problem.kind === 'merged' ? ` ${problem.level}` : ''}`,
    ),
  );
  return page;
}
const list = (...alerts: readonly [number, AlertRow][]) =>
  store.onTrading({
    name: 'alertDocuments',
    body: {
      Items: alerts.map(([Revision, alert]) => ({
        Id: alert.Id,
        Revision,
        Version: 1,
        Body: { ...alert },
      })),
      HasMore: false,
    },
  });
const stored = (Revision: number, Id = 'a1') =>
  store.onTrading({ name: 'alertStored', body: { Id, Revision } });
const changed = (body: Body<'alertChanged'>) => store.onTrading({ name: 'alertChanged', body });
const conflict = (body: Body<'alertConflict'>) => store.onTrading({ name: 'alertConflict', body });
const shown = () => [...store.get().rows.values()];

/** The store of a page whose account is selected and whose list has arrived. */
function ready(...alerts: readonly [number, AlertRow][]): void {
  store.subscribe(() => {});
  store.onAccountReady();
  list(...alerts);
  sent = [];
}

beforeEach(() => {
  clock = createManualClock();
  user = { userId: 'ann', isDemo: false, permissionMask: Permission.ChartAlerts };
  [isOpen, sent, texts, problems] = [true, [], new Map(), []];
  store = openPage();
});

describe('the store of alert documents', () => {
  test('requests the list once the store is used and the account selected', () => {
    store.onAccountReady();
    expect(sent).toEqual([]);
    store.subscribe(() => {});
    expect([sent, store.get().isLoaded]).toEqual([['alertList'], false]);
    list([1, row()]);
    expect([shown(), store.get().isLoaded]).toEqual([[row()], true]);
  });

  test('requests nothing without the permission', () => {
    user.permissionMask = Permission.Chart;
    store.subscribe(() => {});
    store.onAccountReady();
    expect(sent).toEqual([]);
  });

  test('shows a long list when its last part has arrived', () => {
    store.subscribe(() => {});
    store.onAccountReady();
    const item = { ...state(1, row()), Body: { ...row() } };
    store.onTrading({ name: 'alertDocuments', body: { Items: [item], HasMore: true } });
    expect(shown()).toEqual([]);
    list([1, row({ Id: 'a2' })]);
    expect(shown()).toHaveLength(2);
  });

  test('notifies of changes only: the answer to a write changes nothing that is shown', () => {
    ready([1, row()]);
    let notified = 0;
    store.subscribe(() => notified++);
    store.put([row({ Paused: true })]);
    stored(2);
    expect(notified).toBe(1);
  });

  test('shows changes at once and sends them over the newest revision', () => {
    ready([4, row()]);
    store.put([row({ Paused: true }), row({ Id: 'a2' })]);
    expect(shown()).toEqual([row({ Paused: true }), row({ Id: 'a2' })]);
    expect(sent).toEqual(['alertPut a1 4', 'alertPut a2 0']);
    stored(5);
    stored(1, 'a2');
    store.put([row()]);
    store.remove(['a2']);
    expect(sent.slice(2)).toEqual(['alertPut a1 5', 'alertRemove a2 1']);
    expect(shown()).toEqual([row()]);
  });

  test('sends one write of an alert at a time, and its last state after the answer', () => {
    ready([1, row()]);
    store.put([row({ Paused: true })]);
    store.put([withLevel(row(), 'High', 120)]);
    store.put([withLevel(row(), 'High', 130)]);
    expect(sent).toEqual(['alertPut a1 1']);
    stored(2);
    expect(sent).toEqual(['alertPut a1 1', 'alertPut a1 2']);
    stored(3);
    expect([sent.length, shown()]).toEqual([2, [withLevel(row(), 'High', 130)]]);
  });

  test('sends at most 50 writes at once', () => {
    ready();
    store.put(Array.from({ length: 60 }, (_, index) => row({ Id: `n${index}` })));
    expect(sent).toHaveLength(50);
    stored(1, 'n0');
    expect(sent).toHaveLength(51);
  });

  test('follows the changes of other browsers, and firings', () => {
    ready([1, row()]);
    changed(state(2, row({ HighAlertTime: 5 })));
    changed(state(1, row({ Id: 'a2' })));
    changed(state(1, row()));
    expect(shown()).toEqual([row({ HighAlertTime: 5 }), row({ Id: 'a2' })]);
    changed(state(3, null));
    expect(shown()).toEqual([row({ Id: 'a2' })]);
  });

  test('applies a firing that arrives before the answer to a write', () => {
    ready([1, row()]);
    store.put([row({ Paused: true })]);
    changed(state(3, row({ Paused: true, HighAlertTime: 5 })));
    stored(2);
    expect(shown()).toEqual([row({ Paused: true, HighAlertTime: 5 })]);
    expect(sent).toHaveLength(1);
  });

  test('merges with the change of another browser, and reports the level that is given up', () => {
    ready([1, row()]);
    store.put([withLevel(row({ Paused: true }), 'High', 110)]);
    conflict(state(2, withLevel(withLevel(row(), 'High', 105), 'Low', 80)));
    const merged = { ...withLevel(withLevel(row(), 'High', 105), 'Low', 80), Paused: true };
    expect([shown(), problems]).toEqual([[merged], ['merged AAPL 110']]);
    expect(sent.at(-1)).toBe('alertPut a1 2');
    stored(3);
    expect(sent).toHaveLength(2);
  });

  test('removes an alert that another browser removed, and reports the lost change', () => {
    ready([1, row()]);
    store.put([row({ Paused: true })]);
    conflict(state(2, null));
    expect([shown(), problems, sent.length]).toEqual([[], ['removed AAPL'], 1]);
  });

  test('removes an alert that has fired meanwhile, and keeps one that another browser changed', () => {
    ready([1, row()], [1, row({ Id: 'a2' })]);
    store.remove(['a1', 'a2']);
    conflict(state(2, row({ HighAlertTime: 5 })));
    expect(sent.at(-1)).toBe('alertRemove a1 2');
    conflict(state(2, row({ Id: 'a2', Paused: true })));
    expect([shown(), problems]).toEqual([[row({ Id: 'a2', Paused: true })], ['kept AAPL']]);
  });

  test('restores an alert whose change the server refuses, and reports the reason', () => {
    ready([1, row()]);
    store.put([row({ Paused: true }), row({ Id: 'a2' })]);
    for (const Id of ['a1', 'a2'])
      store.onTrading({ name: 'alertRefused', body: { Id, Message: 'You have 2,000 alerts' } });
    expect([shown(), problems]).toEqual([[row()], ['refused AAPL', 'refused AAPL']]);
    expect(texts.size).toBe(0);
  });

  test('sends writes again after a refusal that names no alert', () => {
    ready([1, row()]);
    store.put([row({ Paused: true })]);
    store.onTrading({
      name: 'failure',
      body: { Message: 'Too many messages', ErrorCode: -48, RequestT: catalogue.alertPut.T },
    });
    expect(sent).toHaveLength(1);
    clock.advance(2_000);
    expect(sent).toEqual(['alertPut a1 1', 'alertPut a1 1', 'alertList']);
  });

  test('keeps the alerts of a demo session in the page', () => {
    user.isDemo = true;
    store.subscribe(() => {});
    store.onAccountReady();
    store.put([row(), row({ Id: 'a2' })]);
    store.remove(['a2']);
    expect([shown(), store.get().isLoaded]).toEqual([[row()], true]);
    expect([sent, texts.size]).toEqual([[], 0]);
    store.reset();
    expect(shown()).toEqual([]);
  });
});

describe('alerts that windows of an older release offer', () => {
  test('adds unknown alerts once the list has arrived, and reports when each is stored', () => {
    store.subscribe(() => {});
    store.onAccountReady();
    const offered = [row(), row({ Id: 'a2' })];
    expect(store.adopt(offered)).toEqual(offered);
    expect([sent, shown()]).toEqual([['alertList'], []]);
    list([3, row({ HighAlertTime: 5 })]);
    expect(sent.slice(1)).toEqual(['alertPut a2 0']);
    expect(store.adopt(offered)).toEqual([row({ Id: 'a2' })]);
    stored(1, 'a2');
    expect([store.adopt(offered), shown()]).toEqual([[], [row({ HighAlertTime: 5 }), row({ Id: 'a2' })]]);
    expect([sent.length, texts.size]).toEqual([2, 0]);
  });

  test('takes a level that was never sent, and neither an older one nor the pause', () => {
    ready([3, withLevel(row({ Id: 'a1' }), 'Low', 80)], [3, row({ Id: 'a2' })]);
    const unsent = withLevel(row({ Paused: true }), 'High', 110);
    expect(store.adopt([unsent, row({ Id: 'a2', HighAlert: 90, Paused: true })])).toEqual([unsent]);
    expect(shown()).toEqual([withLevel(withLevel(row(), 'Low', 80), 'High', 110), row({ Id: 'a2' })]);
    expect(sent).toEqual(['alertPut a1 3']);
  });

  test('does not restore a removed alert, and reports no problem', () => {
    ready([1, row()]);
    store.remove(['a1']);
    stored(2);
    expect(store.adopt([row(), row({ Id: 'a2' })])).toEqual([row({ Id: 'a2' })]);
    conflict(state(4, null, 'a2'));
    expect([store.adopt([row(), row({ Id: 'a2' })]), shown(), problems]).toEqual([[], [], []]);
  });

  test('agrees with another tab that offers the same alert', () => {
    ready();
    store.adopt([row()]);
    conflict(state(1, row({ HighAlertTime: 5 })));
    expect([store.adopt([row()]), shown(), problems]).toEqual([[], [row({ HighAlertTime: 5 })], []]);
    expect(sent).toHaveLength(1);
  });

  test('are removed at once when the user removes them before the answer', () => {
    ready();
    store.adopt([row()]);
    store.remove(['a1']);
    conflict(state(1, row({ HighAlertTime: 5 })));
    expect([shown(), sent.at(-1), problems]).toEqual([[], 'alertRemove a1 1', []]);
  });

  test('offers a refused alert once in a page, and never counts it as stored', () => {
    ready();
    store.adopt([row()]);
    store.onTrading({ name: 'alertRefused', body: { Id: 'a1', Message: 'You have 2,000 alerts' } });
    expect([store.adopt([row()]), shown(), problems]).toEqual([[row()], [], ['refused AAPL']]);
    expect(sent).toHaveLength(1);
  });

  test('keeps offers over a reload of the page before the list arrived', () => {
    store.subscribe(() => {});
    store.onAccountReady();
    store.adopt([row(), row({ Id: 'a2' })]);
    store = openPage();
    sent = [];
    store.onAccountReady();
    expect([sent, shown()]).toEqual([['alertList'], []]);
    list([1, row()]);
    expect(sent.slice(1)).toEqual(['alertPut a2 0']);
    stored(1, 'a2');
    expect(texts.size).toBe(0);
  });

  test('are alerts at once in a demo session', () => {
    user.isDemo = true;
    store.onAccountReady();
    expect([store.adopt([row()]), shown()]).toEqual([[], [row()]]);
  });
});

describe('unsent changes of alerts', () => {
  test('sends unsent changes after the reconnect, before it requests the list', () => {
    ready([1, row()]);
    isOpen = false;
    store.onLost();
    store.put([row({ Paused: true })]);
    isOpen = true;
    store.onAccountReady();
    expect(sent).toEqual(['alertPut a1 1', 'alertList']);
    stored(2);
    list([2, row({ Paused: true })]);
    expect([shown(), texts.size]).toEqual([[row({ Paused: true })], 0]);
  });

  test('keeps unsent changes over a reload of the page', () => {
    ready([1, row()], [1, row({ Id: 'a3' })]);
    isOpen = false;
    store.put([withLevel(row(), 'High', 110), row({ Id: 'a2' })]);
    store.remove(['a3']);
    store = openPage();
    isOpen = true;
    store.onAccountReady();
    expect(sent).toEqual(['alertPut a1 1', 'alertRemove a3 1', 'alertPut a2 0', 'alertList']);
    conflict(state(2, row({ Paused: true })));
    expect(shown()[0]).toEqual({ ...withLevel(row(), 'High', 110), Paused: true });
    stored(3);
    stored(1, 'a2');
    stored(2, 'a3');
    expect(texts.size).toBe(0);
  });

  test('keeps unsent changes over a change of account, and does not send them for another user', () => {
    ready([1, row()]);
    isOpen = false;
    store.put([row({ Paused: true })]);
    isOpen = true;
    store.reset();
    user = { ...user, userId: 'eve' };
    store.onAccountReady();
    expect([sent, shown()]).toEqual([['alertList'], []]);
    store.reset();
    user = { ...user, userId: 'ann' };
    store.onAccountReady();
    expect(sent.slice(1)).toEqual(['alertPut a1 1', 'alertList']);
  });

  test('does not repeat a stored change whose answer was lost, and reports nothing', () => {
    ready([1, row()]);
    const next = withLevel(row(), 'High', 110);
    store.put([next]);
    store.onLost();
    store.onAccountReady();
    conflict(state(2, next));
    expect([shown(), problems, sent.at(-1)]).toEqual([[next], [], 'alertList']);
  });

  test('drops an alert that another browser removed while the socket was away', () => {
    ready([1, row()], [1, row({ Id: 'a2' })]);
    store.onLost();
    store.onAccountReady();
    list([1, row({ Id: 'a2' })]);
    expect(shown()).toEqual([row({ Id: 'a2' })]);
  });

  test('leaves the unsent changes of another tab in the stash', () => {
    isOpen = false;
    ready();
    const other = openPage();
    other.subscribe(() => {});
    other.onAccountReady();
    store.put([row()]);
    other.put([row({ Id: 'a2' })]);
    store.remove(['a1']);
    const stash: unknown = JSON.parse(texts.get('tapedeck.unsentAlerts') ?? '[]');
    expect(stash).toMatchObject([{ id: 'a2', userId: 'ann' }]);
  });

  test('leaves out damaged changes of the stash', () => {
    texts.set(
      'tapedeck.unsentAlerts',
      JSON.stringify([
        7,
        { userId: 'ann', id: 'a1', revision: 0, seen: null, row: { Id: 'a1' } },
        { userId: 'ann', id: 'a2', revision: 0, seen: null, row: row({ Id: 'a2' }) },
      ]),
    );
    store.onAccountReady();
    expect(shown()).toEqual([row({ Id: 'a2' })]);
    texts.set('tapedeck.unsentAlerts', '{');
    expect(() => openPage().onAccountReady()).not.toThrow();
  });
});
