import { expect, type Locator } from '@playwright/test';
import { type Desk, watchForErrors } from './support/desk.ts';
import { entry } from './support/orders.ts';
import { signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
let errors: string[];
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});
test.beforeEach(async ({ page }) => {
  errors = watchForErrors(page);
  await signInAsNewUser(page, desk);
});
test.afterEach(() => {
  expect(errors).toEqual([]);
});

test('the figures of a ticket stand clear of one another in a narrow window', async ({ page }) => {
  const window = entry(page);
  await test.step('the send button keeps its place while a reject is shown', async () => {
    await expect(window.locator('[data-preview="server"]')).toBeVisible();
    const box = await window.getByRole('button', { name: /^Buy 100 SPY/ }).boundingBox();
    await window.getByRole('radio', { name: 'Sell' }).click();
    await expect(window.getByText('The server would reject it: ')).toBeVisible();
    await expect.poll(() => window.getByRole('button', { name: /^Sell 100 SPY/ }).boundingBox()).toEqual(box);
    await window.getByRole('radio', { name: 'Buy' }).click();
    await expect(window.getByText('The server would reject it: ')).toHaveCount(0);
  });
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1024, height: 700 },
    { width: 960, height: 600 },
  ]) {
    await page.setViewportSize(size);
    await expect(window.locator('[data-preview="server"]')).toBeVisible();
    await expect
      .poll(
        () =>
          window.locator('dl').evaluate((list) => {
            // The words themselves: a cell may be wider, or narrower, than they are.
            const boxes = [...list.querySelectorAll('dt, dd')].map((cell) => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              return { text: cell.textContent, box: range.getBoundingClientRect() };
            });
            return boxes.flatMap(({ text, box }, index) =>
              boxes
                .slice(index + 1)
                .filter(
                  ({ box: other }) =>
                    box.left < other.right - 1 &&
                    other.left < box.right - 1 &&
                    box.top < other.bottom - 3 &&
                    other.top < box.bottom - 3,
                )
                .map((other) => `${text} | ${other.text}`),
            );
          }),
        `at ${size.width}`,
      )
      .toEqual([]);
    const oneLine = async (target: Locator) => {
      await expect
        .poll(() =>
          target.evaluate((element) => element.getClientRects().length === 1 && element.clientHeight < 24),
        )
        .toBe(true);
    };
    await oneLine(window.getByRole('button', { name: 'Keys off' }));
    await oneLine(
      window
        .locator('form > div')
        .first()
        .getByTitle(/^Account /),
    );
  }
});
