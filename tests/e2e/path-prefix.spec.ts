import { expect } from '@playwright/test';
import { fourFreePorts } from '../support/ports.ts';
import { closeGettingStarted, Desk, watchForErrors } from './support/desk.ts';
import { RECORDING, test } from './support/test.ts';
import { createUser, fillLogin } from './support/users.ts';
import { openTool } from './support/tool-windows.ts';

let desk: Desk;
let base: string;
test.beforeAll(async () => {
  const port = await fourFreePorts();
  base = `http://127.0.0.1:${port}/tools/tapedeck`;
  const settings = { TAPEDECK_PUBLIC_URL: `${base}/`, TAPEDECK_MARKET: `replay:${RECORDING}` };
  desk = await Desk.start(settings, port);
});
test.afterAll(() => desk.close());

test('signing in, reloading, help, the code editor and a popped-out window stay below a path prefix', async ({
  page,
  context,
}) => {
  const errors = watchForErrors(page);
  const outside: string[] = [];
  const note = (url: string): void => {
    const address = url.replace(/^ws:/, 'http:');
    if (address.startsWith('http:') && !address.startsWith(`${base}/`)) outside.push(url);
  };
  context.on('request', (request) => note(request.url()));
  page.on('websocket', (socket) => note(socket.url()));
  const user = await createUser(desk, 'below');

  await page.goto(`${base}/login`);
  await fillLogin(page, user);
  await closeGettingStarted(page);
  await expect(page).toHaveURL(`${base}/workspace`);

  await test.step('the session cookie is sent after a reload', async () => {
    await page.reload();
    await expect(page.locator('[data-tool="market-view"]:visible')).toBeVisible();
    await expect(page).toHaveURL(`${base}/workspace`);
  });
  await test.step('the help is shown with its pictures', async () => {
    await page
      .locator('[data-tool="market-view"]:visible')
      .getByRole('button', { name: 'Tips & Tricks' })
      .click();
    const image = page.frameLocator('iframe').locator('figure img').first();
    await expect
      .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
      .toBeGreaterThan(400);
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  });
  await test.step('a window opens in a browser window of its own', async () => {
    const tool = page.locator('[data-tool="market-view"]:visible');
    const opening = page.waitForEvent('popup');
    await tool.locator('header').hover();
    await tool.getByRole('button', { name: 'Open in a window of its own' }).click();
    const popout = await opening;
    await expect(popout.locator('[data-tool="market-view"]:visible')).toBeVisible();
    await popout.close({ runBeforeUnload: true });
  });
  await test.step('the code editor loads its workers', async () => {
    const tool = await openTool(page, 'AlgoStream', 'algo-stream');
    await tool.getByRole('button', { name: 'Add strategy' }).first().click();
    await expect(page.getByRole('group', { name: 'Code' }).locator('.monaco-editor').first()).toBeVisible();
  });
  expect(outside).toEqual([]);
  expect(errors).toEqual([]);
});
