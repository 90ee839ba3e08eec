import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chainText, folderOf } from './testing/chain-folder.ts';
import { CALL, chainReplays, DATE } from './testing/chain-replay.ts';

const { open, pass } = chainReplays();

describe('a recorded chain that is damaged', () => {
  const text = chainText(Array.from({ length: 300 }, (_, index) => ({ strike: 600 + index })));
  const broken = (line: number): string =>
    text
      .split('\n')
      .map((row, index) => (index === line ? row.replace(',C,', ',X,') : row))
      .join('\n');

  it.each([
    ['a gzip file that is cut off', gzipSync(text).subarray(0, 600), 'cannot be read or unpacked'],
    ['a text that is cut off', text.slice(0, -40), 'its last line, 301, is incomplete'],
    ['an empty file', '', 'the file is empty'],
    ['a header alone', `${text.split('\n')[0]}\n`, 'it has no rows'],
    ['a file of other columns', 'Date,Open\n2026-08-14,1\n', 'the header lacks Snapshot'],
    ['the chain of another underlying', text.replaceAll(',SPY,', ',QQQ,'), 'underlying is QQQ'],
    [
      'the chain of another day',
      text.replaceAll('2026-08-14T10', '2026-08-13T10'),
      'no row is of 2026-08-14',
    ],
    ['many broken rows', text.replaceAll(/,C,6[0-4]/g, ',X,6'), '50 of 300 rows cannot be used'],
  ])('is refused with its reason, and not priced by the model: %s', async (_, content, reason) => {
    const name = typeof content === 'string' ? `SPY_${DATE}.csv` : `SPY_${DATE}.csv.gz`;
    const folder = folderOf({
      'minute/SPY.csv': `Timestamp,Open,High,Low,Close,Volume\n${DATE}T09:30:00-04:00,776,777,775,776,1000\n`,
      [`options/${name}`]: content,
    });
    const { market, lines } = open(folder);
    await market.start();
    expect(lines.join('\n')).toContain(`replay: options/${name}: the option chain is refused: `);
    expect(lines.join('\n')).toContain(reason);
    expect(await market.chainProblem('SPY')).toMatch(
      `The recorded option chain of SPY on ${DATE} cannot be used: options/${name}, `,
    );
    expect([market.expirations('SPY'), market.option(CALL), market.chain('SPY', '2026-08-21')]).toEqual([
      [],
      undefined,
      [],
    ]);
    expect(market.impliedVolatilityOf('SPY')).toBeNull();
    pass(2);
    expect(market.snapshot('SPY')?.lastE4).toBeGreaterThan(0);
  });

  it('is used without the few rows that are broken, which the report names', async () => {
    const { market, lines, whenChecked } = open(folderOf({ [`options/SPY_${DATE}.csv`]: broken(7) }));
    await whenChecked();
    expect(await market.chainProblem('SPY')).toBeNull();
    expect(market.chain('SPY', '2026-08-21')).toHaveLength(299);
    expect(lines).toEqual([
      `replay: options/SPY_${DATE}.csv line 8: right is neither C nor P: X; skipped`,
      'replay: options: 299 rows read, 1 skipped, in 1 file',
    ]);
  });

  it('names files whose name does not say the day', () => {
    const { lines } = open(
      folderOf({
        [`options/SPY_${DATE}.csv`]: text,
        'options/QQQ.csv': text,
        'options/SPY_2026-08.csv': text,
      }),
    );
    expect(lines).toEqual([
      'replay: ignored options/QQQ.csv: the name of an option chain is its symbol and its date, as in SPY_2026-08-14.csv',
      'replay: ignored options/SPY_2026-08.csv: the name of an option chain is its symbol and its date, as in SPY_2026-08-14.csv',
    ]);
  });
});
