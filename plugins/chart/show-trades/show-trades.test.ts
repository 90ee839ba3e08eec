import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newYorkMs } from '../../../src/domain/calendar/us-equity.ts';
import { Permission } from '../../../src/domain/permissions.ts';
import { createCommandRegistry, type PlacedTool, type ToolPlatform } from '../../../src/plugin-api/index.ts';
import { addChart } from '../charts.ts';
import { chart } from '../manifest.ts';
import { putOn, strategyTradesIn, takeOff } from '../trades/strategy-trades.ts';

const openTradeDialog = vi.hoisted(() => vi.fn());
vi.mock('./TradeDialog.tsx', () => ({ openTradeDialog }));

const day = (date: string) => newYorkMs(date, 600);
const trades = [
  { timeMs: day('2024-03-14'), side: 'Sell', price: 11, quantity: 100, netPnl: 98 },
  { timeMs: day('2024-03-12'), side: 'Buy', price: 10, quantity: 100, netPnl: -1 },
];

/** A desk whose commands are those of the chart, and what it opened. */
function deskOf(mask: number = Permission.Chart) {
  const opened: object[] = [];
  let windows: readonly Pick<PlacedTool, 'id'>[] = [];
  const listeners = new Set<() => void>();
  // Only what the command needs of the platform.
  const platform = {
    session: { get: () => ({ permissionMask: mask }) },
    exchangeMs: () => day('2024-03-15'),
    tools: {
      open: async (tool: string, state: object) => {
        opened.push({ tool, ...state });
        windows = [...windows, { id: '1:Window2' }];
        return '1:Window2';
      },
      windowsOf: () => ({
        get: () => windows,
        subscribe: (listener: () => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      }),
    },
  } as unknown as ToolPlatform;
  const commands = createCommandRegistry();
  for (const command of chart.platformCommands?.(platform) ?? []) commands.register(command);
  return {
    opened,
    run: (args: Record<string, unknown>) => commands.run('chart.show-trades', args),
    close: () => {
      windows = [];
      for (const listener of [...listeners]) listener();
    },
  };
}

beforeEach(() => {
  openTradeDialog.mockReset();
});
afterEach(() => {
  for (const id of ['1:Window2', 'other']) takeOff(id);
});

describe('showing the trades of a strategy', () => {
  it('opens a chart in a dialog over the days of the run, with the trades in order', async () => {
    await deskOf().run({ symbol: 'aapl', title: 'SMA cross', trades });
    const [, state, shown] = openTradeDialog.mock.calls[0] ?? [];
    expect(state).toMatchObject({
      Symbol: 'AAPL',
      Range: {
        TimeFrame: 'Custom',
        BarSize: 'Minute5',
        CustomFromDate: '2024-03-12',
        CustomToDate: '2024-03-14',
      },
    });
    expect(shown).toEqual({
      key: 'SMA cross',
      title: 'SMA cross',
      symbol: 'AAPL',
      trades: trades.toReversed(),
    });
  });

  it('opens a window where that is wanted, whose trades last as long as it does', async () => {
    const desk = deskOf();
    await desk.run({
      symbol: 'AAPL',
      title: 'SMA cross',
      key: 'run 7',
      trades,
      where: 'window',
      fromMs: day('2024-01-02'),
      toMs: day('2024-03-14'),
    });
    expect(desk.opened).toEqual([
      {
        tool: 'chart',
        Symbol: 'AAPL',
        Range: {
          TimeFrame: 'Custom',
          BarSize: 'Daily',
          CustomFromDate: '2024-01-02',
          CustomToDate: '2024-03-14',
        },
      },
    ]);
    expect(strategyTradesIn('1:Window2', 'AAPL')?.trades).toHaveLength(2);
    // They belong to their symbol.
    expect(strategyTradesIn('1:Window2', 'MSFT')).toBeNull();
    desk.close();
    expect(strategyTradesIn('1:Window2', 'AAPL')).toBeNull();
  });

  it('as an update takes them over where they are shown, and opens nothing', async () => {
    const desk = deskOf();
    putOn('other', { key: 'run 7', title: 'SMA cross', symbol: 'AAPL', trades: [] });
    await desk.run({ symbol: 'AAPL', title: 'SMA cross', key: 'run 7', trades, update: true });
    expect(strategyTradesIn('other', 'AAPL')?.trades).toHaveLength(2);
    await desk.run({ symbol: 'AAPL', title: 'another', trades, update: true });
    expect([desk.opened, openTradeDialog.mock.calls]).toEqual([[], []]);
  });

  it('again takes them over in the chart that is on screen, and opens one when none is', async () => {
    const desk = deskOf();
    putOn('other', { key: 'run 7', title: 'SMA cross', symbol: 'AAPL', trades: [] });
    await desk.run({ symbol: 'AAPL', title: 'SMA cross', key: 'run 7', trades });
    expect(openTradeDialog).toHaveBeenCalledTimes(1);
    // The code under test reads only the width.
    const remove = addChart('other', { view: { root: { clientWidth: 500 } } } as unknown as Parameters<
      typeof addChart
    >[1]);
    await desk.run({ symbol: 'AAPL', title: 'SMA cross', key: 'run 7', trades });
    remove();
    expect(openTradeDialog).toHaveBeenCalledTimes(1);
  });

  it.each([
    [{ symbol: '' }, /symbol/],
    [{ title: ' ' }, /title/],
    [{ title: 'x'.repeat(81) }, /title/],
    [{ trades: 'many' }, /trades/],
    [{ trades: [{ ...trades[0], price: 0 }] }, /trades\.0\.price/],
    [{ trades: [{ ...trades[0], side: 'Hold' }] }, /trades\.0\.side/],
    [{ trades: [{ ...trades[0], netPnl: Number.NaN }] }, /trades\.0\.netPnl/],
    [{ where: 'wall' }, /where/],
    [{ fromMs: -1 }, /fromMs/],
  ])('refuses %j and says what is wrong', async (change, message) => {
    await expect(deskOf().run({ symbol: 'AAPL', title: 'SMA cross', trades, ...change })).rejects.toThrow(
      message,
    );
    expect(openTradeDialog).not.toHaveBeenCalled();
  });

  it('takes no trades at all as a list, does nothing without one, and needs the permission of the chart', async () => {
    await deskOf().run({ symbol: 'AAPL', title: 'SMA cross', trades: [] });
    expect(openTradeDialog.mock.calls[0]?.[1]).toMatchObject({
      Range: { CustomFromDate: '2024-03-15', CustomToDate: '2024-03-15' },
    });
    await expect(deskOf().run({ symbol: 'AAPL', title: 'SMA cross' })).resolves.toBe(false);
    await expect(deskOf(0).run({ symbol: 'AAPL', title: 'SMA cross', trades })).rejects.toThrow(
      'Your account may not use the chart.',
    );
  });
});
