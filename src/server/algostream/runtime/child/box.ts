import ivm from 'isolated-vm';
import type { Closing } from '../../../../domain/calendar/closings.ts';
import type { IsolateModules } from '../modules.ts';

/** Names that isolate/entry.ts exports. */
type EntryName =
  | 'prepare'
  | 'load'
  | 'openFiles'
  | 'settleFiles'
  | 'takeLog'
  | 'takeAnnotations'
  | 'backtest'
  | 'openLive'
  | 'loadState'
  | 'deliver'
  | 'report'
  | 'settle'
  | 'endLive'
  | 'putBars'
  | 'studyValues';

/** An isolate with our modules in it, for one run. */
export interface Box {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  /** isolate/entry.ts, for modules that import from it. */
  readonly entry: ivm.Module;
  /** Calls a function of the entry and copies what it returns, which is not trusted. */
  call(name: EntryName, given: readonly unknown[]): Promise<unknown>;
  dispose(): void;
}

/** What each isolate gets before anything of the author's. */
interface BoxContents {
  readonly modules: IsolateModules;
  readonly closings: readonly Closing[];
}

async function createBox(
  { modules, closings }: BoxContents,
  memoryMb: number,
  onCatastrophe: () => void,
): Promise<Box> {
  const isolate = new ivm.Isolate({ memoryLimit: memoryMb, onCatastrophicError: onCatastrophe });
  const context = await isolate.createContext();
  const byName = new Map<string, ivm.Module>();
  const importsOf = new Map<ivm.Module, Readonly<Record<string, string>>>();
  for (const { name, code, imports } of modules) {
    const compiled = await isolate.compileModule(code, { filename: name });
    byName.set(name, compiled);
    importsOf.set(compiled, imports);
  }
  const entry = byName.get(modules[0]?.name ?? '');
  if (entry === undefined) throw new Error('there are no modules for isolates');
  await entry.instantiate(context, (specifier, referrer) => {
    const module = byName.get(importsOf.get(referrer)?.[specifier] ?? '');
    if (module === undefined)
      throw new Error(`a module for isolates imports what is not there: ${specifier}`);
    return module;
  });
  await entry.evaluate();
  const { namespace } = entry;
  const call = async (name: EntryName, given: readonly unknown[]): Promise<unknown> => {
    const reference: ivm.Reference<(...arguments_: unknown[]) => unknown> = await namespace.get(name, {
      reference: true,
    });
    // The library distinguishes transferable values by type; ours are plain data and handles.
    return reference.apply(undefined, [...given] as ivm.Transferable[], {
      arguments: { copy: true },
      result: { copy: true },
    });
  };
  await call('prepare', [closings]);
  return {
    isolate,
    context,
    entry,
    call,
    dispose() {
      try {
        isolate.dispose();
      } catch {
        // It was disposed of by its memory limit or the watch.
      }
    },
  };
}

/** Keeps one box ready, so that a run does not wait for its making. */
export interface BoxPool {
  take(): Promise<Box>;
  /** A box of its own size for a large run. */
  make(memoryMb: number): Promise<Box>;
  /** Makes the next one ready; call when nothing is waiting. */
  refill(): void;
}

export function createBoxPool(contents: BoxContents, memoryMb: number, onCatastrophe: () => void): BoxPool {
  const make = (size: number): Promise<Box> => createBox(contents, size, onCatastrophe);
  let spare: Promise<Box> | undefined;
  return {
    take() {
      const ready = spare ?? make(memoryMb);
      spare = undefined;
      return ready;
    },
    make,
    refill() {
      spare ??= make(memoryMb);
      // The run that takes it reports a failure; until then no run is concerned.
      spare.catch(() => {});
    },
  };
}
