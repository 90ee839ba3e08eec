import { expect } from '@playwright/test';
import { closeGettingStarted, Desk } from './support/desk.ts';
import { startDemo } from './support/users.ts';
import { test } from './support/test.ts';

/** Long enough for any story on a busy machine: the browser's clock is moved on where a demo has to end. */
const DEMO_MINUTES = 10;
const AFTER_THE_DEMO_MS = (DEMO_MINUTES * 60 + 1) * 1000;

let desk: Desk;
test.beforeAll(async () => {
  desk = await Desk.start({ TAPEDECK_SEED: '7', TAPEDECK_DEMO_MINUTES: String(DEMO_MINUTES) });
});
test.afterAll(async () => {
  await desk.close();
});

test('a demo that is over says so and offers another', async ({ newContext }) => {
  const page = await newContext.newPage();
  // Moves the browser's clock: the page received the end time of the demo at its start.
  await page.clock.install();
  await startDemo(page, desk);
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
