import { beforeEach, describe, expect, test } from 'vitest';
import type { AlertChange } from './types.ts';
import { AlertStorePage, row, state } from './testing.ts';

let page: AlertStorePage;
beforeEach(() => {
  page = new AlertStorePage();
});

describe('a removed alert that is added again', () => {
  test('is stored over the removal that the server has confirmed', () => {
    page.ready([4, row()]);
    page.store.remove(['a1']);
    page.stored(5);
    page.store.restore([row()]);
    expect(page.shown()).toEqual([row()]);
    // The revision of the removal is forgotten: the refusal names it.
    expect(page.sent).toEqual(['alertRemove a1 4', 'alertPut a1 0']);
    page.conflict(state(5, null, 'a1'));
    expect(page.sent.at(-1)).toBe('alertPut a1 5');
    page.stored(6);
    expect([page.shown(), page.problems]).toEqual([[row()], []]);
    page.changed(state(7, null, 'a1'));
    expect(page.shown()).toEqual([]);
  });

  test('is stored after a removal that is still under way', () => {
    page.ready([4, row()]);
    page.store.remove(['a1']);
    page.store.restore([row({ Paused: true })]);
    expect(page.sent).toEqual(['alertRemove a1 4']);
    page.stored(5);
    expect(page.sent.at(-1)).toBe('alertPut a1 5');
    page.stored(6);
    expect(page.shown()).toEqual([row({ Paused: true })]);
  });

  test('is removed for good when it is removed again', () => {
    page.ready([4, row()]);
    page.store.remove(['a1']);
    page.store.restore([row()]);
    page.store.remove(['a1']);
    page.stored(5);
    expect([page.shown(), page.sent]).toEqual([[], ['alertRemove a1 4']]);
  });

  test('is restored by the next page when this one could not send it', () => {
    page.ready([4, row()]);
    page.store.remove(['a1']);
    page.stored(5);
    page.isOpen = false;
    page.store.restore([row()]);
    page.store.dispose();
    page.isOpen = true;
    page.store = page.openPage();
    page.ready();
    page.conflict(state(5, null, 'a1'));
    expect([page.sent.at(-1), page.problems]).toEqual(['alertPut a1 5', []]);
    page.stored(6);
    expect(page.shown()).toEqual([row()]);
  });

  test('is merged with the one that another browser has restored first', () => {
    page.ready();
    page.store.restore([row()]);
    page.conflict(state(6, row({ LowAlert: 3, LowArm: 1 })));
    expect(page.shown()).toMatchObject([{ HighAlert: 100, LowAlert: 3 }]);
  });

  test('stays as it is when it is there', () => {
    page.ready([4, row()]);
    page.store.restore([row({ Paused: true })]);
    expect([page.shown(), page.sent]).toEqual([[row()], []]);
  });

  test('stays removed when it is only put', () => {
    page.ready([4, row()]);
    page.store.remove(['a1']);
    page.store.put([row()]);
    page.stored(5);
    expect([page.shown(), page.sent]).toEqual([[], ['alertRemove a1 4']]);
  });
});

test('reports what tools change, and nothing of what the server sends', () => {
  page.ready([1, row()]);
  const reported: AlertChange[] = [];
  const end = page.store.onChange((changes) => reported.push(...changes));
  page.changed(state(2, row({ HighAlertTime: 5 })));
  page.store.put([row({ HighAlertTime: 5 }), row({ Id: 'a2' })]);
  page.store.remove(['a1', 'gone']);
  page.store.restore([row()]);
  page.store.adopt([row({ Id: 'a3' })]);
  expect(reported).toEqual([
    { before: null, after: row({ Id: 'a2' }) },
    { before: row({ HighAlertTime: 5 }), after: null },
    { before: null, after: row() },
  ]);
  end();
  page.store.remove(['a1']);
  expect(reported).toHaveLength(3);
});
