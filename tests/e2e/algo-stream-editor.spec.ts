import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import {
  backtest,
  codeOf,
  dialogOf,
  fromMenu,
  groupOf,
  OPEN_DIALOG,
  openAlgoStream,
  RUN_MS,
  runsOf,
  SAVED,
  typeCode,
  writeStrategy,
} from './support/algo-stream.ts';
import { type Desk, pressIn, watchForErrors } from './support/desk.ts';
import { signInAsNewUser, signInOnce } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

test('the editor completes and explains the language under the content security policy', async ({ page }) => {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => {
    violations.push(text);
  });
  await page.addInitScript(() => {
    // The page knows the function that was exposed to it, its types do not.
    const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
    document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`),
    );
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(desk.baseUrl) && /^https?:/.test(request.url()))
      foreign.push(request.url());
  });
  await signInAsNewUser(page, desk);
  const tool = await openAlgoStream(page);
  await tool.getByRole('button', { name: 'Add strategy' }).first().click();
  await expect(codeOf(page)).toBeVisible();
  await typeCode(page, 'const fast = sma(10);\n');
  // `check` alone would also pass for a font that no style sheet declares.
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document.fonts.check("12px 'JetBrains Mono Variable'") &&
          [...document.fonts].some(
            ({ family, status }) => family.includes('JetBrains Mono') && status === 'loaded',
          ),
      ),
    )
    .toBe(true);
  await page.keyboard.type('cross', { delay: 60 });
  await expect(async () => {
    if (!(await page.locator('.suggest-widget.visible').isVisible()))
      await page.keyboard.press('Control+Space');
    await expect(page.locator('.suggest-widget.visible')).toContainText('crossesAbove', { timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(dialogOf(page, 'New strategy')).toBeVisible();
  await expect(page.locator('.suggest-widget.visible')).toHaveCount(0);
  // A word is explained once the language is there: a pointer that came too early comes again.
  await expect(async () => {
    await page.locator('.view-line').nth(1).hover();
    await page
      .locator('.view-line')
      .first()
      .locator('span > span')
      .filter({ hasText: 'sma' })
      .first()
      .hover();
    await expect(page.locator('.monaco-hover:visible').filter({ hasText: 'sma' }).first()).toBeVisible({
      timeout: 3_000,
    });
  }).toPass({ timeout: 60_000 });
  // What is wrong is underlined.
  await expect(codeOf(page).locator('.squiggly-error').first()).toBeVisible();
  expect(violations).toEqual([]);
  expect(foreign).toEqual([]);
});

test('a name that is none is refused, a strategy with runs is not renamed, and deleting asks first', async ({
  filePage: page,
}) => {
  await signInOnce(page, desk);
  const tool = await openAlgoStream(page);
  await tool.getByRole('button', { name: 'Add strategy' }).first().click();
  const fresh = dialogOf(page, 'New strategy');
  const nameField = fresh.getByRole('textbox', { name: 'Name' });
  for (const [name, message] of [
    ['', 'Strategy name is not specified'],
    ['x'.repeat(41), 'Strategy name should be no longer than 40 characters'],
    ['a, b', 'Strategy name should not contain special symbols'],
  ] as const) {
    await nameField.fill(name);
    await fresh.getByRole('button', { name: 'Save' }).click();
    await expect(fresh.getByText(message)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Modifications not saved').getByRole('button', { name: "Don't save" }).click();
  await expect(fresh).toHaveCount(0);

  await writeStrategy(page, 'Mine');
  await writeStrategy(page, 'Second');
  await fromMenu(page, groupOf(page, 'Second'), 'Edit…');
  const edit = dialogOf(page, 'Edit strategy');
  await edit.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await edit.getByRole('button', { name: 'Save' }).click();
  const refusal = page.getByRole('alertdialog', { name: 'Save Strategy Error' });
  await expect(refusal).toContainText('Strategy "Mine" already exists');
  await pressIn(refusal, 'Enter');
  await edit.getByRole('textbox', { name: 'Name' }).fill('Third');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText(SAVED)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(groupOf(page, 'Third')).toBeVisible();
  await expect(groupOf(page, 'Second')).toHaveCount(0);

  const run = await backtest(page, 'Mine');
  await fromMenu(page, groupOf(page, 'Mine'), 'Edit…');
  await edit.getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(
    edit.getByText(
      'This strategy has one or more instances created. Please remove all instances before renaming strategy.',
    ),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Modifications not saved').getByRole('button', { name: "Don't save" }).click();
  await fromMenu(page, run, 'Remove…');
  await page
    .getByRole('alertdialog', { name: 'Remove instance' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(runsOf(page, 'Mine')).toHaveCount(0);

  await fromMenu(page, groupOf(page, 'Mine'), 'Delete…');
  const ask = page.getByRole('alertdialog', { name: 'Delete strategy' });
  await expect(ask).toContainText('Are you sure you want to delete strategy "Mine"?');
  await ask.getByRole('button', { name: 'No' }).click();
  await expect(groupOf(page, 'Mine')).toBeVisible();
  await fromMenu(page, groupOf(page, 'Mine'), 'Delete…');
  await ask.getByRole('button', { name: 'Yes' }).click();
  await expect(groupOf(page, 'Mine')).toHaveCount(0);
});

test('modifications are not lost: leaving asks, saving on the way out closes', async ({ filePage: page }) => {
  const errors = watchForErrors(page);
  await signInOnce(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Kept');
  await fromMenu(page, groupOf(page, 'Kept'), 'Edit…');
  const edit = dialogOf(page, 'Edit strategy');
  const parameters = edit.getByRole('textbox', { name: 'Parameters' });
  await parameters.fill('fast = 7\nslow = 21');
  await page.keyboard.press('Escape');
  const leave = dialogOf(page, 'Modifications not saved');
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await expect(parameters).toHaveValue('fast = 7\nslow = 21');
  await edit.getByRole('button', { name: 'Close' }).last().click();
  await leave.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toHaveCount(0);
  await fromMenu(page, groupOf(page, 'Kept'), 'Edit…');
  await expect(parameters).toHaveValue('fast = 7\nslow = 21');
  // The editor was made three times by now.
  await expect(codeOf(page).locator('.view-line').first()).toContainText('Moving');
  expect(errors).toEqual([]);
});

test('a syntax error is reported with its line, and marked in the editor', async ({ filePage: page }) => {
  await signInOnce(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Broken', "symbol('SPY');\nonBar(() => {\n  if (\n});\n");
  await fromMenu(page, groupOf(page, 'Broken'), 'Backtest…');
  await dialogOf(page, /^Backtest /)
    .getByRole('button', { name: 'Start backtest' })
    .click();
  const syntaxError = page.getByRole('alertdialog', { name: 'Syntax Error' });
  await expect(syntaxError).toContainText('Error occured while running AlgoStream® strategy.', {
    timeout: RUN_MS,
  });
  await expect(syntaxError).toContainText(/line \d+/);
  await pressIn(syntaxError, 'Enter');
  await expect(runsOf(page, 'Broken').first().locator('[data-column="Status"]')).toHaveText('Syntax error');
  await fromMenu(page, groupOf(page, 'Broken'), 'Edit…');
  await expect(codeOf(page).locator('.squiggly-error').first()).toBeVisible();
});

test('the dialogs that start and edit a strategy are free of axe findings', async ({ filePage: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInOnce(page, desk);
  await openAlgoStream(page);
  await writeStrategy(page, 'Looked at');
  for (const item of ['Start…', 'Backtest…', 'Edit…']) {
    await fromMenu(page, groupOf(page, 'Looked at'), item);
    await expect(page.locator(OPEN_DIALOG)).toBeVisible();
    if (item === 'Edit…') await expect(codeOf(page)).toBeVisible();
    await expectWithinReach(page, OPEN_DIALOG);
    await page.keyboard.press('Escape');
    await expect(page.locator(OPEN_DIALOG)).toHaveCount(0);
  }
  await page.emulateMedia({ reducedMotion: null });
});
