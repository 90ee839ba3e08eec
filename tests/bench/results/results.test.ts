import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareResults } from './compare.ts';
import { readResults, ResultsBuilder, writeResults } from './results-file.ts';

const STARTED = new Date('2026-03-02T15:00:00Z');
const HEADER = ['', 'orders/s', 'of the floor', 'p99 ms'];

/** The results of a bench with one table, whose rows are given for each repetition. */
function resultsOf(...repetitions: (string | number)[][][]) {
  const builder = new ResultsBuilder();
  for (const rows of repetitions) builder.add('orders', [{ title: 'Orders', header: HEADER, rows }]);
  return builder.results(STARTED);
}

describe('results of benches', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tapedeck-bench-results-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('keep every number of a table, a value for each repetition, and no text', () => {
    const { figures } = resultsOf([['ours', 100, '2.00x', 4]], [['ours', 110, '2.20x', Number.NaN]]);
    expect(figures).toEqual([
      { bench: 'orders', table: 'Orders', row: 'ours', column: 'orders/s', values: [100, 110] },
      { bench: 'orders', table: 'Orders', row: 'ours', column: 'p99 ms', values: [4] },
    ]);
  });

  it('keep columns and rows of the same name apart', () => {
    const builder = new ResultsBuilder();
    const rows = [
      ['ours', 1, 2],
      ['ours', 3, 4],
    ];
    builder.add('chart', [{ title: 'Pan', header: ['', 'late', 'late'], rows }]);
    expect(builder.results(STARTED).figures).toMatchObject([
      { row: 'ours', column: 'late', values: [1] },
      { row: 'ours', column: 'late 2', values: [2] },
      { row: 'ours 2', column: 'late', values: [3] },
      { row: 'ours 2', column: 'late 2', values: [4] },
    ]);
  });

  it('are read as they were written, into a folder that was not there', async () => {
    const results = resultsOf([['ours', 100, '', 4]]);
    const path = join(folder, 'of', 'march.json');
    await writeResults(path, results);
    expect(readResults(path)).toEqual(results);
    expect(results.machine.cores).toBeGreaterThan(0);
  });

  it.each([
    ['{', 'could not be read'],
    ['{"schema":2}', 'is no file of bench results: schema: The file is not of schema 1.'],
    ['[]', 'is no file of bench results'],
  ])('name the file and the fault when they are %s', async (content, fault) => {
    const path = join(folder, 'bad.json');
    await writeFile(path, content);
    expect(() => readResults(path)).toThrow(`${path} ${fault}`);
  });

  it('are compared by the medians of their repetitions, with the widest ratios between any two', () => {
    const before = resultsOf([['ours', 100, '', 4]], [['ours', 120, '', 4]], [['ours', 80, '', 4]]);
    const after = resultsOf([['ours', 200, '', 2]], [['ours', 240, '', 1]], [['ours', 160, '', 3]]);
    expect(compareResults(before, after).figures).toMatchObject([
      { place: { column: 'orders/s' }, before: 100, after: 200, ratio: 2, spread: [160 / 120, 240 / 80] },
      { place: { column: 'p99 ms' }, before: 4, after: 2, ratio: 0.5, spread: [1 / 4, 3 / 4] },
    ]);
  });

  it('count what only one of two files has, and compare nothing with 0', () => {
    const before = resultsOf([
      ['ours', 0, '', 4],
      ['dropped', 1, '', 1],
    ]);
    const after = resultsOf([
      ['ours', 10, '', 4],
      ['added', 1, '', 1],
    ]);
    const { figures, onlyBefore, onlyAfter } = compareResults(before, after);
    expect(figures.map(({ place }) => place.column)).toEqual(['p99 ms']);
    expect([onlyBefore, onlyAfter]).toEqual([2, 2]);
  });
});
