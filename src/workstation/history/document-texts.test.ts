import { expect, test } from 'vitest';
import { newAlert } from '../../domain/alerts/index.ts';
import { drawing } from '../../domain/drawings/testing.ts';
import { changeText, readState, stateText, stateTitle, type ReadState } from './document-texts.ts';

const names = {
  drawingKind: (type: number) => ({ label: `Kind ${type}`, hasText: type === 2 }),
  toolOf: (type: string) => type.toLowerCase(),
};
const alert = { ...newAlert('a1', 'SPY'), HighAlert: 700 };
const alertState: ReadState = { kind: 'alert', row: alert };
const drawingState: ReadState = { kind: 'drawing', row: drawing() };
const saveState: ReadState = { kind: 'save', type: 'Chart', name: 'Trend' };

test('reads states of this release only', () => {
  const stateOf = (kind: 'alert' | 'drawing' | 'save', body: object | null, version = 1) =>
    readState({ kind, document: 'x', version, body });
  expect(stateOf('alert', alert)).toEqual(alertState);
  expect(stateOf('drawing', drawing())).toEqual(drawingState);
  expect(stateOf('save', { Type: 'Chart', Name: 'Trend' })).toEqual(saveState);
  for (const kind of ['alert', 'drawing', 'save'] as const) {
    expect(stateOf(kind, null)).toBeUndefined();
    expect(stateOf(kind, { Name: 7 })).toBeUndefined();
  }
  expect(stateOf('alert', alert, 99)).toBeUndefined();
});

test('names a state and says what it contains', () => {
  expect([alertState, drawingState, saveState].map((state) => stateTitle(state, names))).toEqual([
    'Alert on SPY',
    'Kind 1 on AAPL',
    'Trend in chart',
  ]);
  expect(stateText(alertState, names)).toBe('High 700, low none');
  expect(stateText({ kind: 'alert', row: { ...alert, Column: 'ChangePercent', Paused: true } }, names)).toBe(
    'ChangePercent: High 700, low none, paused',
  );
  const noon = Date.UTC(2026, 2, 2, 17);
  const shape = { Points: [{ Date: noon, Value: 255.8229, Offset: 0 }], Text: 'Gap' };
  const textOf = (Type: number) => stateText({ kind: 'drawing', row: drawing({ ...shape, Type }) }, names);
  expect([textOf(1), textOf(2)]).toEqual([
    '255.82 at Mar 2, 2026 12:00',
    '255.82 at Mar 2, 2026 12:00, “Gap”',
  ]);
  expect(stateText(saveState, names)).toBe('');
});

test('says what a change made of a state', () => {
  const after = { ...alert, HighAlert: 710, LowAlert: 650, Paused: true };
  expect(changeText(alertState, { kind: 'alert', row: after }, false)).toBe(
    'Changed: high 700 → 710, low none → 650, paused',
  );
  const moved = drawing({ Points: [], Color: '#ffffff', IsLocked: true });
  expect(changeText(drawingState, { kind: 'drawing', row: moved }, false)).toBe(
    'Changed: moved, color, lock',
  );
  expect(changeText(saveState, { ...saveState, name: 'Fast' }, false)).toBe('Changed: renamed to “Fast”');
  expect(changeText(saveState, saveState, false)).toBe('Changed');
  expect(changeText(alertState, undefined, false)).toBe('Changed');
  expect(changeText(alertState, undefined, true)).toBe('Deleted');
});
