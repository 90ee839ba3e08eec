/**
 * Builds the package `@tapedeck/client` for `npm pack`: a module for Node and browsers, its declarations, programs, package.json, README and licence.
 *
 *   npm run pack-client                  into dist-packages/client
 *   npm run pack-client -- --out FOLDER  into another folder, whose earlier package is replaced
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { clientDeclarations } from './lib/client-declarations.ts';
import {
  emptyPackageFolder,
  outFolder,
  readProjectManifest,
  writePackageFiles,
} from './lib/package-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts: string[]): string => join(root, ...parts);

const PACKAGE = '@tapedeck/client';
/** Programs that the package brings, and their sources. */
const PROGRAMS = {
  tapedeck: at('src', 'automation-programs', 'cli', 'main.ts'),
  'tapedeck-mcp': at('src', 'automation-programs', 'mcp', 'main.ts'),
};

/** The package.json of the package. */
function manifest(): object {
  const { version, license } = readProjectManifest(root);
  return {
    name: PACKAGE,
    version,
    description: 'Client of the API for programs of a Tapedeck trading workstation.',
    license,
    type: 'module',
    sideEffects: false,
    // AbortSignal.any came with 20.3.
    engines: { node: '>=20.3' },
    bin: Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, `bin/${name}.js`])),
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  };
}

async function buildModule(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      minify: false,
      lib: { entry: at('src', 'automation-client', 'index.ts'), formats: ['es'], fileName: 'index' },
    },
  });
}

/** Builds the programs, with all packages that they use. Returns the paths of their modules. */
async function buildPrograms(folder: string): Promise<readonly string[]> {
  const moduleIds: string[] = [];
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    plugins: [
      { name: 'list-modules', generateBundle: (_, bundle) => void moduleIds.push(...modulesOf(bundle)) },
    ],
    build: {
      ssr: true,
      outDir: join(folder, 'bin'),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: PROGRAMS,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', banner: programBanner },
      },
    },
  });
  return moduleIds;
}

const modulesOf = (
  bundle: Readonly<Record<string, { readonly type: string; readonly moduleIds?: string[] }>>,
) => Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);

/** The licences of the packages that the programs contain, each with its package. Throws for a package without a licence file. */
function bundledLicences(moduleIds: readonly string[]): string {
  const folders = moduleIds.map(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0],
  );
  const parts = [...new Set(folders.filter((path) => path !== undefined))].toSorted().map((path) => {
    const file = readdirSync(path).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${path} has no licence file, but the programs contain it.`);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `${name}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`;
  });
  return `The programs in bin contain these packages.\n\n${parts.join('\n----\n\n')}`;
}

const programBanner = ({ isEntry }: { readonly isEntry: boolean }): string =>
  isEntry ? '#!/usr/bin/env node' : '';

async function pack(folder: string): Promise<void> {
  emptyPackageFolder(folder, PACKAGE);
  await buildModule(folder);
  const moduleIds = await buildPrograms(folder);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES'), bundledLicences(moduleIds));
  for (const [name, text] of clientDeclarations(root)) writeFileSync(join(folder, name), text);
  writePackageFiles(root, folder, manifest(), at('src', 'automation-client', 'README.md'));
}

const folder = outFolder(root, 'client');
await pack(folder);
console.log(`Packed ${PACKAGE} into ${folder}. npm pack ${folder} makes a tarball of it.`);
