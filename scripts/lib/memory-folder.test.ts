import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryFolder } from './memory-folder.mjs';

let shared: string;
beforeEach(() => {
  shared = mkdtempSync(join(tmpdir(), 'tapedeck-shared-'));
});
afterEach(() => rmSync(shared, { recursive: true }));

test('a folder in memory can be written by all users, and is removed with its files', () => {
  const folder = memoryFolder(shared, 1);
  if (folder === null) throw new Error('there is no folder');
  expect(dirname(folder.path)).toBe(shared);
  expect(statSync(folder.path).mode & 0o7777).toBe(0o1777);
  writeFileSync(join(folder.path, 'journal'), 'a record');
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});

test('where memory is missing or too small, tests write to the disk', () => {
  expect(memoryFolder(join(shared, 'missing'), 1)).toBeNull();
  expect(memoryFolder(shared, Number.MAX_SAFE_INTEGER)).toBeNull();
});
