import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { createSymbolReader, LOOKUP_BATCH, readSymbols, sortOut } from './import-symbols.ts';
import { MAX_IMPORT } from './import-limits.ts';

const read = (...pieces: string[]) => {
  const reader = createSymbolReader();
  for (const piece of pieces) reader.push(piece);
  return [...reader.end()];
};
const never = new AbortController().signal;

describe('symbols of a file', () => {
  test('each line is trimmed and upper-cased, must be 1 to 23 characters, and is taken once', () => {
    expect(read(' aapl \nMSFT\r\n\n   \naapl\rBrk.b\n' + 'X'.repeat(23) + '\n' + 'Y'.repeat(24))).toEqual([
      'AAPL',
      'MSFT',
      'BRK.B',
      'X'.repeat(23),
    ]);
  });
  test('a line that comes in pieces is one line', () => {
    expect(read('AA', 'PL\nMS', 'FT')).toEqual(['AAPL', 'MSFT']);
  });
  test('a line without an end costs no memory and does not hide what follows', () => {
    expect(read('X'.repeat(5_000), 'X'.repeat(5_000), '\nSPY\n')).toEqual(['SPY']);
    expect(read('X'.repeat(5_000))).toEqual([]);
  });
  test('a binary file has no symbols', async () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, index) =>
      index % 7 === 0 ? 0 : 128 + ((index * 31) % 128),
    );
    expect([...(await readSymbols(new Blob([bytes]), never))]).toEqual([]);
  });
  test('a file of a million lines is read', async () => {
    const text = Array.from({ length: 1_000_000 }, (_, index) => `S${index % 5_000}`).join('\n');
    expect((await readSymbols(new Blob([text]), never)).size).toBe(5_000);
  });
  test.each([
    ['utf-16le', [0xff, 0xfe], true],
    ['utf-16be', [0xfe, 0xff], false],
  ] as const)("a spreadsheet's Unicode text is read (%s)", async (_name, mark, isLittle) => {
    const text = 'aapl\r\nMSFT\r\n';
    const bytes = [
      ...mark,
      ...[...text].flatMap((letter) => (isLittle ? [letter.charCodeAt(0), 0] : [0, letter.charCodeAt(0)])),
    ];
    expect([...(await readSymbols(new Blob([Uint8Array.from(bytes)]), never))]).toEqual(['AAPL', 'MSFT']);
  });
  test('what is not seen is no part of a symbol', () => {
    expect(read('\ufeffSPY\nAMZN\u200b\n\u200e AAPL \u200f')).toEqual(['SPY', 'AMZN', 'AAPL']);
  });
  test('reading stops when it is cancelled', async () => {
    await expect(readSymbols(new Blob(['AAPL']), AbortSignal.abort())).rejects.toThrow();
  });
  propertyTest.prop([
    fc.array(fc.string({ maxLength: 30 })),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.array(fc.nat(200), { maxLength: 6 }),
  ])('reads the same symbols wherever the text is cut', (lines, end, cuts) => {
    const text = lines.join(end);
    const at = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
    const pieces = [...at, text.length].map((to, index) => text.slice(at[index - 1] ?? 0, to));
    // A cut between \r and \n makes an empty line, which is none.
    expect(read(...pieces)).toEqual(read(text));
  });
  propertyTest.prop([fc.array(fc.string({ maxLength: 30 }))])(
    'imported symbols keep the rules, whatever the file holds',
    (lines) => {
      const symbols = read(lines.join('\n'));
      expect(new Set(symbols).size).toBe(symbols.length);
      for (const symbol of symbols)
        expect([symbol === symbol.trim().toUpperCase(), symbol.length >= 1 && symbol.length <= 23]).toEqual([
          true,
          true,
        ]);
    },
  );
});

describe('known and unknown symbols', () => {
  const nothing = () => {};
  test('are separated by the server; a text that cannot be a symbol is not sent', async () => {
    const requested: string[] = [];
    const load = async (symbols: readonly string[]) => {
      requested.push(...symbols);
      return { unknown: ['NOSUCH'] };
    };
    expect(
      await sortOut(new Set(['AAPL', 'NOSUCH', '<B>', 'SPY']), { load, onProgress: nothing, signal: never }),
    ).toEqual({ unique: 4, imported: ['AAPL', 'SPY'], present: [], unknown: ['NOSUCH', '<B>'], leftOut: 0 });
    expect(requested).toEqual(['AAPL', 'NOSUCH', 'SPY']);
  });
  test('those that are in the list already are counted as such', async () => {
    const load = async () => ({ unknown: ['NOSUCH'] });
    expect(
      await sortOut(new Set(['SPY', 'QQQ', 'NOSUCH']), {
        load,
        onProgress: nothing,
        signal: never,
        present: ['SPY', 'NOSUCH'],
      }),
    ).toEqual({ unique: 3, imported: ['QQQ'], present: ['SPY'], unknown: ['NOSUCH'], leftOut: 0 });
  });
  test('of an endless list the first are taken, piece by piece, and the rest is counted', async () => {
    const symbols = new Set(Array.from({ length: MAX_IMPORT + 7 }, (_, index) => `S${index}`));
    const sizes: number[] = [];
    const done: number[] = [];
    const load = async (piece: readonly string[]) => {
      sizes.push(piece.length);
      return { unknown: [] };
    };
    const { imported, leftOut, unique } = await sortOut(symbols, {
      load,
      onProgress: (count) => done.push(count),
      signal: never,
    });
    expect([imported.length, leftOut, unique]).toEqual([MAX_IMPORT, 7, MAX_IMPORT + 7]);
    expect([Math.max(...sizes), sizes.length, done.slice(0, 3)]).toEqual([
      LOOKUP_BATCH,
      MAX_IMPORT / LOOKUP_BATCH,
      [0, LOOKUP_BATCH, 2 * LOOKUP_BATCH],
    ]);
  });
  test('are no longer requested after a cancel, and a missing answer is an error', async () => {
    const abort = new AbortController();
    let questions = 0;
    const load = async () => {
      questions++;
      abort.abort();
      return { unknown: [] };
    };
    const symbols = new Set(Array.from({ length: 3 * LOOKUP_BATCH }, (_, index) => `S${index}`));
    await expect(sortOut(symbols, { load, onProgress: nothing, signal: abort.signal })).rejects.toThrow();
    expect(questions).toBe(1);
    await expect(
      sortOut(symbols, {
        load: async () => {
          throw new Error('Timeout has occured loading data');
        },
        onProgress: nothing,
        signal: never,
      }),
    ).rejects.toThrow('Timeout');
  });
});
