import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeStrategyFile,
  formatStrategyFile,
  MAX_STRATEGY_FILE_BYTES,
  parametersLine,
  parseStrategyFile,
} from './strategy-file.ts';

const CODE = "// Buys dips\nsymbol('SPY');\nonBar(() => buy(100));\n";

describe('the file of a strategy', () => {
  it('has the parameters as comments after the code', () => {
    const text = formatStrategyFile({ code: CODE, parameters: 'fast = 10\nslow = 30' });
    expect(text).toBe(`${CODE}\n//# Tapedeck parameters\n// fast = 10\n// slow = 30\n`);
    expect(parametersLine(text)).toBe(6);
  });

  it('is the code alone without parameters', () => {
    expect(formatStrategyFile({ code: CODE, parameters: '' })).toBe(CODE);
    expect(parseStrategyFile(CODE)).toEqual({ ok: true, value: { code: CODE, parameters: '' } });
    expect(parametersLine(CODE)).toBeNull();
  });

  it.each([
    { code: '', parameters: '' },
    { code: '', parameters: 'a = 1' },
    { code: 'x', parameters: 'a = 1\n' },
    { code: 'x\n\n', parameters: '\n\na = 1\n\n\n' },
    { code: 'x\r\n', parameters: 'a = 1\r\nb = 2\r\n' },
    { code: 'x', parameters: '  a = 1 */\r// b\u2028c\u2029' },
    { code: 'x', parameters: '//# Tapedeck parameters\n# Tapedeck parameters' },
    { code: '//# Tapedeck parameters\n// a = 1\n', parameters: '' },
    { code: '//# Tapedeck parameters\n', parameters: '' },
    { code: '//# tapedeck parameters\nx', parameters: 'a = 2' },
    { code: 'x', parameters: '\n' },
  ])('gives the same code and parameters back: %j', (file) => {
    expect(parseStrategyFile(formatStrategyFile(file))).toEqual({ ok: true, value: file });
  });

  it('gives any code and parameters back', () => {
    const text = fc
      .array(
        fc.constantFrom(
          '\n',
          '\r',
          '\r\n',
          '\u2028',
          '//',
          ' ',
          '//# Tapedeck parameters',
          '# Tapedeck parameters',
          'a = 1',
          '\t',
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (code, parameters) => {
        expect(parseStrategyFile(formatStrategyFile({ code, parameters }))).toEqual({
          ok: true,
          value: { code, parameters },
        });
      }),
      { numRuns: 2000, seed: 7 },
    );
  });

  it('is read when an editor removed the blanks at the ends of lines and added an empty line', () => {
    expect(parseStrategyFile('x\n\n//# Tapedeck parameters\n//a = 1\n//\n// b = 2\n\n')).toEqual({
      ok: true,
      value: { code: 'x\n', parameters: 'a = 1\n\nb = 2' },
    });
  });

  it('is rejected with code after the parameters, with the line', () => {
    expect(parseStrategyFile('x\n//# Tapedeck parameters\n// a = 1\ny();\n')).toEqual({
      ok: false,
      error: {
        line: 4,
        message:
          'The parameters are the last lines of a file: every line after "//# Tapedeck parameters" begins with //.',
      },
    });
  });
});

describe('the bytes of a file', () => {
  const encoded = (text: string) => new TextEncoder().encode(text);

  it('are decoded without the byte order mark', () => {
    expect(decodeStrategyFile(encoded('\uFEFFlog("Größe 1")'))).toEqual({
      ok: true,
      value: 'log("Größe 1")',
    });
  });

  it.each([[new Uint8Array([0xff, 0xfe, 0x41, 0x00])], [new Uint8Array([0x41, 0x00, 0x42])]])(
    'are rejected when they are no text: %j',
    (bytes) => {
      expect(decodeStrategyFile(bytes)).toMatchObject({
        ok: false,
        error: { message: 'The file is not a text in UTF-8.' },
      });
    },
  );

  it('are rejected when there are too many', () => {
    expect(decodeStrategyFile(encoded('x'.repeat(MAX_STRATEGY_FILE_BYTES)))).toMatchObject({ ok: true });
    expect(decodeStrategyFile(encoded('x'.repeat(MAX_STRATEGY_FILE_BYTES + 1)))).toMatchObject({
      ok: false,
      error: {
        line: null,
        message: 'The file has more than 200,000 bytes, which is more than a strategy can have.',
      },
    });
  });
});
