import { screen, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { createDeskServer, renderTool, type MemoryServer } from '../../../src/testing/index.ts';
import { algoStream } from '../manifest.ts';
import type { Instance, StrategyOrder } from '../types.ts';
import { instance, returns, strategy } from './fakes.ts';
import { dailyCloses, MARK, RUN, timeOf, type Plot } from './report-run.ts';

/** A server with a backtest. `bars`: answers requests for bars within days; absent = at once, without any bar. */
export function serverWith(
  orders: readonly StrategyOrder[],
  change: Partial<Instance> = {},
  answersBars = true,
  plots: readonly Plot[] = [],
): MemoryServer {
  const server = createDeskServer();
  const run = instance({
    Account: 'DEMO-1',
    Returns: returns({
      NetProfitLoss: 200,
      GrossProfitLoss: 200,
      CumulativeNetProfitLoss: 200,
      CumulativeGrossProfitLoss: 200,
      Capital: 10_000,
    }),
    ...change,
  });
  server.on('strategyList', () =>
    server.send('trading', 'strategies', {
      IsPublic: false,
      Items: [strategy({ Instances: [run] })],
      HasMore: false,
    }),
  );
  server.on('publicStrategyList', () =>
    server.send('trading', 'strategies', { IsPublic: true, Items: [], HasMore: false }),
  );
  server.on('requestAlgoTradingStrategyOrders', () =>
    server.send('trading', 'strategyOrders', { ...RUN, Items: [...orders], HasMore: false }),
  );
  server.on('requestAlgoTradingStrategyPlots', ({ From }) =>
    server.send('trading', 'strategyPlots', {
      ...RUN,
      From,
      Total: plots.length,
      Plot: plots[From] ?? null,
      Marks: plots.length > 0 && From === 0 ? [MARK] : [],
      DroppedMarks: 0,
    }),
  );
  server.on('chartCandles', ({ Id, CandleType }) => {
    const isDaily = CandleType === 'Day';
    if (!isDaily && !answersBars) return;
    const items = isDaily
      ? dailyCloses().map(([date, C]) => ({ TS: timeOf(date, 0), O: C, H: C, L: C, C, V: 1 }))
      : [{ TS: timeOf('2026-01-06', 600), O: 100, H: 104.5, L: 98.25, C: 100, V: 1 }];
    server.send('data', 'chartCandlesAnswer', { Id, Result: 'Ok', Items: items, HasMore: false });
  });
  return server;
}

const GRID = { Columns: [{ Id: 'Status', Width: 120 }], Sort: null, Expanded: ['own:Cross'] };

/** Opens the report of the run from the menu of its row, which shows this status. */
export async function openReport(server: MemoryServer, status = 'Backtest completed') {
  const { user, frame } = await renderTool(algoStream, server, { StrategyGrid: GRID });
  const cell = await within(frame).findByText(status);
  await user.pointer({ keys: '[MouseRight]', target: cell });
  await user.click(await screen.findByRole('menuitem', { name: 'Report…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Report - Cross, / });
  return { user, dialog: within(dialog) };
}

/** A figure of the report by its label. */
export const figure = (dialog: ReturnType<typeof within>, label: string): string | null | undefined =>
  within(dialog.getByRole('region', { name: 'Key figures' })).getByText(label).nextElementSibling
    ?.textContent;

/** Shows a part of the report. */
export async function openTab(
  user: UserEvent,
  dialog: ReturnType<typeof within>,
  name: RegExp,
): Promise<void> {
  await user.click(dialog.getByRole('tab', { name }));
}
