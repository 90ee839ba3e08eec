import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem, release, type as systemName } from 'node:os';
import { dirname } from 'node:path';
import * as v from 'valibot';
import type { BenchTable } from '../harness.ts';

const SCHEMA = 1;

const figureSchema = v.object({
  bench: v.string(),
  table: v.string(),
  row: v.string(),
  column: v.string(),
  /** One of each repetition, in their order. */
  values: v.array(v.number()),
});

const resultsSchema = v.object({
  schema: v.literal(SCHEMA, `The file is not of schema ${SCHEMA}.`),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  machine: v.object({
    processor: v.string(),
    cores: v.number(),
    memoryMegabytes: v.number(),
    system: v.string(),
    node: v.string(),
  }),
  figures: v.array(figureSchema),
});

/** A figure of a bench: a number in one of its tables. */
export type BenchFigure = v.InferOutput<typeof figureSchema>;
/** What `npm run bench -- --json` writes. */
export type BenchResults = v.InferOutput<typeof resultsSchema>;

/** Key of a figure, the same in every file. */
export const figureKey = ({ bench, table, row, column }: Omit<BenchFigure, 'values'>): string =>
  [bench, table, row, column].join('\n');

/** Numbers equal names of a table: the second `late` becomes `late 2`. */
function numbered(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  });
}

/** Collects the tables of a run into figures. Text cells, and figures that could not be measured, are left out. */
export class ResultsBuilder {
  readonly #figures = new Map<string, BenchFigure>();

  add(bench: string, tables: readonly BenchTable[]): void {
    for (const { title, header, rows } of tables) {
      const columns = numbered(header);
      const names = numbered(rows.map(([name]) => String(name)));
      rows.forEach(([, ...cells], row) => {
        cells.forEach((cell, index) => {
          if (typeof cell !== 'number' || !Number.isFinite(cell)) return;
          const place = { bench, table: title, row: names[row] ?? '', column: columns[index + 1] ?? '' };
          const known = this.#figures.get(figureKey(place));
          if (known) known.values.push(cell);
          else this.#figures.set(figureKey(place), { ...place, values: [cell] });
        });
      });
    }
  }

  results(startedAt: Date): BenchResults {
    return {
      schema: SCHEMA,
      startedAt: startedAt.toISOString(),
      machine: {
        processor: cpus()[0]?.model ?? 'unknown',
        cores: cpus().length,
        memoryMegabytes: Math.round(totalmem() / 2 ** 20),
        system: `${systemName()} ${release()}`,
        node: process.versions.node,
      },
      figures: [...this.#figures.values()],
    };
  }
}

/** Writes the file, and the folder it is in. */
export async function writeResults(path: string, results: BenchResults): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(results, null, 1)}\n`);
}

/** Reads a file of an earlier run. Throws an error that names the file and what is wrong with it. */
export function readResults(path: string): BenchResults {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} could not be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const read = v.safeParse(resultsSchema, content);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new Error(
    `${path} is no file of bench results: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`,
  );
}
