import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Permission } from '../src/domain/permissions.ts';
import { validateRegistry } from '../src/plugin-api/index.ts';
import { plugins } from './index.ts';

describe('the list of tools', () => {
  it('is declared without contradictions', () => {
    expect(validateRegistry(plugins.all)).toEqual([]);
  });

  it('has the first tools, the Trade Manager only once', () => {
    expect(plugins.all.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['market-view', 'trade-manager', 'order-entry']),
    );
    expect(plugins.get('trade-manager')?.isSingleton).toBe(true);
    expect(plugins.get('market-view')?.isSingleton).toBe(false);
  });

  it.each(['order-entry', 'trade-manager'])('shows %s only to users who may trade', (id) => {
    expect(plugins.get(id)?.permission).toEqual({ anyOf: [Permission.Stocks, Permission.OptionChain] });
  });

  it.each([
    ['market-maker', Permission.Stocks],
    ['market-screen', Permission.MarketScreen],
    ['market-view', Permission.MarketView],
    ['chart', Permission.Chart],
    ['option-chain', Permission.OptionChain],
    ['price-alerts', Permission.ChartAlerts],
  ] as const)('requires the permission of the specification for %s', (id, permission) => {
    expect(plugins.get(id)?.permission).toBe(permission);
  });
});

interface Grid {
  readonly name: string;
  /** The tool's state with other columns and another sort of this grid. */
  readonly withGrid: (columns: unknown, sort: unknown) => unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The grids that can be sorted, in the state of a tool: the state itself, or parts of it. */
function gridsOf(state: unknown): readonly Grid[] {
  if (!isRecord(state)) return [];
  const topLevel: readonly Grid[] =
    'Columns' in state && 'Sort' in state
      ? [{ name: 'state', withGrid: (Columns, Sort) => ({ ...state, Columns, Sort }) }]
      : [];
  const parts = Object.entries(state).flatMap(([key, part]) =>
    isRecord(part) && 'Columns' in part && 'Sort' in part
      ? [
          {
            name: key,
            withGrid: (Columns: unknown, Sort: unknown) => ({ ...state, [key]: { ...part, Columns, Sort } }),
          },
        ]
      : [],
  );
  return [...topLevel, ...parts];
}

describe('the stored state of grids', () => {
  const grids = plugins.all.flatMap(({ id, state }) =>
    gridsOf(state.initial).map((grid) => ({ ...grid, id, schema: state.schema })),
  );

  it('belongs to each tool that has grids', () => {
    expect(grids.map(({ id, name }) => `${id} ${name}`)).toEqual(
      expect.arrayContaining([
        'market-view state',
        'market-screen state',
        'price-alerts state',
        'trade-manager Positions',
        'trade-manager TradeLog',
        'trade-manager OpenOrders',
        'algo-stream StrategyGrid',
        'algo-stream OrderGrid',
      ]),
    );
  });

  it.each(grids)(
    'has columns of Id and Width and a sort of By and Asc in $id, $name',
    ({ schema, withGrid }) => {
      const isValid = (columns: unknown, sort: unknown) => v.is(schema, withGrid(columns, sort));
      const columns = [{ Id: 'Symbol', Width: 91 }];
      const sort = { By: 'Symbol', Asc: false };
      expect([isValid(columns, sort), isValid(columns, null)]).toEqual([true, true]);
      expect(v.parse(schema, withGrid(columns, sort))).toEqual(withGrid(columns, sort));
      expect([isValid([{ Id: 'Symbol' }], sort), isValid([{ Width: 91 }], sort), isValid([], sort)]).toEqual([
        false,
        false,
        false,
      ]);
      expect([
        isValid(columns, { By: 'Symbol' }),
        isValid(columns, { Asc: true }),
        isValid(columns, 'Symbol'),
      ]).toEqual([false, false, false]);
    },
  );
});
