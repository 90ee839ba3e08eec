import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ORDER_TYPE_NAMES } from '../../src/domain/orders/enumerations.ts';

/** Files that list the order types because they define a list of them. */
const DEFINITIONS = new Set(['src/domain/orders/enumerations.ts', 'src/domain/strategy/order-record.ts']);

const sources = (pattern: string): readonly (readonly [path: string, text: string])[] =>
  globSync(pattern, { exclude: ['**/node_modules'] })
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')] as const);

describe('the order vocabulary', () => {
  it('has no rule about several order types outside of the table ORDER_TYPES', () => {
    const name = `'(?:${ORDER_TYPE_NAMES.join('|')})'`;
    const compared = new RegExp(`[!=]== ${name}\\)?\\s*(?:\\|\\||&&)[^;\\n]*[!=]== ${name}`);
    const listed = new RegExp(`\\[\\s*${name},\\s*${name}`);
    const found = sources('{src,plugins,layouts}/**/*.{ts,tsx}')
      .filter(([path, text]) => !DEFINITIONS.has(path) && (compared.test(text) || listed.test(text)))
      .map(([path]) => path);
    expect(found).toEqual([]);
  });
});
