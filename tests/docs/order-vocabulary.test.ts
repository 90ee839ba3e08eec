import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ORDER_TYPE_NAMES } from '../../src/domain/orders/enumerations.ts';

/** Files that list the order types because they define a list of them: all, those of a broker (compared with its dialect by brokers.test.ts), and those of strategies. */
const DEFINITIONS = new Set([
  'src/domain/orders/enumerations.ts',
  'src/domain/orders/brokers.ts',
  'src/domain/strategy/order-record.ts',
]);

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

  it('has no bare error number where an order is judged or a rejection is sent', () => {
    const given = /\b[cC]odes?: \[?\s*-\d|\b(?:orderErrorMessage|refuse|refusal|rejection)\(-\d/;
    // A check returns 0 or a code; elsewhere -1 is a sign or a first revision.
    const returned = (path: string): RegExp =>
      path.startsWith('src/domain/risk/')
        ? /(?:return|[?:,|[])\s*-[1-9]/
        : /(?:return|[?:])\s*-(?:[2-9]|\d\d)/;
    const judges = /^src\/(?:domain\/(?:orders|risk)|server\/risk)\//;
    const found = sources('{src,plugins}/**/*.{ts,tsx}')
      .filter(([path, text]) => given.test(text) || (judges.test(path) && returned(path).test(text)))
      .map(([path]) => path)
      .filter((path) => path !== 'src/domain/orders/errors.ts');
    expect(found).toEqual([]);
  });
});

describe('shared constants', () => {
  it.each([
    ['a day', /\bDAY_MS = /, 'src/domain/calendar/durations.ts'],
    ['an hour', /\bHOUR_MS = /, 'src/domain/calendar/durations.ts'],
    ['a minute', /\bMINUTE_MS = /, 'src/domain/calendar/durations.ts'],
    ['the pattern of a symbol', /\/\^\[A-Z0-9\.\$~\^\/ -\]/, 'src/domain/symbols/symbol.ts'],
    ['the longest symbol', /\bMAX_SYMBOL_LENGTH = /, 'src/domain/symbols/symbol.ts'],
    [
      'the shares of a contract',
      /\b(?:CONTRACT_SHARES|CONTRACT_SIZE|OPTION_MULTIPLIER) = /,
      'src/domain/symbols/contract-shares.ts',
    ],
  ])('define %s once', (_, definition, path) => {
    // The stand-in of the external broker is a program of its own.
    const found = sources('{src,plugins,layouts}/**/*.{ts,tsx}')
      .filter(([file, text]) => !file.includes('/schwab/stand-in/') && definition.test(text))
      .map(([file]) => file);
    expect(found).toEqual([path]);
  });
});
