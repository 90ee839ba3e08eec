import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { signInOnce } from './support/users.ts';

test('no figure of the account is cut in Trade Manager, however narrow it is', async ({
  filePage: page,
  simulatedDesk: desk,
}) => {
  await signInOnce(page, desk);
  const facts = page.locator('[data-tool="trade-manager"]:visible dl[aria-label="Account"]');
  await expect(facts.getByText('Open P&L')).toBeVisible();
  for (const width of [1280, 900, 720, 560, 400, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(facts.getByText('Open P&L')).toBeVisible();
    const cut = () =>
      facts.evaluate((list) => {
        const edge = list.getBoundingClientRect();
        return [...list.querySelectorAll('dt:not(.visually-hidden), dd')]
          .filter((cell) => cell.getClientRects().length > 0)
          .filter((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            const { left, right, bottom } = range.getBoundingClientRect();
            return left < edge.left - 1 || right > edge.right + 1 || bottom > edge.bottom + 1;
          })
          .map((cell) => cell.textContent);
      });
    await expect.poll(cut, `${width} px`).toEqual([]);
  }
});
