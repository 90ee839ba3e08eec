/** Counts per file that may only go down: a checked-in list has the present ones. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Uses of one group (a rule, or what it counts) in one file. */
export interface FileCount {
  readonly file: string;
  readonly group: string;
  readonly count: number;
}

export interface CountChanges {
  /** Counts above the listed ones, and groups that are not listed for the file. */
  readonly grown: readonly FileCount[];
  /** Listed counts that are now lower, with the present count. */
  readonly shrunk: readonly FileCount[];
}

/** Compares present counts with the listed ones. */
export function compareCounts(found: readonly FileCount[], listed: readonly FileCount[]): CountChanges {
  const keyOf = ({ file, group }: FileCount): string => `${file} ${group}`;
  const present = new Map(found.map((count) => [keyOf(count), count.count]));
  const allowed = new Map(listed.map((count) => [keyOf(count), count.count]));
  return {
    grown: found.filter((count) => count.count > (allowed.get(keyOf(count)) ?? 0)),
    shrunk: listed
      .map((count) => ({ ...count, count: present.get(keyOf(count)) ?? 0 }))
      .filter((count) => count.count < (allowed.get(keyOf(count)) ?? 0)),
  };
}

/** Reads a list that `writeCounts` wrote. */
export const readCounts = (list: string): FileCount[] =>
  // The list is written by this program alone.
  JSON.parse(readFileSync(list, 'utf8')) as FileCount[];

/** Replaces a list. */
export function writeCounts(list: string, counts: readonly FileCount[]): void {
  const lines = counts.map((count) => `  ${JSON.stringify(count)}`);
  writeFileSync(list, lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`);
}
