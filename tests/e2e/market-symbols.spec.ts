import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Desk, rowOf, watchForErrors } from './support/desk.ts';
import { createUser, openWorkspaces } from './support/users.ts';
import { openTool } from './support/tool-windows.ts';
import { RECORDING, test } from './support/test.ts';

let recording: string;
let desk: Desk;
test.beforeAll(async () => {
  recording = await mkdtemp(join(tmpdir(), 'tapedeck-no-spy-'));
  await cp(RECORDING, recording, { recursive: true, filter: (path) => !path.endsWith('SPY.csv.gz') });
  desk = await Desk.start({
    TAPEDECK_MARKET: `replay:${recording}`,
    TAPEDECK_MARKET_START: '2019-02-12',
    TAPEDECK_SPEED: '0',
  });
});
test.afterAll(async () => {
  await desk.close();
  await rm(recording, { recursive: true, force: true });
});

test('on a market without SPY the first desk is filled, and every window opens with a symbol of the market', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await openWorkspaces(page, desk, await createUser(desk, 'nospy'));
  const grid = page.getByRole('grid', { name: 'Market View' });
  for (const symbol of ['AAPL', 'MSFT', 'BAC']) await expect(rowOf(grid, symbol)).toBeVisible();
  await expect(rowOf(grid, 'SPY')).toHaveCount(0);
  await expect(
    page.locator('[data-tool="order-entry"]:visible').getByRole('heading', { level: 2 }),
  ).toHaveText(/^Order Entry - (AAPL|MSFT|BAC)$/);
  const chart = await openTool(page, 'Chart', 'chart');
  await expect(chart.getByRole('application')).toHaveAccessibleName(/(AAPL|MSFT|BAC): /);
  const maker = await openTool(page, 'Market Maker', 'market-maker');
  await expect(maker.getByRole('heading', { level: 2 })).toHaveText(/\((AAPL|MSFT|BAC) - /);
  await expect(page.getByText('Symbol not found')).toHaveCount(0);
  expect(errors).toEqual([]);
});
