import type { Browser, BrowserContext, Page } from '@playwright/test';

/** An address of the site that all test servers are on; the port does not matter. Nothing listens here: the page is fulfilled in the browser. */
const EMPTY_PAGE = 'http://127.0.0.1/empty';

/**
 * A browser context that a worker keeps from story to story. Its cache holds the files of the client, as the browser of a returning user does:
 * without them a page takes a fifth more processor time. An empty page keeps the process of the site running, with the compiled code of the client
 * (`--process-per-site`): a new process for each page would take a third more. Cookies and storage do not outlive `closePages`.
 */
export class WarmContext {
  readonly #browser: Browser;
  #context: BrowserContext | undefined;
  #emptyPage: Page | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async open(): Promise<BrowserContext> {
    if (this.#context === undefined) {
      this.#context = await this.#browser.newContext();
      this.#emptyPage = await this.#context.newPage();
      await this.#emptyPage.route(EMPTY_PAGE, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }),
      );
      await this.#emptyPage.goto(EMPTY_PAGE);
    }
    return this.#context;
  }

  /** Closes all pages and removes what they left in the browser, other than cached files. */
  async closePages(): Promise<void> {
    const context = this.#context;
    if (context === undefined) return;
    const pages = context.pages().filter((page) => page !== this.#emptyPage);
    const origins = new Set(pages.map((page) => new URL(page.url()).origin));
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
    this.#context = this.#emptyPage = undefined;
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
