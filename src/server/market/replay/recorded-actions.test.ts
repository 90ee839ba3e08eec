import { expect, it } from 'vitest';
import { finish, readCsv } from './csv-file.ts';
import { actionReader, actionsOfFactors, factorReader } from './recorded-actions.ts';
import { Replays } from './testing/replays.ts';

const replays = new Replays();

/** The records and problems of a file with the text. */
function read<Row>(text: string, reader: Parameters<typeof readCsv<Row>>[1]) {
  const folder = replays.temporaryFolder({ 'file.csv': text });
  return finish(readCsv(`${folder}/file.csv`, reader));
}

it('reads splits, dividends, other symbols and delistings', async () => {
  const { records, problems } = read(
    [
      'Symbol,ExDate,Kind,Numerator,Denominator,Amount,NewSymbol,Cash,CashInLieu',
      'aapl,2014-06-09,split,7,1,,,,93.7',
      'AAPL,2014-08-07,dividend,,,0.470001,,,',
      'FB,2022-06-09,symbol,,,,META,,',
      'X,2025-06-18,delisting,,,,,55,',
    ].join('\n'),
    actionReader(),
  );
  await replays.end();
  expect(problems).toEqual([]);
  expect(records).toEqual([
    {
      kind: 'Split',
      symbol: 'AAPL',
      exDate: '2014-06-09',
      numerator: 7,
      denominator: 1,
      cashInLieuE4: 937_000,
    },
    { kind: 'Dividend', symbol: 'AAPL', exDate: '2014-08-07', amountE6: 470_001 },
    { kind: 'SymbolChange', symbol: 'FB', exDate: '2022-06-09', newSymbol: 'META' },
    { kind: 'Delisting', symbol: 'X', exDate: '2025-06-18', cashE4: 550_000 },
  ]);
});

it('takes estimated ratios of splits, and names rows that are none', async () => {
  const { records, problems } = read(
    [
      'Symbol,ExDate,Kind,DividendEst,SplitRatioEst',
      'A,2015-01-05,split,,2.0007',
      'B,2015-01-05,split,,0.0999',
      'C,2015-01-05,split,,1.4996',
      'EBAY,2015-07-20,split,,2.376',
      'D,2015-01-05,dividend,0,',
      'E,2015-01-05,merger,,',
      'F,2015-02-30,split,,2',
    ].join('\n'),
    actionReader(),
  );
  await replays.end();
  expect(records.map((action) => action.kind === 'Split' && [action.numerator, action.denominator])).toEqual([
    [2, 1],
    [1, 10],
    [3, 2],
  ]);
  expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'no split has the ratio 2.376: it may be a spin-off'],
    [6, 'amount is 0 or too large'],
    [7, 'kind is none of split, dividend, symbol and delisting: merger'],
    [8, 'bad date: 2015-02-30'],
  ]);
});

it('finds in factors the split and the dividends that changed them', async () => {
  const { records } = read(
    [
      'LastDate,PriceFactor,SplitFactor,ReferencePrice',
      '2014-05-07,0.8961764,0.0357143,592.33',
      '2014-06-06,0.9011818,0.0357143,645.57',
      '2014-08-06,0.9011818,0.25,94.97',
      '2014-11-05,0.9056639,0.25,108.86',
    ].join('\n'),
    factorReader(),
  );
  await replays.end();
  expect(actionsOfFactors('AAPL', records)).toEqual([
    { kind: 'Dividend', symbol: 'AAPL', exDate: '2014-05-08', amountE6: 3_290_000 },
    { kind: 'Split', symbol: 'AAPL', exDate: '2014-06-09', numerator: 7, denominator: 1, cashInLieuE4: 0 },
    { kind: 'Dividend', symbol: 'AAPL', exDate: '2014-08-07', amountE6: 470_000 },
  ]);
});
