import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { build } from 'vite';
import { launchBrowser } from '../../scripts/lib/launch-browser.ts';

const VIEWPORT = { width: 1280, height: 800 } as const;

/** Builds a page's program, in production mode, and reads the script and the style sheet that come of it. */
async function builtPage(
  entry: string,
  folder: string,
): Promise<{ readonly script: string; readonly style: string }> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'page', fileName: 'page' },
    },
  });
  const files = await readdir(folder);
  const read = async (ending: string) => {
    const name = files.find((file) => file.endsWith(ending));
    return name === undefined ? '' : readFile(join(folder, name), 'utf8');
  };
  return { script: await read('.js'), style: await read('.css') };
}

/** A browser that opens a program in an empty page, a new one for each job. */
export class BenchPages {
  readonly browser: Browser;
  readonly #folder: string;
  readonly #script: string;
  readonly #style: string;

  private constructor(browser: Browser, folder: string, script: string, style: string) {
    this.browser = browser;
    this.#folder = folder;
    this.#script = script;
    this.#style = style;
  }

  /** Builds the program at this URL and starts the browser. */
  static async open(entry: URL): Promise<BenchPages> {
    const folder = await mkdtemp(join(tmpdir(), 'tapedeck-page-bench-'));
    const { script, style } = await builtPage(fileURLToPath(entry), folder);
    const browser = await launchBrowser();
    return new BenchPages(browser, folder, script, style);
  }

  async run<Result>(job: (page: Page, devtools: CDPSession) => Promise<Result>): Promise<Result> {
    const page = await this.browser.newPage({ viewport: VIEWPORT });
    page.on('pageerror', (error) => console.error(error));
    try {
      await page.setContent('<!doctype html><html data-theme="light"><body></body></html>');
      await page.addStyleTag({ content: this.#style });
      await page.addScriptTag({ content: this.#script });
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Performance.enable');
      return await job(page, devtools);
    } finally {
      await page.close();
    }
  }

  async close(): Promise<void> {
    await this.browser.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A figure of the browser's own, such as `TaskDuration` in seconds or `JSHeapUsedSize` in bytes. */
export async function metric(devtools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((found) => found.name === name)?.value ?? Number.NaN;
}

/** Main-thread milliseconds that a job costs, and its result. */
export async function busyOf<Result>(
  devtools: CDPSession,
  job: () => Promise<Result>,
): Promise<readonly [busyMs: number, result: Result]> {
  const before = await metric(devtools, 'TaskDuration');
  const result = await job();
  return [((await metric(devtools, 'TaskDuration')) - before) * 1000, result];
}
