import { expect, test } from 'vitest';
import { type AlertRow, newAlert, withReset } from '../../src/domain/alerts/index.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { WATCHABLE_COLUMNS } from './alerts.ts';
import { FakeAlertPlatform } from './testing.ts';
import { watchDemo } from './watch-platform.ts';

const alert = (id: string, change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert(id, 'AAPL'),
  HighAlert: 5,
  ...change,
});

/** A demo session with alerts, in a market of one price. */
function demoWith(...rows: readonly AlertRow[]) {
  const fake = new FakeAlertPlatform(...rows);
  const fired: string[] = [];
  let last = 4;
  let refresh: (moved: ReadonlySet<string>) => void = () => {};
  const watched: string[] = [];
  const withHistory: string[] = [];
  const parts = {
    ...fake.platform,
    exchangeMs: () => 42,
    alerts: {
      report: ({ AlertId, Value }: { AlertId: string; Value: number }) => fired.push(`${AlertId} ${Value}`),
    },
    symbols: {
      get: () => ({ last }),
      watch: (list: readonly string[]) => {
        watched.splice(0, watched.length, ...list);
        return () => void watched.splice(0);
      },
      watchHistorical: (list: readonly string[]) => {
        withHistory.splice(0, withHistory.length, ...list);
        return () => void withHistory.splice(0);
      },
      subscribe: (_list: readonly string[], _cadence: number, listener: typeof refresh) => {
        refresh = listener;
        return () => {
          refresh = () => {};
        };
      },
    },
    // Only what the evaluation uses of a platform.
  } as unknown as ToolPlatform;
  return {
    fake,
    fired,
    watched,
    withHistory,
    end: watchDemo(parts),
    print(price: number) {
      last = price;
      refresh(new Set(['AAPL']));
    },
  };
}

test('fires an alert of a demo session once, writes its time into it, and fires again after a reset', () => {
  const { fake, fired, print } = demoWith(alert('a'), alert('b', { Paused: true }));
  print(6);
  print(7);
  expect([fired, fake.rows[0]]).toEqual([['a 6'], alert('a', { HighAlertTime: 42 })]);
  fake.alertDocuments.put([withReset(alert('a'), 'High')]);
  expect(fired).toEqual(['a 6', 'a 7']);
});

test('watches the symbols of the alerts of a demo session that can fire, until it ends', () => {
  const { fake, watched, end } = demoWith(alert('a', { Paused: true }));
  expect(watched).toEqual([]);
  fake.alertDocuments.put([alert('b')]);
  expect(watched).toEqual(['AAPL']);
  end();
  expect(watched).toEqual([]);
});

test('loads the daily history of a symbol while an alert of a demo session needs it', () => {
  const column = WATCHABLE_COLUMNS.find(({ needsHistory }) => needsHistory)?.id ?? '';
  const { fake, withHistory, end } = demoWith(alert('a'));
  expect(withHistory).toEqual([]);
  fake.alertDocuments.put([alert('b', { Column: column })]);
  expect(withHistory).toEqual(['AAPL']);
  end();
  expect(withHistory).toEqual([]);
});
