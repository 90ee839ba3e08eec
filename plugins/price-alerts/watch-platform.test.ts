import { expect, test } from 'vitest';
import { newAlert, type AlertRow } from '../../src/domain/alerts/index.ts';
import type { FiredAlert, ToolPlatform } from '../../src/plugin-api/index.ts';
import { type PriceAlertsState, priceAlertsState } from './state.ts';
import { allAlerts, recordFirings } from './watch-platform.ts';

/** A state somewhere on the desk: in a window, or kept without one. */
function stateWith(...Alerts: AlertRow[]) {
  let state: PriceAlertsState = { ...priceAlertsState.initial, Alerts };
  let writes = 0;
  return {
    getState: () => state,
    update: (change: object) => {
      writes++;
      state = { ...state, ...change };
    },
    writes: () => writes,
  };
}
const alert = (id: string): AlertRow => ({ ...newAlert(id, 'AAPL'), HighAlert: 5 });
const fired = (AlertId: string): FiredAlert => ({
  Serial: 1,
  AlertId,
  Side: 'High',
  Arm: 0,
  Symbol: 'AAPL',
  Column: 'Last',
  Level: 5,
  Value: 6,
  Timestamp: 42,
});

function deskWith(states: readonly ReturnType<typeof stateWith>[], firings: readonly FiredAlert[]) {
  // Only where alerts are, and what has fired.
  return {
    tools: { statesOf: () => ({ get: () => states }) },
    alerts: { get: () => ({ firings, seenUpTo: 0 }) },
  } as unknown as Pick<ToolPlatform, 'tools' | 'alerts'>;
}

test('reads the alerts of every window and those without one', () => {
  expect(
    allAlerts(deskWith([stateWith(alert('a')), stateWith(alert('b'), alert('c'))], [])).map(({ Id }) => Id),
  ).toEqual(['a', 'b', 'c']);
});

test('writes a firing time into its alert only, with a window or without one', () => {
  const [window, kept] = [stateWith(alert('a')), stateWith(alert('b'))];
  const desk = deskWith([window, kept], [fired('b')]);
  recordFirings(desk);
  recordFirings(desk);
  expect([window.getState().Alerts[0]?.HighAlertTime, kept.getState().Alerts[0]?.HighAlertTime]).toEqual([
    null,
    42,
  ]);
  expect([window.writes(), kept.writes()]).toEqual([0, 1]);
});
