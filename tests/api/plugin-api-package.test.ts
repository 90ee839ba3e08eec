import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLUGIN_API_DOCS, pluginApiExamples, pluginApiPages } from '../../scripts/plugin-api-doc.ts';
import { processEnvironment } from '../support/process-environment.ts';
import { PINNED_NODE, temporaryFolder } from '../support/server.ts';

/**
 * The package `@tapedeck/plugin-api` as an author has it: unpacked from its tarball into an empty folder, beside the packages that it declares and no
 * others. The example there is compiled and its tests are run.
 */

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const inProject = (...parts: string[]): string => join(root, 'node_modules', ...parts);
const dependencies = v.record(v.string(), v.string());
const packageJson = v.looseObject({
  name: v.literal('@tapedeck/plugin-api'),
  type: v.literal('module'),
  dependencies,
  peerDependencies: dependencies,
});

let folder: string;
let remove: () => Promise<void>;
const installed = (...parts: string[]): string =>
  join(folder, 'node_modules', '@tapedeck', 'plugin-api', ...parts);

/** The declarations of the installed package, by path. */
function declarations(): ReadonlyMap<string, string> {
  const types = installed('types');
  const files = readdirSync(types, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.d.ts'),
  );
  return new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(types, file), 'utf8')]));
}

beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  cpSync(join(root, 'examples', 'plugin-tool'), folder, { recursive: true });
  const packed = join(folder, 'packed');
  await execute(PINNED_NODE, [join(root, 'scripts', 'pack-plugin-api.ts'), '--out', packed]);
  const { stdout } = await execute('npm', ['pack', packed, '--silent'], {
    cwd: folder,
    env: processEnvironment({ npm_config_cache: join(folder, 'cache') }),
  });
  mkdirSync(installed(), { recursive: true });
  await execute('tar', ['-xzf', join(folder, stdout.trim()), '--strip-components=1', '-C', installed()]);
  const manifest = v.parse(packageJson, JSON.parse(readFileSync(installed('package.json'), 'utf8')));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(inProject(name), link);
  }
}, 600_000);
afterAll(() => remove());

it('has modules, declarations, a style sheet, README and licence, and nothing of the installed tools', () => {
  expect(readdirSync(installed())).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'index.js',
      'package.json',
      'style.css',
      'types',
      'ui.js',
    ]),
  );
  const { dependencies: needed } = v.parse(
    packageJson,
    JSON.parse(readFileSync(installed('package.json'), 'utf8')),
  );
  expect(Object.keys(needed)).not.toEqual(expect.arrayContaining(['konva']));
  expect(Object.keys(needed)).not.toEqual(expect.arrayContaining(['monaco-editor']));
  expect(needed).not.toHaveProperty('react');
});

it('has the reference pages that are checked in (run `npm run docs` when this fails)', () => {
  const pages = pluginApiPages(declarations());
  const present = [...pages.keys()].map((file) => [file, readFileSync(join(PLUGIN_API_DOCS, file), 'utf8')]);
  expect(present).toEqual([...pages]);
});

it('has complete types: the example and those of the reference compile, and a wrong manifest does not', async () => {
  writeFileSync(
    join(folder, 'src', 'wrong.ts'),
    `import { definePlugin } from '@tapedeck/plugin-api';
import { spread } from './manifest.ts';
export const wrong = definePlugin({ ...spread, linking: { sends: ['fdc3.portfolio'], receives: [] } });
`,
  );
  mkdirSync(join(folder, 'src', 'reference'));
  for (const [index, { name, code }] of pluginApiExamples(declarations()).entries())
    writeFileSync(join(folder, 'src', 'reference', `${name}-${index}.tsx`), `${code}\nexport {};\n`);
  const compiler = inProject('@typescript', 'native', 'bin', 'tsc');
  const failure = await execute(PINNED_NODE, [compiler, '--pretty', 'false', '-p', folder], {
    cwd: folder,
  }).then(
    () => ({ stdout: '' }),
    (error: { stdout: string }) => error,
  );
  // Packages of others are not judged here.
  const errors = failure.stdout.split('\n').filter((line) => /^(src|node_modules\/@tapedeck)\//.test(line));
  expect(errors).toEqual([expect.stringMatching(/^src\/wrong\.ts\(3,/)]);
}, 300_000);

it('renders a tool in a test, computes its study, and runs a sandboxed tool', async () => {
  const report = join(folder, 'report.json');
  const runner = [inProject('vitest', 'vitest.mjs'), 'run', '--root', folder];
  await execute(PINNED_NODE, [...runner, '--reporter=json', '--outputFile', report], { cwd: folder }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}\n${error.stderr}`);
    },
  );
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ numPassedTests: 5, numTotalTests: 5 });
}, 300_000);
