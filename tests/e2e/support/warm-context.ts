import type { Browser, BrowserContext, Page } from '@playwright/test';

/** As many as there are servers that the files of a worker share. */
const MAX_EMPTY_PAGES = 4;

/**
 * A browser context that a worker keeps from story to story. Its cache holds the files of the client, as the browser of a returning user does:
 * without them a page takes a fifth more processor time. An empty page at each server keeps the process of its pages running, with the compiled
 * code of the client (`--process-per-site`): in a new process a page takes two thirds more. Cookies and storage do not outlive `closePages`.
 */
export class WarmContext {
  readonly #browser: Browser;
  #context: BrowserContext | undefined;
  /** By origin, in the order in which stories were last there. */
  readonly #emptyPages = new Map<string, Page>();

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
    const emptyPages = new Set(this.#emptyPages.values());
    const pages = context.pages().filter((page) => !emptyPages.has(page));
    const origins = new Set(pages.map((page) => new URL(page.url()).origin));
    origins.delete('null');
    for (const origin of origins) await this.#keepProcess(context, origin);
    const [first, ...others] = pages;
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
    this.#emptyPages.clear();
  }

  /** Opens an empty page at an origin while a page of a story is still there. The page is fulfilled in the browser: the server may be gone. */
  async #keepProcess(context: BrowserContext, origin: string): Promise<void> {
    const kept = this.#emptyPages.get(origin);
    if (kept !== undefined) {
      this.#emptyPages.delete(origin);
      this.#emptyPages.set(origin, kept);
      return;
    }
    const [oldest] = this.#emptyPages;
    if (oldest !== undefined && this.#emptyPages.size >= MAX_EMPTY_PAGES) {
      this.#emptyPages.delete(oldest[0]);
      await oldest[1].close();
    }
    const page = await context.newPage();
    this.#emptyPages.set(origin, page);
    const address = `${origin}/empty`;
    await page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html',
        // As the pages of the server: without it the page would be in the process of the site, and they in processes of their origin.
        headers: { 'origin-agent-cluster': '?1' },
        body: '<!doctype html><title>Empty</title>',
      }),
    );
    await page.goto(address);
  }
}

async function clearStorage(page: Page, origins: ReadonlySet<string>): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const origin of origins)
    await devtools.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    });
}
