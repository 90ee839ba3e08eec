/**
 * Counts terms that plain English does without, per file, and compares the counts with scripts/word-counts.json. With `--lower`, takes
 * lower counts into that list; with paths, lists every use in the files whose path begins with one of them.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compareCounts, readCounts, writeCounts, type FileCount } from './lib/falling-counts.ts';
import { sourceFiles } from './lib/source-files.ts';
import { countUses, RULES, usesOf } from './lib/word-check.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const LIST = at('scripts/word-counts.json');
// The rules name the terms, and their tests use them.
const OWN_FILES = new Set(['scripts/lib/word-check.ts', 'scripts/lib/word-check.test.ts']);

const usesIn = (file: string) => usesOf(file, readFileSync(at(file), 'utf8'));
const filesIn = (paths?: readonly string[]): string[] =>
  sourceFiles(at('.'), paths).filter((file) => !OWN_FILES.has(file));

const options = process.argv.slice(2);
const paths = options.filter((option) => !option.startsWith('--'));

if (paths.length > 0) {
  for (const file of filesIn(paths))
    for (const { group, text } of usesIn(file))
      console.log(`${file}:${text.line}  [${group}]  ${text.kind}: ${text.text}`);
} else {
  const found = filesIn().flatMap((file) => countUses(file, usesIn(file)));
  const { grown, shrunk } = compareCounts(found, readCounts(LIST));
  if (options.includes('--lower') && grown.length === 0) {
    writeCounts(LIST, found);
    const total = found.reduce((sum, { count }) => sum + count, 0);
    console.log(`${total} uses remain in the list; ${shrunk.length} entries were lowered or removed.`);
  } else {
    report(grown, shrunk);
    if (grown.length + shrunk.length > 0) process.exitCode = 1;
  }
}

function report(grown: readonly FileCount[], shrunk: readonly FileCount[]): void {
  for (const { file, group, count } of grown) {
    const instead = RULES.find((rule) => rule.group === group)?.instead ?? '';
    console.error(`${file}: "${group}" is used ${count} times, more than listed. Write ${instead}.`);
  }
  for (const { file, group, count } of shrunk)
    console.error(
      `Lower the count (npm run words -- --lower): ${file}: "${group}" is now used ${count} times`,
    );
  if (grown.length > 0) console.error('npm run words -- FILE lists each use with its line.');
}
