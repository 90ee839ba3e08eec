import { readFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { build } from 'vite';
import type { bench } from './chart/page.ts';
import { interleave, median, printTable } from './harness.ts';

const ROUNDS = 2;
const SIZES = [10_000, 100_000, 1_000_000] as const;
const PAN_BARS = 100_000;
const PAN_SPANS = [300, 2_000, PAN_BARS] as const;
const PAN_FRAMES = 60;
/** With all bars on screen some contenders take a second for a frame. */
const PAN_FRAMES_ALL = 6;
const TICK_SECONDS = 2;
const MB = 1024 * 1024;

type Bench = typeof bench;

/** The chart in a real browser, beside three libraries and a hand-written floor that only draws: same bars, same size, one run; `only` names those to run. */
export async function benchChart(only: readonly string[] = []): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-chart-bench-'));
  await build({
    configFile: false, publicDir: false, logLevel: 'error', root: fileURLToPath(new URL('../..', import.meta.url)),
    // A library build leaves this to whoever uses the library.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', lib: { entry: fileURLToPath(new URL('./chart/page.ts', import.meta.url)), formats: ['iife'], name: 'page', fileName: 'page' } },
  });
  const files = await readdir(folder);
  const read = async (extension: string) => { const name = files.find((file) => file.endsWith(extension)); return name === undefined ? '' : readFile(join(folder, name), 'utf8'); };
  const [script, style] = [await read('.js'), await read('.css')];
  const browser = await chromium.launch({ executablePath: process.env['TAPEDECK_CHROMIUM'] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] });
  const open = async (): Promise<{ page: Page; devtools: CDPSession }> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => console.error(error));
    await page.setContent('<!doctype html><html data-theme="light"><body></body></html>');
    await page.addStyleTag({ content: style });
    await page.addScriptTag({ content: script });
    const devtools = await page.context().newCDPSession(page);
    // Time that the thread really ran: what other programs take of the machine does not count.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    return { page, devtools };
  };
  /** Runs a job with the bench of a page of its own. */
  const withPage = async <Result>(job: (page: Page, devtools: CDPSession) => Promise<Result>): Promise<Result> => {
    const { page, devtools } = await open();
    try { return await job(page, devtools); } finally { await page.close(); }
  };
  const names = (await withPage((page) => page.evaluate(() => globalThis.chartBench.names))).filter((name) => only.length === 0 || only.includes(name));
  const forEach = <Figure>(rounds: number, run: (name: string) => Promise<Figure>) => interleave(rounds, Object.fromEntries(names.map((name) => [name, () => run(name)])));
  try {
    await firstFrames(names, forEach, withPage);
    await panning(names, forEach, withPage);
    await ticking(names, forEach, withPage);
    await memory(names, forEach, withPage);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

type ForEach = <Figure>(rounds: number, run: (name: string) => Promise<Figure>) => Promise<Map<string, Figure[]>>;
type WithPage = <Result>(job: (page: Page, devtools: CDPSession) => Promise<Result>) => Promise<Result>;

async function firstFrames(names: readonly string[], forEach: ForEach, withPage: WithPage): Promise<void> {
  const columns: Map<string, number[]>[] = [];
  for (const size of SIZES) {
    columns.push(await forEach(size > 500_000 ? 1 : ROUNDS, (name) => withPage(async (page) => {
      // Once without the clock: code is compiled and fonts are there.
      await page.evaluate(async ([each, length]) => { const { chartBench } = globalThis; chartBench.prepare(each, Math.min(length, 2_000), false); await chartBench.create(each, false); chartBench.destroy(); chartBench.prepare(each, length, false); await chartBench.frames(5); }, [name, size] as const);
      return page.evaluate((each) => globalThis.chartBench.create(each, false), name);
    })));
  }
  printTable('Chart: data to first frame (ms)', ['contender', ...SIZES.map((size) => `${size.toLocaleString('en-US')} bars`)], names.map((name) => [name, ...columns.map((figures) => median(figures.get(name) ?? []))]),
    ['Goal: within 1.5x of the floor at every size. Data are in the form that each library takes.']);
}

/** Main-thread milliseconds that a job took, by the browser's own count. */
async function taskMs(devtools: CDPSession, job: () => Promise<unknown>): Promise<number> {
  const read = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  const before = await read();
  await job();
  return ((await read()) - before) * 1000;
}

async function panning(names: readonly string[], forEach: ForEach, withPage: WithPage): Promise<void> {
  const figures = await forEach(ROUNDS, (name) => withPage(async (page, devtools) => {
    await page.evaluate(async ([each, length]) => { globalThis.chartBench.prepare(each, length, true); await globalThis.chartBench.create(each, true); }, [name, PAN_BARS] as const);
    const spans: { ms: number; late: number }[] = [];
    for (const span of PAN_SPANS) {
      const count = span === PAN_BARS ? PAN_FRAMES_ALL : PAN_FRAMES;
      const pan = (each: number, frames: number) => page.evaluate(([wide, wanted]) => globalThis.chartBench.pan(wide, wanted), [each, frames] as const);
      await pan(span, span === PAN_BARS ? 2 : 20);
      let late = 0;
      let frames = 1;
      const ms = await taskMs(devtools, async () => { ({ lateFrames: late, frames } = await pan(span, count)); });
      spans.push({ ms: ms / frames, late });
    }
    return spans;
  }));
  printTable(`Chart: panning over ${PAN_BARS.toLocaleString('en-US')} bars with volume, three averages, RSI (main-thread ms a frame)`,
    ['contender', '300 bars', 'late', '2,000 bars', 'late', 'all bars', 'late'],
    names.map((name) => [name, ...PAN_SPANS.flatMap((_, n) => [median((figures.get(name) ?? []).map((spans) => spans[n]?.ms ?? NaN)), median((figures.get(name) ?? []).map((spans) => spans[n]?.late ?? NaN))])]),
    ['Goal: at most 1.3x of the floor, no late frame. uplot draws a line, not candles.']);
}

async function ticking(names: readonly string[], forEach: ForEach, withPage: WithPage): Promise<void> {
  const figures = await forEach(ROUNDS, (name) => withPage(async (page, devtools) => {
    await page.evaluate(async ([each, length]) => { globalThis.chartBench.prepare(each, length, true); await globalThis.chartBench.create(each, true); await globalThis.chartBench.ticks(0.5); }, [name, PAN_BARS] as const);
    let longest = 0;
    const ms = await taskMs(devtools, async () => { longest = await page.evaluate((seconds) => globalThis.chartBench.ticks(seconds), TICK_SECONDS); });
    return { ms: ms / TICK_SECONDS, longest };
  }));
  printTable('Chart: 1,000 ticks a second into the last of 100,000 bars, with studies', ['contender', 'ms of main thread a second', 'longest wait of a 4 ms timer, ms'],
    names.map((name) => [name, median((figures.get(name) ?? []).map(({ ms }) => ms)), median((figures.get(name) ?? []).map(({ longest }) => longest))]), ['Goal: at most 150 ms a second.']);
}

async function memory(names: readonly string[], forEach: ForEach, withPage: WithPage): Promise<void> {
  const used = async (devtools: CDPSession): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    const usage = await devtools.send('Runtime.getHeapUsage');
    return usage.usedSize + usage.backingStorageSize;
  };
  const figures = await forEach(1, (name) => withPage(async (page, devtools) => {
    await page.evaluate((each) => { const bench: Bench = globalThis.chartBench; bench.prepare(each, 100, false); }, name);
    const before = await used(devtools);
    // The bars that all contenders are made from are given back before counting.
    await page.evaluate(async ([each, length]) => { const { chartBench } = globalThis; chartBench.prepare(each, length, false); await chartBench.create(each, false); chartBench.forget(); await chartBench.frames(3); }, [name, 1_000_000] as const);
    return (await used(devtools)) - before;
  }));
  printTable('Chart: memory with 1,000,000 bars (MB)', ['contender', 'MB'], names.map((name) => [name, median(figures.get(name) ?? []) / MB]), ['Goal: at most 60 MB. JavaScript heap and typed arrays together.']);
}
