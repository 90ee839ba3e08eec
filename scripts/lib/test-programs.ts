import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { loadIsolateModules } from '../../src/server/algostream/runtime/modules.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Packages that stay in node_modules: one is native, and the others read files of their folder or start threads from it. */
const NOT_BUNDLED = ['isolated-vm', 'pino', 'i18n-iso-countries', 'pg-native'];

/** How the sources compute a path from their place. */
const SOURCE_URL = /new URL\('([^']+)', import\.meta\.url\)/g;
/** A server works out the modules of isolates while it starts; these are the ones of the sources that are bundled. */
const ISOLATE_MODULES = resolve(root, 'src/server/algostream/runtime/modules.ts');
function isolateModules(): Plugin {
  return {
    name: 'isolate-modules',
    enforce: 'pre',
    async load(id) {
      if (id !== ISOLATE_MODULES) return undefined;
      return `const modules = ${JSON.stringify(await loadIsolateModules())};\nexport const loadIsolateModules = async () => modules;`;
    },
  };
}

/** Keeps the paths that modules compute: a program or a thread becomes a file of the bundle, everything else is found beside the source. */
function sourcePaths(): Plugin {
  return {
    name: 'source-paths',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta.url')) return undefined;
      return code.replaceAll(SOURCE_URL, (_, path: string) => {
        const target = resolve(dirname(id), path);
        if (!target.endsWith('.ts'))
          return `new URL(${JSON.stringify(path)}, ${JSON.stringify(pathToFileURL(id).href)})`;
        const fileName = `${relative(root, target).replaceAll(sep, '-').slice(0, -'.ts'.length)}.mjs`;
        this.emitFile({ type: 'chunk', id: target, fileName });
        return `new URL('./${fileName}', import.meta.url)`;
      });
    },
  };
}

/**
 * Builds the programs of `tests/support/programs.ts` as few files: a start from the sources spends most of its processor time on loading a
 * thousand modules. `npm start` runs the sources.
 */
export default defineConfig({
  root,
  plugins: [isolateModules(), sourcePaths()],
  ssr: { noExternal: true, external: NOT_BUNDLED },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'node_modules/.cache/test-programs',
    emptyOutDir: true,
    copyPublicDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        server: resolve(root, 'src/server/main.ts'),
        admin: resolve(root, 'src/server/admin/main.ts'),
        backtest: resolve(root, 'src/server/backtest-cli/main.ts'),
        optimize: resolve(root, 'src/server/optimize-cli/main.ts'),
        tapedeck: resolve(root, 'src/automation-programs/cli/main.ts'),
        mcp: resolve(root, 'src/automation-programs/mcp/main.ts'),
        'brokerage-child': resolve(root, 'tests/faults/brokerage-child.ts'),
      },
      output: {
        minify: { compress: false, mangle: false, codegen: true },
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
      },
    },
  },
});
