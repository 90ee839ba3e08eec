import { mkdirSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogFile } from './log-file.ts';

let folder: string;
let isFull = false;
let room = Number.POSITIVE_INFINITY;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapedeck-log-'));
  isFull = false;
  room = Number.POSITIVE_INFINITY;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const open = (rotation?: { maxBytes: number; keptFiles: number }): LogFile =>
  new LogFile(join(folder, 'server.log'), {
    rotation,
    writeBytes(file, bytes, done) {
      const part = bytes.subarray(0, room);
      if (isFull || part.length === 0)
        done(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }), 0);
      else {
        room -= part.length;
        done(null, writeSync(file, part));
      }
    },
  });
const text = (): string => readFileSync(join(folder, 'server.log'), 'utf8');

describe('the log file', () => {
  it('appends lines in order', async () => {
    const log = open();
    for (const line of ['a\n', 'b\n', 'c\n']) log.write(line);
    await log.close();
    expect(text()).toBe('a\nb\nc\n');
  });

  it('keeps lines while the disk is full, finishes the line that was cut, and writes the rest when space is back', async () => {
    const log = open();
    room = 5;
    log.write('first line\n');
    log.write('second\n');
    expect(text()).toBe('first');
    room = Number.POSITIVE_INFINITY;
    vi.advanceTimersByTime(1_000);
    expect(text()).toBe('first line\nsecond\n');
    await log.close();
  });

  it('drops what exceeds one megabyte, and says how many lines that were', async () => {
    const log = open();
    isFull = true;
    const line = `${'x'.repeat(1_023)}\n`;
    for (let count = 0; count < 1_030; count += 1) log.write(line);
    isFull = false;
    vi.advanceTimersByTime(1_000);
    await log.close();
    const lines = text().trimEnd().split('\n');
    expect(lines).toHaveLength(1_025);
    expect(lines.at(-1)).toContain('6 log lines were dropped: ENOSPC: no space left on device');
  });

  it('closes at once while the disk is full', async () => {
    const log = open();
    isFull = true;
    log.write('a\n');
    await log.close();
    expect(text()).toBe('');
  });

  it('replaces a file that has grown, between two lines, and keeps so many earlier ones', async () => {
    const log = open({ maxBytes: 12, keptFiles: 2 });
    for (const line of [
      'first line\n',
      'second line\n',
      'third line\n',
      'fourth line\n',
      'fifth line\n',
      'sixth line\n',
      'seventh line\n',
    ])
      log.write(line);
    await log.close();
    const kept = ['server.log.2', 'server.log.1', 'server.log'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    expect(kept).toEqual(['third line\nfourth line\n', 'fifth line\nsixth line\n', 'seventh line\n']);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('counts what an earlier process has written to the file', async () => {
    writeFileSync(join(folder, 'server.log'), 'of an earlier process\n');
    const log = open({ maxBytes: 20, keptFiles: 2 });
    log.write('a\n');
    await log.close();
    expect([text(), readFileSync(join(folder, 'server.log.1'), 'utf8')]).toEqual([
      'a\n',
      'of an earlier process\n',
    ]);
  });

  it('keeps writing to the file when it cannot be replaced', async () => {
    mkdirSync(join(folder, 'server.log.1', 'not empty'), { recursive: true });
    const log = open({ maxBytes: 2, keptFiles: 1 });
    for (const line of ['a\n', 'b\n', 'c\n']) log.write(line);
    await log.close();
    expect(text()).toMatch(/^a\n.*the log was not rotated.*\nb\n/);
    expect(text()).toContain('c\n');
  });
});
