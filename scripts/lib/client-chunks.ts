import { isAbsolute } from 'node:path';
import type { Rolldown } from 'vite';

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>;

/** What names the static imports of a module: the bundler's graph, once it is complete. */
export interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Files of the modules that are loaded in one go, with everything they import statically. */
export interface LoadSteps {
  readonly helpPage: string;
  readonly firstPage: string;
  /** Loaded by the first page once it is on the screen. */
  readonly floating: string;
  /** Loaded by the first page after the sign-in. */
  readonly signedIn: string;
}

/**
 * Chunks by the step that needs a module first. Left to itself the bundler makes a chunk for each set of pages and tools that share modules: 190 files for
 * a desk, of a few hundred bytes each.
 */
export function clientChunks(steps: LoadSteps): Groups {
  const { ofPages, ofFloating, ofDesk } = chunksByStep(steps);
  return [
    {
      // The libraries change less often than our code: their own chunk stays in the cache over releases.
      name: 'react',
      test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler)[\\/]/,
      priority: 2,
    },
    // The closure also has what a page imports without using any of it. The tag does not.
    { debugName: 'pages', name: ofPages, tags: ['$initial'], priority: 1 },
    { debugName: 'floating', name: ofFloating, priority: 0.5 },
    { debugName: 'desk', name: ofDesk },
  ];
}

type ChunkOf<Chunk> = (id: string, graph: ModuleGraph) => Chunk | null;

/** `common` is what the help pages share with the first page: they load nothing else of it. */
export function chunksByStep(steps: LoadSteps): {
  readonly ofPages: ChunkOf<'common' | 'first'>;
  readonly ofFloating: ChunkOf<'floating'>;
  readonly ofDesk: ChunkOf<'desk'>;
} {
  let known: Record<keyof LoadSteps, ReadonlySet<string>> | undefined;
  const closures = (graph: ModuleGraph) =>
    (known ??= {
      helpPage: staticClosure(steps.helpPage, graph),
      firstPage: staticClosure(steps.firstPage, graph),
      floating: staticClosure(steps.floating, graph),
      signedIn: staticClosure(steps.signedIn, graph),
    });
  return {
    ofPages(id, graph) {
      const { helpPage, firstPage } = closures(graph);
      if (!firstPage.has(id)) return null;
      return helpPage.has(id) ? 'common' : 'first';
    },
    ofFloating: (id, graph) => (closures(graph).floating.has(id) ? 'floating' : null),
    ofDesk: (id, graph) => (closures(graph).signedIn.has(id) ? 'desk' : null),
  };
}

/** The module and all that it imports statically, by id. Throws when the graph does not have it: the file was moved. */
function staticClosure(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  if (!isAbsolute(entry) || graph.getModuleInfo(entry) === null)
    throw new Error(`${entry} is not a module of the client: correct the load steps in vite.config.ts`);
  const reached = new Set<string>();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}
