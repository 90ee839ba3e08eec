import { screen, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  collectSavedFiles,
  createDeskServer,
  renderTool,
  type MemoryServer,
} from '../../../src/testing/index.ts';
import { algoStream } from '../manifest.ts';
import { instance, liveInstance, strategy } from '../testing/fakes.ts';
import type { ReconciledOrder, RunSession } from '../types.ts';

const OPEN_MS = Date.UTC(2026, 2, 2, 14, 30);
const session = (change: Partial<RunSession> = {}): RunSession => ({
  From: OPEN_MS,
  Date: '2026-03-02',
  To: Date.UTC(2026, 2, 2, 21),
  State: 'Compared',
  Message: '',
  Result: {
    To: Date.UTC(2026, 2, 2, 21),
    OrderCount: 12,
    SameCount: 11,
    DifferingCount: 1,
    LiveNet: -61.5,
    BacktestNet: -59.5,
  },
  ...change,
});
const side: NonNullable<ReconciledOrder['Live']> = {
  Id: '1',
  Symbol: 'PEP',
  SentTimestamp: OPEN_MS + 60_000,
  Side: 'Buy',
  Type: 'Market',
  Quantity: 100,
  Price: 0,
  StopPrice: 0,
  Status: 'Filled',
  FilledQuantity: 100,
  FillPrice: 100.02,
  FillTimestamp: OPEN_MS + 60_100,
  Reason: '',
};
const differing: ReconciledOrder = {
  Kind: 'FillPrice',
  Cause: 'Filled at 100.02 live and at 100.00 in the backtest, 0.02 worse live.',
  Effect: -2,
  Live: side,
  Backtest: { ...side, FillPrice: 100 },
};

/** A server with one live run, whose sessions are `sessions()`. */
function serverWith(sessions: () => readonly RunSession[], orders: readonly ReconciledOrder[]): MemoryServer {
  const server = createDeskServer();
  const run = { Name: 'Cross', InstanceId: 'l1' };
  const runs = [instance({ Account: 'DEMO-1' }), liveInstance({ Account: 'DEMO-1' })];
  server.on('strategyList', () =>
    server.send('trading', 'strategies', {
      IsPublic: false,
      Items: [strategy({ Instances: runs })],
      HasMore: false,
    }),
  );
  server.on('publicStrategyList', () =>
    server.send('trading', 'strategies', { IsPublic: true, Items: [], HasMore: false }),
  );
  const sendSessions = (Problem: string) => (): void =>
    server.send('trading', 'strategyReconciliations', { ...run, Items: [...sessions()], Problem });
  server.on('requestStrategyReconciliations', sendSessions(''));
  server.on('compareStrategySession', sendSessions('The session has not begun'));
  server.on('requestReconciledOrders', () =>
    server.send('trading', 'reconciledOrders', {
      ...run,
      From: OPEN_MS,
      Start: 0,
      Items: [...orders],
      Total: orders.length,
    }),
  );
  return server;
}

const GRID = { Columns: [{ Id: 'Status', Width: 120 }], Sort: null, Expanded: ['own:Cross'] };

async function rowMenu(user: UserEvent, frame: HTMLElement, status: RegExp): Promise<void> {
  const cell = await within(frame).findByText(status);
  await user.pointer({ keys: '[MouseRight]', target: cell });
}

async function openView(server: MemoryServer) {
  const { user, frame } = await renderTool(algoStream, server, { StrategyGrid: GRID });
  await rowMenu(user, frame, /^Running$/);
  await user.click(await screen.findByRole('menuitem', { name: 'Reconciliation…' }));
  return { user, dialog: await screen.findByRole('dialog', { name: /^Reconciliation - / }) };
}

test('shows what differs in a session with its cause, and exports it', async () => {
  const files = collectSavedFiles();
  const { user, dialog } = await openView(serverWith(() => [session()], [differing]));
  const figures = await within(dialog).findByLabelText('Comparison of 2026-03-02');
  expect(figures.textContent).toContain(
    'Orders12Same11Differ1Net P&L live-61.50Net P&L backtest-59.50Difference-2.00',
  );
  const grid = await within(dialog).findByRole('grid', { name: 'Orders that differ' });
  expect(within(grid).getByText('PEP')).toBeDefined();
  expect(within(grid).getByText('Filled 100 at 100.02')).toBeDefined();
  expect(within(grid).getByText('Filled 100 at 100.00')).toBeDefined();
  await user.click(within(grid).getByText('Fill price'));
  const status = within(dialog)
    .getAllByRole('status')
    .map(({ textContent }) => textContent);
  expect(status).toContain(differing.Cause);
  await user.click(within(dialog).getByRole('button', { name: 'Export to CSV' }));
  await expect.poll(() => files.length).toBe(1);
});

test('says that a session has not ended, and shows why a comparison was refused', async () => {
  const open = session({ State: 'Open', To: null, Result: null });
  const { user, dialog } = await openView(serverWith(() => [open], []));
  expect(await within(dialog).findByText('Not compared yet')).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Compare now' }));
  expect(await within(dialog).findByText('The session has not begun')).toBeDefined();
});

test('says how many orders of an open session are not compared yet', async () => {
  const Message = '1 order of the last bar is not compared yet and not part of the figures.';
  const { dialog } = await openView(serverWith(() => [session({ State: 'Open', To: null, Message })], []));
  expect(
    await within(dialog).findByText(`The session has not ended: compared up to now. ${Message}`),
  ).toBeDefined();
});

test('shows a comparison that comes while the view is open', async () => {
  let current = session({ State: 'Running', Result: null });
  const { dialog } = await openView(serverWith(() => [current], []));
  expect(await within(dialog).findByText('The backtest of the session is running.')).toBeDefined();
  current = session({
    Result: { To: 0, OrderCount: 3, SameCount: 3, DifferingCount: 0, LiveNet: 1, BacktestNet: 1 },
  });
  expect(await within(dialog).findByText('No differences', {}, { timeout: 5_000 })).toBeDefined();
});

test('says why there is nothing to compare with', async () => {
  const unavailable = session({
    State: 'Unavailable',
    Result: null,
    Message: 'The market has no trades of 2026-03-02.',
  });
  const { dialog } = await openView(serverWith(() => [unavailable], []));
  expect(await within(dialog).findByText('The market has no trades of 2026-03-02.')).toBeDefined();
});

test('is not offered for a backtest', async () => {
  const { user, frame } = await renderTool(
    algoStream,
    serverWith(() => [], []),
    { StrategyGrid: GRID },
  );
  await rowMenu(user, frame, /^Completed$|^Backtest completed$/i);
  expect(await screen.findByRole('menuitem', { name: /^Details…/ })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Reconciliation…' })).toBeNull();
});
