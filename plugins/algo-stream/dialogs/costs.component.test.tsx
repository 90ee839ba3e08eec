import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { NO_COSTS } from '../../../src/domain/strategy/costs/settings.ts';
import { createDeskServer, fill, renderTool } from '../../../src/testing/index.ts';
import { algoStream } from '../manifest.ts';
import { instance, strategy } from '../testing/fakes.ts';
import type { Instance } from '../types.ts';

const GRID = { Columns: [{ Id: 'Status', Width: 120 }], Sort: null, Expanded: ['own:Cross'] };

/** Opens the dialog that runs a backtest again; `starts` has the costs of what it sent. */
async function openAgain(change: Partial<Instance>) {
  const server = createDeskServer();
  const starts: unknown[] = [];
  const run = instance({ Account: 'DEMO-1', ...change });
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
  server.on('loadAlgoTradingStrategy', ({ Name }) => {
    server.send('trading', 'strategyLoaded', { Name, Result: 'Loaded', Code: 'code', Parameters: '' });
  });
  server.on('startBacktest', ({ Costs }) => void starts.push(Costs));
  const { user, frame } = await renderTool(algoStream, server, { StrategyGrid: GRID });
  const cell = await within(frame).findByText('Backtest completed');
  await user.pointer({ keys: '[MouseRight]', target: cell });
  await user.click(await screen.findByRole('menuitem', { name: 'Run again…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Backtest strategy - Cross/ });
  const section = within(dialog).getByText('Costs and fills').closest('details');
  return { user, dialog: within(dialog), section, starts };
}

test('keeps costs and fills closed, and sends none while they are not set', async () => {
  const { user, dialog, section, starts } = await openAgain({});
  expect(section?.open).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Start backtest' }));
  await expect.poll(() => starts).toEqual([undefined]);
});

test('opens with the costs of the run that is run again, and sends what is changed', async () => {
  const costs = { ...NO_COSTS, Slippage: 'Cents', SlippageAmount: 2 } as const;
  const { user, dialog, section, starts } = await openAgain({ Costs: costs });
  expect(section?.open).toBe(true);
  expect(dialog.getByRole('textbox', { name: 'Slippage amount' })).toHaveProperty('value', '2.00');
  await fill(user, dialog.getByRole('textbox', { name: 'Max % of bar volume' }), '5');
  await fill(user, dialog.getByRole('textbox', { name: 'Borrow cost of shorts, % a year' }), '8.25');
  await user.click(dialog.getByRole('button', { name: 'Start backtest' }));
  await expect.poll(() => starts).toEqual([{ ...costs, VolumePercent: 5, BorrowPercent: 8.25 }]);
});

test('refuses an amount outside of its bounds, beside its field', async () => {
  const costs = { ...NO_COSTS, Slippage: 'RangePercent', SlippageAmount: 10 } as const;
  const { user, dialog, starts } = await openAgain({ Costs: costs });
  await fill(user, dialog.getByRole('textbox', { name: 'Slippage amount' }), '101');
  await user.click(dialog.getByRole('button', { name: 'Start backtest' }));
  const message = await dialog.findByText('The value must be a number from 0 to 100 with at most 2 decimals');
  const field = dialog.getByRole('textbox', { name: 'Slippage amount' });
  expect([
    field.ariaInvalid ?? field.getAttribute('aria-invalid'),
    field.getAttribute('aria-describedby'),
  ]).toEqual(['true', message.id]);
  expect(starts).toEqual([]);
});

test('shows the amount of a kind when it is chosen', async () => {
  const { user, dialog } = await openAgain({ Costs: { ...NO_COSTS, Commission: 'None' } });
  expect(dialog.queryByRole('textbox', { name: 'Commission, $ a share' })).toBeNull();
  await user.click(dialog.getByRole('combobox', { name: 'Commissions' }));
  await user.click(await screen.findByRole('option', { name: 'Dollars a share' }));
  const valueOf = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name }).value;
  await dialog.findByRole('textbox', { name: 'Commission, $ a share' });
  expect([valueOf('Commission, $ a share'), valueOf('Minimum commission, $ an order')]).toEqual([
    '0.0000',
    '0.00',
  ]);
});

test('moves the focus to the first wrong field with each refusal, and keeps it in view', async () => {
  const costs = { ...NO_COSTS, Slippage: 'RangePercent', SlippageAmount: 10 } as const;
  const { user, dialog, section } = await openAgain({ Costs: costs });
  const field = dialog.getByRole('textbox', { name: 'Slippage amount' });
  await fill(user, field, '101');
  for (let refusals = 0; refusals < 2; refusals += 1) {
    await user.click(dialog.getByRole('button', { name: 'Start backtest' }));
    await expect.poll(() => document.activeElement).toBe(field);
  }
  await user.click(dialog.getByText('Costs and fills'));
  expect(section?.open).toBe(true);
});
