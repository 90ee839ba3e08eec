import { beforeEach, describe, expect, test } from 'vitest';
import { withLevel } from '../../domain/alerts/index.ts';
import { Permission } from '../../domain/permissions.ts';
import { catalogue } from '../../protocol/index.ts';
import { AlertStorePage, row, state } from './testing.ts';

let page: AlertStorePage;
beforeEach(() => {
  page = new AlertStorePage();
});

describe('the store of alert documents', () => {
  test('requests the list once the store is used and the account selected', () => {
    page.store.onAccountReady();
    expect(page.sent).toEqual([]);
    page.store.subscribe(() => {});
    expect([page.sent, page.store.get().isLoaded]).toEqual([['alertList'], false]);
    page.list([1, row()]);
    expect([page.shown(), page.store.get().isLoaded]).toEqual([[row()], true]);
  });

  test('requests nothing without the permission', () => {
    page.user.permissionMask = Permission.Chart;
    page.store.subscribe(() => {});
    page.store.onAccountReady();
    expect(page.sent).toEqual([]);
  });

  test('shows a long list when its last part has arrived', () => {
    page.store.subscribe(() => {});
    page.store.onAccountReady();
    const item = { ...state(1, row()), Body: { ...row() } };
    page.store.onTrading({ name: 'alertDocuments', body: { Items: [item], HasMore: true } });
    expect(page.shown()).toEqual([]);
    page.list([1, row({ Id: 'a2' })]);
    expect(page.shown()).toHaveLength(2);
  });

  test('notifies of changes only: the answer to a write changes nothing that is shown', () => {
    page.ready([1, row()]);
    let notified = 0;
    page.store.subscribe(() => notified++);
    page.store.put([row({ Paused: true })]);
    page.stored(2);
    expect(notified).toBe(1);
  });

  test('shows changes at once and sends them over the newest revision', () => {
    page.ready([4, row()]);
    page.store.put([row({ Paused: true }), row({ Id: 'a2' })]);
    expect(page.shown()).toEqual([row({ Paused: true }), row({ Id: 'a2' })]);
    expect(page.sent).toEqual(['alertPut a1 4', 'alertPut a2 0']);
    page.stored(5);
    page.stored(1, 'a2');
    page.store.put([row()]);
    page.store.remove(['a2']);
    expect(page.sent.slice(2)).toEqual(['alertPut a1 5', 'alertRemove a2 1']);
    expect(page.shown()).toEqual([row()]);
  });

  test('sends one write of an alert at a time, and its last state after the answer', () => {
    page.ready([1, row()]);
    page.store.put([row({ Paused: true })]);
    page.store.put([withLevel(row(), 'High', 120)]);
    page.store.put([withLevel(row(), 'High', 130)]);
    expect(page.sent).toEqual(['alertPut a1 1']);
    page.stored(2);
    expect(page.sent).toEqual(['alertPut a1 1', 'alertPut a1 2']);
    page.stored(3);
    expect([page.sent.length, page.shown()]).toEqual([2, [withLevel(row(), 'High', 130)]]);
  });

  test('shows and stashes a flood of messages together, and a change of this page at once', () => {
    page.ready();
    page.clock.advance(1_000);
    let notified = 0;
    page.store.subscribe(() => notified++);
    let written = 0;
    const set = page.texts.set.bind(page.texts);
    page.texts.set = (key, value) => {
      written += 1;
      return set(key, value);
    };
    const message = (index: number) =>
      page.store.onTrading({ name: 'alertChanged', body: state(1, row({ Id: `n${index}` })) });
    for (let index = 0; index < 500; index += 1) message(index);
    expect([notified, page.shown().length]).toEqual([1, 1]);
    page.store.put([row({ Id: 'n0', Paused: true })]);
    expect([notified, page.shown().length, written]).toEqual([2, 500, 1]);
    page.clock.advance(100);
    expect([notified, page.shown().length, written]).toEqual([2, 500, 1]);
  });

  test('writes the stash once for a flood of answers', () => {
    page.ready();
    page.clock.advance(1_000);
    const rows = Array.from({ length: 40 }, (_, index) => row({ Id: `n${index}` }));
    page.store.put(rows);
    const before = page.texts.get('tapedeck.unsentAlerts');
    for (const { Id } of rows) page.store.onTrading({ name: 'alertStored', body: { Id, Revision: 1 } });
    expect(page.texts.get('tapedeck.unsentAlerts')?.length).toBeLessThan(before?.length ?? 0);
    page.store.onLost();
    expect(page.texts.size).toBe(0);
  });

  test('sends at most 50 writes at once', () => {
    page.ready();
    page.store.put(Array.from({ length: 60 }, (_, index) => row({ Id: `n${index}` })));
    expect(page.sent).toHaveLength(50);
    page.stored(1, 'n0');
    expect(page.sent).toHaveLength(51);
  });

  test('follows the changes of other browsers, and firings', () => {
    page.ready([1, row()]);
    page.changed(state(2, row({ HighAlertTime: 5 })));
    page.changed(state(1, row({ Id: 'a2' })));
    page.changed(state(1, row()));
    expect(page.shown()).toEqual([row({ HighAlertTime: 5 }), row({ Id: 'a2' })]);
    page.changed(state(3, null));
    expect(page.shown()).toEqual([row({ Id: 'a2' })]);
  });

  test('applies a firing that arrives before the answer to a write', () => {
    page.ready([1, row()]);
    page.store.put([row({ Paused: true })]);
    page.changed(state(3, row({ Paused: true, HighAlertTime: 5 })));
    page.stored(2);
    expect(page.shown()).toEqual([row({ Paused: true, HighAlertTime: 5 })]);
    expect(page.sent).toHaveLength(1);
  });

  test('merges with the change of another browser, and reports the level that is given up', () => {
    page.ready([1, row()]);
    page.store.put([withLevel(row({ Paused: true }), 'High', 110)]);
    page.conflict(state(2, withLevel(withLevel(row(), 'High', 105), 'Low', 80)));
    const merged = { ...withLevel(withLevel(row(), 'High', 105), 'Low', 80), Paused: true };
    expect([page.shown(), page.problems]).toEqual([[merged], ['merged AAPL 110']]);
    expect(page.sent.at(-1)).toBe('alertPut a1 2');
    page.stored(3);
    expect(page.sent).toHaveLength(2);
  });

  test('removes an alert that another browser removed, and reports the lost change', () => {
    page.ready([1, row()]);
    page.store.put([row({ Paused: true })]);
    page.conflict(state(2, null));
    expect([page.shown(), page.problems, page.sent.length]).toEqual([[], ['removed AAPL'], 1]);
  });

  test('removes an alert that has fired meanwhile, and keeps one that another browser changed', () => {
    page.ready([1, row()], [1, row({ Id: 'a2' })]);
    page.store.remove(['a1', 'a2']);
    page.conflict(state(2, row({ HighAlertTime: 5 })));
    expect(page.sent.at(-1)).toBe('alertRemove a1 2');
    page.conflict(state(2, row({ Id: 'a2', Paused: true })));
    expect([page.shown(), page.problems]).toEqual([[row({ Id: 'a2', Paused: true })], ['kept AAPL']]);
  });

  test('restores an alert whose change the server refuses, and reports the reason', () => {
    page.ready([1, row()]);
    page.store.put([row({ Paused: true }), row({ Id: 'a2' })]);
    for (const Id of ['a1', 'a2'])
      page.store.onTrading({ name: 'alertRefused', body: { Id, Message: 'You have 2,000 alerts' } });
    page.clock.advance(100);
    expect([page.shown(), page.problems]).toEqual([[row()], ['refused AAPL', 'refused AAPL']]);
    expect(page.texts.size).toBe(0);
  });

  test('sends writes again after a refusal that names no alert', () => {
    page.ready([1, row()]);
    page.store.put([row({ Paused: true })]);
    page.store.onTrading({
      name: 'failure',
      body: { Message: 'Too many messages', ErrorCode: -48, RequestT: catalogue.alertPut.T },
    });
    expect(page.sent).toHaveLength(1);
    page.clock.advance(2_000);
    expect(page.sent).toEqual(['alertPut a1 1', 'alertPut a1 1']);
  });

  test('requests a refused list again', () => {
    page.store.subscribe(() => {});
    page.store.onAccountReady();
    page.store.onTrading({
      name: 'failure',
      body: { Message: 'Too many messages', ErrorCode: -48, RequestT: catalogue.alertList.T },
    });
    page.clock.advance(2_000);
    expect(page.sent).toEqual(['alertList', 'alertList']);
  });

  test('keeps the alerts of a demo session in the page', () => {
    page.user.isDemo = true;
    page.store.subscribe(() => {});
    page.store.onAccountReady();
    page.store.put([row(), row({ Id: 'a2' })]);
    page.store.remove(['a2']);
    expect([page.shown(), page.store.get().isLoaded]).toEqual([[row()], true]);
    expect([page.sent, page.texts.size]).toEqual([[], 0]);
    page.store.reset();
    expect(page.shown()).toEqual([]);
  });
});

describe('unsent changes of alerts', () => {
  test('sends unsent changes after the reconnect, before it requests the list', () => {
    page.ready([1, row()]);
    page.isOpen = false;
    page.store.onLost();
    page.store.put([row({ Paused: true })]);
    page.isOpen = true;
    page.store.onAccountReady();
    expect(page.sent).toEqual(['alertPut a1 1', 'alertList']);
    page.stored(2);
    page.list([2, row({ Paused: true })]);
    expect([page.shown(), page.texts.size]).toEqual([[row({ Paused: true })], 0]);
  });

  test('keeps unsent changes over a reload of the page', () => {
    page.ready([1, row()], [1, row({ Id: 'a3' })]);
    page.isOpen = false;
    page.store.put([withLevel(row(), 'High', 110), row({ Id: 'a2' })]);
    page.store.remove(['a3']);
    page.store = page.openPage();
    page.isOpen = true;
    page.store.onAccountReady();
    expect(page.sent).toEqual(['alertPut a1 1', 'alertRemove a3 1', 'alertPut a2 0', 'alertList']);
    page.conflict(state(2, row({ Paused: true })));
    expect(page.shown()[0]).toEqual({ ...withLevel(row(), 'High', 110), Paused: true });
    page.stored(3);
    page.stored(1, 'a2');
    page.stored(2, 'a3');
    expect(page.texts.size).toBe(0);
  });

  test('keeps unsent changes over a change of account, and does not send them for another user', () => {
    page.ready([1, row()]);
    page.isOpen = false;
    page.store.put([row({ Paused: true })]);
    page.isOpen = true;
    page.store.reset();
    page.user = { ...page.user, userId: 'eve' };
    page.store.onAccountReady();
    expect([page.sent, page.shown()]).toEqual([['alertList'], []]);
    page.store.reset();
    page.user = { ...page.user, userId: 'ann' };
    page.store.onAccountReady();
    expect(page.sent.slice(1)).toEqual(['alertPut a1 1', 'alertList']);
  });

  test('does not repeat a stored change whose answer was lost, and reports nothing', () => {
    page.ready([1, row()]);
    const next = withLevel(row(), 'High', 110);
    page.store.put([next]);
    page.store.onLost();
    page.store.onAccountReady();
    page.conflict(state(2, next));
    expect([page.shown(), page.problems, page.sent.at(-1)]).toEqual([[next], [], 'alertList']);
  });

  test('drops an alert that another browser removed while the socket was away', () => {
    page.ready([1, row()], [1, row({ Id: 'a2' })]);
    page.store.onLost();
    page.store.onAccountReady();
    page.list([1, row({ Id: 'a2' })]);
    expect(page.shown()).toEqual([row({ Id: 'a2' })]);
  });

  test('leaves the unsent changes of another tab in the stash', () => {
    page.isOpen = false;
    page.ready();
    const other = page.openPage();
    other.subscribe(() => {});
    other.onAccountReady();
    page.store.put([row()]);
    other.put([row({ Id: 'a2' })]);
    page.store.remove(['a1']);
    const stash: unknown = JSON.parse(page.texts.get('tapedeck.unsentAlerts') ?? '[]');
    expect(stash).toMatchObject([{ id: 'a2', userId: 'ann' }]);
  });

  test('sends the change of a tab that was closed while the server was away, although this tab knows the alert', () => {
    page.ready([1, row()], [1, row({ Id: 'a2' })]);
    const closed = page.openPage();
    closed.subscribe(() => {});
    closed.onAccountReady();
    const Items = [state(1, row()), state(1, row({ Id: 'a2' }))].flatMap(({ Body, ...rest }) =>
      Body === null ? [] : [{ ...rest, Body }],
    );
    closed.onTrading({ name: 'alertDocuments', body: { Items, HasMore: false } });
    page.isOpen = false;
    for (const store of [page.store, closed]) store.onLost();
    closed.put([withLevel(row(), 'High', 110)]);
    closed.remove(['a2']);
    page.store.put([withLevel(row(), 'Low', 80)]);
    page.isOpen = true;
    page.sent = [];
    page.store.onAccountReady();
    expect(page.sent).toEqual(['alertPut a1 1', 'alertRemove a2 1', 'alertList']);
    page.stored(2);
    page.stored(2, 'a2');
    const merged = withLevel(withLevel(row(), 'High', 110), 'Low', 80);
    page.list([2, merged]);
    expect([page.shown(), page.problems, page.texts.size]).toEqual([[merged], [], 0]);
  });

  test('removes an alert whose first write was not answered before the connection was lost', () => {
    page.ready();
    page.store.put([row()]);
    page.store.remove(['a1']);
    page.store.onLost();
    page.store.onAccountReady();
    expect(page.sent).toEqual(['alertPut a1 0', 'alertRemove a1 0', 'alertList']);
    page.list([2, row({ HighAlertTime: 5 })]);
    page.conflict(state(2, row({ HighAlertTime: 5 })));
    expect([page.shown(), page.sent.at(-1)]).toEqual([[], 'alertRemove a1 2']);
    page.stored(3);
    expect([page.shown(), page.problems, page.texts.size]).toEqual([[], [], 0]);
  });

  test('removes an alert whose first write was not answered before the page was closed', () => {
    page.ready();
    page.store.put([row()]);
    page.store.remove(['a1']);
    page.store = page.openPage();
    page.sent = [];
    page.store.onAccountReady();
    expect(page.sent).toEqual(['alertRemove a1 0', 'alertList']);
    page.conflict(state(1, row()));
    page.stored(2);
    expect([page.shown(), page.problems, page.texts.size]).toEqual([[], [], 0]);
  });

  test('forgets an alert that was removed before the server knew of it', () => {
    page.ready();
    page.store.put([row()]);
    page.store.remove(['a1']);
    page.store.onLost();
    page.store.onAccountReady();
    page.conflict(state(0, null));
    expect([page.shown(), page.sent.length, page.texts.size]).toEqual([[], 3, 0]);
  });

  test('leaves out damaged changes of the stash', () => {
    page.texts.set(
      'tapedeck.unsentAlerts',
      JSON.stringify([
        7,
        { userId: 'ann', id: 'a1', revision: 0, seen: null, row: { Id: 'a1' } },
        { userId: 'ann', id: 'a2', revision: 0, seen: null, row: row({ Id: 'a2' }) },
      ]),
    );
    page.store.onAccountReady();
    expect(page.shown()).toEqual([row({ Id: 'a2' })]);
    page.texts.set('tapedeck.unsentAlerts', '{');
    expect(() => page.openPage().onAccountReady()).not.toThrow();
  });
});
