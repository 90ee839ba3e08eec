import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('../..', import.meta.url));
/** A message number that is written out: `T: 20`, `RequestT === 9`, `INFO_T = 33`. */
const BARE_NUMBER = /\b(?:\w*_T|[rR]equestT|T)\b\s*(?::|=+)\s*\d+\b/;

const sourceFiles = (folder: string): string[] =>
  readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file));

it.each(['server', 'client'])('finds no message number outside the catalogue in src/%s', (folder) => {
  const found = sourceFiles(folder).flatMap((file) =>
    readFileSync(join(SOURCE, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (BARE_NUMBER.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
