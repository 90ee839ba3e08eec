import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleParameters, studyLabel } from './parameters.ts';
import { STUDIES, studyById } from './registry.ts';
import type { StudyKind } from './study.ts';

function kind(id: string): StudyKind {
  const found = studyById(id);
  if (found === undefined) throw new Error(`no study ${id}`);
  return found;
}

describe('parameters', () => {
  it.each([
    ['atr', { period: 180, percent: 0 }],
    ['rsi', { period: 14 }],
    ['roc', { period: 14 }],
    ['sto', { period: 14, k: 3, d: 5 }],
    ['bb', { period: 20, n: 2 }],
    ['sar', { initialAcceleration: 0.02, accelerationIncrement: 0.02, maxAcceleration: 0.2 }],
    ...[10, 20, 30, 50, 200].map((period): [string, Record<string, number>] => [`sma${period}`, { period }]),
    ...[10, 20, 30, 50, 100].map((period): [string, Record<string, number>] => [`mlr${period}`, { period }]),
  ])('%s has the defaults of the specification', (id, defaults) => {
    expect(settleParameters(kind(id))).toEqual(defaults);
  });

  it('a missing or zero parameter falls back to its default', () => {
    expect(settleParameters(kind('sto'), { period: 0, k: 7, d: undefined })).toEqual({
      period: 14,
      k: 7,
      d: 5,
    });
    expect(settleParameters(kind('rsi'), { period: Number.NaN })).toEqual({ period: 14 });
    expect(settleParameters(kind('rsi'), { period: '20' })).toEqual({ period: 14 });
  });

  it('values are kept inside of the bounds of the specification', () => {
    for (const id of ['atr', 'rsi', 'roc', 'bb', 'sto'])
      expect(kind(id).parameters['period'], id).toMatchObject({ min: 1, max: 200, step: 1 });
    for (const name of ['k', 'd']) expect(kind('sto').parameters[name]).toMatchObject({ min: 1, max: 50 });
    expect(kind('bb').parameters['n']).toMatchObject({ min: 1, max: 5 });
    for (const parameter of Object.values(kind('sar').parameters))
      expect(parameter).toMatchObject({ min: 0.01, step: 0.01 });
    expect(settleParameters(kind('rsi'), { period: 1_000 })).toEqual({ period: 200 });
    expect(settleParameters(kind('rsi'), { period: -5 })).toEqual({ period: 1 });
    expect(settleParameters(kind('sto'), { period: 13.6, k: 51, d: Infinity })).toEqual({
      period: 14,
      k: 50,
      d: 50,
    });
    expect(
      settleParameters(kind('sar'), { initialAcceleration: 0.001, accelerationIncrement: 0.025 }),
    ).toMatchObject({ initialAcceleration: 0.01, accelerationIncrement: 0.025 });
  });

  it('a tick box may be stored as true', () => {
    expect(settleParameters(kind('atr'), { percent: true, period: 14 })).toEqual({ period: 14, percent: 1 });
  });

  it('whatever was stored, every parameter is there and inside of its bounds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STUDIES),
        fc.dictionary(
          fc.constantFrom('period', 'k', 'd', 'n', 'fast', 'rows', '__proto__', 'constructor'),
          fc.anything(),
        ),
        (study, given) => {
          const settled = settleParameters(study, given);
          expect(Object.keys(settled)).toEqual(Object.keys(study.parameters));
          for (const [name, { min, max }] of Object.entries(study.parameters)) {
            expect(settled[name]).toBeGreaterThanOrEqual(min);
            expect(settled[name]).toBeLessThanOrEqual(max);
          }
        },
      ),
    );
  });

  it('the legend names the numbers, not switches and moments', () => {
    expect(studyLabel(kind('sto'), settleParameters(kind('sto')))).toBe('Stochastic (14, 3, 5)');
    expect(studyLabel(kind('atr'), settleParameters(kind('atr'), { percent: 1 }))).toBe('ATR (180)');
    expect(studyLabel(kind('anchoredVwap'), settleParameters(kind('anchoredVwap')))).toBe('Anchored VWAP');
    expect(studyLabel(kind('volume'), {})).toBe('Volume');
  });
});

describe('the list of studies', () => {
  it('has every study of the specification and the ones beyond it, once', () => {
    const ids = STUDIES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining([
        'volume',
        'atr',
        'obv',
        'rsi',
        'roc',
        'sto',
        'sar',
        'sma10',
        'sma20',
        'sma30',
        'sma50',
        'sma200',
        'mlr10',
        'mlr20',
        'mlr30',
        'mlr50',
        'mlr100',
        'bb',
        'strsClosingPrice',
        'strsOpenClose',
        'strsPivotPoint',
        'strsKey',
        'strsHook',
        'strsIsland',
        'ema',
        'wma',
        'macd',
        'vwap',
        'anchoredVwap',
        'adx',
        'donchian',
        'keltner',
        'ichimoku',
        'volumeProfile',
      ]),
    );
    expect(studyById('nothing')).toBeUndefined();
  });

  it('puts studies in the panes of the specification', () => {
    for (const id of ['volume', 'atr', 'obv', 'rsi', 'roc', 'sto']) expect(kind(id).pane, id).toBe('own');
    for (const id of [
      'sma10',
      'mlr10',
      'sar',
      'bb',
      'strsClosingPrice',
      'strsOpenClose',
      'strsPivotPoint',
      'strsHook',
      'strsIsland',
      'strsKey',
    ])
      expect(kind(id).pane, id).toBe('overlay');
  });

  it('has defaults inside of their own bounds, and outputs with names of their own', () => {
    for (const study of STUDIES) {
      for (const { min, max, default: value } of Object.values(study.parameters))
        expect(value >= min && value <= max, study.id).toBe(true);
      if (study.form !== 'series') continue;
      expect(new Set(study.outputs.map(({ id }) => id)).size, study.id).toBe(study.outputs.length);
      for (const [first, second] of study.fills ?? [])
        expect(Math.max(first, second), study.id).toBeLessThan(study.outputs.length);
    }
  });
});
