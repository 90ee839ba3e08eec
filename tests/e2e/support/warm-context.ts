import type { Browser, BrowserContext, Page } from '@playwright/test';

/**
 * A browser context that a worker keeps from story to story. Its cache holds the files of the client, as the browser of a returning user does:
 * without them a page takes a fifth more processor time. Cookies and storage do not outlive `closePages`.
 */
export class WarmContext {
  readonly #browser: Browser;
  #context: BrowserContext | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(): Promise<BrowserContext> {
    this.#context ??= await this.#browser.newContext();
    return this.#context;
  }

  /** Closes all pages and removes what they left in the browser, other than cached files. */
  async closePages(): Promise<void> {
    const context = this.#context;
    if (context === undefined) return;
    const origins = new Set(context.pages().map((page) => new URL(page.url()).origin));
    const [first, ...others] = context.pages();
    for (const page of others) await page.close();
    if (first !== undefined) {
      // A page writes to the storage as it is left.
      await first.goto('about:blank');
      await clearStorage(first, origins);
      await first.close();
    }
    await context.clearCookies();
    await context.clearPermissions();
  }

  /** Closes the context. The next page opens in a new one. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
  }
}

async function clearStorage(page: Page, origins: ReadonlySet<string>): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const origin of origins)
    if (origin !== 'null')
      await devtools.send('Storage.clearDataForOrigin', {
        origin,
        storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
      });
}
