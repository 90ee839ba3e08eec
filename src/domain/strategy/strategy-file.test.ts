import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatStrategyFile, parseStrategyFile } from './strategy-file.ts';

const CODE = "symbol('SPY');\nonBar(() => buy());\n";
const FILE = `${CODE}\n// Parameters of the strategy in Tapedeck:\n// fast = 10\n//\n// slow = 30 # days\n`;
const PARAMETERS = 'fast = 10\n\nslow = 30 # days';

describe('a strategy file', () => {
  test('has the code from its first line and the parameters in comment lines at its end', () => {
    expect(formatStrategyFile({ code: CODE, parameters: PARAMETERS })).toBe(FILE);
    expect(parseStrategyFile(FILE)).toEqual({ ok: true, value: { code: CODE, parameters: PARAMETERS } });
  });

  test('is the code when there are no parameters, and any code is a strategy file', () => {
    expect(formatStrategyFile({ code: CODE, parameters: '' })).toBe(CODE);
    expect(parseStrategyFile(CODE)).toEqual({ ok: true, value: { code: CODE, parameters: '' } });
  });

  test('gives the same code and parameters whatever they contain', () => {
    const piece = fc.oneof(
      fc.constantFrom('\n', '\r\n', '\r', '\u2028', '\uFEFF', '//', '*/', ' ', '"', '\\', 'fast = 10'),
      fc.constantFrom(
        '// Parameters of the strategy in Tapedeck:\n',
        '// Parameters of the strategy in Tapedeck, escaped:\n',
      ),
      fc.string({ maxLength: 3 }),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (code, parameters) => {
        const read = parseStrategyFile(formatStrategyFile({ code, parameters }));
        expect(read).toEqual({ ok: true, value: { code, parameters } });
      }),
      { numRuns: 2_000 },
    );
  });

  test('keeps parameters with other ends of lines in a comment', () => {
    const file = formatStrategyFile({ code: CODE, parameters: 'a = 1\rb = 2\u2028c = 3' });
    expect(file.slice(CODE.length).split(/[\n\r\u2028]/)).toEqual([
      '',
      '// Parameters of the strategy in Tapedeck, escaped:',
      String.raw`// "a = 1\rb = 2\u2028c = 3"`,
      '',
    ]);
  });

  test('is read after an editor changed its line ends, marked its byte order, or added empty lines', () => {
    const changed = `\uFEFF${FILE.replaceAll('\n', '\r\n')}\r\n\r\n`;
    expect(parseStrategyFile(changed)).toEqual({
      ok: true,
      value: { code: CODE.replaceAll('\n', '\r\n'), parameters: PARAMETERS },
    });
  });

  test('is refused with the line of code after the parameters', () => {
    expect(parseStrategyFile(`${FILE}buy();\n`)).toEqual({
      ok: false,
      error: { line: 8, message: 'only comment lines may follow the parameters, which end the file' },
    });
  });

  test('is refused with the line of escaped parameters that are no text', () => {
    expect(parseStrategyFile('a\n// Parameters of the strategy in Tapedeck, escaped:\n// {}')).toEqual({
      ok: false,
      error: { line: 3, message: 'the escaped parameters are not one JSON text' },
    });
  });

  test('is refused when it is not a text', () => {
    expect(parseStrategyFile('a\nb\0c')).toEqual({
      ok: false,
      error: { line: 2, message: 'the file is not a text' },
    });
  });
});
