import type { Browser, BrowserContext, Page } from '@playwright/test';

/**
 * A browser context that a worker keeps from story to story. Its cache holds the files of the client, as the browser of a user who returns:
 * a page that has to fetch and compile them costs half as much processor time again. Cookies and storage do not outlive `closePages`.
 */
export class WarmContext {
  readonly #browser: Browser;
  #context: BrowserContext | undefined;
  /** Origins whose storage the next page clears: that takes a page, and the last one of a story may still be writing. */
  readonly #origins = new Set<string>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(): Promise<BrowserContext> {
    this.#context ??= await this.#browser.newContext();
    return this.#context;
  }

  /** Opens a page without cookies, permissions and stored items. */
  async openPage(): Promise<Page> {
    const page = await (await this.open()).newPage();
    if (this.#origins.size === 0) return page;
    const devtools = await page.context().newCDPSession(page);
    for (const origin of this.#origins)
      await devtools.send('Storage.clearDataForOrigin', {
        origin,
        storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
      });
    await devtools.detach();
    this.#origins.clear();
    return page;
  }

  /** Closes all pages and removes what they left in the browser, other than cached files. */
  async closePages(): Promise<void> {
    const context = this.#context;
    if (context === undefined) return;
    for (const page of context.pages()) {
      const { origin } = new URL(page.url());
      if (origin !== 'null') this.#origins.add(origin);
      await page.close();
    }
    await context.clearCookies();
    await context.clearPermissions();
  }

  /** Closes the context. The next page opens in a new one. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
    this.#origins.clear();
  }
}
