import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { build } from 'vite';
import { benchDesk } from './grid/desk.ts';
import type { bench } from './grid/page.ts';
import { interleave, median, printTable } from './harness.ts';

const ROUNDS = 3;
const SIZES = [2_000, 20_000] as const;
const STREAM_SECONDS = 4;
const SCROLL_FRAMES = 200;
const MB = 1024 * 1024;

declare global {
  var gridBench: typeof bench;
}

interface Figures {
  readonly firstMs: number;
  readonly busyMs: number;
  readonly busyFrameMs: number;
  readonly perSecond: number;
  readonly longest: number;
  readonly longTasks: number;
  readonly scrollMs: number;
  readonly late: number;
  readonly heapMb: number;
}

async function metric(devtools: CDPSession, name: string): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find((found) => found.name === name)?.value ?? Number.NaN;
}

/** The grid in a real browser beside AG Grid: the same rows, columns and feed, sorted by a column that changes, in one run. */
export async function benchGrid(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-grid-bench-'));
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
      lib: {
        entry: fileURLToPath(new URL('./grid/page.ts', import.meta.url)),
        formats: ['iife'],
        name: 'page',
        fileName: 'page',
      },
    },
  });
  const files = await readdir(folder);
  const read = async (ending: string) => {
    const name = files.find((file) => file.endsWith(ending));
    return name === undefined ? '' : readFile(join(folder, name), 'utf8');
  };
  const [script, style] = [await read('.js'), await read('.css')];
  const browser = await chromium.launch({
    executablePath: process.env['TAPEDECK_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });

  async function withPage<Result>(
    job: (page: Page, devtools: CDPSession) => Promise<Result>,
  ): Promise<Result> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => console.error(error));
    try {
      await page.setContent('<!doctype html><html data-theme="light"><body></body></html>');
      await page.addStyleTag({ content: style });
      await page.addScriptTag({ content: script });
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Performance.enable');
      return await job(page, devtools);
    } finally {
      await page.close();
    }
  }
  /** Main-thread busy ms that a job costs. */
  async function busyOf<Result>(
    devtools: CDPSession,
    job: () => Promise<Result>,
  ): Promise<readonly [number, Result]> {
    const before = await metric(devtools, 'TaskDuration');
    const result = await job();
    return [((await metric(devtools, 'TaskDuration')) - before) * 1000, result];
  }
  const run = (name: string, count: number) =>
    withPage(async (page, devtools): Promise<Figures> => {
      const firstMs = await page.evaluate(
        async (args) => globalThis.gridBench.show(args.name, args.count, true),
        { name, count },
      );
      // Warm.
      await page.evaluate(async () => globalThis.gridBench.stream(1, 500));
      const [busyMs, slow] = await busyOf(devtools, () =>
        page.evaluate(async (seconds) => globalThis.gridBench.stream(seconds, 500), STREAM_SECONDS),
      );
      const [busyFrameMs, fast] = await busyOf(devtools, () =>
        page.evaluate(async (seconds) => globalThis.gridBench.stream(seconds, 0), STREAM_SECONDS),
      );
      const [scrollMs, scrolled] = await busyOf(devtools, () =>
        page.evaluate(async (frames) => globalThis.gridBench.scroll(frames), SCROLL_FRAMES),
      );
      const heapMb = (await metric(devtools, 'JSHeapUsedSize')) / MB;
      return {
        firstMs,
        busyMs: busyMs / STREAM_SECONDS,
        busyFrameMs: busyFrameMs / STREAM_SECONDS,
        perSecond: fast.refreshes / STREAM_SECONDS,
        longest: Math.max(0, ...slow.longTasksMs),
        longTasks: slow.longTasksMs.length,
        scrollMs: scrollMs / SCROLL_FRAMES,
        late: scrolled.late,
        heapMb,
      };
    });

  try {
    const names = await withPage((page) => page.evaluate(() => globalThis.gridBench.names));
    for (const count of SIZES) {
      const figures = await interleave(
        ROUNDS,
        Object.fromEntries(names.map((name) => [name, () => run(name, count)])),
      );
      const of = (name: string, pick: (figure: Figures) => number) =>
        median((figures.get(name) ?? []).map(pick));
      printTable(
        `Grid, ${count.toLocaleString('en-US')} rows × 12, 10,000 updates/s, sorted by a changing column`,
        [
          '',
          'first paint ms',
          'busy ms/s at 500 ms',
          'long tasks',
          'longest ms',
          'busy ms/s each frame',
          'refreshes/s',
          'scroll ms/frame',
          'late of 200',
          'heap MB',
        ],
        names.map((name) => [
          name,
          of(name, (figure) => figure.firstMs),
          of(name, (figure) => figure.busyMs),
          of(name, (figure) => figure.longTasks),
          of(name, (figure) => figure.longest),
          of(name, (figure) => figure.busyFrameMs),
          of(name, (figure) => figure.perSecond),
          of(name, (figure) => figure.scrollMs),
          of(name, (figure) => figure.late),
          of(name, (figure) => figure.heapMb),
        ]),
        [
          'Median of three rounds, contenders in turn. Busy: main-thread time of the page, the feed included.',
        ],
      );
    }
    await benchDesk(browser);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
