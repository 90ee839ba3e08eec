import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { chosenColumns, columnSetting, columnsSchema, sortSchema } from './grid-state.ts';

describe('stored columns', () => {
  it('are one at least, each with an id and a width that fits a screen', () => {
    expect(v.is(columnsSchema, [{ Id: 'Last', Width: 76 }])).toBe(true);
    for (const bad of [
      [],
      [{ Id: '', Width: 76 }],
      [{ Id: 'Last' }],
      [{ Id: 'Last', Width: -1 }],
      [{ Id: 'Last', Width: 5_000 }],
    ])
      expect(v.is(columnsSchema, bad)).toBe(false);
  });
  it('are sorted by one of them, or not', () => {
    expect([null, { By: 'Last', Asc: false }, { By: 'Last' }].map((sort) => v.is(sortSchema, sort))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('choosing columns', () => {
  it('keeps the widths of columns that were there, in the new order', () => {
    const present = [
      { Id: 'Last', Width: 99 },
      { Id: 'Symbol', Width: 50 },
      { Id: 'Open', Width: 60 },
    ];
    expect(chosenColumns(present, ['Symbol', 'Bid', 'Last'])).toEqual([
      { Id: 'Symbol', Width: 50 },
      columnSetting('Bid'),
      { Id: 'Last', Width: 99 },
    ]);
  });
});
