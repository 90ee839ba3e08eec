/**
 * Measures the first load: what a browser fetches before any tool, which is the script and styles of the index page and everything
 * they import statically. Ends with 1 above the limit.
 *
 *   node scripts/check-size.mjs                   of dist/web
 *   node scripts/check-size.mjs <folder> [page]   of another build, or of another page of it
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Most that the first load may weigh, kB gzip. */
const LIMIT_KB = 300;
/** `import … from "./x.js"`, `import "./x.js"`, `export … from "./x.js"`; never `import("./x.js")`. */
const STATIC_IMPORT = /(?:\bfrom|\bimport|^import)\s*["'](\.{1,2}\/[^"']+)["']/g;

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../dist/web', import.meta.url)));
const page = join(folder, process.argv[3] ?? 'index.html');

if (!existsSync(page)) {
  console.error(`${page} is not there. Build the web client first: npm run build`);
  process.exit(1);
}

const files = new Set();
function collect(file) {
  if (files.has(file)) return;
  files.add(file);
  if (!file.endsWith('.js')) return;
  for (const [, target] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT))
    collect(resolve(dirname(file), target));
}
for (const [tag] of readFileSync(page, 'utf8').matchAll(/<(?:script|link)\b[^>]*>/g)) {
  const address = /\b(?:src|href)="\.?\/([^"]+\.(?:js|css))"/.exec(tag)?.[1];
  if (address !== undefined) collect(join(folder, address));
}

const sizes = [...files]
  .map((file) => ({ name: relative(folder, file), bytes: gzipSync(readFileSync(file), { level: 9 }).length }))
  .sort((left, right) => right.bytes - left.bytes);
const kb = (bytes) => (bytes / 1000).toFixed(1).padStart(7);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
if (total === 0) {
  console.error(`${page} names no script: its markup is not what this program reads.`);
  process.exit(1);
}
for (const { name, bytes } of sizes) console.log(`${kb(bytes)} kB  ${name}`);
console.log(`${kb(total)} kB  gzip in all, of at most ${LIMIT_KB} kB`);
if (total > LIMIT_KB * 1000) {
  console.error('The first load is too heavy. Load what is not needed at once with import().');
  process.exitCode = 1;
}
