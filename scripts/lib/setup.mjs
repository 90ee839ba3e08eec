import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capture, run, SetupError, SIGNALLED } from './run.mjs';

/** The project's root folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
const at = (...parts) => join(root, ...parts);

const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** The pinned runtime, which the `node` package brings. */
export const pinnedNode =
  process.platform === 'win32'
    ? at('node_modules', 'node', 'bin', 'node.exe')
    : at('node_modules', 'node', 'bin', 'node');
/**
 * Compiled modules are kept for the next process: this halves the time that loading the server's sources takes. Set in the environment, so that
 * child processes and the servers which tests start use it too.
 */
process.env.NODE_COMPILE_CACHE ??= at('node_modules', '.cache', 'node-compile');
/** Flags of every run of the pinned runtime: built-in SQLite still announces itself as experimental. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning'];

/** Installs what package-lock.json names, unless that very lock is installed already. */
export async function ensureDependencies(say) {
  const stamp = at('node_modules', '.tapedeck-installed');
  const wanted = hashOf(readFileSync(at('package-lock.json'), 'utf8'));
  if (readIfThere(stamp) === wanted && existsSync(pinnedNode)) return;
  say('Installing dependencies (about a minute, once)…');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  // npm hands its own settings to scripts as npm_config_*; handed on, they would override the project's.
  const options = {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: !npm && process.platform === 'win32',
  };
  const code = npm ? await run(process.execPath, [npm, ...args], options) : await run('npm', args, options);
  if (code !== 0)
    throw new SetupError(
      'The dependencies could not be installed. Check the network and run the command again.',
    );
  const version = await capture(pinnedNode, ['--version']);
  if (version.code !== 0)
    throw new SetupError(
      `The pinned Node runtime does not start on this system (${process.platform} ${process.arch}): ${version.output.trim()}`,
    );
  say(`Dependencies are installed; runtime Node ${version.output.trim()}.`);
  writeFileSync(stamp, wanted);
}

const WEB_SOURCES = [
  'src/client',
  'src/domain',
  'src/protocol',
  'src/plugin-api',
  'src/ui',
  'src/workstation',
  'src/info',
  'plugins',
  'layouts',
  'public',
  'index.html',
  'info.html',
  'popout.html',
  'scripts/lib/compressed-files.ts',
  'scripts/lib/desk-features.ts',
  'scripts/lib/without-docs.ts',
  'vite.config.ts',
  'package-lock.json',
];

function fingerprint(path, lines) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (stats.isDirectory()) for (const name of readdirSync(path).sort()) fingerprint(join(path, name), lines);
  else lines.push(`${path.slice(root.length)} ${stats.size} ${stats.mtimeMs}`);
}

/** What the sources are now, to compare with what a build was made from. */
function stateOf(sources) {
  const lines = [];
  for (const source of sources) fingerprint(at(source), lines);
  return hashOf(lines.join('\n'));
}

/** Runs a build of Vite unless the last one is of these very sources; its stamp lies in the folder that it writes. */
async function ensureBuild({ say, name, folder, sources, options = [] }) {
  const stamp = join(folder, '.built-from');
  const wanted = stateOf(sources);
  if (readIfThere(stamp) === wanted) return;
  say(`Building ${name}…`);
  const vite = at('node_modules', 'vite', 'bin', 'vite.js');
  const built = await capture(pinnedNode, [...nodeFlags, vite, 'build', ...options, '--logLevel', 'warn'], {
    cwd: root,
  });
  if (built.code > SIGNALLED) throw new SetupError(`The build of ${name} was stopped.`);
  if (built.code !== 0) throw new SetupError(`${name} could not be built:\n${built.output.trim()}`);
  writeFileSync(stamp, wanted);
  say(`Built ${name}.`);
}

/** Builds the web client unless the built one is of these very sources. */
export const ensureWebBuild = (say) =>
  ensureBuild({ say, name: 'the web client', folder: at('dist', 'web'), sources: WEB_SOURCES });

const TEST_PROGRAM_SOURCES = [
  'src',
  'tests/faults/brokerage-child.ts',
  'scripts/lib/test-programs.ts',
  'package-lock.json',
];

/** Builds the programs that tests start, and returns the environment in which tests start the built ones. */
export async function ensureTestPrograms(say) {
  const folder = at('node_modules', '.cache', 'test-programs');
  const options = ['--config', at('scripts', 'lib', 'test-programs.ts')];
  await ensureBuild({
    say,
    name: 'the programs that tests start',
    folder,
    sources: TEST_PROGRAM_SOURCES,
    options,
  });
  return { TAPEDECK_TEST_PROGRAMS: folder };
}

/** The first of the names that is an executable on the PATH or in the given folders. */
export function findProgram(names, folders = []) {
  for (const folder of [...folders, ...(process.env.PATH ?? '').split(delimiter)]) {
    for (const name of names) {
      const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name);
      if (folder && existsSync(path)) return path;
    }
  }
  return undefined;
}
