/** Makes a tool: `npm run new-tool NAME`. Its files are the blocks of docs/how-to/add-a-tool.md, with its names. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { blocksOf } from './lib/how-to-pages.ts';
import { filesOfTool, nameProblem, toolNames, type Taken, type WrittenFile } from './lib/new-tool.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const PAGE = 'docs/how-to/add-a-tool.md';
const STORED_SHAPES = 'tests/stored/stored-json.test.ts';
/** Files that the formatter leaves alone. */
const isFixture = (path: string): boolean => path.startsWith('tests/fixtures/');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const foldersOf = (path: string): readonly string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

function takenNames(): Taken {
  const tools = foldersOf('plugins');
  return {
    tools,
    topics: readdirSync(join(root, 'src/info/topics')).map((file) => file.replace(/\.ts$/, '')),
    titles: tools.flatMap(
      (tool) => /^ {2}title: '([^']+)'/m.exec(read(`plugins/${tool}/manifest.ts`))?.[1] ?? [],
    ),
    fixtures: foldersOf('tests/fixtures/stored'),
  };
}

async function formatted({ path, text, isNew }: WrittenFile): Promise<WrittenFile> {
  const config = await resolveConfig(join(root, path));
  return { path, text: isFixture(path) ? text : await format(text, { ...config, filepath: path }), isNew };
}

/** Writes what the code reads of the fixture, and the description of the state. Returns what went wrong; empty for nothing. */
function describeState(id: string): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--project', 'node', STORED_SHAPES, '-t', `"tool-${id}"`],
    ],
    { cwd: root, encoding: 'utf8', env: { ...process.env, TAPEDECK_STORED_SHAPES: 'write', NO_COLOR: '1' } },
  );
  return status === 0 ? '' : `${stdout}${stderr}`;
}

async function makeTool(id: string): Promise<number> {
  const problem = nameProblem(id, takenNames());
  if (problem !== null) {
    console.error(problem);
    return 1;
  }
  const files = await Promise.all(filesOfTool(id, blocksOf(PAGE, read(PAGE)), read).map(formatted));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  console.log(
    `The tool ${toolNames(id).title} is in plugins/${id}. It shows the last price of a symbol until you change it.\n`,
  );
  for (const { path, isNew } of files) console.log(`  ${isNew ? 'new    ' : 'changed'}  ${path}`);
  const failure = describeState(id);
  if (failure !== '') {
    console.error(
      `${failure}\nThe stored state was not described. Run: TAPEDECK_STORED_SHAPES=write npm run test:api -- tests/stored`,
    );
    return 1;
  }
  console.log(`  new      tests/fixtures/stored/tool-${id}/0.read.json, 0.schema.json

Next:
  npm start                                   shows it: Add tool of an empty window
  npm run test:component -- plugins/${id}
  npm run check-tool ${id}
  ${PAGE}                says what each file is for`);
  return 0;
}

const [id, ...others] = process.argv.slice(2);
if (id === undefined || others.length > 0) {
  console.error(
    'Usage: npm run new-tool NAME, where NAME is made of lower-case words joined by hyphens, such as sector-map.',
  );
  process.exitCode = 1;
} else {
  try {
    process.exitCode = await makeTool(id);
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    process.exitCode = 1;
  }
}
