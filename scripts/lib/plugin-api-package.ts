import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { declarationsOf } from './declarations.ts';
import { readProjectManifest, writePackageFiles } from './package-folder.ts';

/** Name of the package for authors of tools. */
export const PLUGIN_API_PACKAGE = '@tapedeck/plugin-api';

/** The modules of the package: the path under its name, `.` for the name itself, and the source of each. */
export const PLUGIN_API_ENTRIES = {
  '.': 'src/plugin-api/index.ts',
  './ui': 'src/ui/index.ts',
  './domain': 'src/plugin-api/domain.ts',
  './testing': 'src/testing/index.ts',
  './testing/setup': 'src/testing/component-setup.ts',
  './sandbox': 'src/tool-frame/index.ts',
  './sandbox/testing': 'src/tool-frame/testing/index.ts',
} as const;
/** One of these paths. */
export type PluginApiEntry = keyof typeof PLUGIN_API_ENTRIES;

/** Packages that the tool and the package have to share, because each keeps state of its own. */
const PEERS = ['react', 'react-dom'];
/** Packages that tests of tools need, and tools do not. */
const TEST_PEERS = ['@testing-library/dom', '@testing-library/user-event', 'jsdom', 'vitest'];
/** Declarations of packages that have none of their own. */
const TYPE_PEERS = ['@types/react'];

/**
 * The installed tools have no place in the package: they bring the chart, the editor and the like. The workstation that renders a tool in a test begins
 * without them.
 */
const REPLACED: Readonly<Record<string, string>> = {
  'plugins/index.ts': `import { createPluginRegistry } from '../src/plugin-api/index.ts';
export const plugins = createPluginRegistry([]);`,
  'plugins/ready-workspaces.ts': 'export const readyWorkspaces = [];',
};

/** Builds the package from the sources in `root` into an empty folder. Rejects when the sources do not compile. */
export async function packPluginApi(root: string, folder: string): Promise<void> {
  const imported = await buildModules(root, folder);
  for (const [name, text] of await declarationsOf(root, Object.values(PLUGIN_API_ENTRIES))) {
    const file = join(folder, 'types', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    for (const specifier of specifiersIn(text)) imported.add(packageOf(specifier));
  }
  writePackageFiles(root, folder, manifestOf(root, imported), join(root, 'src/plugin-api/README.md'));
}

/** What declarations import, without the examples in their comments. */
const specifiersIn = (declarations: string): readonly string[] =>
  [...declarations.replaceAll(/^\s*\*.*$/gm, '').matchAll(/(?:from|import\()\s*['"]([^'".][^'"]*)['"]/g)].map(
    ([, specifier = '']) => specifier,
  );

/** `@base-ui/react` of `@base-ui/react/menu`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const moduleName = (entry: string): string => (entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-'));

const isBare = (id: string): boolean => /^(@?[a-z][^:]*|node:.*)$/i.test(id) && !id.startsWith('src/');

/** Builds the modules. Returns the packages that they import. */
async function buildModules(root: string, folder: string): Promise<Set<string>> {
  const imported = new Set<string>();
  const external = (id: string): boolean => isBare(id) && !id.endsWith('.css');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // The help pages are not in the package.
    plugins: [withoutInstalledTools(root), listImports(imported)],
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      minify: false,
      cssMinify: false,
      lib: {
        entry: Object.fromEntries(
          Object.entries(PLUGIN_API_ENTRIES).map(([entry, source]) => [
            moduleName(entry),
            join(root, source),
          ]),
        ),
        formats: ['es'],
        cssFileName: 'style',
      },
      rolldownOptions: { external, output: { chunkFileNames: 'chunks/[name]-[hash].js' } },
    },
  });
  return imported;
}

function withoutInstalledTools(root: string): Plugin {
  return {
    name: 'without-installed-tools',
    enforce: 'pre',
    load: (id) => REPLACED[id.slice(root.length).replaceAll('\\', '/').replace(/^\//, '')],
  };
}

function listImports(imported: Set<string>): Plugin {
  return {
    name: 'list-imports',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle).filter(isChunk))
        for (const id of [...chunk.imports, ...chunk.dynamicImports])
          if (!(id in bundle) && !id.startsWith('node:')) imported.add(packageOf(id));
    },
  };
}

const isChunk = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputChunk =>
  file.type === 'chunk';

/** The package.json: what the modules and declarations import is a dependency, in the version that the project has. */
function manifestOf(root: string, imported: ReadonlySet<string>): object {
  const { version, license, dependencies, devDependencies } = readProjectManifest(root);
  const versions = { ...dependencies, ...devDependencies };
  const versionsOf = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names.map((name) => {
        const found = versions[name];
        if (found === undefined) throw new Error(`${name} is imported, but package.json does not name it.`);
        return [name, found];
      }),
    );
  const peers = [...PEERS, ...TEST_PEERS, ...TYPE_PEERS];
  return {
    name: PLUGIN_API_PACKAGE,
    version,
    description: 'Types, hooks, components and test kit for tools of a Tapedeck trading workstation.',
    license,
    type: 'module',
    sideEffects: ['**/*.css', './testing-setup.js'],
    engines: { node: '>=20.3' },
    exports: {
      ...Object.fromEntries(
        Object.entries(PLUGIN_API_ENTRIES).map(([entry, source]) => [
          entry,
          {
            types: `./types/${source.replace(/\.tsx?$/, '.d.ts')}`,
            default: `./${moduleName(entry)}.js`,
          },
        ]),
      ),
      './style.css': './style.css',
      './package.json': './package.json',
    },
    dependencies: versionsOf([...imported].filter((name) => !peers.includes(name)).toSorted()),
    peerDependencies: versionsOf(peers.toSorted()),
    peerDependenciesMeta: Object.fromEntries(
      [...TEST_PEERS, ...TYPE_PEERS].map((name) => [name, { optional: true }]),
    ),
  };
}
