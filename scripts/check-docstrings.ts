/**
 * Lists exported names without a docstring, per file, and compares their counts with scripts/docstring-counts.json. With `--lower`, takes
 * lower counts into that list; with paths, lists every such name in the files whose path begins with one of them.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { countUndocumented, RULES, undocumentedNames } from './lib/docstring-check.ts';
import { compareCounts, readCounts, writeCounts } from './lib/falling-counts.ts';
import { sourceFiles } from './lib/source-files.ts';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const LIST = at('scripts/docstring-counts.json');

const namesIn = (file: string) => undocumentedNames(file, readFileSync(at(file), 'utf8'));

const options = process.argv.slice(2);
const paths = options.filter((option) => !option.startsWith('--'));

if (paths.length > 0) {
  for (const file of sourceFiles(at('.'), paths))
    for (const { line, name } of namesIn(file)) console.log(`${file}:${line}  ${name}`);
} else {
  const found = sourceFiles(at('.')).flatMap((file) => countUndocumented(file, namesIn(file)));
  const { grown, shrunk } = compareCounts(found, readCounts(LIST));
  if (options.includes('--lower') && grown.length === 0) {
    writeCounts(LIST, found);
    const total = found.reduce((sum, { count }) => sum + count, 0);
    console.log(`${total} names remain in the list; ${shrunk.length} entries were lowered or removed.`);
  } else {
    for (const { file, group, count } of grown) {
      const missing = RULES.find((rule) => rule.group === group)?.missing ?? group;
      console.error(`${file}: ${count} ${missing} without a docstring, more than listed.`);
    }
    for (const { file, count } of shrunk)
      console.error(`Lower the count (npm run docstrings -- --lower): ${file} has ${count} now`);
    if (grown.length > 0) console.error('npm run docstrings -- FILE lists each name with its line.');
    if (grown.length + shrunk.length > 0) process.exitCode = 1;
  }
}
