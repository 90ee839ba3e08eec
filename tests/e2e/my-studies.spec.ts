import { expect } from '@playwright/test';
import {
  codeOf,
  dialogOf,
  fromMenu,
  groupOf,
  openAlgoStream,
  SAVED,
  typeCode,
  writeStrategy,
} from './support/algo-stream.ts';
import { chartWindow, openChart } from './support/chart.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { signInOnce } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

// In one line: the editor would complete brackets and indent lines.
const study = (title: string): string =>
  `chartStudy({ title: '${title}' }, () => ({ mean: sma(param('period', 20)), close: (bar) => bar.close }));`;

test('a study that the user writes is put on a chart, moves with the price, follows its file and outlives it', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInOnce(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Band', study('My band'));

  await openChart(page, desk);
  const chart = chartWindow(page);
  await chart.getByRole('button', { name: 'Technical studies' }).click();
  const dialog = page.getByRole('dialog', { name: 'Technical studies' });
  await expect(dialog.getByText('My studies')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Show My band' }).click();
  await dialog.getByRole('textbox', { name: 'period' }).fill('5');
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click();
  const entry = chart.getByRole('button', { name: 'My band (5): settings' }).locator('..');
  await expect(entry).toHaveText(/^My band \(5\)\d+\.\d\d\d+\.\d\d×$/);
  const before = (await entry.textContent()) ?? '';
  await expect.poll(() => entry.textContent(), { timeout: 60_000 }).not.toBe(before);

  await openAlgoStream(page);
  await fromMenu(page, groupOf(page, 'Band'), 'Edit…');
  await expect(codeOf(page)).toBeVisible();
  await typeCode(page, study('My channel'));
  const edit = dialogOf(page, 'Edit strategy');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText(SAVED)).toBeVisible();
  await edit.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('tab', { name: /^Chart \d+$/ }).click();
  await expect(chart.getByRole('button', { name: 'My channel (5): settings' }).locator('..')).toHaveText(
    /^My channel \(5\)\d+\.\d\d\d+\.\d\d×$/,
  );

  await openAlgoStream(page);
  await fromMenu(page, groupOf(page, 'Band'), 'Delete…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(groupOf(page, 'Band')).toHaveCount(0);
  await page.getByRole('tab', { name: /^Chart \d+$/ }).click();
  const gone = 'Band (no such file in AlgoStream, or it is no study)';
  await expect(chart.getByText(gone)).toBeVisible();
  await chart.getByRole('button', { name: `Remove ${gone}` }).click();
  await expect(chart.getByText(gone)).toHaveCount(0);
  expect(errors).toEqual([]);
});
