import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A module as an isolate compiles it. */
export interface IsolateModule {
  /** Its path below `src`, which errors show. */
  readonly name: string;
  readonly code: string;
  /** What it imports: the specifier as written, and the name it stands for. */
  readonly imports: Readonly<Record<string, string>>;
}

/** Every module that runs in isolates; the first is the entry. */
export type IsolateModules = readonly IsolateModule[];

const SOURCE = fileURLToPath(new URL('../../..', import.meta.url));
const ENTRY = fileURLToPath(new URL('isolate/entry.ts', import.meta.url));
/** What may run in an isolate: rules without a machine under them, and the door to them. */
const ROOMS = ['domain', 'server/algostream/runtime/isolate'];

let loaded: Promise<IsolateModules> | undefined;

/** Reads the modules and takes their types off, once. */
export function loadIsolateModules(): Promise<IsolateModules> {
  loaded ??= link();
  return loaded;
}

async function link(): Promise<IsolateModules> {
  const modules = new Map<string, IsolateModule>();
  const waiting = [ENTRY];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const name = nameOf(path);
    if (modules.has(name)) continue;
    const code = stripTypeScriptTypes(await readFile(path, 'utf8'));
    const imports: Record<string, string> = {};
    for (const specifier of specifiersOf(code)) {
      const target = resolve(path, '..', specifier);
      imports[specifier] = nameOf(target);
      waiting.push(target);
    }
    modules.set(name, { name, code, imports });
  }
  return [...modules.values()];
}

/** Our own sources write imports in one way only; what is left after stripping are imports of values. */
function specifiersOf(code: string): string[] {
  return [...code.matchAll(/^(?:import|export|\})[^'"`;]*\bfrom\s+'([^']+)'/gm)].map(
    (match) => match[1] ?? '',
  );
}

function nameOf(path: string): string {
  const name = relative(SOURCE, path).split(sep).join('/');
  if (!ROOMS.some((room) => name.startsWith(`${room}/`)))
    throw new Error(`${name} cannot run in an isolate: it lies outside of ${ROOMS.join(' and ')}`);
  return name;
}
