/** Shared by the benches: rounds with the contenders interleaved, medians, and tables. */

/** A table as a bench prints it: the first cell of a row is its name, numbers are its figures. */
export interface BenchTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

const printed: BenchTable[] = [];

/** The tables that were printed since the last call. */
export const takePrintedTables = (): BenchTable[] => printed.splice(0);

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function percentile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? Number.NaN;
}

/** Runs every contender once a round, in turn, so that a machine that slows down slows all of them. One round more is run first and not counted. */
export async function interleave<Figure>(
  rounds: number,
  contenders: Record<string, () => Promise<Figure>>,
): Promise<Map<string, Figure[]>> {
  const figures = new Map<string, Figure[]>(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const figure = await run();
      if (round >= 0) figures.get(name)?.push(figure);
    }
  }
  return figures;
}

export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  notes: readonly string[] = [],
): void {
  printed.push({ title, header, rows });
  const text = rows.map((row) =>
    row.map((cell) =>
      typeof cell === 'number'
        ? cell.toLocaleString('en-US', { maximumFractionDigits: cell < 10 ? 2 : cell < 100 ? 1 : 0 })
        : cell,
    ),
  );
  const widths = header.map((name, column) =>
    Math.max(name.length, ...text.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  console.log(`\n${title}\n${line(header)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of text) console.log(line(row));
  for (const note of notes) console.log(`  ${note}`);
}
