import { describe, expect, it } from 'vitest';
import { isSameSave, mergeSaves, readSave } from './index.ts';
import { save } from './testing.ts';

const data = (Symbols: readonly string[], Columns: readonly string[] = ['Last']) => ({ Symbols, Columns });

describe('the body of a save document', () => {
  it('is read without unknown fields', () => {
    expect(readSave(1, { ...save(), Extra: 1 })).toEqual({ ok: true, value: save() });
    expect(readSave(1, save({ Data: 'text' })).ok).toBe(true);
  });

  it('is refused when a later release wrote it', () => {
    expect(readSave(2, save())).toEqual({ ok: false, error: 'too-new' });
  });

  it.each([
    null,
    'text',
    save({ Id: '' }),
    save({ Id: '0' }),
    save({ Id: 'x7' }),
    save({ Type: '' }),
    save({ Type: '../x' }),
    save({ Name: '' }),
    save({ Name: ' Tech' }),
    save({ Name: 'x'.repeat(101) }),
    save({ Name: 'a\u0000' }),
    save({ Data: null }),
    save({ Data: undefined }),
    save({ Data: { Error: 'text' } }),
    save({ Data: 'x'.repeat(1_000_000) }),
  ])('is refused when it is invalid (%#)', (body) => {
    expect(readSave(1, body)).toEqual({ ok: false, error: 'invalid' });
  });
});

describe('two changes of one save', () => {
  const base = save();
  it('are both kept when they are of different parts', () => {
    const mine = save({ Name: 'Chips', Data: data(['AAPL', 'MSFT']) });
    const stored = save({ Data: data(['AAPL'], ['Last', 'Volume']) });
    const row = save({ Name: 'Chips', Data: data(['AAPL', 'MSFT'], ['Last', 'Volume']) });
    expect(mergeSaves(base, mine, stored)).toEqual({ row, copy: null });
  });

  it('become two saves when they are of the same part', () => {
    const [mine, stored] = [save({ Data: data(['MSFT']) }), save({ Data: data(['IBM']) })];
    expect(mergeSaves(base, mine, stored)).toEqual({ row: stored, copy: mine });
    expect(mergeSaves(null, mine, stored)).toEqual({ row: stored, copy: mine });
    const text = mergeSaves(save({ Data: 'a' }), save({ Data: 'b' }), save({ Data: 'c' }));
    expect(text).toEqual({ row: save({ Data: 'c' }), copy: save({ Data: 'b' }) });
  });

  it('are one when both made the same', () => {
    const same = save({ Data: { Columns: ['Last'], Symbols: ['MSFT'] } });
    expect(mergeSaves(null, same, save({ Data: data(['MSFT']) })).copy).toBeNull();
    expect(mergeSaves(base, same, save({ Data: data(['MSFT']) })).copy).toBeNull();
  });

  it('keep a field that only one of them removed removed', () => {
    const mine = save({ Data: { Symbols: ['AAPL'] } });
    const stored = save({ Data: data(['IBM']) });
    expect(mergeSaves(base, mine, stored).row.Data).toEqual({ Symbols: ['IBM'] });
  });
});

describe('the content of two saves', () => {
  it('is the same whatever the order of the fields', () => {
    expect(isSameSave(save({ Data: { a: 1, b: [1] } }), save({ Data: { b: [1], a: 1 } }))).toBe(true);
    expect(isSameSave(save({ Data: { a: 1 } }), save({ Data: { a: 1, b: null } }))).toBe(false);
    expect(isSameSave(save({ Data: [1, 2] }), save({ Data: [2, 1] }))).toBe(false);
    expect(isSameSave(null, save())).toBe(false);
  });
});
