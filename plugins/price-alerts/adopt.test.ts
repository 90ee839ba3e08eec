import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type AlertRow, newAlert } from '../../src/domain/alerts/index.ts';
import { restoreState } from '../../src/plugin-api/index.ts';
import { adoptAlerts, adoptWithoutWindow } from './adopt.ts';
import { alertsOf } from './shown-alerts.ts';
import { MAX_ALERTS, type PriceAlertsState, priceAlertsState } from './state.ts';
import { FakeAlertPlatform } from './testing.ts';

const alert = (Id: string, change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert(Id, 'AAPL'),
  HighAlert: 100,
  ...change,
});
/** The state of a window as a release of version 0 stored it, read today. */
function migrated(Alerts: readonly unknown[]): PriceAlertsState {
  const { Columns } = priceAlertsState.initial;
  const data = { Alerts, Columns, Sort: null, Linked: false, FileName: null, SavedAs: null };
  const read = restoreState(priceAlertsState, { version: 0, data });
  return read.ok ? read.value : expect.fail(read.error);
}
const ids = (rows: readonly AlertRow[]) => rows.map(({ Id }) => Id);

describe('alerts in windows of version 0', () => {
  test('become documents, and the windows list them as before', () => {
    const set = JSON.parse(
      readFileSync(new URL('../../tests/fixtures/alerts/stored-set.json', import.meta.url), 'utf8'),
    ) as {
      Workspaces: { LayoutData: { Window1: { data: { Alerts: AlertRow[] } } } }[];
      Kept: { data: { Alerts: AlertRow[] } }[];
    };
    const fake = new FakeAlertPlatform();
    const windows = set.Workspaces.map(({ LayoutData }) =>
      fake.open(migrated(LayoutData.Window1.data.Alerts)),
    );
    adoptWithoutWindow(
      set.Kept.map(({ data }) => migrated(data.Alerts)),
      fake.platform,
    );
    adoptAlerts(fake.platform);
    expect(windows.map((window) => ids(alertsOf(window)))).toEqual([
      ['shared', 'paused', 'fired', 'kept'],
      ['shared', 'lower', 'percent'],
    ]);
    expect(windows.map((window) => window.getState().Adopt)).toEqual([[], []]);
    expect(fake.rows.find(({ Id }) => Id === 'fired')?.LowAlertTime).toBe(1_780_000_000_000);
    expect(fake.rows.find(({ Id }) => Id === 'lower')?.Symbol).toBe('AAPL');
  });

  test('stay in the state until the server has answered for all of them', () => {
    const fake = new FakeAlertPlatform();
    const window = fake.open(migrated([alert('a'), alert('b')]));
    const { platform } = fake;
    const waiting = { ...platform.alertDocuments, adopt: () => [alert('b')] };
    adoptAlerts({ ...platform, alertDocuments: waiting });
    expect(window.getState().Adopt).toHaveLength(2);
    adoptAlerts(platform);
    expect([window.getState().Adopt, ids(fake.rows)]).toEqual([[], ['a', 'b']]);
  });

  test('are left out with a message where they cannot be read; the others are kept', () => {
    const fake = new FakeAlertPlatform();
    const window = fake.open(migrated([alert('a'), { Id: 'x' }, null]));
    adoptAlerts(fake.platform);
    expect([ids(alertsOf(window)), fake.toasts.map(({ message }) => message)]).toEqual([
      ['a'],
      ['2 alerts of an earlier version could not be read and were left out.'],
    ]);
  });

  test('lose none beyond the maximum of a window: the first window shows them', () => {
    const rows = Array.from({ length: 2_001 }, (_, index) => alert(`a${index}`));
    const fake = new FakeAlertPlatform();
    const window = fake.open(migrated(rows));
    expect(window.getState().Alerts).toHaveLength(MAX_ALERTS);
    adoptAlerts(fake.platform);
    expect([fake.rows.length, alertsOf(window).length]).toEqual([2_001, 2_001]);
  });
});
