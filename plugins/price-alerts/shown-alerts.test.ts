import { describe, expect, test } from 'vitest';
import { type AlertRow, newAlert } from '../../src/domain/alerts/index.ts';
import { changeRow, removeAlert } from './alerts.ts';
import { reportClosed } from './closed-windows.ts';
import { problemText } from './report-problem.ts';
import { alertsOf } from './shown-alerts.ts';
import { FakeAlertPlatform } from './testing.ts';

const alert = (Id: string, change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert(Id, Id.toUpperCase()),
  HighAlert: 5,
  ...change,
});
const ids = (rows: readonly AlertRow[]) => rows.map(({ Id }) => Id);

describe('the alerts of a window', () => {
  test('are those that it lists, in its order; the first window shows those of no window as well', () => {
    const fake = new FakeAlertPlatform(alert('c'), alert('a'), alert('b'), alert('d'), alert('e'));
    const [first, second] = [fake.open(['b', 'gone', 'b']), fake.open(['d', 'b'])];
    expect([ids(alertsOf(first)), ids(alertsOf(second))]).toEqual([
      ['b', 'a', 'c', 'e'],
      ['d', 'b'],
    ]);
    fake.close(first);
    expect(ids(alertsOf(second))).toEqual(['d', 'b', 'a', 'c', 'e']);
  });

  test('are the same alert in two windows: a change is in both', () => {
    const fake = new FakeAlertPlatform(alert('a'));
    const windows = [fake.open(['a']), fake.open(['a'])];
    changeRow(fake.platform, 'a', (row) => ({ ...row, Paused: true }));
    for (const window of windows) expect(alertsOf(window)).toEqual([alert('a', { Paused: true })]);
  });

  test('are removed with the row of the only window that lists them', () => {
    const fake = new FakeAlertPlatform(alert('a'), alert('b'), alert('c'));
    const window = fake.open(['a', 'b', 'c']);
    removeAlert(window, 'b');
    expect([ids(alertsOf(window)), fake.toasts.at(-1)?.message]).toEqual([['a', 'c'], 'B removed']);
    expect(ids(fake.rows)).toEqual(['a', 'c']);
  });

  test('stay when another window lists them', () => {
    const fake = new FakeAlertPlatform(alert('a'));
    const [first, second] = [fake.open(['a']), fake.open(['a'])];
    removeAlert(first, 'a');
    expect([alertsOf(first), ids(alertsOf(second)), fake.toasts.at(-1)?.message]).toEqual([
      [],
      ['a'],
      'A removed from this window. Another window still lists it.',
    ]);
    expect(ids(fake.rows)).toEqual(['a']);
  });

  test('of no window are removed, too', () => {
    const fake = new FakeAlertPlatform(alert('a'));
    const window = fake.open([]);
    removeAlert(window, 'a');
    expect([fake.rows, fake.toasts.at(-1)?.message]).toEqual([[], 'A removed']);
  });
});

describe('a closed window', () => {
  function close(fake: FakeAlertPlatform, listed: readonly string[]): void {
    const window = fake.open(listed);
    fake.close(window);
    reportClosed([window.getState()], fake.platform);
  }

  test('leaves its alerts active: a message counts those that can fire and offers to remove them', () => {
    const fake = new FakeAlertPlatform(
      alert('a'),
      alert('b'),
      alert('c', { Paused: true }),
      alert('d', { HighAlertTime: 3 }),
      alert('e'),
    );
    close(fake, ['a', 'c', 'd', 'e']);
    // The last window showed the alert that no window lists, too.
    expect(fake.toasts.at(-1)).toMatchObject({
      message: '3 alerts stay active',
      action: { label: 'Remove them' },
    });
    expect(fake.rows).toHaveLength(5);
    fake.runAction();
    expect([ids(fake.rows), fake.toasts.at(-1)?.message]).toEqual([['c', 'd'], '3 alerts removed']);
  });

  test('has one message when it is closed again, and another one when its alerts are others', () => {
    const fake = new FakeAlertPlatform(alert('a'), alert('b'));
    fake.open([]);
    for (const listed of [['a'], ['a'], ['b']]) close(fake, listed);
    const keys = fake.toasts.map(({ key }) => key);
    expect(keys).toHaveLength(3);
    expect(keys[0]).toBeDefined();
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  test('says nothing of alerts that another window lists', () => {
    const fake = new FakeAlertPlatform(alert('a'), alert('b'), alert('c'));
    fake.open(['a']);
    close(fake, ['a']);
    expect(fake.toasts).toEqual([]);
    close(fake, ['a', 'b']);
    expect(fake.toasts.at(-1)).toMatchObject({
      message: '1 alert stays active',
      action: { label: 'Remove it' },
    });
  });

  test('keeps the alerts of a close that was undone meanwhile', () => {
    const fake = new FakeAlertPlatform(alert('a'));
    close(fake, ['a']);
    fake.open(['a']);
    fake.runAction();
    expect([ids(fake.rows), fake.toasts.length]).toEqual([['a'], 1]);
  });
});

test.each([
  [
    { kind: 'refused', row: alert('spy'), message: 'You have 2,000 alerts.' } as const,
    'Alert on SPY: You have 2,000 alerts.',
  ],
  [
    { kind: 'merged', row: alert('spy'), side: 'High', level: 7 } as const,
    'The high alert on SPY was changed in two places at once. It has 5.00 now; 7.00 was given up.',
  ],
  [
    { kind: 'merged', row: alert('spy'), side: 'Low', level: 7 } as const,
    'The low alert on SPY was changed in two places at once. It has no level now; 7.00 was given up.',
  ],
  [
    { kind: 'removed', row: alert('spy') } as const,
    'The alert on SPY was removed in another tab or on another machine. Your change of it is lost.',
  ],
  [
    { kind: 'kept', row: alert('spy') } as const,
    'The alert on SPY was changed in another tab or on another machine, so it was not removed.',
  ],
])('states the problem %j', (problem, text) => {
  expect(problemText(problem)).toBe(text);
});
