import { expect, test } from 'vitest';
import { referenceOf, referencePage } from './reference-pages.ts';

const DECLARATIONS = new Map([
  [
    'src/index.d.ts',
    `export { useLast, type Market as Quote } from './market.js';
export * from './texts.js';
export type { Node } from 'react';
`,
  ],
  [
    'src/market.d.ts',
    `/** Prices of a symbol, dollars. */
export interface Market {
  /** 0 = none. */
  readonly last: number;
}
/**
 * The last price,
 * twice a second.
 * @param symbol in upper case
 * @throws for an empty symbol
 *
 * @example
 * \`\`\`tsx
 * const last = useLast('SPY');
 *
 * export { last };
 * \`\`\`
 */
export declare function useLast(symbol: string): Market;
export declare function useLast(symbol: string, size: number): Market;
/** Not exported by the entry. */
export declare const INTERNAL = 1;
`,
  ],
  ['src/texts.d.ts', `/** Shown for an unknown value. */\nexport declare const UNKNOWN_TEXT = "–";\n`],
]);

test('lists what a module exports under its names there, with declarations, docs and examples', () => {
  const entries = referenceOf(DECLARATIONS, 'src/index.d.ts');
  expect(entries.map(({ name, kind }) => [name, kind])).toEqual([
    ['Quote', 'type'],
    ['UNKNOWN_TEXT', 'value'],
    ['useLast', 'hook'],
  ]);
  expect(entries.find(({ name }) => name === 'useLast')).toEqual({
    name: 'useLast',
    kind: 'hook',
    declaration:
      'function useLast(symbol: string): Market;\nfunction useLast(symbol: string, size: number): Market;',
    doc: 'The last price, twice a second.\n\n`symbol`: in upper case\n\nThrows for an empty symbol',
    examples: ["const last = useLast('SPY');\n\nexport { last };"],
  });
});

test('writes a page with a heading for each name, by kind', () => {
  const page = referencePage(
    { specifier: '@a/b', about: 'A module.' },
    referenceOf(DECLARATIONS, 'src/index.d.ts'),
  );
  expect(page.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    '# @a/b',
    '## Hooks',
    '### useLast',
    '## Values',
    '### UNKNOWN_TEXT',
    '## Types',
    '### Quote',
  ]);
  expect(page).toContain("```tsx\nconst last = useLast('SPY');\n\nexport { last };\n```");
});

test('refuses a name without a docstring', () => {
  const silent = new Map([['src/index.d.ts', 'export declare const silent = 1;\n']]);
  expect(() =>
    referencePage({ specifier: '@a/b', about: '' }, referenceOf(silent, 'src/index.d.ts')),
  ).toThrow('@a/b exports names without a docstring: silent.');
});
