import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('../..', import.meta.url));
/** A message number that is written out as a value: `T: 20`, `RequestT === 9`, `INFO_T = 33`. */
const BARE_VALUE = /\b(?:\w*_T|[rR]equestT|T)\b\s*(?::|=+)\s*\d+\b/;
/** One that is written out as the last argument of an answer: `fail(NOT_LOGGED_IN, 5)`, `sendError(text, 12)`. */
const BARE_ARGUMENT = /\b(?:fail|sendError|encode)\((?:[^()]|\([^()]*\))*,\s*\d+\s*[,)]/;
const hasBareNumber = (line: string): boolean => BARE_VALUE.test(line) || BARE_ARGUMENT.test(line);

const sourceFiles = (folder: string): string[] =>
  readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file));

it.each(['server', 'client'])('finds no message number outside the catalogue in src/%s', (folder) => {
  const found = sourceFiles(folder).flatMap((file) =>
    readFileSync(join(SOURCE, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (hasBareNumber(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

it.each([
  'T: 20,',
  'if (RequestT === 9) return;',
  'const INFO_T = 33;',
  'this.#output.fail(NOT_LOGGED_IN, 5);',
  'fail(refusalOf(error), 5, clientId);',
  "options.sendError('This connection is authenticated already.', 12);",
])('recognizes the message number in %j', (line) => {
  expect(hasBareNumber(line)).toBe(true);
});

it.each(["fail(NOT_LOGGED_IN, 'logoff');", "expect.fail('2 of 3');", 'T: v.literal(declared.T),'])(
  'finds no message number in %j',
  (line) => {
    expect(hasBareNumber(line)).toBe(false);
  },
);
