import { expect } from '@playwright/test';
import { closeGettingStarted, type Desk } from './support/desk.ts';
import { startDemo } from './support/users.ts';
import { test } from './support/test.ts';

/** The length of a demo unless the server is configured otherwise. The browser's clock is moved on to its end. */
const DEMO_MINUTES = 30;
/** Less than five minutes before the end. */
const BEFORE_THE_END_MS = (DEMO_MINUTES - 4.5) * 60_000;
const AFTER_THE_DEMO_MS = (DEMO_MINUTES * 60 + 1) * 1000;

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

test('a demo shows the remaining time in its last five minutes; one that is over says so and offers another', async ({
  newContext,
}) => {
  const page = await newContext.newPage();
  // Moves the browser's clock: the page received the end time of the demo at its start.
  await page.clock.install();
  await startDemo(page, desk);
  const timer = page.getByRole('timer');
  await expect(timer).toHaveCount(0);
  await test.step('it shows the remaining time in its last five minutes', async () => {
    await page.clock.fastForward(BEFORE_THE_END_MS);
    await expect(timer).toHaveText(/^Demo ends in [0-4]:\d\d$/);
    const before = await timer.innerText();
    await expect(timer).not.toHaveText(before);
  });
  await page.clock.fastForward(AFTER_THE_DEMO_MS);
  await expect(page).toHaveURL(/\/demoexpired$/);
  await expect(page.getByText('The demo has ended')).toBeVisible();
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Start demo' }).click();
  await expect(page).toHaveURL(/\/welcome\?demo$/);
  // The cookie of the demo that ended is still there and must not stand in the way of the next one.
  await page.getByRole('button', { name: 'Start demo' }).click();
  await expect(page).toHaveURL(/\/workspace/);
  await closeGettingStarted(page);
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toBeVisible();
});
