import { expect, type Locator, type Page } from '@playwright/test';
import { RUN_MS } from './support/algo-stream.ts';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { openTool } from './support/tool-windows.ts';
import { signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

const TOOL = '[data-tool="strategy-editor"]:visible';
const codeIn = (tool: Locator): Locator =>
  tool.getByRole('group', { name: 'Code' }).locator('.monaco-editor').first();

/** Puts code in place of what the editor has. */
async function typeCode(page: Page, tool: Locator, code: string): Promise<void> {
  await codeIn(tool).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(code);
}

const strategyWith = (bar: string): string =>
  `symbol('SPY');\nbars('30 minutes');\nonBar((bar) => {\n  ${bar}\n});\n`;

test('a strategy is written, run by key, corrected at its fault, run again and kept over a reload', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  const tool = await openTool(page, 'Strategy Editor', 'strategy-editor');
  await tool.getByRole('button', { name: 'New strategy' }).last().click();
  await expect(codeIn(tool)).toBeVisible();
  await tool.getByRole('textbox', { name: 'Name' }).fill('Loop');

  // What a run would refuse is listed before it runs: a size, a wrong number of arguments.
  await typeCode(page, tool, `const slow = timeframe('fortnight');\n${strategyWith('buy(1, {}, 3);')}`);
  const problems = tool.getByRole('listbox', { name: 'Problems' });
  const problem = (text: string) => problems.getByRole('option').filter({ hasText: text });
  await expect(problem('a timeframe is')).toContainText('Line 1');
  await expect(problem('Expected 0-2 arguments, but got 3')).toContainText('Line 5');

  // The fault of a run opens no dialog, and leads to its line.
  await typeCode(page, tool, strategyWith("if (bar.isLast) Reflect.get(globalThis, 'nothing').fail();"));
  await page.keyboard.press('Control+Enter');
  const fault = problems.getByRole('option', { name: /Last run:/ });
  await expect(fault).toBeVisible({ timeout: RUN_MS });
  await expect(fault).toContainText('Line 4');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await problems.focus();
  await page.keyboard.press('Enter');
  await expect(codeIn(tool).locator('.line-numbers.active-line-number')).toHaveText('4');

  await typeCode(
    page,
    tool,
    strategyWith(
      "if (bar.isFirst) goLong(10);\n  if (bar.minute === 840) { goFlat(); log('closed at', bar.close); }",
    ),
  );
  await page.keyboard.press('Control+Enter');
  await expect(tool.getByText(/^Backtest completed, net P&L/)).toBeVisible({ timeout: RUN_MS });
  await expect(fault).toHaveCount(0);
  await tool.getByRole('tab', { name: 'Log' }).click();
  const line = tool.getByRole('option', { name: /closed at/ }).first();
  await expect(line).toContainText('Line 5');
  await line.click();
  await expect(codeIn(tool).locator('.line-numbers.active-line-number')).toHaveText('5');
  await tool.getByRole('tab', { name: 'Results' }).click();
  await expect(tool.getByRole('grid', { name: 'Trades of the run' }).getByText('Long').first()).toBeVisible();

  // What is not saved is there after a reload.
  await expect(tool.getByText('Modifications not saved')).toBeVisible();
  await page.reload();
  await expect(page.locator(TOOL)).toBeVisible();
  await expect(codeIn(page.locator(TOOL))).toContainText('closed at');
  await expect(page.locator(TOOL).getByText('Modifications not saved')).toBeVisible();
  await expectWithinReach(page, '[data-tool="strategy-editor"]');
  await codeIn(page.locator(TOOL)).click();
  await page.keyboard.press('Control+s');
  await expect(page.locator(TOOL).getByText('Saved', { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});

test('a strategy imports a library: the editor knows its types, a fault in it is at the import, and a run has its version', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
  const tool = await openTool(page, 'Strategy Editor', 'strategy-editor');
  const create = async (name: string, code: string): Promise<void> => {
    await tool.getByRole('button', { name: 'New strategy' }).last().click();
    await expect(codeIn(tool)).toBeVisible();
    await tool.getByRole('textbox', { name: 'Name' }).fill(name);
    await typeCode(page, tool, code);
  };
  const importing = (argument: string): string =>
    `import { once } from './my entries';\n${strategyWith(`once(${argument});`)}`;
  await create(
    'my entries',
    'export const once = (size: number) => { if (position.isFlat) goLong(size); };\n',
  );
  await page.keyboard.press('Control+s');
  await expect(tool.getByText('Saved', { exact: true })).toBeVisible();

  await create('Main', `import { gone } from './gone';\n${importing("'x'")}`);
  const problems = tool.getByRole('listbox', { name: 'Problems' });
  const problem = (text: string) => problems.getByRole('option').filter({ hasText: text });
  await expect(problem("there is no file 'gone'")).toContainText('Line 1');
  await expect(problem("Argument of type 'string' is not assignable")).toContainText('Line 6');
  await typeCode(page, tool, importing('-1'));
  await page.keyboard.press('Control+Enter');
  const fault = problems.getByRole('option', { name: /Last run:/ });
  await expect(fault).toContainText('in ./my entries, line 1', { timeout: RUN_MS });
  await expect(fault).toContainText('Line 1');

  await typeCode(page, tool, importing('10'));
  await page.keyboard.press('Control+Enter');
  await expect(tool.getByText(/^Backtest completed, net P&L/)).toBeVisible({ timeout: RUN_MS });
  await expectWithinReach(page, '[data-tool="strategy-editor"]');
  expect(errors).toEqual([]);
});
