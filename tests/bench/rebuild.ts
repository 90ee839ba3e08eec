import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCheckpointer } from '../../src/server/brokerage/checkpoint/checkpointer.ts';
import { openStorage } from '../../src/server/storage/open-storage.ts';
import { printTable } from './harness.ts';
import { writeJournal } from './rebuild-journal.ts';
import type { StartFigures } from './rebuild-start.ts';

/** `ORDERS=100000` measures that number alone. */
const ORDERS = process.env['ORDERS']?.split(',').map(Number) ?? [100_000, 1_000_000];
/** The longest tail that a server leaves behind a checkpoint. */
const TAIL_RECORDS = 25_000;

interface CheckpointFigures {
  readonly tookMs: number;
  /** The longest time for which the thread that takes orders had no turn, ms. */
  readonly lagMs: number;
}

/** Has a checkpoint made, as a running server does, and measures what the thread that takes orders sees of it. */
async function makeCheckpoint(dataFolder: string, toSeq: number): Promise<CheckpointFigures> {
  const storage = await openStorage({ dataFolder });
  const checkpointer = createCheckpointer(join(dataFolder, 'checkpoints'), () => {});
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  const isMade = await checkpointer.make(storage.journal, toSeq);
  const tookMs = performance.now() - startedAt;
  delay.disable();
  await storage.close();
  if (!isMade) throw new Error('No checkpoint was made.');
  return { tookMs, lagMs: delay.max / 1e6 };
}

async function start(
  dataFolder: string,
  how: 'read' | 'whole' | 'checkpoint',
  orders: number,
): Promise<StartFigures> {
  const program = join(import.meta.dirname, 'rebuild-start.ts');
  const args = ['--disable-warning=ExperimentalWarning', program, dataFolder, how, String(orders)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as StartFigures;
}

async function measure(orders: number): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tapedeck-bench-'));
  try {
    const records = await writeJournal(dataFolder, orders);
    const read = await start(dataFolder, 'read', orders);
    const whole = await start(dataFolder, 'whole', orders);
    const first = await makeCheckpoint(dataFolder, records - 2 * TAIL_RECORDS);
    const next = await makeCheckpoint(dataFolder, records - TAIL_RECORDS);
    const checkpoint = await start(dataFolder, 'checkpoint', orders);
    const rows: [string, StartFigures][] = [
      [`start from a checkpoint and ${TAIL_RECORDS.toLocaleString('en-US')} records`, checkpoint],
      ['start from the whole journal', whole],
      ['floor: read and parse the whole journal', read],
    ];
    printTable(
      `Starts after ${orders.toLocaleString('en-US')} orders (${records.toLocaleString('en-US')} records, 50,000 orders a session)`,
      ['', 'ms', 'processor ms', 'heap MB', 'peak MB'],
      rows.map(([name, { tookMs, processorMs, heapMegabytes, peakMegabytes }]) => [
        name,
        tookMs,
        processorMs,
        heapMegabytes,
        peakMegabytes,
      ]),
      [
        `a checkpoint of the whole journal takes ${Math.round(first.tookMs)} ms aside, the next one ${Math.round(next.tookMs)} ms; the thread that takes orders waited ${Math.round(first.lagMs)} and ${Math.round(next.lagMs)} ms at most`,
      ],
    );
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** From an order journal to a brokerage that takes orders. */
export async function benchRebuild(): Promise<void> {
  for (const orders of ORDERS) await measure(orders);
}
