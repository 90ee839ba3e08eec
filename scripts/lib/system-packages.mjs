import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { capture, SetupError } from './run.mjs';
import { findProgram, pinnedNode, root } from './setup.mjs';

/** How each package manager installs, and what it calls the packages. */
const MANAGERS = [
  {
    name: 'apt-get',
    before: ['update', '-qq'],
    install: ['install', '-y', '-qq'],
    needsRoot: true,
    packages: {
      headlessShell: ['chromium-headless-shell'],
      chromium: ['chromium'],
      postgres: ['postgresql'],
      proxies: ['nginx-light', 'caddy'],
      python: ['python3'],
    },
  },
  {
    name: 'dnf',
    install: ['install', '-y', '-q'],
    needsRoot: true,
    packages: {
      chromium: ['chromium'],
      postgres: ['postgresql-server'],
      proxies: ['nginx', 'caddy'],
      python: ['python3'],
    },
  },
  {
    name: 'apk',
    install: ['add', '--no-progress'],
    needsRoot: true,
    packages: {
      chromium: ['chromium'],
      postgres: ['postgresql'],
      proxies: ['nginx', 'caddy'],
      python: ['python3'],
    },
  },
  {
    name: 'pacman',
    install: ['-Sy', '--noconfirm'],
    needsRoot: true,
    packages: {
      chromium: ['chromium'],
      postgres: ['postgresql'],
      proxies: ['nginx', 'caddy'],
      python: ['python'],
    },
  },
  {
    name: 'brew',
    install: ['install'],
    needsRoot: false,
    packages: {
      chromium: ['--cask', 'chromium'],
      postgres: ['postgresql@17'],
      proxies: ['nginx', 'caddy'],
      python: ['python'],
    },
  },
];

const isRoot = process.getuid?.() === 0;

async function install(program, say) {
  const manager = MANAGERS.find(({ name }) => findProgram([name]));
  if (!manager) return false;
  if (!(program in manager.packages)) return false;
  if (manager.needsRoot && !isRoot && !findProgram(['sudo'])) return false;
  const prefix = manager.needsRoot && !isRoot ? ['sudo', '-n'] : [];
  const call = (args) => {
    const [command, ...rest] = [...prefix, manager.name, ...args];
    return capture(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  };
  say(`Installing ${program} with ${manager.name}…`);
  if (manager.before) await call(manager.before);
  const result = await call([...manager.install, ...manager.packages[program]]);
  if (result.code !== 0)
    say(`${manager.name} could not install ${program}: ${result.output.trim().split('\n').at(-1)}`);
  return result.code === 0;
}

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const CHROMIUM_FOLDERS = [
  '/Applications/Chromium.app/Contents/MacOS',
  '/Applications/Google Chrome.app/Contents/MacOS',
];
const findChromium = () => findProgram([...CHROMIUM_NAMES, 'Chromium', 'Google Chrome'], CHROMIUM_FOLDERS);

/** Chromium without its own windows and menus: the same engine, whose pages open in a third of the time. */
const findHeadlessShell = () => findProgram(['chromium-headless-shell', 'chrome-headless-shell']);

/**
 * The path of a Chromium for the browser tests: named by TAPEDECK_CHROMIUM, on the PATH, or installed now. The headless
 * shell is preferred; it is added beside a Chromium that is there only where that needs no password.
 */
export async function ensureChromium(say) {
  if (process.env.TAPEDECK_CHROMIUM) return process.env.TAPEDECK_CHROMIUM;
  const isMissing = !findHeadlessShell() && (isRoot || !findChromium());
  if (isMissing) await install('headlessShell', say);
  const found =
    findHeadlessShell() ?? findChromium() ?? ((await install('chromium', say)) ? findChromium() : undefined);
  if (found) return found;
  say('Installing a browser with Playwright…');
  const result = await capture(
    pinnedNode,
    [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium'],
    { cwd: root },
  );
  if (result.code === 0) {
    const { chromium } = await import('playwright');
    return chromium.executablePath();
  }
  throw new SetupError(
    'No Chromium was found and none could be installed. Install one, or name it in TAPEDECK_CHROMIUM.',
  );
}

/** The folder of initdb and postgres, or undefined. Debian keeps them off the PATH. */
function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return findProgram(
    ['initdb'],
    versions.map((version) => join(debian, version, 'bin')),
  );
}

/** Sees to it that a Postgres server can be started by the storage tests. */
export async function ensurePostgres(say) {
  if (process.env.TAPEDECK_TEST_DATABASE_URL || findPostgres()) return;
  await install('postgres', say);
  if (!findPostgres())
    throw new SetupError(
      'No PostgreSQL server was found and none could be installed. Install one, or name an empty database in TAPEDECK_TEST_DATABASE_URL.',
    );
}

const findProxies = () => findProgram(['caddy']) && findProgram(['nginx'], ['/usr/sbin']);

/** Sees to it that the proxies can be started whose documented configurations are tested. */
export async function ensureProxies(say) {
  if (findProxies()) return;
  await install('proxies', say);
  if (!findProxies())
    throw new SetupError('Caddy and nginx were not found and could not be installed. Install both.');
}

/** Whether there is a Python that the Python client runs on. */
async function hasPython() {
  if (!findProgram(['python3'])) return false;
  const check = 'import sys; sys.exit(sys.version_info < (3, 11))';
  return (await capture('python3', ['-c', check])).code === 0;
}

/** Sees to it that the Python client can be tested. */
export async function ensurePython(say) {
  if (await hasPython()) return;
  await install('python', say);
  if (!(await hasPython()))
    throw new SetupError(
      'Python 3.11 or newer was not found and could not be installed. Install it as python3.',
    );
}
