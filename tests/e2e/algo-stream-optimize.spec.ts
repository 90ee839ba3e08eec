import { expect } from '@playwright/test';
import {
  dialogOf,
  fromMenu,
  groupOf,
  OPEN_DIALOG,
  openAlgoStream,
  RUN_MS,
  writeStrategy,
} from './support/algo-stream.ts';
import { expectWithinReach } from './support/axe.ts';
import type { Desk } from './support/desk.ts';
import { signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const CODE =
  "symbol('SPY'); bars('day'); const fast = sma(param('fast', 3)); const slow = sma(param('slow', 8)); onBar(() => { if (crossesAbove(fast, slow)) goLong(); else if (crossesBelow(fast, slow)) goFlat(); });";

test('two parameters are searched, the cells of the heat map are coloured, and one becomes a backtest', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Searched', CODE);
  await fromMenu(page, groupOf(page, 'Searched'), 'Optimize…');
  const terms = dialogOf(page, 'Optimize - Searched');
  // The code is read where backtests run, which wait for a free processor.
  const rows = terms.getByRole('table', { name: 'Parameters to vary' });
  await expect(rows).toBeVisible({ timeout: RUN_MS });
  for (const [name, from, to, step] of [
    ['fast', '2', '4', '1'],
    ['slow', '6', '10', '2'],
  ] as const) {
    await rows.getByText(name, { exact: true }).click();
    await terms.getByRole('textbox', { name: `${name} from` }).fill(from);
    await terms.getByRole('textbox', { name: `${name} to` }).fill(to);
    await terms.getByRole('textbox', { name: `${name} step` }).fill(step);
  }
  await expect(terms.getByText('9 combinations')).toBeVisible();
  await expectWithinReach(page, OPEN_DIALOG);
  await terms.getByLabel('From', { exact: true }).fill('2020-01-02');
  await terms.getByRole('button', { name: 'Start search' }).click();

  const results = dialogOf(page, 'Optimizations - Searched');
  await expect(results.getByText('Completed: 9 of 9 sets')).toBeVisible({ timeout: RUN_MS });
  await expect(results.getByText(/^Best: fast \d, slow \d+, Sharpe /)).toBeVisible();
  await expectWithinReach(page, OPEN_DIALOG);
  await results.getByRole('tab', { name: 'Heat map' }).click();
  const map = results.getByRole('slider', { name: 'Heat map of fast and slow' });
  await expect(map.locator('rect')).toHaveCount(9);
  await expectWithinReach(page, OPEN_DIALOG);
  // The cell under the pointer is the one that a click opens.
  await map.locator('rect').first().hover();
  await expect(map).toHaveAttribute('aria-valuetext', /with fast 2, slow 6$/);
  await results.getByRole('tab', { name: 'Parallel coordinates' }).click();
  // A band may be one level line, which has no height and counts as hidden.
  await expect(results.getByRole('slider', { name: /^Sets over/ }).locator('path')).not.toHaveCount(0);
  await expectWithinReach(page, OPEN_DIALOG);
  await results.getByRole('button', { name: 'Backtest the best…' }).click();
  const backtest = dialogOf(page, 'Backtest strategy - Searched');
  await expect(backtest.getByRole('textbox', { name: 'Parameters' })).toHaveValue(/^fast = \d\nslow = \d+$/);
});
