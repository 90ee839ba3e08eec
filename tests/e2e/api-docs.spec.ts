import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { type Desk, watchForErrors } from './support/desk.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

test('the HTTP API documentation opens without a login, in both color schemes', async ({ page }) => {
  const errors = watchForErrors(page);
  await page.goto(`${desk.baseUrl}/api/docs`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tapedeck HTTP API');
  await page.locator('summary').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The server cannot answer now.').first()).toBeVisible();
  for (const [colorScheme, background] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(20, 24, 27)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    // Without the style sheet the page is white in every scheme.
    await expect(page.locator('body')).toHaveCSS('background-color', background);
    await expectWithinReach(page);
  }
  await page
    .getByRole('navigation', { name: 'Calls' })
    .getByRole('link', { name: 'Save/{toolType}' })
    .press('Enter');
  await expect(page).toHaveURL(/#settingsSave$/);
  await expect(page.getByRole('heading', { name: 'POST /api/Settings/Save/{toolType}' })).toBeInViewport();
  await page.setViewportSize({ width: 400, height: 800 });
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          innerWidth === 400 && document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
    )
    .toBe(true);
  expect(errors).toEqual([]);
});
