import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createReplayMarket } from './replay-market.ts';
import type { ReplayMarket } from './replay-market.ts';

const FIXTURES = fileURLToPath(new URL('../../../../tests/fixtures/', import.meta.url));
const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const undo of cleanUp.splice(0)) undo();
});

function temporaryFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  cleanUp.push(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

function open(folder: string, startDate?: string): ReplayMarket {
  return createReplayMarket({
    folder,
    startDate,
    speed: 1,
    nowMs: () => 0,
    seed: 'test',
    log: () => undefined,
  });
}

const MINUTES = 'Timestamp,Open,High,Low,Close,Volume\n2019-02-11T09:30:00-05:00,10,11,9,10.5,100\n';

test('reports every broken row with its file, line and reason, and reads the rest', async () => {
  const market = open(join(FIXTURES, 'malformed'));
  await market.whenChecked();
  const about = (file: string): string[] =>
    market.reportLines
      .filter((line) => line.startsWith(`replay: ${file} line`))
      .map((line) => line.slice(`replay: ${file} line `.length));
  expect(about('daily/BAD.csv')).toEqual([
    '3: open is empty; skipped',
    '4: low 11 is above high 9; skipped',
    '5: open 12 is outside low 9 .. high 11; skipped',
    '6: close 8.5 is outside low 9 .. high 11; skipped',
    '7: bad date: 2019-02-30; skipped',
    '8: 5 columns instead of 6; skipped',
    '9: open is not a number: ten; skipped',
    '10: low is negative: -9; skipped',
    '11: open is 0; skipped',
    '12: volume is not a number: many; skipped',
    '14: time goes back; skipped',
    '15: time repeats the row before; skipped',
  ]);
  expect(about('minute/BAD.csv')).toEqual([
    '3: bad timestamp: 2019-02-11 09:31:00; skipped',
    '4: bad timestamp: 2019-02-11T25:31:00-05:00; skipped',
    '5: volume is negative: -5; skipped',
    '6: 7 columns instead of 6; skipped',
    '8: time goes back; skipped',
  ]);
  expect(about('ticks/BAD_2019-02-11_trades.csv')).toEqual([
    '3: price is empty; skipped',
    '4: size is 0; skipped',
    '7: time goes back; skipped',
  ]);
  expect(about('ticks/BAD_2019-02-11_nbbo.csv')).toEqual(['3: bid is not a number: x; skipped']);
  expect(about('minute-quotes/BAD_2019-02-11.csv')).toEqual(['3: bid low is not a number: oops; skipped']);
  expect(about('symbols/symbols.csv')).toEqual([
    '3: symbol is empty; skipped',
    '4: shares outstanding is not a number: lots; skipped',
  ]);
  expect(about('minute/CUT.csv.gz')).toEqual(['1: cannot be read or unpacked: the whole file; skipped']);
  expect(about('minute/EMPTY.csv')).toEqual(['1: the file is empty; skipped']);
  expect(about('minute/NOCLOSE.csv')).toEqual(['1: the header lacks Close: the whole file; skipped']);
});

test('ends with how many rows of each kind were read and skipped', async () => {
  const market = open(join(FIXTURES, 'malformed'));
  await market.whenChecked();
  expect(market.reportLines.slice(-6)).toEqual([
    'replay: daily: 3 rows read, 12 skipped, in 1 file',
    'replay: minute: 4 rows read, 8 skipped, in 4 files',
    'replay: minute quotes: 1 rows read, 1 skipped, in 1 file',
    'replay: nbbo: 3 rows read, 1 skipped, in 1 file',
    'replay: symbols: 1 rows read, 2 skipped, in 1 file',
    'replay: trades: 4 rows read, 3 skipped, in 1 file',
  ]);
});

test('finds nothing wrong with the fixture recording and knows its companies', async () => {
  const market = open(join(FIXTURES, 'replay'));
  await market.whenChecked();
  expect(market.reportLines).toEqual([
    'replay: daily: 510 rows read, 0 skipped, in 4 files',
    'replay: minute: 3890 rows read, 0 skipped, in 5 files',
    'replay: symbols: 5 rows read, 0 skipped, in 1 file',
  ]);
  expect(market.instrument('bac')).toMatchObject({
    symbol: 'BAC',
    company: 'Bank of America Corporation',
    exchange: 'NYSE',
  });
  expect(market.lookup('corporation', 5).map(({ symbol }) => symbol)).toEqual(['BAC', 'MSFT']);
  expect(market.sessionDay().date).toBe('2019-02-11');
});

test('says in one line what is wrong with a folder that cannot be played', () => {
  const empty = temporaryFolder({});
  const onlySymbols = temporaryFolder({ 'symbols/symbols.csv': 'Symbol,Name\nA,Agilent\n' });
  const onlyHeader = temporaryFolder({ 'daily/A.csv': 'Date,Open,High,Low,Close,Volume\n' });
  const onlyBroken = temporaryFolder({
    'minute/X.csv': 'Timestamp,Open,High,Low,Close,Volume\ntoday,1,1,1,1,100\n',
  });
  const aFile = temporaryFolder({ 'note.txt': 'hello' });
  const messageOf = (folder: string, startDate?: string): string => {
    try {
      open(folder, startDate);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return 'opened';
  };
  expect(messageOf(join(empty, 'missing'))).toMatch(/^The replay folder .*missing does not exist\. Check/);
  expect(messageOf(join(aFile, 'note.txt'))).toMatch(/is not a folder/);
  expect(messageOf(empty)).toMatch(/holds no recording\. Put CSV/);
  expect(messageOf(onlySymbols)).toMatch(/holds no recording/);
  expect(messageOf(onlyHeader)).toMatch(/holds no row that can be played/);
  expect(messageOf(onlyBroken)).toMatch(
    /holds no row that can be played\. The first thing found wrong: minute\/X\.csv line 2: .+; skipped\.$/,
  );
  expect(messageOf(join(FIXTURES, 'replay'), '2031-01-01')).toMatch(
    /ends on 2019-02-12, before the start date 2031-01-01/,
  );
  for (const folder of [empty, onlySymbols, onlyHeader, onlyBroken])
    expect(messageOf(folder)).not.toContain('\n');
});

test('takes files directly in the folder by their header, gzipped or not, and says what it ignores', async () => {
  const folder = temporaryFolder({
    'AAA.csv': MINUTES,
    'BBB.csv.gz': gzipSync('Date,Open,High,Low,Close,Volume\n2019-02-08,10,11,9,10.5,100\n'),
    'INDEX-SPX_2019-02-11_2019-02-12.csv': '\uFEFF' + MINUTES.replaceAll('\n', '\r\n').replace(',100', ',0'),
    'odd.csv': 'a,b\n1,2\n',
    'hour/AAA.csv': MINUTES,
  });
  const market = open(folder);
  await market.whenChecked();
  expect(
    market
      .lookup('A', 9)
      .concat(market.lookup('B', 9), market.lookup('$', 9))
      .map(({ symbol }) => symbol),
  ).toEqual(['AAA', 'BBB', '$SPX']);
  expect(market.reportLines).toEqual([
    'replay: ignored hour/ (1 files): not a folder of a recording',
    'replay: ignored odd.csv: neither its name nor its header says what it holds',
    'replay: daily: 1 rows read, 0 skipped, in 1 file',
    'replay: minute: 2 rows read, 0 skipped, in 2 files',
  ]);
});

test('finds the first day whatever the order of the columns, and behind broken rows', async () => {
  const folder = temporaryFolder({
    'minute/AAA.csv':
      'Open,High,Low,Close,Volume,Timestamp\n10,11,9,10.5,100,never\n10,11\n10,11,9,10.5,100,2019-02-12T09:30:00-05:00\n',
  });
  const market = open(folder);
  expect(market.sessionDay().date).toBe('2019-02-12');
  await market.whenChecked();
  expect(market.reportLines.at(-1)).toBe('replay: minute: 1 rows read, 2 skipped, in 1 file');
});

test('no text in a file makes the loader throw', async () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom('2019-02-11T09:30:00-05:00', '2019-02-11', '10', '-1', '1e999', 'NaN', '"', ''),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 12 }), async (rows) => {
      const text = rows.map((row) => row.join(',')).join('\n');
      const folder = temporaryFolder({
        'minute/OK.csv': MINUTES,
        'minute/FUZZ.csv': MINUTES + text,
        'daily/FUZZ.csv': text,
        'ticks/FUZZ_2019-02-11_trades.csv': text,
      });
      const market = open(folder, '2019-02-11');
      await market.whenChecked();
      expect(market.snapshot('FUZZ')?.symbol).toBe('FUZZ');
      expect(market.reportLines.at(-1)).toMatch(/^replay: trades: \d+ rows read/);
    }),
    { numRuns: 60 },
  );
});

test('a large file is checked in steps that let other work run', async () => {
  const start = Date.parse('2019-02-11T00:00:00Z');
  const rows = Array.from(
    { length: 60_000 },
    (_, index) => `${new Date(start + index * 60_000).toISOString()},10,10,10,10,1`,
  );
  const market = open(
    temporaryFolder({ 'minute/AAA.csv': `Timestamp,Open,High,Low,Close,Volume\n${rows.join('\n')}\n` }),
  );
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  cleanUp.push(() => clearInterval(timer));
  await market.whenChecked();
  expect(turns).toBeGreaterThan(5);
  expect(market.reportLines.at(-1)).toBe('replay: minute: 60000 rows read, 0 skipped, in 1 file');
});
