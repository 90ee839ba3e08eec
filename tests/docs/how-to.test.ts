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
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyChange, blocksOf, type PageBlock } from '../../scripts/lib/how-to-pages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = readdirSync(join(root, 'docs/how-to')).filter((name) => name.endsWith('.md'));
const blocks = pages.flatMap((page) => blocksOf(page, readFileSync(join(root, 'docs/how-to', page), 'utf8')));
/** Folders and files that the compiler and the tests read. */
const COPIED = [
  ...['src', 'plugins', 'layouts', 'scripts', 'tests', 'docs', 'public', 'examples'],
  ...[
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    'vitest.config.ts',
    '.prettierrc.json',
    '.oxlintrc.json',
  ],
];
/** Made by `npm run new-tool`. Its names are longer than those of the page: the formatter has something to do. */
const NEW_TOOL = 'distance-to-the-session-high';
const NEW_TOOL_FOLDER = `plugins/${NEW_TOOL}`;
/** The compiler reads the whole project, as long as anything else of the machine lets it. */
const LIMIT_MS = 900_000;

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
      TAPEDECK_CHECKED_TOOL: NEW_TOOL,
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
  expect(run('scripts/new-tool.ts', NEW_TOOL)).toBe('');
}, LIMIT_MS);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/**
 * Gives the compiler what it knows of the project (`types` in scripts/test.mjs): it checks what the pages change and what depends on it, and not another
 * four thousand files. It compares the contents of each file, and checks everything when nothing is known.
 */
function writeKnownTypes(path: string): void {
  const known = join(root, 'node_modules/.cache/types.tsbuildinfo');
  if (!existsSync(known)) return;
  // Paths are relative to its folder: those of the project become paths of the copy, packages stay where they are.
  const packages = relative(dirname(path), join(root, 'node_modules'));
  const moved = readFileSync(known, 'utf8').replaceAll(/"\.\.\/(\.\.\/)?/g, (_, isOfProject?: string) =>
    isOfProject === undefined ? `"${packages}/` : '"./',
  );
  writeFileSync(path, moved);
}

describe('the pages of docs/how-to', () => {
  it('add at least one file and a test each', () => {
    for (const page of pages) {
      const added = blocks.filter((block) => block.page === page).map(({ path }) => path);
      expect(
        added.some((path) => /\.test\.tsx?$|\/testing\/scenarios\//.test(path)),
        page,
      ).toBe(true);
    }
  });

  it(
    'compile when they are all followed',
    () => {
      const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
      const known = join(copy, 'types.tsbuildinfo');
      writeKnownTypes(known);
      const incremental = ['--incremental', '--tsBuildInfoFile', known];
      // One thread reads each type once. Several would use more processor time, which tests beside this one need.
      expect(run(compiler, '--noEmit', ...incremental, '--checkers', '1', '-p', 'tsconfig.json')).toBe('');
    },
    LIMIT_MS,
  );

  it(
    'have tests that pass',
    () => {
      const tests = blocks.map(({ path }) => path).filter((path) => /\.test\.tsx?$/.test(path));
      // Generated pages that these tests read. The reference of the API for tools is made from declarations of the whole project, 20 s for nothing.
      const generated = ['docs/protocol.md', 'docs/columns.md', 'docs/risk-checks.md'];
      expect(run('scripts/generate-docs.ts', ...generated)).toBe('');
      const vitest = join(root, 'node_modules/vitest/vitest.mjs');
      expect(
        run(
          '--disable-warning=ExperimentalWarning',
          vitest,
          'run',
          // Another worker would import the workstation once more, and takes a core from the tests beside this one.
          '--maxWorkers=1',
          'src/domain/risk/risk.test.ts',
          'src/domain/risk/codes.test.ts',
          'src/info/topics.test.ts',
          'plugins/plugins.test.ts',
          NEW_TOOL_FOLDER,
          // The part of `npm run check-tool` that takes seconds.
          'src/testing/tool-check/tool-check.component.test.tsx',
          ...tests,
        ),
      ).toBe('');
    },
    LIMIT_MS,
  );
});

describe('npm run new-tool', () => {
  const textOf = (path: string) => readFileSync(join(copy, path), 'utf8');

  it('registers the tool and its help page', () => {
    expect(textOf('plugins/index.ts')).toContain(`from './${NEW_TOOL}/manifest.ts'`);
    expect(textOf('src/info/topics/index.ts')).toContain(`from './${NEW_TOOL}.ts'`);
    expect(textOf(`${NEW_TOOL_FOLDER}/manifest.ts`)).toContain("title: 'Distance To The Session High'");
  });

  it('describes its stored state', () => {
    const read = JSON.parse(textOf(`tests/fixtures/stored/tool-${NEW_TOOL}/0.read.json`)) as unknown;
    expect(read).toEqual({ ok: true, value: { Symbol: 'SPY', Linked: true } });
    expect(textOf(`tests/fixtures/stored/tool-${NEW_TOOL}/0.schema.json`)).toContain('"Linked"');
  });

  it(
    'writes code that is formatted and free of lint',
    () => {
      const written = [NEW_TOOL_FOLDER, 'plugins/index.ts', 'src/info/topics'];
      expect(run(join(root, 'node_modules/prettier/bin/prettier.cjs'), '--check', ...written)).toBe('');
      // The rules that need types read the whole project once more.
      writeFileSync(
        join(copy, '.oxlintrc.json'),
        textOf('.oxlintrc.json').replace('"typeAware": true', '"typeAware": false'),
      );
      expect(run(join(root, 'node_modules/oxlint/bin/oxlint'), '--deny-warnings', ...written)).toBe('');
    },
    LIMIT_MS,
  );

  it.each([
    ['chart', 'There is a tool chart'],
    ['Sector Map', 'no name of a tool'],
    ['tool-props', 'uses the name ToolProps'],
  ])('refuses the name %s and writes nothing', (name, message) => {
    const before = [
      textOf('plugins/index.ts'),
      textOf('src/info/topics/index.ts'),
      textOf('plugins/chart/state.ts'),
    ];
    const folders = readdirSync(join(copy, 'plugins'));
    expect(run('scripts/new-tool.ts', name)).toContain(message);
    expect(readdirSync(join(copy, 'plugins'))).toEqual(folders);
    expect([
      textOf('plugins/index.ts'),
      textOf('src/info/topics/index.ts'),
      textOf('plugins/chart/state.ts'),
    ]).toEqual(before);
  });
});
