import { describe, expect, it } from 'vitest';
import { countUndocumented, undocumentedNames } from './docstring-check.ts';

const namesOf = (source: string, file = 'src/domain/a.ts') =>
  undocumentedNames(file, source).map(({ name }) => name);

describe('undocumentedNames', () => {
  it('finds exported names without a docstring, of every kind of declaration', () => {
    const source = `
      export const a = 1, b = 2;
      export function c() {}
      export class D {}
      export interface E {}
      export type F = number;
      const kept = 1;
      export { kept };`;
    expect(namesOf(source)).toEqual(['a, b', 'c', 'D', 'E', 'F']);
  });

  it('accepts a docstring and no other comment', () => {
    expect(namesOf('/** Dollars. */\nexport const a = 1;\n// Dollars.\nexport const b = 1;')).toEqual(['b']);
  });

  it('needs one docstring for the overloads of a function', () => {
    const overloads = 'export function a(): void;\nexport function a(b?: number): void {}';
    expect(namesOf(`/** Does it. */\n${overloads}`)).toEqual([]);
    expect(countUndocumented('a.ts', undocumentedNames('src/ui/a.ts', overloads))).toEqual([
      { file: 'a.ts', group: 'export', count: 1 },
    ]);
  });

  it('needs a docstring for each of a constant and a type of one name', () => {
    expect(namesOf('/** Sides. */\nexport const Side = 1;\nexport type Side = number;')).toEqual(['Side']);
  });

  it('checks in the server interfaces with methods only', () => {
    const source = `
      export interface Port { send(): void }
      export interface Row { readonly id: string }
      export const limit = 1;`;
    expect(namesOf(source, 'src/server/a.ts')).toEqual(['Port']);
  });

  it('leaves out tests, their helpers and other folders', () => {
    const files = [
      'src/domain/a.test.ts',
      'src/domain/testing/a.ts',
      'plugins/a/b.ts',
      'src/workstation/a.ts',
    ];
    expect(files.flatMap((file) => namesOf('export const a = 1;', file))).toEqual([]);
  });
});
