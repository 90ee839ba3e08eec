import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import type { Strategies } from '../types.ts';
import { strategy } from '../testing/fakes.ts';
import { useImports, type Imports } from './use-imports.ts';

type SavedListener = Parameters<Strategies['onSaved']>[0];

const CODE = "import { size } from './risk';\nsymbol('SPY');";

let root: Root | undefined;
afterEach(() => root?.unmount());

/** The saved files of a user, and how often each was read. */
function savedFiles(files: Record<string, string>) {
  const listeners = new Set<SavedListener>();
  const reads: string[] = [];
  let isConnected = true;
  const strategies: Pick<Strategies, 'get' | 'load' | 'source' | 'onSaved'> = {
    get: () => ({
      isLoaded: true,
      personal: Object.keys(files).map((Name) => strategy({ Name })),
      public: [],
    }),
    load: () => (isConnected ? Promise.resolve() : Promise.reject(new Error('lost'))),
    source: (name) => {
      reads.push(name);
      return Promise.resolve({ name, code: files[name] ?? '', parameters: '' });
    },
    onSaved: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return {
    strategies,
    reads,
    listeners,
    save(name: string, code: string) {
      files[name] = code;
      for (const listener of [...listeners]) listener({ name, originalName: name });
    },
    lose: () => (isConnected = false),
  };
}

/** Shows code in an editor; `now` is what the hook gives at the moment. */
function follow(saved: ReturnType<typeof savedFiles>, first: string) {
  let imports: Imports = { files: [], fault: null, names: [] };
  function Editor({ code }: { readonly code: string }) {
    imports = useImports(saved.strategies, 'Main', code);
    return null;
  }
  const opened = createRoot(document.createElement('div'));
  root = opened;
  const show = (code: string): void => opened.render(<Editor code={code} />);
  show(first);
  return { show, now: () => imports, filesNow: () => imports.files.map(({ name, code }) => [name, code]) };
}

test('reads the files that the code imports with those that they import, and lists the names of the others', async () => {
  const risk = "import { base } from './base';\nexport const size = base;";
  const saved = savedFiles({ Main: CODE, risk, base: 'export const base = 1;', other: '' });
  const { now } = follow(saved, CODE);
  await expect
    .poll(() =>
      now()
        .files.map(({ name }) => name)
        .toSorted(),
    )
    .toEqual(['base', 'risk']);
  expect(now()).toMatchObject({ fault: null, names: ['risk', 'base', 'other'] });
  expect(saved.reads).not.toContain('other');
});

test('reads nothing again while the imports are the same, and again when a file is saved', async () => {
  const saved = savedFiles({ Main: CODE, risk: 'export const size = 1;' });
  const { show, filesNow } = follow(saved, CODE);
  await expect.poll(filesNow).toEqual([['risk', 'export const size = 1;']]);
  show(`${CODE}\nbars('day');`);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(saved.reads).toEqual(['risk']);
  saved.save('risk', 'export const size = 2;');
  await expect.poll(filesNow).toEqual([['risk', 'export const size = 2;']]);
});

test('marks a file that does not exist at its import, until it is saved', async () => {
  const saved = savedFiles({ Main: CODE });
  const { now } = follow(saved, CODE);
  await expect.poll(() => now().fault?.message).toBe("there is no file 'risk'");
  expect(now().fault).toMatchObject({ line: 1, column: 22 });
  saved.save('risk', 'export const size = 1;');
  await expect.poll(() => now().fault).toBeNull();
});

test('marks a fault in an imported file at the import that leads to it', async () => {
  const saved = savedFiles({ Main: CODE, risk: "\nimport { x } from './gone';\nexport const size = x;" });
  const { now } = follow(saved, CODE);
  await expect.poll(() => now().fault?.message).toBe("there is no file 'gone' (in ./risk, line 2)");
  expect(now().fault?.line).toBe(1);
});

test('has no files of earlier imports, and no fault before the new ones are read', async () => {
  const saved = savedFiles({ Main: CODE, risk: 'export const size = 1;', exits: 'export const stop = 1;' });
  const { show, filesNow, now } = follow(saved, CODE);
  await expect.poll(filesNow).toHaveLength(1);
  show("import { stop } from './exits';");
  await expect.poll(() => filesNow().map(([name]) => name)).toEqual(['exits']);
  show("symbol('SPY');");
  await expect.poll(filesNow).toEqual([]);
  expect(now().fault).toBeNull();
});

test('reports no fault without a connection, and stops listening when the editor closes', async () => {
  const saved = savedFiles({ Main: CODE });
  saved.lose();
  const { now } = follow(saved, CODE);
  await expect.poll(() => saved.listeners.size).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(now()).toMatchObject({ files: [], fault: null });
  root?.unmount();
  root = undefined;
  expect(saved.listeners.size).toBe(0);
});
