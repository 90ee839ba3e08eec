import { describe, expect, it } from 'vitest';
import { chunksByStep, type ModuleGraph } from './client-chunks.ts';

const STEPS = {
  helpPage: '/help.ts',
  firstPage: '/main.tsx',
  floating: '/toasts.ts',
  signedIn: '/signed-in.ts',
};

const graph = (imports: Readonly<Record<string, readonly string[]>>): ModuleGraph => ({
  getModuleInfo: (id) => (id in imports ? { importedIds: imports[id] ?? [] } : null),
});

const CLIENT = graph({
  '/help.ts': ['/topics.ts', '/theme.ts'],
  '/topics.ts': [],
  '/theme.ts': ['/storage.ts'],
  '/storage.ts': [],
  '/main.tsx': ['/login.tsx', '/theme.ts'],
  '/login.tsx': ['/main.tsx', '/field.tsx'],
  '/field.tsx': [],
  '/toasts.ts': ['/anchor.ts', '/field.tsx'],
  '/anchor.ts': [],
  '/signed-in.ts': ['/feed.ts', '/field.tsx', '/storage.ts', '/toasts.ts'],
  '/feed.ts': ['/signed-in.ts'],
  '/chart.tsx': ['/field.tsx', '/feed.ts'],
});

describe('the chunk of a module of the client', () => {
  const { ofPages, ofFloating, ofDesk } = chunksByStep(STEPS);

  it('is "first" for what the first page reaches by static imports, cycles included', () => {
    expect(['/main.tsx', '/login.tsx', '/field.tsx'].map((id) => ofPages(id, CLIENT))).toEqual(
      Array(3).fill('first'),
    );
  });

  it('is "common" for what the help pages share with the first page', () => {
    expect(['/theme.ts', '/storage.ts'].map((id) => ofPages(id, CLIENT))).toEqual(['common', 'common']);
  });

  it('is "floating" for what the first page loads once it is on the screen', () => {
    expect(['/toasts.ts', '/anchor.ts'].map((id) => ofFloating(id, CLIENT))).toEqual([
      'floating',
      'floating',
    ]);
    expect(ofFloating('/feed.ts', CLIENT)).toBeNull();
  });

  it('is "desk" for what is loaded after the sign-in', () => {
    expect(['/signed-in.ts', '/feed.ts'].map((id) => ofDesk(id, CLIENT))).toEqual(['desk', 'desk']);
  });

  it('is left to the bundler for what only a tool or the help pages need', () => {
    for (const id of ['/chart.tsx', '/topics.ts']) {
      expect(ofPages(id, CLIENT)).toBeNull();
      expect(ofDesk(id, CLIENT)).toBeNull();
    }
  });

  it('is refused when a file of the steps was moved', () => {
    const moved = chunksByStep({ ...STEPS, signedIn: '/moved.ts' });
    expect(() => moved.ofPages('/main.tsx', CLIENT)).toThrow('/moved.ts is not a module of the client');
  });
});
