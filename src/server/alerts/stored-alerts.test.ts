import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type AlertRow, newAlert } from '../../domain/alerts/index.ts';
import { alertsOfWorkspaces } from './stored-alerts.ts';

const apple = (change: Partial<AlertRow> = {}): AlertRow => ({
  ...newAlert('a1', 'AAPL'),
  HighAlert: 100,
  ...change,
});
const windowOf = (rows: readonly unknown[]) => ({
  Tool: 'price-alerts',
  version: 0,
  linked: false,
  data: { Alerts: rows },
});
const workspaces = (...windows: object[]) =>
  JSON.stringify({
    SchemaVersion: 2,
    Workspaces: windows.map((window, index) => ({
      Id: index + 1,
      Name: `W${index}`,
      LayoutData: { Window1: window },
    })),
  });

/** A stored set of workspaces as releases before alert documents write it. Never changed: later releases must read it. */
const STORED_SET = readFileSync(
  new URL('../../../tests/fixtures/alerts/stored-set.json', import.meta.url),
  'utf8',
);

describe('alerts of stored workspaces', () => {
  test('reads each alert of windows and `Kept` once from a stored set of today', () => {
    const rows = alertsOfWorkspaces(STORED_SET);
    expect(
      rows.map(({ Id, Symbol, Column, HighAlert, HighArm, LowAlert, LowAlertTime, LowArm, Paused }) => [
        `${Id} ${Symbol} ${Column} ${Paused ? 'paused' : 'active'}`,
        [HighAlert, HighArm],
        [LowAlert, LowArm, LowAlertTime],
      ]),
    ).toEqual([
      ['shared AAPL Last active', [100, 1], [null, 0, null]],
      ['paused AAPL Last paused', [101, 1], [null, 0, null]],
      ['fired AAPL Last active', [null, 0], [120, 2, 1_780_000_000_000]],
      ['lower AAPL Last active', [null, 0], [130, 1, null]],
      ['percent AAPL ChangeP active', [5, 3], [null, 0, null]],
      ['kept AAPL Last active', [102, 1], [null, 0, null]],
    ]);
  });

  test.each([
    ['nothing', ''],
    ['text that is no JSON', 'price-alerts {'],
    ['another shape', '{"Workspaces":"price-alerts"}'],
    ['windows without alerts', workspaces({ Tool: 'price-alerts', data: {} })],
  ])('reads no alerts from workspaces with %s', (_name, text) => {
    expect(alertsOfWorkspaces(text)).toEqual([]);
  });

  test.each([
    ['no list', 7],
    ['other things', ['x', null, { Tool: 'chart' }]],
  ])('reads the alerts of windows when `Kept` is %s', (_name, Kept) => {
    expect(
      alertsOfWorkspaces(JSON.stringify({ ...JSON.parse(workspaces(windowOf([apple()]))), Kept })).map(
        (row) => row.Id,
      ),
    ).toEqual(['a1']);
  });

  test('reads lower-case symbols in upper case', () => {
    expect(alertsOfWorkspaces(workspaces(windowOf([apple({ Symbol: 'aapl' })])))).toEqual([apple()]);
  });

  test('reads at most 2,000 alerts', () => {
    const rows = Array.from({ length: 2_001 }, (_, index) => apple({ Id: `a${index}` }));
    expect(alertsOfWorkspaces(workspaces(windowOf(rows)))).toHaveLength(2_000);
  });

  test('leaves out a damaged alert and reads the others', () => {
    expect(
      alertsOfWorkspaces(
        workspaces(windowOf([{ Id: 'x' }, null, apple({ HighAlert: Number.NaN }), apple({ Id: 'ok' })])),
      ).map((row) => row.Id),
    ).toEqual(['a1', 'ok']);
  });
});
