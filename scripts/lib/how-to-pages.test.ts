import { describe, expect, it } from 'vitest';
import { applyChange, blocksOf, type PageBlock } from './how-to-pages.ts';

const change = (text: string): PageBlock => ({ page: 'p.md', path: 'a.ts', kind: 'change', text });

describe('blocksOf', () => {
  it('reads the blocks that name a path, and no others', () => {
    const page = '```ts a.ts\nconst a = 1;\n```\n\n```sh\nnpm start\n```\n\n```diff b.ts\n one\n+two\n```\n';
    expect(blocksOf('p.md', page)).toEqual([
      { page: 'p.md', path: 'a.ts', kind: 'new file', text: 'const a = 1;\n' },
      { page: 'p.md', path: 'b.ts', kind: 'change', text: ' one\n+two\n' },
    ]);
  });
});

describe('applyChange', () => {
  const file = 'one\n  two();\nthree\none\nfour\n';

  it('adds and removes lines at the first place that matches', () => {
    expect(applyChange(file, change(' one\n-  two();\n+  zwei();'))).toBe(
      'one\n  zwei();\nthree\none\nfour\n',
    );
  });

  it('looks for the second hunk after the first', () => {
    expect(applyChange(file, change(' three\n@@\n one\n+and\n four'))).toBe(
      'one\n  two();\nthree\none\nand\nfour\n',
    );
  });

  it('keeps the rest of a line that the page shortens', () => {
    expect(applyChange(file, change('   two\n+more'))).toBe('one\n  two();\nmore\nthree\none\nfour\n');
  });

  it('throws when the file has no such lines', () => {
    expect(() => applyChange(file, change(' one\n three\n+x'))).toThrow('p.md: a.ts has no lines');
  });
});
