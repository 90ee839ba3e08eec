import { beforeEach, describe, expect, test } from 'vitest';
import { withLevel } from '../../domain/alerts/index.ts';
import { AlertStorePage, row, state } from './testing.ts';

let page: AlertStorePage;
beforeEach(() => {
  page = new AlertStorePage();
});

describe('alerts that windows of an older release offer', () => {
  test('adds unknown alerts once the list has arrived, and reports when each is stored', () => {
    page.store.subscribe(() => {});
    page.store.onAccountReady();
    const offered = [row(), row({ Id: 'a2' })];
    expect(page.store.adopt(offered)).toEqual(offered);
    expect([page.sent, page.shown()]).toEqual([['alertList'], []]);
    page.list([3, row({ HighAlertTime: 5 })]);
    expect(page.sent.slice(1)).toEqual(['alertPut a2 0']);
    expect(page.store.adopt(offered)).toEqual([row({ Id: 'a2' })]);
    page.stored(1, 'a2');
    expect([page.store.adopt(offered), page.shown()]).toEqual([
      [],
      [row({ HighAlertTime: 5 }), row({ Id: 'a2' })],
    ]);
    expect([page.sent.length, page.texts.size]).toEqual([2, 0]);
  });

  test('takes a level that was never page.sent, and neither an older one nor the pause', () => {
    page.ready([3, withLevel(row({ Id: 'a1' }), 'Low', 80)], [3, row({ Id: 'a2' })]);
    const unsent = withLevel(row({ Paused: true }), 'High', 110);
    expect(page.store.adopt([unsent, row({ Id: 'a2', HighAlert: 90, Paused: true })])).toEqual([unsent]);
    expect(page.shown()).toEqual([withLevel(withLevel(row(), 'Low', 80), 'High', 110), row({ Id: 'a2' })]);
    expect(page.sent).toEqual(['alertPut a1 3']);
  });

  test('does not restore a removed alert, and reports no problem', () => {
    page.ready([1, row()]);
    page.store.remove(['a1']);
    page.stored(2);
    expect(page.store.adopt([row(), row({ Id: 'a2' })])).toEqual([row({ Id: 'a2' })]);
    page.conflict(state(4, null, 'a2'));
    expect([page.store.adopt([row(), row({ Id: 'a2' })]), page.shown(), page.problems]).toEqual([[], [], []]);
  });

  test('agrees with another tab that offers the same alert', () => {
    page.ready();
    page.store.adopt([row()]);
    page.conflict(state(1, row({ HighAlertTime: 5 })));
    expect([page.store.adopt([row()]), page.shown(), page.problems]).toEqual([
      [],
      [row({ HighAlertTime: 5 })],
      [],
    ]);
    expect(page.sent).toHaveLength(1);
  });

  test('are removed at once when the user removes them before the answer', () => {
    page.ready();
    page.store.adopt([row()]);
    page.store.remove(['a1']);
    page.conflict(state(1, row({ HighAlertTime: 5 })));
    expect([page.shown(), page.sent.at(-1), page.problems]).toEqual([[], 'alertRemove a1 1', []]);
  });

  test('offers a refused alert once in a page, and never counts it as stored', () => {
    page.ready();
    page.store.adopt([row()]);
    page.store.onTrading({ name: 'alertRefused', body: { Id: 'a1', Message: 'You have 2,000 alerts' } });
    expect([page.store.adopt([row()]), page.shown(), page.problems]).toEqual([[row()], [], ['refused AAPL']]);
    expect(page.sent).toHaveLength(1);
  });

  test('keeps offers over a reload of the page before the list arrived', () => {
    page.store.subscribe(() => {});
    page.store.onAccountReady();
    page.store.adopt([row(), row({ Id: 'a2' })]);
    page.store = page.openPage();
    page.sent = [];
    page.store.onAccountReady();
    expect([page.sent, page.shown()]).toEqual([['alertList'], []]);
    page.list([1, row()]);
    expect(page.sent.slice(1)).toEqual(['alertPut a2 0']);
    page.stored(1, 'a2');
    expect(page.texts.size).toBe(0);
  });

  test('are alerts at once in a demo session', () => {
    page.user.isDemo = true;
    page.store.onAccountReady();
    expect([page.store.adopt([row()]), page.shown()]).toEqual([[], [row()]]);
  });
});
