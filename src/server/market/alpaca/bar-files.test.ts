import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BarFiles } from './bar-files.ts';

let folder: string;
const notes: string[] = [];
beforeEach(async () => {
  notes.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-bars-'));
});
afterEach(() => rm(folder, { recursive: true }));

const KEPT = {
  completeToMs: 300,
  bars: [100, 200].map((timeMs) => ({
    timeMs,
    openE4: 1_000_100,
    highE4: 1_000_300,
    lowE4: 999_900,
    closeE4: 1_000_200,
    volume: 12_345,
  })),
};

it('reads what it has written, and nothing of another symbol', async () => {
  const files = new BarFiles(folder, (line) => notes.push(line));
  await files.write('BRK.B', 'Day', KEPT);
  expect(await files.read('BRK.B', 'Day')).toEqual(KEPT);
  expect(await files.read('BRK', 'Day')).toBeUndefined();
  await files.forget('BRK.B');
  expect(await files.read('BRK.B', 'Day')).toBeUndefined();
  expect(notes).toEqual([]);
});

it('takes a file that is cut off or changed at any place for a missing one', async () => {
  const files = new BarFiles(folder, (line) => notes.push(line));
  await files.write('SPY', 'Day', KEPT);
  const path = join(folder, 'SPY', 'Day.bars');
  const whole = await readFile(path);
  for (let at = 0; at < whole.length; at += 1) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 0x10;
    await writeFile(path, flipped);
    expect(await files.read('SPY', 'Day'), `byte ${at}`).toBeUndefined();
  }
  await writeFile(path, whole.subarray(0, -7));
  expect(await files.read('SPY', 'Day')).toBeUndefined();
});

it('goes without files where none can be written, and notes that once', async () => {
  const place = join(folder, 'file');
  await writeFile(place, '');
  const files = new BarFiles(place, (line) => notes.push(line));
  await files.write('SPY', 'Day', KEPT);
  await files.write('QQQ', 'Day', KEPT);
  expect(await files.read('SPY', 'Day')).toBeUndefined();
  expect(notes).toHaveLength(1);
});
