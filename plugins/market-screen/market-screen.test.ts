import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { FILTER_MESSAGES, type ScreenField } from '../../src/domain/screener/index.ts';
import {
  filtersText,
  focusAfterRemoval,
  problemOf,
  sameFilters,
  sectionsOf,
  usesExtension,
  wireFilters,
} from './filters.ts';
import { fromSaved, marketScreenState, OPERATION_IDS, toSaved, type ScreenFilter } from './state.ts';
import { marketScreenTitle } from './title.ts';
import { turnTo } from './turn-to.ts';

const volume: ScreenField = { Field: 'Volume', Name: 'Volume', Type: 'Integer', Category: 'Trading' };
const change: ScreenField = { Field: 'ChangeP', Name: 'Change %', Type: 'Percentage', Category: 'Trading' };
const sector: ScreenField = { Field: 'Sector', Name: 'Sector', Type: 'Text', Category: 'Fundamental' };
const fields = [volume, change, sector];
const row = (
  Field: string | null,
  Operation: ScreenFilter['Operation'],
  Value: string,
  Group: number | null = null,
): ScreenFilter => ({ Field, Operation, Value, Group });

describe('MarketScreen title', () => {
  it('counts symbols, one in the singular', () => {
    expect(marketScreenTitle(null, 0)).toBe('MarketScreen - Untitled (0 symbols)');
    expect(marketScreenTitle(null, 1)).toBe('MarketScreen - Untitled (1 symbol)');
    expect(marketScreenTitle('Movers', 27)).toBe('MarketScreen - Movers (27 symbols)');
  });

  it('says that it is loading in the place of the count', () => {
    expect(marketScreenTitle('Movers', 27, true)).toBe('MarketScreen - Movers (loading...)');
  });
});

describe('MarketScreen state', () => {
  it('accepts what it stores by default, with and without filters', () => {
    const { schema, initial } = marketScreenState;
    const states = [
      initial,
      {
        ...initial,
        Filters: [
          row('Volume', 'GreaterThan', '5M'),
          row('Sector', 'Equals', 'Energy', 1),
          row(null, null, ''),
        ],
      },
    ];
    for (const state of states) expect(v.parse(schema, JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  it.each([
    [{ Columns: [] }],
    [{ Filters: [{ Field: 'Volume', Operation: 'Above', Value: '' }] }],
    [{ Filters: [row('Volume', 'GreaterThan', '1', 0)] }],
    [{ Filters: 'Volume' }],
    [{ FileName: 7 }],
    [{ Linked: null }],
  ])('refuses %j', (different) => {
    expect(
      v.safeParse(marketScreenState.schema, { ...marketScreenState.initial, ...different }).success,
    ).toBe(false);
  });

  it('is saved without what belongs to the window, and comes back whole', () => {
    const state = {
      ...marketScreenState.initial,
      Filters: [row('Volume', 'GreaterThan', '5M')],
      FileName: 'Movers',
      Linked: true,
    };
    const data: unknown = JSON.parse(JSON.stringify(toSaved(state)));
    expect(Object.keys(Object(data))).toEqual(['Filters', 'Columns', 'Sort']);
    expect(fromSaved(data)).toEqual({ Filters: state.Filters, Columns: state.Columns, Sort: null });
  });

  it('takes saved filters without columns or groups, and nothing that is no saved screen', () => {
    expect(fromSaved({ Filters: [{ Field: 'Volume', Operation: 'GreaterThan', Value: '5M' }] })).toEqual({
      Filters: [row('Volume', 'GreaterThan', '5M')],
    });
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const loaded = fromSaved(data);
        expect(loaded === null || Array.isArray(loaded.Filters)).toBe(true);
      }),
    );
    for (const wrong of [
      null,
      'text',
      [],
      { Symbols: ['SPY'], Columns: [] },
      { Alerts: [] },
      { Filters: [{ Field: 1 }] },
    ])
      expect(fromSaved(wrong)).toBeNull();
  });
});

describe('a row of the filter dialog', () => {
  it.each([
    [row(null, null, ''), undefined, 'field', 'No field selected'],
    [row('Volume', null, ''), volume, 'operation', 'Compare operation not selected'],
    [row('Volume', 'GreaterThan', ' '), volume, 'value', 'Value not entered'],
    [
      row('Volume', 'Equals', '5'),
      volume,
      'operation',
      "Only 'Greater than' and 'Less than' can be used with numeric fields",
    ],
    [
      row('Volume', 'Contains', '5'),
      volume,
      'operation',
      "Only 'Greater than' and 'Less than' can be used with numeric fields",
    ],
    [
      row('ChangeP', 'NotEquals', '5%'),
      change,
      'operation',
      "Only 'Greater than' and 'Less than' can be used with numeric fields",
    ],
    [row('Volume', 'LessThan', 'many'), volume, 'value', 'Value is not a valid number'],
    [row('ChangeP', 'LessThan', '5x'), change, 'value', 'Value is not a valid percentage'],
    [
      row('Sector', 'GreaterThan', 'Energy'),
      sector,
      'operation',
      "'Greater than' and 'Less than' cannot be used with text fields",
    ],
  ] as const)('%j says what is wrong under the part that it is about', (filter, field, part, message) => {
    expect(problemOf(filter, field, false)).toEqual({ part, message });
    expect(problemOf(filter, field, true)).toEqual({ part, message });
  });

  it('is right with a number and its suffix, a percentage with or without its sign, and a text', () => {
    for (const filter of [
      row('Volume', 'GreaterThan', '1.5M'),
      row('ChangeP', 'LessThan', '-3'),
      row('ChangeP', 'LessThan', '-3%'),
      row('Sector', 'DoesntContain', 'Energy'),
    ]) {
      expect(
        problemOf(
          filter,
          fields.find(({ Field }) => Field === filter.Field),
          false,
        ),
      ).toBeNull();
    }
  });

  it('takes Between only where the extension is on', () => {
    const between = row('Volume', 'Between', '1M - 2M');
    expect(problemOf(between, volume, false)?.message).toBe(FILTER_MESSAGES.numericOnly);
    expect(problemOf(between, volume, true)).toBeNull();
    expect(problemOf(row('Volume', 'Between', '1M'), volume, true)).toEqual({
      part: 'value',
      message: FILTER_MESSAGES.between,
    });
    expect(problemOf(row('Sector', 'Between', 'A - B'), sector, true)?.part).toBe('operation');
  });
});

describe('the rows of the filter dialog', () => {
  it('pass the focus on when one is removed', () => {
    expect([
      focusAfterRemoval([1, 2, 3], 2),
      focusAfterRemoval([1, 2, 3], 3),
      focusAfterRemoval([1], 1),
    ]).toEqual([3, 2, null]);
  });

  it('are compared with those at the beginning by content', () => {
    const rows = [row('Volume', 'GreaterThan', '5M'), row(null, null, '')];
    expect(
      sameFilters(
        rows,
        rows.map((row) => ({ ...row, key: 7 })),
      ),
    ).toBe(true);
    for (const other of [[], rows.slice(1), [...rows.slice(0, 1), row(null, null, 'x')], rows.toReversed()])
      expect(sameFilters(rows, other)).toBe(false);
  });
});

describe('a symbol typed in or dropped on a MarketScreen', () => {
  function setUp(isLinked: boolean) {
    const calls = { select: vi.fn(), publish: vi.fn(), notify: vi.fn() };
    return {
      ...calls,
      turn: (symbol: string) => turnTo(symbol, { shown: ['AAPL', 'MSFT'], isLinked, ...calls }),
    };
  }

  it('selects its row, and the link group follows', () => {
    const { turn, select, publish, notify } = setUp(true);
    turn('MSFT');
    expect([select.mock.calls, publish.mock.calls, notify.mock.calls]).toEqual([[['MSFT']], [['MSFT']], []]);
  });

  it('is published to the link group when it is not listed; without a group the window reports it', () => {
    const linked = setUp(true);
    linked.turn('IBM');
    expect([linked.select.mock.calls, linked.publish.mock.calls, linked.notify.mock.calls]).toEqual([
      [],
      [['IBM']],
      [],
    ]);
    const alone = setUp(false);
    alone.turn('IBM');
    expect([alone.select.mock.calls, alone.notify.mock.calls]).toEqual([
      [],
      [['IBM is not among the stocks of this screen.']],
    ]);
  });
});

describe('filters as the server takes them', () => {
  it('multiplies suffixes, divides percentages by 100 and uses the string variants for text', () => {
    const rows = [
      row('Volume', 'GreaterThan', '1.5M'),
      row('ChangeP', 'LessThan', '-3%'),
      row('Sector', 'Equals', ' Energy ', 1),
      row('Sector', 'NotEquals', 'Utilities', 1),
      row('Volume', 'Between', '2k and 1k'),
    ];
    expect(wireFilters(rows, fields)).toEqual({
      ok: true,
      filters: [
        { Field: 'Volume', Compare: 'GreaterThan', CompareWith: 1_500_000 },
        { Field: 'ChangeP', Compare: 'LessThan', CompareWith: -0.03 },
        { Field: 'Sector', Compare: 'EqualsString', CompareWith: 'Energy', Group: 1 },
        { Field: 'Sector', Compare: 'NotEqualsString', CompareWith: 'Utilities', Group: 1 },
        { Field: 'Volume', Compare: 'Between', CompareWith: [1_000, 2_000] },
      ],
    });
  });

  it('names the field of a row that makes none, also of a field that is gone', () => {
    expect(wireFilters([row('Volume', 'GreaterThan', '1'), row('ChangeP', 'LessThan', 'x')], fields)).toEqual(
      { ok: false, message: 'Change %: Value is not a valid percentage' },
    );
    expect(wireFilters([row('Gone', 'GreaterThan', '1')], fields)).toEqual({
      ok: false,
      message: 'Gone: No field selected',
    });
  });

  it('is recognized in rows that use the extension', () => {
    expect(usesExtension([row('Volume', 'GreaterThan', '1')])).toBe(false);
    expect(usesExtension([row('Volume', 'Between', '1 - 2')])).toBe(true);
    expect(usesExtension([row('Volume', 'GreaterThan', '1', 1)])).toBe(true);
  });

  it('reads as a sentence', () => {
    const rows = [
      row('Sector', 'Equals', 'Energy', 2),
      row('Volume', 'GreaterThan', '5M'),
      row('Sector', 'Equals', 'Utilities', 2),
      row('ChangeP', 'LessThan', '-3%', 7),
    ];
    expect(filtersText(rows, fields)).toBe(
      'Volume greater than 5M and (Sector equals Energy or Sector equals Utilities) and Change % less than -3%',
    );
    expect(filtersText([row('Gone', 'Contains', 'x')], fields)).toBe('Gone contains x');
  });

  it('keeps every row in its section, whatever the groups', () => {
    const filter = fc.record({
      Field: fc.constantFrom('Volume', 'Sector', null),
      Operation: fc.constantFrom(...OPERATION_IDS, null),
      Value: fc.string(),
      Group: fc.option(fc.integer({ min: 1, max: 5 })),
    });
    fc.assert(
      fc.property(fc.array(filter, { maxLength: 20 }), (rows) => {
        const sections = sectionsOf(rows);
        expect(sections[0]?.Group).toBeNull();
        expect(new Set(sections.map(({ Group }) => Group)).size).toBe(sections.length);
        for (const { Group, rows: inside } of sections)
          expect(inside).toEqual(rows.filter((row) => row.Group === Group));
        expect(sections.flatMap((section) => section.rows)).toHaveLength(rows.length);
      }),
    );
  });
});
