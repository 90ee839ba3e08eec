import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { lone, type LayoutGroup } from '../../layouts/index.ts';
import { launchBrowser } from '../../scripts/lib/launch-browser.ts';
import { openRepositories } from '../../src/server/storage/open-repositories.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { busyOf, metric } from './bench-page.ts';
import { percentile, printTable } from './harness.ts';

const COUNTS = [1, 10, 30] as const;
/** Tools of each workspace, in two rows of four. */
const TOOLS = [
  'market-view',
  'chart',
  'chart',
  'market-maker',
  'market-view',
  'chart',
  'order-entry',
  'market-view',
];
const PLACEHOLDERS = ['Market View', 'Chart', 'Market Maker', 'Order Entry'].map(
  (title) => `Loading ${title}`,
);
const SWITCHES = 12;
const IDLE_MS = 4_000;
/** Whether the hidden workspaces are in the page, one after the other: prices come faster at some times than at others, and neither is measured at faster ones. */
const TURNS = [
  true,
  false,
  false,
  true,
  false,
  true,
  true,
  false,
  true,
  false,
  false,
  true,
  false,
  true,
  true,
  false,
];
/** After a switch the windows load what they show; what they cost above the idle page counts for so long, ms. */
const AFTER_MS = 1_000;
const VIEWPORT = { width: 1920, height: 1080 } as const;

interface StoredWindow {
  readonly Tool: string;
  readonly version: number;
  readonly data: unknown;
  readonly link: number;
}
interface StoredWorkspaces {
  readonly Workspaces: readonly { readonly LayoutData: Readonly<Record<string, StoredWindow>> }[];
}

const row = (first: number): LayoutGroup => ({
  direction: 'row',
  weight: 50,
  children: [0, 1, 2, 3].map((offset) => lone(`Window${first + offset}`, 25)),
});
const TREE: LayoutGroup = { direction: 'column', weight: 100, children: [row(1), row(5)] };

/** The stored text of this many workspaces, each with a window of its own for every entry of `TOOLS`. */
function workspacesText(count: number, windows: ReadonlyMap<string, StoredWindow>): string {
  const LayoutData = Object.fromEntries(
    TOOLS.map((tool, at) => {
      const window = windows.get(tool);
      if (window === undefined) throw new Error(`no window of ${tool} was stored`);
      return [`Window${at + 1}`, { ...window, link: 0 }];
    }),
  );
  const workspace = (Id: number) => ({
    Id,
    Name: `Workspace ${Id}`,
    Layout: 'free',
    Tree: TREE,
    LayoutData,
    Sizes: {},
  });
  return JSON.stringify({
    SchemaVersion: 7,
    Workspaces: Array.from({ length: count }, (_, at) => workspace(at + 1)),
    Current: 1,
  });
}

/** Signs in, adds the ready workspace for day trading, and returns a stored window of each of its tools. */
async function storedWindows(context: BrowserContext, server: SpawnedServer, store: WorkspaceText) {
  const [, userName = '', password = ''] = /sign in as (\S+) with password (\S+)/.exec(server.output()) ?? [];
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${server.baseUrl}/login`);
  await page.getByRole('textbox', { name: 'Username' }).fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Choose a ready workspace' }).click();
  await page.getByRole('button', { name: /^Day trading/ }).click();
  await page.locator('[data-tool="market-maker"]').waitFor();
  const windows = new Map<string, StoredWindow>();
  while (!TOOLS.every((tool) => windows.has(tool))) {
    await page.waitForTimeout(250);
    // Written by the page of this version.
    const { Workspaces } = JSON.parse((await store.load()) ?? '{"Workspaces":[]}') as StoredWorkspaces;
    for (const { LayoutData } of Workspaces)
      for (const window of Object.values(LayoutData))
        if (!windows.has(window.Tool)) windows.set(window.Tool, window);
  }
  await page.close();
  return windows;
}

interface WorkspaceText {
  load(): Promise<string | undefined>;
  store(text: string): Promise<void>;
  close(): Promise<void>;
}

/** What is stored of the first user's workspaces. */
async function openWorkspaceText(dataFolder: string, userName: string): Promise<WorkspaceText> {
  const { repositories, close } = await openRepositories({ dataFolder });
  const user = await repositories.users.byName(userName);
  if (user === undefined) throw new Error(`there is no user ${userName}`);
  return {
    load: async () => (await repositories.settings.load(user.userId))?.workspace ?? undefined,
    async store(text) {
      const stored = await repositories.settings.load(user.userId);
      if (stored === undefined) throw new Error('nothing is stored yet');
      const { settings, page } = stored;
      await repositories.settings.store(user.userId, { workspace: text, settings, page });
    },
    close,
  };
}

/** The tab of the workspace at an index. */
const tabOf = (page: Page, index: number) =>
  page.locator('[role="tablist"][aria-label="Workspaces"] [role="tab"]').nth(index).elementHandle();

/** Shows the workspace of a tab, and resolves once the frame with the contents of all its windows was painted. */
const showBy = (page: Page, tab: Awaited<ReturnType<typeof tabOf>>): Promise<void> =>
  page.evaluate(
    async ([chosen, labels]) => {
      if (!(chosen instanceof HTMLElement)) throw new Error('there is no such workspace');
      chosen.click();
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      await frame();
      await frame();
      // Placeholders of tools; those of symbols stay until the server has answered.
      const isPlaceholder = (element: Element) => labels.includes(element.getAttribute('aria-label') ?? '');
      const placeholders = () => document.querySelectorAll('[data-current="true"] [role="status"]');
      while ([...placeholders()].some(isPlaceholder)) await frame();
    },
    [tab, PLACEHOLDERS] as const,
  );

const show = async (page: Page, index: number): Promise<void> => showBy(page, await tabOf(page, index));

/** Main-thread time of a switch, ms: all of it, and what it is above the time that the page takes while it is left alone. */
interface SwitchCost {
  readonly busyMs: number;
  readonly ownMs: number;
}

async function costOfShow(
  page: Page,
  devtools: CDPSession,
  index: number,
  idle: number,
): Promise<SwitchCost> {
  const tab = await tabOf(page, index);
  const startMs = performance.now();
  const [busyMs] = await busyOf(devtools, () => showBy(page, tab));
  return { busyMs, ownMs: Math.max(0, busyMs - idle * (performance.now() - startMs)) };
}

interface Figures {
  /** Share of the main thread that the page takes while it is left alone, with all workspaces mounted. */
  readonly idle: number;
  /** The same while the elements of all hidden workspaces are taken out of the page. */
  readonly idleWithoutHidden: number;
  /** To a workspace that was not among the last ones on screen. */
  readonly switches: readonly SwitchCost[];
  /** To the one that was on screen before. */
  readonly back: readonly SwitchCost[];
  readonly afterMs: readonly number[];
  readonly megabytes: number;
  /** Resident memory of the page's process; NaN where the system does not say it. */
  readonly processMegabytes: number;
  readonly nodes: number;
}

/** Resident memory of the largest renderer, MB. Linux says it; elsewhere NaN. */
async function rendererMegabytes(context: BrowserContext): Promise<number> {
  const devtools = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {};
  await devtools?.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
    });
  return Math.max(...(await Promise.all(sizes)));
}

/** Takes the elements of the hidden workspaces out of the page, and resolves with what puts them back. */
async function takeOutHidden(page: Page): Promise<() => Promise<void>> {
  const taken = await page.evaluateHandle(() =>
    [...document.querySelectorAll('[data-dock][data-current="false"]')].map((dock) => {
      const mark = document.createComment('');
      dock.replaceWith(mark);
      return { dock, mark };
    }),
  );
  return async () => {
    await taken.evaluate((places) => {
      for (const { dock, mark } of places) mark.replaceWith(dock);
    });
    await taken.dispose();
  };
}

/** Shares of the main thread that the page takes while it is left alone, 0 to 1: as it is, and without its hidden workspaces. */
async function idleShares(
  page: Page,
  devtools: CDPSession,
): Promise<readonly [all: number, without: number]> {
  const shares: Record<'all' | 'without', number[]> = { all: [], without: [] };
  for (const isWhole of TURNS) {
    const putBack = isWhole ? null : await takeOutHidden(page);
    await page.waitForTimeout(AFTER_MS);
    const [busyMs] = await busyOf(devtools, () => page.waitForTimeout(IDLE_MS));
    shares[isWhole ? 'all' : 'without'].push(busyMs / IDLE_MS);
    await putBack?.();
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [mean(shares.all), mean(shares.without)];
}

/** Opens the page, visits every workspace, and measures. */
async function measure(context: BrowserContext, server: SpawnedServer, count: number): Promise<Figures> {
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  const devtools: CDPSession = await context.newCDPSession(page);
  // Time that the thread really ran: what other programs take of the machine does not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  try {
    await page.goto(`${server.baseUrl}/workspace`);
    const dialog = page.getByRole('dialog', { name: 'Getting Started' });
    await page.locator('[data-tool="chart"]').first().waitFor();
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Close' }).click();
    for (let at = 0; at < count; at += 1) {
      await show(page, at);
      await page.waitForTimeout(AFTER_MS);
    }
    await show(page, 0);
    const [idle, idleWithoutHidden] = await idleShares(page, devtools);
    const switches: SwitchCost[] = [];
    const back: SwitchCost[] = [];
    const afterMs: number[] = [];
    for (let n = 1; n <= SWITCHES && count > 1; n += 1) {
      const before = ((n - 1) * 7) % count;
      switches.push(await costOfShow(page, devtools, (n * 7) % count, idle));
      const [laterMs] = await busyOf(devtools, () => page.waitForTimeout(AFTER_MS));
      afterMs.push(Math.max(0, laterMs - idle * AFTER_MS));
      back.push(await costOfShow(page, devtools, before, idle));
      await page.waitForTimeout(AFTER_MS);
      await show(page, (n * 7) % count);
      await page.waitForTimeout(AFTER_MS);
    }
    await show(page, 0);
    await devtools.send('HeapProfiler.collectGarbage');
    const held = {
      megabytes: (await metric(devtools, 'JSHeapUsedSize')) / 2 ** 20,
      processMegabytes: await rendererMegabytes(context),
      nodes: await metric(devtools, 'Nodes'),
    };
    return { idle, idleWithoutHidden, switches, back, afterMs, ...held };
  } finally {
    await page.close();
  }
}

async function measureAll(browser: Browser, server: SpawnedServer, folder: string): Promise<void> {
  const userName = /sign in as (\S+)/.exec(server.output())?.[1] ?? '';
  const store = await openWorkspaceText(folder, userName);
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const windows = await storedWindows(context, server, store);
    const rows: (string | number)[][] = [];
    for (const count of COUNTS) {
      await store.store(workspacesText(count, windows));
      const measured = await measure(context, server, count);
      const { idle, idleWithoutHidden, switches, back, afterMs, megabytes, processMegabytes, nodes } =
        measured;
      const figure = (values: readonly number[], part: number) =>
        values.length === 0 ? '–' : percentile(values, part);
      const figuresOf = (costs: readonly SwitchCost[]) => {
        const withoutMarket = costs.map(({ ownMs }) => ownMs);
        const busy = costs.map(({ busyMs }) => busyMs);
        return [figure(busy, 0.5), figure(withoutMarket, 0.5), figure(withoutMarket, 0.95)];
      };
      rows.push([
        `${count} × ${TOOLS.length} windows`,
        idle * 100,
        idleWithoutHidden * 100,
        ...figuresOf(switches),
        ...figuresOf(back),
        figure(afterMs, 0.5),
        megabytes,
        processMegabytes,
        nodes,
      ]);
    }
    printTable(
      'Workspaces: switching among them, and what hidden ones cost',
      [
        'stored',
        'idle, % of main thread',
        'without the hidden ones',
        'switch, ms',
        'without the market',
        'p95',
        'back, ms',
        'without the market',
        'p95',
        'in the second after, ms',
        'heap, MB',
        'process, MB',
        'DOM nodes',
      ],
      rows,
      [
        'All workspaces were on screen once. Main-thread time of the renderer, of a switch until the contents of all windows are painted. “Back” is a switch to the workspace that was on screen before. “Without the market”: less what the page takes in that time while it is left alone, in which no switch takes part. “Without the hidden ones”: in turns, the elements of hidden workspaces are taken out of the page. Goal: a switch below 100 ms; idle as without hidden workspaces; memory bounded.',
      ],
    );
  } finally {
    await context.close();
    await store.close();
  }
}

/** Switching among workspaces of eight windows each, and what the hidden ones cost in time and memory, with a live market. */
export async function benchWorkspaces(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-workspaces-bench-'));
  const server = await spawnServer({ dataFolder: folder });
  const browser = await launchBrowser();
  try {
    await measureAll(browser, server, folder);
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
