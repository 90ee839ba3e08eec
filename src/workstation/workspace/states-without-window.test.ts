import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { plugins } from '../../../plugins/index.ts';
import { statesWithoutWindow } from './states-without-window.ts';
import { readWorkspaces } from './stored-workspaces.ts';
import { statesByTool } from './tool-states.ts';

/** A stored set of workspaces as releases before alert documents wrote it. Never changed: later releases must read it. */
const STORED_SET = readFileSync(
  new URL('../../../tests/fixtures/alerts/stored-set.json', import.meta.url),
  'utf8',
);

describe('states without a window in workspaces of version 3', () => {
  test('are read from a stored set, whose workspaces are read without them', () => {
    expect(statesWithoutWindow(STORED_SET)).toMatchObject([
      { Tool: 'price-alerts', version: 0, data: { Alerts: [{ Id: 'kept' }] } },
    ]);
    const { state, notice } = readWorkspaces(STORED_SET);
    expect([notice, state?.SchemaVersion, state !== null && 'Kept' in state]).toEqual([null, 7, false]);
  });

  test('are brought up to date for their tools; unknown tools and unreadable states are left out', () => {
    const [kept] = statesWithoutWindow(STORED_SET);
    const stored = [
      ...(kept === undefined ? [] : [kept]),
      { Tool: 'gone', version: 0, data: {} },
      { Tool: 'price-alerts', version: 0, data: { Alerts: 7 } },
      { Tool: 'price-alerts', version: 99, data: {} },
    ];
    const states = statesByTool(stored, plugins);
    expect([...states].map(([{ id }, each]) => [id, each.length])).toEqual([['price-alerts', 1]]);
    expect([...states.values()][0]?.[0]).toMatchObject({ Alerts: ['kept'], Adopt: [{ Id: 'kept' }] });
  });

  test.each([
    ['nothing', ''],
    ['text that is no JSON', '{"Kept"'],
    ['no list', '{"Kept":7}'],
    ['other things', '{"Kept":["x",null,{"Tool":"","version":0}]}'],
  ])('are none in workspaces with %s', (_name, text) => {
    expect(statesWithoutWindow(text)).toEqual([]);
  });
});
