import { describe, expect, it } from 'vitest';
import { compareWithList, offencesOf, type Offence } from './size-limits.ts';

const long = (name: string, size: number): Offence => ({
  file: 'src/a.ts',
  rule: 'max-lines-per-function',
  name,
  size,
});

describe('offencesOf', () => {
  const diagnostic = (rule: string, filename: string, message: string) => ({
    code: `eslint(${rule})`,
    filename,
    message,
  });

  it('reads file, rule, name and size out of a lint report', () => {
    const report = {
      diagnostics: [
        diagnostic('complexity', 'src/b.ts', 'function has a complexity of 19. Maximum allowed is 15.'),
        diagnostic('max-lines', 'src/a.ts', 'File has too many lines (401). Maximum allowed is 400.'),
        diagnostic(
          'max-lines-per-function',
          'src/a.ts',
          'The function `grow` has too many lines (121). Maximum allowed is 70.',
        ),
      ],
    };
    expect(offencesOf(report)).toEqual([
      { file: 'src/a.ts', rule: 'max-lines', name: '', size: 401 },
      long('grow', 121),
      { file: 'src/b.ts', rule: 'complexity', name: '', size: 19 },
    ]);
  });

  it('allows long functions in tests, but not long test files', () => {
    const report = {
      diagnostics: [
        diagnostic('max-lines-per-function', 'src/a.test.ts', 'The function has too many lines (90).'),
        diagnostic('max-lines', 'src/a.test.ts', 'File has too many lines (500).'),
      ],
    };
    expect(offencesOf(report)).toEqual([{ file: 'src/a.test.ts', rule: 'max-lines', name: '', size: 500 }]);
  });

  it('rejects a diagnostic that it cannot read', () => {
    expect(() => offencesOf({ diagnostics: [diagnostic('eqeqeq', 'src/a.ts', 'Use ===')] })).toThrow(
      'Unexpected diagnostic',
    );
  });
});

describe('compareWithList', () => {
  it('accepts a listed exception at its listed size', () => {
    expect(compareWithList([long('a', 90)], [long('a', 90)])).toEqual({ broken: [], stale: [] });
  });

  it('reports a new offence and one that grew', () => {
    const { broken } = compareWithList([long('a', 91), long('b', 71)], [long('a', 90)]);
    expect(broken).toEqual([
      'src/a.ts `a`: max-lines-per-function (limit 70): 91, was 90',
      'src/a.ts `b`: max-lines-per-function (limit 70): 71',
    ]);
  });

  it('reports an exception that shrank, and one that is within the limit now', () => {
    const { broken, stale } = compareWithList([long('a', 80)], [long('a', 90), long('b', 75)]);
    expect(broken).toEqual([]);
    expect(stale).toEqual([
      'src/a.ts `a`: max-lines-per-function (limit 70): now 80, listed with 90',
      'src/a.ts `b`: max-lines-per-function (limit 70): within the limit, still listed with 75',
    ]);
  });

  it('pairs functions without a name by size', () => {
    const { broken, stale } = compareWithList([long('', 100), long('', 80)], [long('', 80), long('', 100)]);
    expect([...broken, ...stale]).toEqual([]);
    expect(compareWithList([long('', 100), long('', 80)], [long('', 100)]).broken).toHaveLength(1);
  });
});
