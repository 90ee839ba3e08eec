import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { build } from 'vite';
import { createPlatform } from '../../../src/client/create-platform.ts';
import { startServer } from '../../../src/server/compose.ts';
import { longList } from '../../support/long-list.ts';
import { testConfig } from '../../support/server.ts';
import { printTable } from '../harness.ts';

const SYMBOLS = 5_000;
const LIVE_SECONDS = 10;
const SCROLL_FRAMES = 300;
const SCROLL_PX = 900;
const FRAME_LATE_MS = 25;
const SETTLED_MS = 3_000;

interface Seen {
  longTasksMs: number[];
}
declare global {
  var workstationBench: Seen;
}

interface Phase {
  readonly name: string;
  readonly seconds: number;
  readonly busyMs: number;
  readonly longTasksMs: readonly number[];
  readonly late: string;
}

/** What a phase costs the page's main thread. */
async function phase(
  page: Page,
  devtools: CDPSession,
  name: string,
  job: () => Promise<string | void>,
): Promise<Phase> {
  const busy = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find((metric) => metric.name === 'TaskDuration')
      ?.value ?? Number.NaN;
  await page.evaluate(() => {
    globalThis.workstationBench.longTasksMs = [];
  });
  const [fromMs, before] = [performance.now(), await busy()];
  const late = (await job()) ?? '';
  const seconds = (performance.now() - fromMs) / 1000;
  // A new page counts from nothing.
  const after = await busy();
  const busyMs = (after < before ? after : after - before) * 1000;
  return {
    name,
    seconds,
    busyMs: busyMs / seconds,
    longTasksMs: await page.evaluate(() => globalThis.workstationBench.longTasksMs),
    late,
  };
}

/** Scrolls a grid from end to end and back, so many pixels a frame; how many frames came late. */
async function scroll(page: Page): Promise<string> {
  const late = await page.getByRole('grid', { name: 'Market View' }).evaluate(
    async (element, { frames, px, lateMs }) => {
      const frame = () =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(resolve);
        });
      let [direction, count, last] = [1, 0, await frame()];
      for (let index = 0; index < frames; index++) {
        if (element.scrollTop + element.clientHeight >= element.scrollHeight - 1) direction = -1;
        else if (element.scrollTop <= 0) direction = 1;
        element.scrollTop += direction * px;
        const now = await frame();
        if (now - last > lateMs) count++;
        last = now;
      }
      return count;
    },
    { frames: SCROLL_FRAMES, px: SCROLL_PX, lateMs: FRAME_LATE_MS },
  );
  return `${late} of ${SCROLL_FRAMES}`;
}

/** The whole workstation with one Market View of 5,000 symbols: stocks and option contracts of the simulated market, imported from a file as a trader would. */
export async function benchWorkstation(browser: Browser): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-workstation-bench-'));
  const webFolder = join(folder, 'web');
  await build({
    configFile: fileURLToPath(new URL('../../../vite.config.ts', import.meta.url)),
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    logLevel: 'error',
    build: { outDir: webFolder, emptyOutDir: true },
  });
  const unlimited = { perUserAndAddress: 1e6, perAddress: 1e6, perUser: 1e6, demosPerAddress: 1e6 };
  const server = await startServer(testConfig(join(folder, 'data'), { seed: 7 }), {
    webFolder,
    apiRequestsPerMinute: 1e6,
    loginLimits: unlimited,
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    if (server.firstUser === undefined) throw new Error('a fresh data folder made no first user');
    const platform = createPlatform({ baseUrl: server.url });
    await platform.session.login(server.firstUser.userName, server.firstUser.password);
    const file = join(folder, 'symbols.csv');
    await writeFile(file, (await longList(platform, SYMBOLS)).join('\n'));
    platform.dispose();

    await page.addInitScript(() => {
      globalThis.workstationBench = { longTasksMs: [] };
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.workstationBench.longTasksMs.push(duration);
      }).observe({ entryTypes: ['longtask'] });
    });
    await page.goto(`${server.url}/login`);
    await page.getByRole('textbox', { name: 'Username' }).fill(server.firstUser.userName);
    await page.getByLabel('Password', { exact: true }).fill(server.firstUser.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page
      .getByRole('dialog', { name: 'Getting Started' })
      .getByRole('button', { name: 'Close' })
      .click();
    const tool = page.locator('[data-tool="market-view"]');
    const grid = page.getByRole('grid', { name: 'Market View' });
    await tool.getByRole('button', { name: 'Maximize', exact: true }).click();
    // Only the symbols of the file: the starter list goes.
    await grid.locator('[role="row"][data-row-id]').first().waitFor();
    await grid.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.getByText('No symbols yet').waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');

    const phases: Phase[] = [];
    phases.push(
      await phase(page, devtools, 'file imported, all named', async () => {
        await tool.locator('header').getByRole('button', { name: 'Add symbols' }).click();
        await page.getByRole('menuitem', { name: 'Import symbols' }).click();
        const dialog = page.getByRole('dialog', { name: 'Import symbols' });
        await dialog.getByLabel('File with symbols').setInputFiles(file);
        await dialog.getByRole('button', { name: 'Import' }).click();
        await dialog.getByRole('button', { name: 'Ok' }).click({ timeout: 120_000 });
        await tool.getByRole('heading', { name: `(${SYMBOLS} symbols)` }).waitFor({ timeout: 120_000 });
        await page.waitForTimeout(SETTLED_MS);
      }),
    );
    phases.push(await phase(page, devtools, 'live', () => page.waitForTimeout(LIVE_SECONDS * 1000)));
    await grid.locator('[role="columnheader"][data-column="ChangeP"]').click();
    await page.waitForTimeout(SETTLED_MS);
    phases.push(
      await phase(page, devtools, 'live, sorted by Change %', () => page.waitForTimeout(LIVE_SECONDS * 1000)),
    );
    phases.push(await phase(page, devtools, 'fast scroll, sorted', () => scroll(page)));
    phases.push(
      await phase(page, devtools, 'read again after a reload', async () => {
        await page.reload();
        await tool.getByRole('heading', { name: `(${SYMBOLS} symbols)` }).waitFor({ timeout: 120_000 });
        await page.waitForTimeout(SETTLED_MS);
      }),
    );
    printTable(
      `The workstation, one Market View of ${SYMBOLS.toLocaleString('en-US')} symbols with its feed`,
      ['', 'seconds', 'busy ms/s', 'long tasks', 'longest ms', 'late frames'],
      phases.map(({ name, seconds, busyMs, longTasksMs, late }) => [
        name,
        seconds,
        busyMs,
        longTasksMs.length,
        Math.max(0, ...longTasksMs),
        late,
      ]),
      [
        'Busy: main-thread time of the page. The server runs on the same machine. Goal: no long task (50 ms) while live or scrolled, no late frame.',
      ],
    );
  } finally {
    await page.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
