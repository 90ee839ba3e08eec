import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyChange, blocksOf, type PageBlock } from './how-to-pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = readdirSync(join(root, 'docs/how-to')).filter((name) => name.endsWith('.md'));
const blocks = pages.flatMap((page) => blocksOf(page, readFileSync(join(root, 'docs/how-to', page), 'utf8')));
/** Folders and files that the compiler and the tests read. */
const COPIED = [
  ...['src', 'plugins', 'layouts', 'scripts', 'tests', 'docs', 'public', 'examples'],
  ...['package.json', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts'],
];
/** The compiler reads the whole project, as long as anything else of the machine lets it. */
const LIMIT_MS = 300_000;

const copy = mkdtempSync(join(tmpdir(), 'tapedeck-how-to-'));

function write(block: PageBlock): void {
  const path = join(copy, block.path);
  if (block.kind === 'new file') {
    expect(existsSync(path), `${block.page} adds ${block.path}, which exists`).toBe(false);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, block.text);
  } else writeFileSync(path, applyChange(readFileSync(path, 'utf8'), block));
}

function run(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: {
      ...process.env,
      NO_COLOR: '1',
      VITEST: undefined,
      VITEST_POOL_ID: undefined,
      // Bundled from the project, not from its copy.
      TAPEDECK_TEST_PROGRAMS: undefined,
    },
  });
  return status === 0 ? '' : `${stdout}${stderr}`.slice(-8_000);
}

beforeAll(() => {
  for (const part of COPIED)
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !path.includes('/fixtures/') || !path.endsWith('.gz'),
    });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const block of blocks) write(block);
}, LIMIT_MS);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the pages of docs/how-to', () => {
  it('add at least one file and a test each', () => {
    for (const page of pages) {
      const added = blocks.filter((block) => block.page === page).map(({ path }) => path);
      expect(
        added.some((path) => /\.test\.ts$|\/testing\/scenarios\//.test(path)),
        page,
      ).toBe(true);
    }
  });

  it(
    'compile when they are all followed',
    () => {
      const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
      // One thread reads each type once. Several would use more processor time, which tests beside this one need.
      expect(run(compiler, '--noEmit', '--checkers', '1', '-p', 'tsconfig.json')).toBe('');
    },
    LIMIT_MS,
  );

  it(
    'have tests that pass',
    () => {
      const tests = blocks.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));
      expect(run(join(root, 'scripts/generate-docs.ts').replace(root, `${copy}/`))).toBe('');
      const vitest = join(root, 'node_modules/vitest/vitest.mjs');
      expect(
        run(
          '--disable-warning=ExperimentalWarning',
          vitest,
          'run',
          'src/domain/risk/risk.test.ts',
          'src/domain/risk/codes.test.ts',
          ...tests,
        ),
      ).toBe('');
    },
    LIMIT_MS,
  );
});
