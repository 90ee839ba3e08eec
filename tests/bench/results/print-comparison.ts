import { printTable } from '../harness.ts';
import { compareResults } from './compare.ts';
import { readResults, type BenchResults } from './results-file.ts';

const describe = ({ startedAt, machine }: BenchResults): string =>
  `${startedAt}, ${machine.cores} × ${machine.processor}, Node ${machine.node}`;

/** Prints the ratios of two files of results, one table for each table of the benches. */
export function printComparison(beforePath: string, afterPath: string): void {
  const [before, after] = [readResults(beforePath), readResults(afterPath)];
  const { figures, onlyBefore, onlyAfter } = compareResults(before, after);
  console.log(`before: ${describe(before)}\nafter:  ${describe(after)}`);
  const tables = new Set(figures.map(({ place }) => place.table));
  for (const table of tables)
    printTable(
      table,
      ['', 'figure', 'before', 'after', 'ratio', 'spread'],
      figures
        .filter(({ place }) => place.table === table)
        .map(({ place, spread, ...figure }) => [
          place.row,
          place.column,
          figure.before,
          figure.after,
          figure.ratio,
          `${spread[0].toFixed(2)}–${spread[1].toFixed(2)}`,
        ]),
    );
  if (figures.length === 0) console.log('The files have no figure in common.');
  if (onlyBefore + onlyAfter > 0)
    console.log(
      `\nNot compared: ${onlyBefore} figures are only in the first file, ${onlyAfter} only in the second.`,
    );
}
