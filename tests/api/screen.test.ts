import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { columnInputOf } from '../../src/server/market/shared/column-input.ts';
import { SYMBOL_COLUMNS, symbolColumn, type ColumnInput } from '../../src/domain/columns/index.ts';
import { SCREEN_FIELDS, screenField, type StockFilter } from '../../src/domain/screener/index.ts';
import { Permission } from '../../src/domain/permissions.ts';
import type { HistoricalFigures } from '../../src/domain/bars/historical-figures.ts';
import {
  createSimulatedMarket,
  type SimulatedMarket,
} from '../../src/server/market/simulated/simulated-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { authenticated, openAccount, type WireClient } from './wire-client.ts';

/** Stocks of the simulated market that take part: enough for every filter, few enough to evaluate one by one. */
const STOCKS = 150;
/** Host time stands still, so that the plain evaluation reads the prices that the screener read. */
const HOST_MS = Date.UTC(2026, 4, 6, 15, 0);

let server: TestServer<SimulatedMarket>;
let client: WireClient<'data'>;
let symbols: readonly string[];
const figures = new Map<string, HistoricalFigures>();
beforeAll(async () => {
  const market = createSimulatedMarket({ seed: 11, nowMs: () => HOST_MS });
  symbols = market.symbols().filter((_, index) => index % Math.ceil(market.symbolCount() / STOCKS) === 0);
  market.symbols = () => [...symbols];
  server = await startTestServer({ market });
  const { jwt } = await openAccount(server.ports, server.user);
  client = await authenticated('data', server.ports, jwt);
  client.send('historicalPrices', { Id: 1_000_000, Symbols: [...symbols] });
  for (const { Symbol, ...figuresOfSymbol } of (await client.next('historicalPricesAnswer')).Items)
    figures.set(Symbol, figuresOfSymbol);
});
afterAll(() => server.end());

let lastId = 0;
/** Repeats the request until the answer covers all stocks: on a busy machine the first ones cover a part. */
async function screen(Filters: StockFilter[], by = client) {
  for (;;) {
    const Id = (lastId += 1);
    by.send('filteredStocks', { Id, Filters });
    const answer = await by.next('filteredStocksAnswer', (body) => body.Id === Id);
    if (answer.Pending === undefined) return answer;
  }
}

/** Whether a numeric column value passes a filter; percentages of filters are fractions, those of columns per cent. */
function numberPasses({ Field, Compare, CompareWith }: StockFilter, value: number): boolean {
  const scale = screenField(Field)?.Type === 'Percentage' ? 100 : 1;
  if (Compare === 'GreaterThan') return value > Number(CompareWith) * scale;
  if (Compare === 'LessThan') return value < Number(CompareWith) * scale;
  return Array.isArray(CompareWith) && value >= CompareWith[0] * scale && value <= CompareWith[1] * scale;
}

/** Evaluates one filter without the screener's table. Throws for a comparison that no test here uses. */
function passes(filter: StockFilter, input: ColumnInput): boolean {
  const value = symbolColumn(filter.Field)?.value(input) ?? null;
  switch (filter.Compare) {
    case 'GreaterThan':
    case 'LessThan':
    case 'Between':
      return typeof value === 'number' && numberPasses(filter, value);
    case 'EqualsString':
      return value === filter.CompareWith;
    case 'Contains':
      return String(value ?? '')
        .toLowerCase()
        .includes(String(filter.CompareWith).toLowerCase());
    default:
      throw new Error(`no plain ${filter.Compare}`);
  }
}

/** Evaluates the filters stock by stock, without the screener's table. */
function plainScreen(filters: readonly StockFilter[]): string[] {
  return symbols.filter((symbol) => {
    const [instrument, snapshot] = [server.market.instrument(symbol), server.market.snapshot(symbol)];
    if (instrument === undefined || snapshot === undefined) return false;
    const input = columnInputOf(instrument, snapshot, undefined, figures.get(symbol) ?? null);
    const holds = (filter: StockFilter): boolean => passes(filter, input);
    const groups = [...new Set(filters.flatMap(({ Group }) => Group ?? []))];
    return (
      filters.every((filter) => filter.Group !== undefined || holds(filter)) &&
      groups.every((group) => filters.some((filter) => filter.Group === group && holds(filter)))
    );
  });
}

describe('a screen over the whole market', () => {
  it.each<[string, StockFilter[]]>([
    ['of one price', [{ Field: 'Last', Compare: 'GreaterThan', CompareWith: 40 }]],
    [
      'of percentages',
      [
        { Field: 'ChangeP', Compare: 'LessThan', CompareWith: -0.0013 },
        { Field: 'Yield', Compare: 'GreaterThan', CompareWith: 0.004 },
      ],
    ],
    [
      'of the daily history',
      [
        { Field: 'RSI14', Compare: 'LessThan', CompareWith: 45 },
        { Field: 'Change1YP', Compare: 'GreaterThan', CompareWith: -0.4321 },
      ],
    ],
    [
      'of big and small numbers',
      [
        { Field: 'MarketCap', Compare: 'GreaterThan', CompareWith: 1.5e9 },
        { Field: 'ADV', Compare: 'LessThan', CompareWith: 3e6 },
      ],
    ],
    ['of text', [{ Field: 'Sector', Compare: 'Contains', CompareWith: 'tech' }]],
    [
      'of ranges',
      [
        { Field: 'Last', Compare: 'Between', CompareWith: [20, 80] },
        { Field: 'Stochastic14', Compare: 'Between', CompareWith: [10, 90] },
      ],
    ],
    [
      'of alternatives',
      [
        { Field: 'Last', Compare: 'GreaterThan', CompareWith: 20 },
        { Field: 'RSI14', Compare: 'LessThan', CompareWith: 40, Group: 1 },
        { Field: 'RSI14', Compare: 'GreaterThan', CompareWith: 60, Group: 1 },
      ],
    ],
  ])('%s finds the same as a plain check of each stock', async (_name, filters) => {
    const answer = await screen(filters);
    const expected = plainScreen(filters);
    expect([answer.Result, answer.Items.map(({ Symbol }) => Symbol)]).toEqual([
      'Ok',
      expected.map((symbol) => `US${symbol}`),
    ]);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(symbols.length);
  });

  it('answers every field, upwards and downwards', async () => {
    for (const { Field, Type } of SCREEN_FIELDS) {
      const answers = await Promise.all(
        (Type === 'Text'
          ? (['Contains', 'DoesntContain'] as const)
          : (['GreaterThan', 'LessThan'] as const)
        ).map((Compare) => screen([{ Field, Compare, CompareWith: Type === 'Text' ? 'a' : 0.5 }])),
      );
      expect([Field, answers.map(({ Result }) => Result)]).toEqual([Field, ['Ok', 'Ok']]);
      expect([Field, answers.reduce((sum, { Items }) => sum + Items.length, 0) <= symbols.length]).toEqual([
        Field,
        true,
      ]);
    }
  });

  it('finds nothing for filters that contradict one another', async () => {
    expect(
      await screen([
        { Field: 'Last', Compare: 'GreaterThan', CompareWith: 50 },
        { Field: 'Last', Compare: 'LessThan', CompareWith: 50 },
      ]),
    ).toMatchObject({ Result: 'Ok', Items: [], HasMore: false });
  });

  it.each<[StockFilter, string]>([
    [{ Field: 'Nope', Compare: 'LessThan', CompareWith: 1 }, 'There is no field "Nope" to filter by.'],
    [
      { Field: 'Last', Compare: 'Equals', CompareWith: 1 },
      "Only 'Greater than' and 'Less than' can be used with numeric fields",
    ],
    [{ Field: 'Last', Compare: 'LessThan', CompareWith: 'cheap' }, 'Value is not a valid number'],
    [
      { Field: 'Company', Compare: 'LessThan', CompareWith: 'M' },
      "'Greater than' and 'Less than' cannot be used with text fields",
    ],
  ])('with %j is refused: %s', async (filter, message) => {
    expect(await screen([filter])).toMatchObject({ Result: 'Error', Error: message, Items: [] });
  });

  it('without filters is no request', async () => {
    client.send('filteredStocks', { Id: 5_000, Filters: [] });
    expect((await client.next('dataError')).RequestT).toBe(417);
  });
});

describe('the fields', () => {
  it('come with name, type and category, all of columns of the catalogue', async () => {
    client.send('stockFilters', { Id: 6_000 });
    const { Items, Result } = await client.next('stockFiltersAnswer');
    expect([Result, Items]).toEqual(['Ok', SCREEN_FIELDS]);
    expect(Items.every(({ Field }) => SYMBOL_COLUMNS.some(({ id }) => id === Field))).toBe(true);
    expect(Items).toEqual(
      expect.arrayContaining([
        { Field: 'Last', Name: 'Last price', Type: 'Decimal', Category: 'Trading' },
        { Field: 'Company', Name: 'Company', Type: 'Text', Category: 'Fundamental' },
        { Field: 'RSI14', Name: expect.any(String), Type: 'Decimal', Category: 'Indicator' },
        { Field: 'ChangeP', Name: expect.any(String), Type: 'Percentage', Category: 'Trading' },
        { Field: 'Volume', Name: 'Volume', Type: 'Integer', Category: 'Trading' },
      ]),
    );
  });
});

describe('who may screen', () => {
  it('is who has the permission MarketScreen, and nobody else', async () => {
    const as = async (userName: string, permissionMask: number): Promise<WireClient<'data'>> => {
      const { jwt } = await openAccount(server.ports, await server.addUser(userName, { permissionMask }));
      return authenticated('data', server.ports, jwt);
    };
    const filters: StockFilter[] = [{ Field: 'Last', Compare: 'GreaterThan', CompareWith: 40 }];
    const without = await as('no-screens', Permission.MarketView);
    expect(await screen(filters, without)).toMatchObject({
      Result: 'Error',
      Error: 'You have no permission for MarketScreen.',
      Items: [],
    });
    without.send('stockFilters', { Id: 7_000 });
    expect(await without.next('stockFiltersAnswer')).toMatchObject({
      Result: 'Error',
      Error: 'You have no permission for MarketScreen.',
    });
    expect((await screen(filters, await as('screens', Permission.MarketScreen))).Result).toBe('Ok');
  });
});
