import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { IsolationRow } from './row.ts';

const FOLDER = new URL('../', import.meta.url);

/** The rows are the files of the folder above. */
export const rowNames = (): string[] =>
  readdirSync(fileURLToPath(FOLDER))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();

export async function loadRow(file: string): Promise<IsolationRow> {
  const loaded: { row?: IsolationRow } = await import(new URL(`${file}.ts`, FOLDER).href);
  if (!loaded.row) throw new Error(`tests/bench/isolation/${file}.ts exports no row.`);
  return loaded.row;
}
