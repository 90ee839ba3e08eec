import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Permission } from '../../src/domain/permissions.ts';
import { STRATEGY_STATUSES } from '../../src/domain/strategy/enumerations.ts';
import { columnOf } from './choose-columns.ts';
import { orderColumnChoices, orderColumns, totalFees } from './columns/order-columns.ts';
import { runColumnChoices, runColumns } from './columns/index.ts';
import { detailsOf, findRun } from './dialogs/details.tsx';
import { faultOf, faultsOf } from './editor/faults.ts';
import { algoStream } from './manifest.ts';
import { algoStreamState } from './state.ts';
import { statusLabel } from './status-labels.ts';
import { instance, liveInstance, order, returns, strategy } from './testing/fakes.ts';
import type { Instance } from './types.ts';
import { limitLabel, runDisplayName, runTitle, strategyDisplayName } from './run-labels.ts';

const row = (shown = instance()) => ({ id: 'r', strategy: strategy(), instance: shown });
const textOf = (id: string, shown = instance()) =>
  runColumns.find((column) => column.id === id)?.text(row(shown));

describe('the tool', () => {
  it('needs the permission to trade by program, is there once, and not in a demo', () => {
    expect(algoStream).toMatchObject({
      title: 'AlgoStream',
      permission: Permission.AlgoTrading,
      isSingleton: true,
      isHiddenInDemo: true,
      helpTopic: 'algo-stream',
    });
  });
  it('has a button to add, one to import, one to close all groups, and a menu of strategy and order columns', () => {
    expect(algoStream.toolbar).toEqual([
      'add',
      'import',
      'collapse',
      expect.objectContaining({ title: 'Columns', commands: ['strategy-columns', 'order-columns'] }),
    ]);
    expect(algoStream.commands.filter(({ id }) => id.endsWith('columns')).map(({ title }) => title)).toEqual([
      'Strategy columns',
      'Order columns',
    ]);
  });
  it('stores the columns of both grids and the keys of the open groups', () => {
    expect(
      v.is(algoStreamState.schema, {
        ...algoStreamState.initial,
        StrategyGrid: { ...algoStreamState.initial.StrategyGrid, Expanded: ['own:A', 'public:3'] },
      }),
    ).toBe(true);
    for (const Expanded of [['x'.repeat(99)], [''], 'own:A'])
      expect(
        v.is(algoStreamState.schema, {
          ...algoStreamState.initial,
          StrategyGrid: { ...algoStreamState.initial.StrategyGrid, Expanded },
        }),
      ).toBe(false);
  });
});

describe('the columns', () => {
  it('of the strategies are about 45, in four categories, each id once', () => {
    expect([...new Set(runColumnChoices.map(({ category }) => category))]).toEqual([
      'General',
      'Parameters',
      'Performance',
      'Trades',
    ]);
    expect(runColumns.length).toBeGreaterThanOrEqual(45);
    expect(new Set(runColumns.map(({ id }) => id)).size).toBe(runColumns.length);
    expect(new Set(orderColumns.map(({ id }) => id)).size).toBe(orderColumns.length);
  });
  it('of the orders are every field of a strategy order', () => {
    const fields = Object.keys(order());
    expect(orderColumnChoices.map(({ id }) => id)).toEqual(expect.arrayContaining(fields));
  });
  it('at first are known ones', () => {
    const known = new Set([...runColumns, ...orderColumns].map(({ id }) => id));
    for (const { Id } of [
      ...algoStreamState.initial.StrategyGrid.Columns,
      ...algoStreamState.initial.OrderGrid.Columns,
    ])
      expect(known, Id).toContain(Id);
  });
  it('print every run, also one without returns, and one that has not begun', () => {
    for (const shown of [
      instance(),
      liveInstance({ Returns: null, StartedAt: null, Trend: null }),
      instance({ Returns: returns({ Roi: null, AverageLoss: null }) }),
    ]) {
      for (const column of runColumns)
        expect(column.text(row(shown)), column.id).not.toMatch(/NaN|undefined|null/);
    }
    for (const column of orderColumns)
      expect(
        column.text(order({ FillTimestamp: null, FillPrice: 0, Status: 'Rejected' })),
        column.id,
      ).not.toMatch(/NaN|undefined|null/);
  });
  it('abbreviate an amount that the column would cut off, and have it in full in the tooltip', () => {
    const shown = instance({ Returns: returns({ Capital: 92_556_000, NetProfitLoss: 12_345_678.9 }) });
    const tooltipOf = (id: string) => runColumns.find((column) => column.id === id)?.tooltip?.(row(shown));
    expect([textOf('Capital', shown), tooltipOf('Capital')]).toEqual(['92.56M', '92,556,000.00']);
    expect([textOf('NetProfitLoss', shown), tooltipOf('NetProfitLoss')]).toEqual([
      '+12.35M',
      '+12,345,678.90',
    ]);
    const loss = instance({ Returns: returns({ NetProfitLoss: -9_999_999.99 }) });
    expect(textOf('NetProfitLoss', loss)).toBe('-9,999,999.99');
  });
  it('show ratios as per cent with their sign, and money', () => {
    expect(textOf('Roi')).toBe('+5.00%');
    expect(textOf('SymbolRoi')).toBe('-2.00%');
    expect(textOf('ProfitablePercent')).toBe('75.00%');
    expect(textOf('NetProfitLoss')).toBe('+100.00');
    expect(textOf('Trend')).toBe('sma, 1 minute, period 50');
    expect(textOf('FirstInterval')).toBe('09:30 – 16:00');
    expect(textOf('SecondInterval')).toBe('00:00 – 00:00');
    expect(textOf('OpeningOrderTime')).toBe('09:35');
    expect(textOf('AllowedPositions')).toBe('Long&Short');
    expect(totalFees(order())).toBeCloseTo(0.63);
  });
  it('that are chosen get the first width of their kind', () => {
    expect(['Status', 'Roc'].map(columnOf({ Status: 176 }))).toEqual([
      { Id: 'Status', Width: 176 },
      { Id: 'Roc', Width: 88 },
    ]);
  });
});

describe('names', () => {
  it('show no limit or the limit', () => {
    expect(strategyDisplayName(strategy())).toBe('Cross (no limit)');
    expect(limitLabel({ ShareLimit: -1, DollarLimit: -1 })).toBe('no limit');
    expect(limitLabel({ ShareLimit: 100, DollarLimit: -1 })).toBe('max 100');
    expect(runDisplayName(liveInstance({ DollarLimit: 5000 }))).toBe('Live (max 5000)');
    expect(runTitle(strategy(), liveInstance())).toBe('Cross, live since 2/2/2026 10:00');
  });
  it('every status has a label', () => {
    expect(new Set(STRATEGY_STATUSES.map(statusLabel)).size).toBe(STRATEGY_STATUSES.length);
  });
});

describe('the details of a run', () => {
  it('have every setting and every return of the specification', () => {
    const names = detailsOf(instance()).flatMap(({ facts }) => facts.map(({ name }) => name));
    expect(names).toEqual(
      expect.arrayContaining([
        'Status',
        'Started',
        'Finished',
        'From',
        'To',
        'Symbol',
        'Quantity',
        'Route',
        'Destination',
        'Type',
        'Price',
        'Trend study',
        'Trend study interval',
        'Trend study period',
        'Trade study',
        'Intraday positions only',
        'Positions',
        'Trading time',
        'Cumulative gross P&L',
        'Cumulative net P&L',
        'Net P&L',
        'Gross P&L',
        'ROI',
        'ROI annualized',
        'Symbol ROI',
        'Symbol ROI annualized',
        'ROAC',
        'ROAC annualized',
        'ROC',
        'ROC annualized',
        'Capital',
        'Trades',
        'Profitable',
        'Losing',
        'Long profitable',
        'Short profitable',
        'Average profit',
        'Average loss',
        'Long P&L',
        'Short P&L',
        'Start time',
        'Finish time',
      ]),
    );
  });
  it('of a live run have no dates of a backtest', () => {
    const names = detailsOf(liveInstance({ Returns: null })).flatMap(({ facts }) =>
      facts.map(({ name }) => name),
    );
    expect(names).not.toContain('From');
    expect(names).not.toContain('ROI');
  });
  it('have no finish time while the run continues', () => {
    const finishTimeOf = (shown: Instance) =>
      detailsOf(shown)
        .flatMap(({ facts }) => facts)
        .find(({ name }) => name === 'Finish time')?.text;
    expect(finishTimeOf(liveInstance({ FinishedAt: null }))).toBe('–');
    expect(finishTimeOf(instance())).toMatch(/^\d+\/\d+\/2026 \d\d:\d\d$/);
  });
  it('follow the run, own or public', () => {
    const state = {
      isLoaded: true,
      personal: [strategy({ Instances: [instance()] })],
      public: [strategy({ Id: 3, Name: 'Cross', Instances: [liveInstance()] })],
    };
    expect(findRun(state, { Id: 0, Name: 'Cross' }, 'i1')?.InstanceId).toBe('i1');
    expect(findRun(state, { Id: 3, Name: 'Cross' }, 'l1')?.InstanceId).toBe('l1');
    expect(findRun(state, { Id: 0, Name: 'Cross' }, 'l1')).toBeNull();
  });
});

describe('a fault of the code', () => {
  it('is marked at the line and column that the server names', () => {
    expect(
      faultOf(instance({ Status: 'SyntaxError', Message: 'Unexpected token (line 3, column 7)' }), ''),
    ).toEqual({ line: 3, column: 7, message: 'Unexpected token (line 3, column 7)' });
    expect(
      faultOf(instance({ Status: 'RuntimeError', Message: 'Line 12: x is not defined' }), ''),
    ).toMatchObject({ line: 12, column: 1 });
    expect(faultOf(instance({ Status: 'RuntimeError', Message: 'Out of memory' }), '')).toBeNull();
    expect(faultOf(instance({ Message: 'line 3' }), '')).toBeNull();
  });
  it('is marked at the import of the file that it is in', () => {
    const Message = 'bar is undefined (in ./my risk, line 30, column 7)\nLast log line: x';
    const failed = instance({ Status: 'RuntimeError', Message });
    expect(faultOf(failed, "symbol('SPY');\nimport { size } from './my risk';")).toEqual({
      line: 2,
      column: 22,
      message: Message,
    });
    expect(faultOf(failed, "import { other } from './other';")).toBeNull();
  });
  it('is that of the newest run only', () => {
    const bad = instance({ InstanceId: 'a', Status: 'SyntaxError', Message: 'line 1' });
    expect(faultsOf({ personal: [strategy({ Instances: [bad] })] }, 'Cross', '')).toHaveLength(1);
    expect(
      faultsOf({ personal: [strategy({ Instances: [bad, instance({ InstanceId: 'b' })] })] }, 'Cross', ''),
    ).toEqual([]);
  });
});

it('names all symbols that a run trades in the list of runs and in its details', () => {
  const pair = instance({ PrimarySymbol: 'KO', OtherSymbols: ['PEP', 'SPY261218C00500000'] });
  const symbols = "KO, PEP, SPY Dec 18 '26 500 Call";
  expect(textOf('Symbol', pair)).toBe(symbols);
  expect(detailsOf(pair).flatMap(({ facts }) => facts)).toContainEqual({ name: 'Symbol', text: symbols });
  expect(textOf('Symbol')).toBe('SPY');
});
