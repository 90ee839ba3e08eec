import { describe, expect, test } from 'vitest';
import { ALERT_SCHEMA_VERSION, newAlert, readAlert, readAlertText } from './index.ts';

const VERSION = ALERT_SCHEMA_VERSION;
const row = { ...newAlert('a1', 'AAPL'), HighAlert: 100, HighAlertTime: 5, HighArm: 2, Paused: true };

describe('the body of an alert document', () => {
  test('reads an alert with its levels, firing times, arms and pause', () => {
    expect(readAlert(VERSION, structuredClone(row))).toEqual({ ok: true, value: row });
    expect(readAlertText(VERSION, JSON.stringify(row))).toEqual({ ok: true, value: row });
  });

  test('reads a symbol in upper case and leaves out unknown fields', () => {
    expect(readAlert(VERSION, { ...row, Symbol: 'aapl', Color: 'red' })).toEqual({ ok: true, value: row });
  });

  test('rejects a later version as too new, and unknown versions as invalid', () => {
    expect(readAlert(VERSION + 1, row)).toEqual({ ok: false, error: 'too-new' });
    for (const version of [0, -1, 0.5, Number.NaN])
      expect(readAlert(version, row)).toEqual({ ok: false, error: 'invalid' });
  });

  test.each([
    ['nothing', null],
    ['a text', 'AAPL'],
    ['a list', [row]],
    ['an empty id', { ...row, Id: '' }],
    ['an id of 65 characters', { ...row, Id: 'x'.repeat(65) }],
    ['no symbol', { ...row, Symbol: undefined }],
    ['a symbol of 24 characters', { ...row, Symbol: 'X'.repeat(24) }],
    ['a symbol of 24 characters in upper case', { ...row, Symbol: `${'X'.repeat(22)}ß` }],
    ['a symbol that is markup', { ...row, Symbol: '<img src=x>' }],
    ['a column that is a number', { ...row, Column: 7 }],
    ['a level that is a text', { ...row, HighAlert: '100' }],
    ['an endless level', { ...row, LowAlert: Infinity }],
    ['a negative time', { ...row, LowAlertTime: -1 }],
    ['a fractional arm', { ...row, HighArm: 1.5 }],
    ['an arm beyond exact integers', { ...row, LowArm: 2 ** 53 }],
    ['no pause', { ...row, Paused: null }],
  ])('rejects %s', (_name, value) => {
    expect(readAlert(VERSION, value)).toEqual({ ok: false, error: 'invalid' });
  });

  test('rejects text that is not JSON', () => {
    expect(readAlertText(VERSION, '{"Id":')).toEqual({ ok: false, error: 'invalid' });
  });
});
