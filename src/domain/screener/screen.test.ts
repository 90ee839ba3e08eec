import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noFigures } from '../bars/historical-figures.ts';
import { SYMBOL_COLUMNS, symbolColumn } from '../columns/catalogue.ts';
import type { ColumnInput } from '../columns/column.ts';
import { SCREEN_FIELDS, screenField } from './fields.ts';
import type { StockFilter } from './parse-filter.ts';
import { filterProblem, needsHistory, screen, withoutHistory } from './screen.ts';
import { StockTable } from './stock-table.ts';

const price = fc.integer({ min: 0, max: 20_000 }).map((cents) => cents / 100);
const shares = fc.integer({ min: 0, max: 5_000_000 });
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.option(value, { nil: null });
const word = fc.constantFrom(
  'Energy',
  'energy',
  'Technology',
  'Tech',
  'Health Care',
  'Acme Inc',
  'ACME Corp',
  '',
);

const stock: fc.Arbitrary<ColumnInput> = fc.record({
  symbol: fc.constant(''),
  company: word,
  exchange: fc.constantFrom('NYSE', 'NSDQ'),
  currency: fc.constant('USD'),
  sector: maybe(word),
  industry: maybe(word),
  sharesOutstanding: maybe(shares),
  shortInterest: maybe(shares),
  dividend: maybe(price),
  eps: maybe(fc.integer({ min: -500, max: 500 }).map((cents) => cents / 100)),
  yearHigh: price,
  yearLow: price,
  last: price,
  lastSize: shares,
  open: price,
  high: price,
  low: price,
  previousClose: price,
  volume: shares,
  previousVolume: shares,
  vwap: price,
  tick: fc.constantFrom(-1, 0, 1),
  bid: price,
  bidSize: shares,
  bidExchange: fc.constant(''),
  ask: price,
  askSize: shares,
  askExchange: fc.constant(''),
  timeMs: fc.constant(1_700_000_000_000),
  historical: maybe(
    fc
      .record({
        RSI14: maybe(price),
        SMA50: maybe(price),
        Price1Y: maybe(price),
        High2Y: maybe(price),
        ADV: maybe(shares),
      })
      .map((some) => ({ ...noFigures(), ...some })),
  ),
});
const market = fc
  .array(stock, { maxLength: 40 })
  .map((stocks) =>
    stocks.map((input, index) => ({ ...input, symbol: `S${String(index).padStart(3, '0')}` })),
  );

const numericFields = SCREEN_FIELDS.filter(({ Type }) => Type !== 'Text');
const textFields = SCREEN_FIELDS.filter(({ Type }) => Type === 'Text');
const limit = fc.integer({ min: -5_000, max: 20_000 }).map((value) => value / 100);
const filter: fc.Arbitrary<StockFilter> = fc.oneof(
  fc.record({
    Field: fc.constantFrom(...numericFields).map(({ Field }) => Field),
    Compare: fc.constantFrom('GreaterThan' as const, 'LessThan' as const),
    CompareWith: limit,
  }),
  fc.record({
    Field: fc.constantFrom(...numericFields).map(({ Field }) => Field),
    Compare: fc.constant('Between' as const),
    CompareWith: fc
      .tuple(limit, limit)
      .map(([from, to]): [number, number] => [Math.min(from, to), Math.max(from, to)]),
  }),
  fc.record({
    Field: fc.constantFrom(...textFields).map(({ Field }) => Field),
    Compare: fc.constantFrom(
      'EqualsString' as const,
      'NotEqualsString' as const,
      'Contains' as const,
      'DoesntContain' as const,
      'Equals' as const,
      'NotEquals' as const,
    ),
    CompareWith: fc.constantFrom('energy', 'TECH', 'inc', 'S00', 'NYSE'),
  }),
);
const filters = fc.array(
  fc
    .tuple(filter, fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }))
    .map(([single, Group]): StockFilter => ({ ...single, Group })),
  { minLength: 1, maxLength: 5 },
);

function tableOf(stocks: readonly ColumnInput[]): StockTable {
  const table = new StockTable(stocks.map(({ symbol }) => symbol));
  stocks.forEach((input, index) => table.set(index, input));
  return table;
}

function passesText(text: string, wanted: string, compare: StockFilter['Compare']): boolean {
  if (compare === 'Contains') return text.includes(wanted);
  if (compare === 'DoesntContain') return !text.includes(wanted);
  return compare === 'Equals' || compare === 'EqualsString' ? text === wanted : text !== wanted;
}

/** Whether a stock passes a filter, computed directly from the definition. */
function passes(input: ColumnInput, { Field, Compare, CompareWith }: StockFilter): boolean {
  const value = symbolColumn(Field)?.value(input) ?? null;
  if (screenField(Field)?.Type === 'Text')
    return passesText(String(value ?? '').toLowerCase(), String(CompareWith).toLowerCase(), Compare);
  if (typeof value !== 'number') return false;
  const number = screenField(Field)?.Type === 'Percentage' ? value / 100 : value;
  if (Array.isArray(CompareWith)) return number >= CompareWith[0] && number <= CompareWith[1];
  return Compare === 'GreaterThan' ? number > Number(CompareWith) : number < Number(CompareWith);
}

function plainScreen(stocks: readonly ColumnInput[], all: readonly StockFilter[]): string[] {
  const groups = new Set(all.map(({ Group }) => Group).filter((group) => group !== undefined));
  return stocks
    .filter(
      (input) =>
        all.every((each) => each.Group !== undefined || passes(input, each)) &&
        [...groups].every((group) => all.some((each) => each.Group === group && passes(input, each))),
    )
    .map(({ symbol }) => symbol);
}

describe('screening', () => {
  it('finds what a plain look at each stock finds, whatever the filters and groups', () => {
    fc.assert(
      fc.property(market, filters, (stocks, all) => {
        expect(all.map(filterProblem)).toEqual(all.map(() => null));
        expect(screen(tableOf(stocks), all)).toEqual(plainScreen(stocks, all));
      }),
      { numRuns: 400 },
    );
  });

  it('sees prices and figures that have changed since', () => {
    fc.assert(
      fc.property(
        fc.array(stock, { minLength: 1, maxLength: 10 }),
        fc.array(stock, { minLength: 1, maxLength: 10 }),
        filters,
        (before, after, all) => {
          const count = Math.min(before.length, after.length);
          const name = (input: ColumnInput, index: number): ColumnInput => ({
            ...input,
            symbol: `S${index}`,
          });
          const table = tableOf(before.slice(0, count).map(name));
          screen(table, all);
          const later = after.slice(0, count).map(name);
          later.forEach((input, index) => {
            table.set(index, { ...input, historical: null });
            table.setHistorical(index, input.historical);
          });
          expect(screen(table, all)).toEqual(plainScreen(later, all));
        },
      ),
    );
  });

  it('finds nothing for filters that contradict one another', () => {
    const stocks = fc
      .sample(market, 20)
      .flat()
      .map((input, index) => ({ ...input, symbol: `S${index}` }));
    expect(
      screen(tableOf(stocks), [
        { Field: 'Last', Compare: 'GreaterThan', CompareWith: 50 },
        { Field: 'Last', Compare: 'LessThan', CompareWith: 50 },
      ]),
    ).toEqual([]);
  });

  it('takes 7 per cent for 7 per cent: neither above nor below it', () => {
    const [sample] = fc.sample(stock, 1);
    if (sample === undefined) throw new Error('no stock');
    const table = tableOf([{ ...sample, symbol: 'S', sharesOutstanding: 100, shortInterest: 7 }]);
    expect(screen(table, [{ Field: 'ShortInterestP', Compare: 'LessThan', CompareWith: 0.07 }])).toEqual([]);
    expect(screen(table, [{ Field: 'ShortInterestP', Compare: 'GreaterThan', CompareWith: 0.07 }])).toEqual(
      [],
    );
    expect(
      screen(table, [{ Field: 'ShortInterestP', Compare: 'Between', CompareWith: [0.07, 0.07] }]),
    ).toEqual(['S']);
  });
});

describe('a filter as it was sent', () => {
  it.each<[StockFilter, string]>([
    [{ Field: 'Nope', Compare: 'LessThan', CompareWith: 1 }, 'There is no field "Nope" to filter by.'],
    [
      { Field: 'Last', Compare: 'Equals', CompareWith: 1 },
      "Only 'Greater than' and 'Less than' can be used with numeric fields",
    ],
    [{ Field: 'Last', Compare: 'LessThan', CompareWith: '1' }, 'Value is not a valid number'],
    [{ Field: 'ChangeP', Compare: 'LessThan', CompareWith: 'x' }, 'Value is not a valid percentage'],
    [
      { Field: 'Company', Compare: 'GreaterThan', CompareWith: 'A' },
      "'Greater than' and 'Less than' cannot be used with text fields",
    ],
    [{ Field: 'Company', Compare: 'Contains', CompareWith: 5 }, 'Value not entered'],
    [{ Field: 'Company', Compare: 'Contains', CompareWith: '  ' }, 'Value not entered'],
    [{ Field: 'Last', Compare: 'Between', CompareWith: 5 }, "'Between' needs two values, such as 10 - 20"],
  ])('%j is refused: %s', (sent, problem) => {
    expect(filterProblem(sent)).toBe(problem);
  });

  it('reports whether it needs the daily history', () => {
    expect([
      needsHistory({ Field: 'Last', Compare: 'LessThan', CompareWith: 5 }),
      needsHistory({ Field: 'RSI14', Compare: 'LessThan', CompareWith: 30 }),
    ]).toEqual([false, true]);
  });
});

describe('the filters that need no daily history', () => {
  it('are those without a group, and the groups of which none needs it', () => {
    const price = (Group?: number): StockFilter => ({
      Field: 'Last',
      Compare: 'LessThan',
      CompareWith: 5,
      Group,
    });
    const history = (Group?: number): StockFilter => ({
      Field: 'RSI14',
      Compare: 'LessThan',
      CompareWith: 30,
      Group,
    });
    expect(withoutHistory([price(), history(), price(1), history(1), price(2), price(2)])).toEqual([
      price(),
      price(2),
      price(2),
    ]);
    expect(withoutHistory([history()])).toEqual([]);
  });

  it('let through everything that all filters let through', () => {
    fc.assert(
      fc.property(market, filters, (stocks, all) => {
        const [wide, narrow] = [screen(tableOf(stocks), withoutHistory(all)), screen(tableOf(stocks), all)];
        expect(wide).toEqual(expect.arrayContaining(narrow));
      }),
    );
  });
});

describe('the fields', () => {
  it('are columns of the catalogue, with the types and categories of the specification', () => {
    expect(new Set(SCREEN_FIELDS.map(({ Type }) => Type))).toEqual(
      new Set(['Integer', 'Decimal', 'Percentage', 'Text']),
    );
    expect(new Set(SCREEN_FIELDS.map(({ Category }) => Category))).toEqual(
      new Set(['Fundamental', 'Indicator', 'Trading']),
    );
    for (const { Field, Name } of SCREEN_FIELDS) expect(symbolColumn(Field)?.label).toBe(Name);
  });

  it('leave out only what cannot be compared', () => {
    const left = SYMBOL_COLUMNS.filter(({ id }) => screenField(id) === undefined).map(({ id }) => id);
    expect(left).toEqual(['Tick', 'BidExchange', 'AskExchange', 'Time']);
  });
});
