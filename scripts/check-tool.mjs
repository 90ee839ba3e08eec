// npm run check-tool NAME, or --all: the checks of a tool that run for all tools in npm test.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { main, run, SetupError } from './lib/run.mjs';
import { ensureDependencies, nodeFlags, pinnedNode, root } from './lib/setup.mjs';

/** What each checks is in docs/how-to/add-a-tool.md. */
const FILES = [
  'src/testing/tool-check/tool-check.component.test.tsx',
  'src/testing/leaks.component.test.tsx',
  'src/testing/react-warnings.component.test.tsx',
  'tests/stored/stored-json.test.ts',
];
/** A single tool is in the first of the two files of leak tests. */
const FILES_OF_ALL = [...FILES, 'src/testing/leaks-other-tools.component.test.tsx'];
const ALL = '--all';

const tools = () =>
  readdirSync(join(root, 'plugins'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

await main(async () => {
  const [name, ...others] = process.argv.slice(2);
  if (name === undefined || others.length > 0)
    throw new SetupError(
      'Usage: npm run check-tool NAME, with the name of a folder of plugins, or npm run check-tool -- --all.',
    );
  if (name !== ALL && !tools().includes(name))
    throw new SetupError(`There is no tool ${name}. The tools are: ${tools().join(', ')}.`);
  await ensureDependencies((line) => console.error(line));
  const runner = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...['node', 'component', 'warnings'].flatMap((project) => ['--project', project]),
    ...(name === ALL ? FILES_OF_ALL : FILES),
  ];
  const env = { ...process.env, TAPEDECK_CHECKED_TOOL: name === ALL ? '' : name };
  return run(pinnedNode, [...nodeFlags, ...runner], { cwd: root, env });
});
