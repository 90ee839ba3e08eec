import { fileURLToPath } from 'node:url';
import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { Desk } from './desk.ts';
import { shortenStacks } from './short-stacks.ts';
import { WarmContext } from './warm-context.ts';

shortenStacks();

/** Folder of the recorded days that browser tests replay. */
export const RECORDING = fileURLToPath(new URL('../../fixtures/replay', import.meta.url));

/** Keeps one page open for the stories of a file: a sign-in and the load of a desk cost as much as a short story. */
class FilePages {
  readonly #context: WarmContext;
  #file = '';
  #page: Page | undefined;

  constructor(browser: Browser) {
    this.#context = new WarmContext(browser);
  }

  /** The page of this file, without cookies and stored items of other files. */
  async openFor(file: string): Promise<Page> {
    await this.closeUnlessOf(file);
    this.#file = file;
    this.#page ??= await (await this.#context.open()).newPage();
    return this.#page;
  }

  /** Closes the page of another file, whose desk would draw its prices beside the stories of this one. */
  async closeUnlessOf(file: string): Promise<void> {
    if (this.#page === undefined || this.#file === file) return;
    this.#page = undefined;
    await this.#context.closePages();
  }

  async close(): Promise<void> {
    await this.#context.close();
    this.#page = undefined;
  }
}

interface StoryFixtures {
  /**
   * A page that the stories of a file share, for stories that put what they need into a new workspace and leave nothing behind that another one
   * would notice. After a failed story the next one gets a new page.
   */
  readonly filePage: Page;
  /** A browser context without cached files, for a story that changes it in a way that lasts: its clock, its scripts, its functions. */
  readonly newContext: BrowserContext;
}

interface WorkerFixtures {
  readonly filePages: FilePages;
  /** Of `page`, which is new for each story. */
  readonly warmContext: WarmContext;
  /** On the simulated market. Notices may be delivered to this machine. */
  readonly simulatedDesk: Desk;
  /** On the recorded days of `tests/fixtures/replay`, from the first. */
  readonly replayDesk: Desk;
  /** The same market at the start of its second day, where it stands still. */
  readonly pausedDesk: Desk;
  /** From the start of the second day, twenty times as fast. */
  readonly fastDesk: Desk;
}

/**
 * Playwright's test with servers that the files of a worker share, since starting one costs as much as a short test. A test that uses a shared
 * desk signs in users of its own and leaves the server running; a test that restarts or configures a server starts its own with `Desk.start`.
 * `page` is new for each story, without cookies and stored items, in a browser context with cached files.
 */
export const test = base.extend<StoryFixtures, WorkerFixtures>({
  filePages: [
    async ({ browser }, use) => {
      const pages = new FilePages(browser);
      await use(pages);
      await pages.close();
    },
    { scope: 'worker' },
  ],
  filePage: async ({ filePages }, provide, story) => {
    await provide(await filePages.openFor(story.file));
    if (story.status !== story.expectedStatus) await filePages.close();
  },
  warmContext: [
    async ({ browser }, use) => {
      const context = new WarmContext(browser);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ filePages, warmContext }, provide, story) => {
    await filePages.closeUnlessOf(story.file);
    await provide(await warmContext.open());
    if (story.status === story.expectedStatus) await warmContext.closePages();
    else await warmContext.close();
  },
  newContext: async ({ browser }, provide) => {
    const context = await browser.newContext();
    await provide(context);
    await context.close();
  },
  simulatedDesk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern and requires one
    async ({}, use) => {
      const desk = await Desk.start({ TAPEDECK_SEED: '7', TAPEDECK_DELIVERY_ALLOW: '127.0.0.1' });
      await use(desk);
      await desk.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  replayDesk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern and requires one
    async ({}, use) => {
      const desk = await Desk.start({ TAPEDECK_MARKET: `replay:${RECORDING}` });
      await use(desk);
      await desk.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  pausedDesk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern and requires one
    async ({}, use) => {
      const desk = await Desk.start({
        TAPEDECK_MARKET: `replay:${RECORDING}`,
        TAPEDECK_MARKET_START: '2019-02-12',
        TAPEDECK_SPEED: '0',
      });
      await use(desk);
      await desk.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  fastDesk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern and requires one
    async ({}, use) => {
      const desk = await Desk.start({
        TAPEDECK_MARKET: `replay:${RECORDING}`,
        TAPEDECK_MARKET_START: '2019-02-12',
        TAPEDECK_SPEED: '20',
      });
      await use(desk);
      await desk.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
