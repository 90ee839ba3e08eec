import { fileURLToPath } from 'node:url';
import { test as base, type Browser, type Page } from '@playwright/test';
import { Desk } from './desk.ts';

/** Folder of the recorded days that browser tests replay. */
export const RECORDING = fileURLToPath(new URL('../../fixtures/replay', import.meta.url));

/** Keeps one page open for the stories of a file: a sign-in and the load of a desk cost as much as a short story. */
class FilePages {
  readonly #browser: Browser;
  #file = '';
  #page: Page | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The page of this file, in a browser context that no other file uses. */
  async openFor(file: string): Promise<Page> {
    if (this.#file !== file) await this.close();
    this.#file = file;
    this.#page ??= await (await this.#browser.newContext()).newPage();
    return this.#page;
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
    this.#page = undefined;
  }
}

interface StoryFixtures {
  /**
   * A page that the stories of a file share, for stories that put what they need into a new workspace and leave nothing behind that another one
   * would notice. After a failed story the next one gets a new page.
   */
  readonly filePage: Page;
}

interface SharedDesks {
  readonly filePages: FilePages;
  /** On the simulated market. */
  readonly simulatedDesk: Desk;
  /** On the recorded days of `tests/fixtures/replay`, from the first. */
  readonly replayDesk: Desk;
}

/**
 * Playwright's test with servers that the files of a worker share, since starting one costs as much as a short test. A test that uses a shared
 * desk signs in users of its own and leaves the server running; a test that restarts or configures a server starts its own with `Desk.start`.
 */
export const test = base.extend<StoryFixtures, SharedDesks>({
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
  simulatedDesk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern and requires one
    async ({}, use) => {
      const desk = await Desk.start({ TAPEDECK_SEED: '7' });
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
});
