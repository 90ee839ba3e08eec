import { readFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { build } from 'vite';
import { launchBrowser } from '../../scripts/lib/launch-browser.ts';
import { interleave, median, printTable } from './harness.ts';
import type { bench, TapeFigures } from './tape/page.ts';

const ROUNDS = 3;
const RATES = [500, 5_000, 20_000] as const;
const SECONDS = 4;
const MB = 1024 * 1024;

declare global {
  /** Set by the page. */
  var tapeBench: typeof bench;
}
interface Figure extends TapeFigures {
  readonly busyMs: number;
  readonly heapMb: number;
}

/** Time and sales in a real browser at rates from a busy to an impossible symbol, beside the usual React list and a hand-written floor. */
export async function benchTape(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tapedeck-tape-bench-'));
  const browser = await launchBrowser();
  try {
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      root: fileURLToPath(new URL('../..', import.meta.url)),
      // A library build leaves this to the application.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: folder,
        emptyOutDir: true,
        target: 'es2022',
        lib: {
          entry: fileURLToPath(new URL('./tape/page.ts', import.meta.url)),
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
    const names = ['Tapedeck', 'React list', 'floor'];
    for (const rate of RATES) {
      const figures = await interleave(
        ROUNDS,
        Object.fromEntries(names.map((name) => [name, () => measure(browser, script, style, name, rate)])),
      );
      const medianOf = (name: string, pick: (figure: Figure) => number) =>
        median((figures.get(name) ?? []).map(pick));
      printTable(
        `Time and sales: ${rate.toLocaleString('en-US')} prints/s`,
        ['contender', 'main thread, ms/s', 'frames/s', 'longest gap, ms', 'heap, MB', 'last print shown'],
        names.map((name) => [
          name,
          medianOf(name, ({ busyMs }) => busyMs / SECONDS),
          medianOf(name, ({ frames }) => frames / SECONDS),
          medianOf(name, ({ maxGapMs }) => maxGapMs),
          medianOf(name, ({ heapMb }) => heapMb),
          (figures.get(name) ?? []).every(({ isCurrent }) => isCurrent) ? 'yes' : 'NO',
        ]),
      );
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  browser: Browser,
  script: string,
  style: string,
  name: string,
  rate: number,
): Promise<Figure> {
  const page = await browser.newPage({ viewport: { width: 800, height: 800 } });
  try {
    page.on('pageerror', (error) => console.error(error));
    await page.setContent('<!doctype html><html data-theme="light"><body></body></html>');
    await page.addStyleTag({ content: style });
    await page.addScriptTag({ content: script });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const taskMs = async () =>
      ((await devtools.send('Performance.getMetrics')).metrics.find(
        (metric) => metric.name === 'TaskDuration',
      )?.value ?? 0) * 1000;
    await page.evaluate((each) => globalThis.tapeBench.create(each), name);
    // Code is compiled and fonts are there before the clock runs.
    await page.evaluate((prints) => globalThis.tapeBench.feed(prints, 1), rate);
    const before = await taskMs();
    const figures = await page.evaluate(([prints, seconds]) => globalThis.tapeBench.feed(prints, seconds), [
      rate,
      SECONDS,
    ] as const);
    const busyMs = (await taskMs()) - before;
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    return { ...figures, busyMs, heapMb: usedSize / MB };
  } finally {
    await page.close();
  }
}
