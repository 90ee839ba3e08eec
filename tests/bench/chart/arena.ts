import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { build } from 'vite';
import { launchBrowser } from '../../../scripts/lib/launch-browser.ts';
import { median } from '../harness.ts';

/** A job in a page of its own. */
export type PageJob<Figure> = (page: Page, devtools: CDPSession) => Promise<Figure>;

/** The browser in which contenders meet. */
export interface Arena {
  readonly names: readonly string[];
  /**
   * Runs a job for every contender, in turn, in fresh pages: those that are compared most closely more often than slow ones. Resolves with the figures of each, or with a
   * text for a contender that took longer than the limit, which gets no further rounds.
   */
  run<Figure>(
    label: string,
    limitSeconds: number,
    job: (name: string) => PageJob<Figure>,
    maxRounds?: number,
  ): Promise<ReadonlyMap<string, readonly Figure[] | string>>;
  close(): Promise<void>;
}

/** Rounds of the two that the goals compare, and of each other contender. */
const CLOSE_ROUNDS = 5;
const OTHER_ROUNDS = 2;
const CLOSE: ReadonlySet<string> = new Set(['tapedeck', 'floor']);

export async function openArena(only: readonly string[]): Promise<Arena> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-chart-bench-'));
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    // A library build leaves this to the application.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('./page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'page',
        fileName: 'page',
      },
    },
  });
  const files = await readdir(folder);
  const read = async (extension: string) => {
    const name = files.find((file) => file.endsWith(extension));
    return name === undefined ? '' : readFile(join(folder, name), 'utf8');
  };
  const [script, style] = [await read('.js'), await read('.css')];
  let browser: Browser = await launchBrowser();

  async function withPage<Figure>(job: PageJob<Figure>): Promise<Figure> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => console.error(error));
    await page.setContent('<!doctype html><html data-theme="light"><body></body></html>');
    await page.addStyleTag({ content: style });
    await page.addScriptTag({ content: script });
    const devtools = await page.context().newCDPSession(page);
    // Time that the thread really ran: what other programs take of the machine does not count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    try {
      return await job(page, devtools);
    } finally {
      await page.close();
    }
  }

  /** The figure, or null when it took too long: the browser is given up then, since its page may never answer. */
  async function within<Figure>(limitSeconds: number, job: PageJob<Figure>): Promise<Figure | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), limitSeconds * 1000);
    });
    const work = withPage(job);
    try {
      const figure = await Promise.race([work, late]);
      if (figure !== null) return figure;
      work.catch(() => {});
      await browser.close();
      browser = await launchBrowser();
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  const names = (await withPage((page) => page.evaluate(() => globalThis.chartBench.names))).filter(
    (name) => only.length === 0 || only.includes(name),
  );
  return {
    names,
    async run<Figure>(
      label: string,
      limitSeconds: number,
      job: (name: string) => PageJob<Figure>,
      maxRounds = CLOSE_ROUNDS,
    ) {
      const figures = new Map<string, Figure[] | string>(names.map((name) => [name, []]));
      for (let round = 0; round < maxRounds; round += 1) {
        for (const name of names) {
          const found = figures.get(name);
          if (typeof found !== 'object' || (!CLOSE.has(name) && round >= OTHER_ROUNDS)) continue;
          const startMs = performance.now();
          const figure = await within(limitSeconds, job(name));
          console.error(
            `  ${label}: ${name}, round ${round + 1}: ${figure === null ? `stopped after ${limitSeconds} s` : `${((performance.now() - startMs) / 1000).toFixed(1)} s`}`,
          );
          if (figure === null) figures.set(name, `> ${limitSeconds} s`);
          else found.push(figure);
        }
      }
      return figures;
    },
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The median of one number of each figure, or the text that stands for them. */
export function medianOf<Figure>(
  figures: readonly Figure[] | string | undefined,
  pick: (figure: Figure) => number,
): number | string {
  return typeof figures === 'string' ? figures : median((figures ?? []).map(pick));
}
