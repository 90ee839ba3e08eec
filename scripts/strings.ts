/** Lists the strings of the files below the given paths that a user may see: `npm run strings -- src/workstation plugins/chart`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sourceFiles } from './lib/source-files.ts';
import { visibleStrings } from './lib/visible-strings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const paths = process.argv.slice(2);

if (paths.length === 0) {
  console.error('Name one or more files or folders: npm run strings -- src/workstation');
  process.exitCode = 1;
} else {
  const files = sourceFiles(root, paths).filter((file) => !/\.(test|spec)\.tsx?$/.test(file));
  if (files.length === 0) {
    console.error(`No source file begins with ${paths.join(' or ')}.`);
    process.exitCode = 1;
  }
  for (const file of files) {
    const strings = visibleStrings(file, readFileSync(`${root}/${file}`, 'utf8'));
    if (strings.length === 0) continue;
    console.log(file);
    for (const { line, holder, text } of strings) console.log(`  ${line}  ${holder || '-'}: ${text}`);
  }
}
