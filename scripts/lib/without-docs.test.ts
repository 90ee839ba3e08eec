import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { emptyDocs } from './without-docs.ts';

const protocol = fileURLToPath(new URL('../../src/protocol/', import.meta.url));

describe('the client without descriptions', () => {
  it('has the rest of a catalogue as it is', () => {
    const code = [
      'export const calls = {',
      "  one: { T: 1, doc: 'It\\'s a text: doc.', body: null as string | null },",
      '  two: { doc: `At most ${LIMIT}.`, T: 2 },',
      '  three: { doc: textOf(3), docs: "kept" },',
      '} as const satisfies Catalogue;',
      'interface Entry { readonly doc: string }',
    ].join('\n');
    expect(emptyDocs(code).split('\n')).toEqual([
      'export const calls = {',
      "  one: { T: 1, doc: '', body: null as string | null },",
      "  two: { doc: '', T: 2 },",
      '  three: { doc: textOf(3), docs: "kept" },',
      '} as const satisfies Catalogue;',
      'interface Entry { readonly doc: string }',
    ]);
  });

  it('has no description of the protocol', () => {
    const files = readdirSync(protocol).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
    const texts = files.map((name) => emptyDocs(readFileSync(`${protocol}${name}`, 'utf8')));
    expect(texts.join('\n').match(/\bdoc:\s*["'`](?!["'`])/g)).toBeNull();
    expect(texts.join('\n')).toMatch(/\bdoc:\s*''/);
  });
});
