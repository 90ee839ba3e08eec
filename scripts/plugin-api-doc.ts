import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PLUGIN_API_ENTRIES, PLUGIN_API_PACKAGE, type PluginApiEntry } from './lib/plugin-api-package.ts';
import { declarationsOf } from './lib/declarations.ts';
import { referenceOf, referencePage, type Declarations } from './lib/reference-pages.ts';

/** The folder of the reference. */
export const PLUGIN_API_DOCS = fileURLToPath(new URL('../docs/plugin-api/', import.meta.url));

/** The pages, by file name: the module of the package that each describes, and what it is for. The module `testing/setup` exports nothing. */
const PAGES: Readonly<Record<string, { readonly entry: PluginApiEntry; readonly about: string }>> = {
  'platform.md': {
    entry: '.',
    about:
      'What a tool in the workstation is declared with and works with: its manifest, its state, its window, hooks, and the stores of the platform. [How to add a tool](../how-to/add-a-tool.md) uses it step by step.',
  },
  'ui.md': {
    entry: './ui',
    about:
      'The components of the workstation. The page `/Components` of a running workstation shows each of them in its states.',
  },
  'domain.md': {
    entry: './domain',
    about: 'Rules of trading that tools share with the workstation. They are pure.',
  },
  'testing.md': {
    entry: './testing',
    about:
      'Renders a tool in a whole workstation, over a server in memory. [Component tests](../component-tests.md) explains how to write them. Add `@tapedeck/plugin-api/testing/setup` to `setupFiles` of vitest.',
  },
  'sandbox.md': {
    entry: './sandbox',
    about:
      'The API of [third-party tools](../third-party-tools.md), which run in a worker with what the user has allowed.',
  },
  'sandbox-testing.md': {
    entry: './sandbox/testing',
    about: 'Runs a third-party tool in a test.',
  },
};

const sourceOf = (entry: PluginApiEntry): string => PLUGIN_API_ENTRIES[entry].replace(/\.tsx?$/, '.d.ts');

/** The pages of the reference, by file name. Throws for an exported name without a docstring. */
export function pluginApiPages(declarations: Declarations): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(PAGES).map(([file, { entry, about }]) => [
      file,
      referencePage(
        { specifier: `${PLUGIN_API_PACKAGE}${entry.slice(1)}`, about },
        referenceOf(declarations, sourceOf(entry)),
      ),
    ]),
  );
}

/** The examples of the docstrings, each with the name that it is about. */
export function pluginApiExamples(
  declarations: Declarations,
): readonly { readonly name: string; readonly code: string }[] {
  return Object.values(PAGES).flatMap(({ entry }) =>
    referenceOf(declarations, sourceOf(entry)).flatMap(({ name, examples }) =>
      examples.map((code) => ({ name, code })),
    ),
  );
}

/** Writes the pages. */
export async function writePluginApiPages(root: string): Promise<void> {
  const pages = pluginApiPages(await declarationsOf(root, Object.values(PLUGIN_API_ENTRIES)));
  mkdirSync(PLUGIN_API_DOCS, { recursive: true });
  for (const [file, text] of pages) writeFileSync(`${PLUGIN_API_DOCS}${file}`, text);
}
