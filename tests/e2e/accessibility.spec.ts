import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { Desk } from './support/desk.ts';
import { addSymbol, startDemo } from './support/people.ts';

let desk: Desk;
test.beforeAll(async () => { desk = await Desk.start({ TAPEDECK_SEED: '7' }); });
test.afterAll(async () => { await desk.close(); });

/** What axe finds wrong, a line for each place. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`));
}

const themes = ['light', 'dark'] as const;

for (const theme of themes) {
  test(`nothing is out of reach on any screen in the ${theme} theme`, async ({ page }) => {
    const inTheme = async () => { await page.evaluate((name) => { document.documentElement.dataset['theme'] = name; }, theme); };
    const isClean = async () => { await inTheme(); expect(await violations(page)).toEqual([]); };
    await test.step('welcome', async () => {
      await page.goto(desk.baseUrl);
      await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
      await isClean();
    });
    await test.step('login, also with its messages', async () => {
      await page.goto(`${desk.baseUrl}/login`);
      await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
      await isClean();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('Username is required')).toBeVisible();
      await isClean();
    });
    await test.step('desk, empty and with prices', async () => {
      await startDemo(page, desk);
      await expect(page.getByText('No symbols yet')).toBeVisible();
      await isClean();
      await addSymbol(page, 'AAPL');
      await expect(page.locator('[data-row-id="AAPL"] [data-column="Last"]')).not.toBeEmpty();
      await isClean();
    });
    await test.step('layout chooser', async () => {
      await page.getByRole('button', { name: 'Choose window layout' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await isClean();
      await page.keyboard.press('Escape');
    });
    await test.step('settings', async () => {
      await page.getByRole('button', { name: /^demo/i }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await page.getByRole('radio', { name: theme === 'dark' ? 'Dark' : 'Light' }).check();
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await isClean();
    });
  });
}
