import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { Desk } from './support/desk.ts';
import { RECORDING, test } from './support/test.ts';
import { openTool } from './support/tool-windows.ts';
import { addSymbol, signInAsNewUser } from './support/users.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/tools', import.meta.url));
const HOSTILE = fileURLToPath(new URL('../fixtures/tools/hostile', import.meta.url));

let desk: Desk;
let folder: string;
let outside: Server;
/** What reached the server outside. */
const reached: string[] = [];

test.beforeAll(async () => {
  outside = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end();
  });
  outside.on('upgrade', (request, socket) => {
    reached.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((resolve) => void outside.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an AddressInfo.
  const { port } = outside.address() as AddressInfo;
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-tools-'));
  await cp(EXAMPLES, folder, { recursive: true });
  await mkdir(join(folder, 'hostile'));
  const source = await readFile(join(HOSTILE, 'tool.js'), 'utf8');
  const entry = source.replace('__OUTSIDE__', `http://127.0.0.1:${port}`);
  const manifest = await readFile(join(HOSTILE, 'tool.json'), 'utf8');
  await writeFile(join(folder, 'hostile', 'tool.js'), entry);
  const sha256 = createHash('sha256').update(entry).digest('hex');
  await writeFile(join(folder, 'hostile', 'tool.json'), manifest.replace(/"0{64}"/, `"${sha256}"`));
  desk = await Desk.start({ TAPEDECK_TOOLS: folder, TAPEDECK_MARKET: `replay:${RECORDING}` });
});
test.afterAll(async () => {
  await desk.close();
  outside.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a third-party tool in a new workspace and allows it; resolves with its window and its page. */
async function openAllowed(
  page: Page,
  title: string,
  id: string,
): Promise<{ readonly window: Locator; readonly tool: FrameLocator }> {
  const window = await openTool(page, `${title} (third-party)`, `third-party-${id}`);
  await window.getByRole('button', { name: 'Allow' }).click();
  return { window, tool: window.frameLocator('iframe') };
}

test('the examples show a heat map of a watch list, whose command shows the next list, and a calendar of a file, and keep them', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  await addSymbol(page, 'AAPL');
  await openTool(page, 'Market View', 'market-view');
  const map = await openAllowed(page, 'Heat map', 'heat-map');
  await expect(map.tool.getByRole('button', { name: /^AAPL [+-]?\d+\.\d\d%/ })).toBeVisible();
  // A command that its manifest contributes reaches its worker.
  const list = map.tool.getByLabel('List');
  await expect(list).toHaveValue('0');
  await map.window.getByRole('button', { name: 'Third-party tool' }).click();
  await page.getByRole('menuitem', { name: 'Next list' }).click();
  await expect(list).toHaveValue('1');

  const calendar = await openAllowed(page, 'Economic calendar', 'economic-calendar');
  await calendar.tool
    .getByLabel('Calendar file')
    .setInputFiles(join(EXAMPLES, 'economic-calendar', 'example.csv'));
  const rows = calendar.tool.getByRole('table', { name: 'Economic calendar' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText('Services PMI');
  await calendar.tool.getByLabel('High importance only').check();
  await expect(rows).toHaveCount(3);
  await calendar.window.getByRole('button', { name: 'Third-party tool' }).click();
  await page.getByRole('menuitem', { name: 'Reload' }).click();
  // The calendar is stored with the window, and the consent with the user.
  await expect(rows).toHaveCount(3);
});

test('a hostile tool reaches nothing, sends no order, and does not slow the workstation when it loops or floods', async ({
  page,
}) => {
  await signInAsNewUser(page, desk);
  const { window, tool } = await openAllowed(page, 'Hostile', 'hostile');
  const results = tool.getByRole('list', { name: 'Attempts' }).getByRole('listitem');
  await expect(results).toHaveCount(29);
  expect((await results.allTextContents()).filter((text) => !text.endsWith(': refused'))).toEqual([]);
  expect(reached).toEqual([]);

  await test.step('an unknown call is refused, and the tool runs on', async () => {
    await tool.getByRole('button', { name: 'Order' }).click();
    await expect(results).toHaveCount(29);
  });
  await test.step('a loop leaves the workstation responsive, and the tool is reported and stopped', async () => {
    await tool.getByRole('button', { name: 'Loop' }).click();
    await expect(window.getByText('This tool does not respond')).toBeVisible();
    const turns = await page.evaluate(async () => {
      let count = 0;
      const end = performance.now() + 1_000;
      while (performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        count += 1;
      }
      return count;
    });
    // A thread that waits for the loop makes none.
    expect(turns).toBeGreaterThan(20);
    await window.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(window.locator('iframe')).toHaveCount(0);
  });
  for (const [name, reason] of [
    ['Flood', 'It sent more than 200 messages within a second.'],
    ['Script', 'A view cannot have the element script.'],
  ] as const)
    await test.step(`it is stopped: ${reason}`, async () => {
      await window.getByRole('button', { name: 'Reload', exact: true }).click();
      await tool.getByRole('button', { name }).click();
      await expect(window.getByText(reason)).toBeVisible();
      await expect(window.locator('iframe')).toHaveCount(0);
    });
  await page.getByRole('button', { name: 'Choose window layout' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose window layout:' })).toBeVisible();
});
