import { expect, it } from 'vitest';
import { MAX_IMPORTED_FILES, MAX_PROGRAM_CHARACTERS } from './limits.ts';
import { collectImports, programFault } from './link-imports.ts';
import { formatProgram, readProgram } from './program-text.ts';
import { firstExport, importsOf, isStrategyCode, topLevelAwait } from './read-imports.ts';

const STRATEGY = "symbol('SPY');\nonBar(() => {});\n";

/** The fault of a strategy `main` whose author has these files. */
async function faultOf(code: string, files: Readonly<Record<string, string>> = {}) {
  return programFault(
    await collectImports('main', code, (name) => {
      const found = name === 'main' ? code : files[name];
      return Promise.resolve(found === undefined ? undefined : { code: found, version: 1 });
    }),
  );
}

it('reads imports of every form with the place of the file', () => {
  const code = [
    "import { atrStop, size as units } from './risk'",
    "import * as levels from './levels.ts';",
    'import type { Side } from "./types"; import best, {',
    '  type Other,',
    '  more,',
    "} from './more';",
    "import './plain'",
    "// import { no } from './comment'",
    "const text = `import { no } from './template'`;",
    "const late = { import: 1, from: './property' };",
    "export { a } from './again'",
    "export const one = 1; const b = [2]; log('from', './c');",
  ].join('\n');
  expect(importsOf(code)).toEqual([
    { specifier: './risk', names: ['atrStop', 'size'], line: 1, column: 40 },
    { specifier: './levels.ts', names: [], line: 2, column: 25 },
    { specifier: './types', names: ['Side'], line: 3, column: 27 },
    { specifier: './more', names: ['Other', 'more'], line: 6, column: 8 },
    { specifier: './plain', names: [], line: 7, column: 8 },
    { specifier: './again', names: ['a'], line: 11, column: 19 },
  ]);
});

it.each([
  ['import a\n', []],
  ['export *\n', []],
  ['import a,\n', []],
  ["import a from './b'\n", Array.from({ length: 2_000 }, (_, n) => n + 1)],
])('reads each statement of code that is full of %j by itself', (unit, lines) => {
  expect(importsOf(unit.repeat(2_000)).map(({ line }) => line)).toEqual(lines);
});

it('takes no calls and no properties for imports and exports', () => {
  expect(importsOf("const a = import('./risk');\nlog(import.meta.url, './b');\nx.export(1)")).toEqual([]);
  expect(firstExport('x.export(1); const y = { export: 2 };')).toBeNull();
  expect(firstExport('const a = 1;\n  export function b() {}')).toEqual({ line: 2, column: 3 });
});

it('distinguishes a strategy from a file that only declares functions', () => {
  expect(isStrategyCode("symbol('SPY');")).toBe(true);
  expect(isStrategyCode('onBar(() => {});')).toBe(true);
  expect(isStrategyCode("export function setUp() { symbol('SPY'); onBar(() => {}); }")).toBe(false);
  expect(isStrategyCode('export function schedule(when) {}')).toBe(false);
  expect(topLevelAwait('const f = async () => { await 1; };\nawait f();')).toEqual({ line: 2, column: 1 });
});

it('accepts files that import one another without a circle', async () => {
  const files = {
    risk: "import { half } from './maths';\nexport const size = (n) => half(n);",
    maths: 'export const half = (n) => n / 2;',
  };
  expect(
    await faultOf(`import { size } from './risk';\nimport { half } from './maths.ts';\n${STRATEGY}`, files),
  ).toBeNull();
  expect(await faultOf(STRATEGY)).toBeNull();
});

type FaultCase = [
  code: string,
  files: Readonly<Record<string, string>>,
  message: string,
  line: number,
  file?: string,
];
it.each<FaultCase>([
  ["\nimport { a } from './main';", {}, "'main' imports itself", 2],
  [
    "import { a } from './a';",
    {
      a: "import { b } from './b';\nexport const a = 1;",
      b: "export const b = 1;\nimport { a } from './a';",
    },
    'these files import one another in a circle: a, b, a',
    2,
    'b',
  ],
  ["import { a } from './gone';", {}, "there is no file 'gone'", 1],
  ["import { a } from './a';", { a: "\nexport * from './gone';" }, "there is no file 'gone'", 2, 'a'],
  [
    "import { a } from './other';",
    { other: STRATEGY },
    "'other' is a strategy: a file that is imported declares no symbol and no handlers at its top level",
    1,
  ],
  ["import './a';", { a: 'const a = 1;' }, "'a' exports nothing that could be imported", 1],
  ...['node:fs', 'lodash', '../a', './a/b', './', 'https://example.com/a.ts'].map((specifier): FaultCase => [
    `import { a } from '${specifier}';`,
    {},
    `only your own files can be imported, each by its name behind ./, such as './risk': '${specifier}'`,
    1,
  ]),
])('reports the import in %j of the files %j', async (line, files, message, faultLine, file) => {
  const fault = await faultOf(`${line}\n${STRATEGY}`, files);
  expect(fault).toMatchObject({ message, line: faultLine });
  expect(fault?.file).toBe(file);
});

it('reports a strategy that exports at its export', async () => {
  expect(await faultOf(`${STRATEGY}export const a = 1;`)).toMatchObject({
    message:
      'this file exports, so it is a library for strategies that import it: a strategy exports nothing',
    line: 3,
    column: 1,
  });
});

it('accepts as many files and characters as the limits say, and reports one more', async () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 'export const a = 1;']));
  const code = (count: number) =>
    `${Array.from({ length: count }, (_, n) => `import './f${n}';`).join('\n')}\n${STRATEGY}`;
  expect(await faultOf(code(MAX_IMPORTED_FILES), files(MAX_IMPORTED_FILES))).toBeNull();
  expect(await faultOf(code(MAX_IMPORTED_FILES + 1), files(MAX_IMPORTED_FILES + 1))).toMatchObject({
    message: 'a strategy imports at most 20 files, those that they import included',
    line: MAX_IMPORTED_FILES + 1,
  });
  const main = `import './long';\n${STRATEGY}`;
  const long = (length: number) => ({ long: 'export const a = 1;'.padEnd(length) });
  expect(await faultOf(main, long(MAX_PROGRAM_CHARACTERS - main.length))).toBeNull();
  expect(await faultOf(main, long(MAX_PROGRAM_CHARACTERS - main.length + 1))).toMatchObject({
    message: 'a strategy has at most 120,000 characters with all files that it imports',
    line: 1,
  });
});

it('stops reading files beyond the limits', async () => {
  let loadCount = 0;
  await collectImports('main', "import './f0';", (name) => {
    loadCount += 1;
    return Promise.resolve({ code: `import './f${Number(name.slice(1)) + 1}'; export {}`, version: 1 });
  });
  expect(loadCount).toBe(MAX_IMPORTED_FILES + 1);
});

it('stops searching for files that are not there', async () => {
  let readCount = 0;
  const code = Array.from({ length: 5_000 }, (_, n) => `import './gone${n}';`).join('\n');
  const program = await collectImports('main', code, () => {
    readCount += 1;
    return Promise.resolve(undefined);
  });
  expect(readCount).toBe(5 * MAX_IMPORTED_FILES);
  expect(programFault(program)).toMatchObject({ message: "there is no file 'gone0'", line: 1 });
});

it('keeps a strategy and its files in one text', () => {
  const files = [{ name: 'risk "1"', version: 3, code: 'export const a = `\n//# Tapedeck files x`;\u2028' }];
  const program = { name: 'main', code: "import { a } from './risk';\r\n", files };
  const text = formatProgram(program);
  expect(readProgram(text)).toEqual(program);
  expect(text.startsWith(program.code)).toBe(true);
  expect(formatProgram({ name: 'main', code: STRATEGY, files: [] })).toBe(STRATEGY);
  expect(readProgram(STRATEGY)).toEqual({ name: '', code: STRATEGY, files: [] });
});

it.each([
  'symbol();\n//# Tapedeck files {"name":"x","files":[{"name":"risk","version":1,"code":""}]}',
  'symbol();\n//# Tapedeck files {"name":"x","files":[1]}',
  'symbol();\n//# Tapedeck files nothing',
])('keeps code that ends like such a text: %j', (code) => {
  expect(readProgram(formatProgram({ name: 'main', code, files: [] }))).toEqual({
    name: 'main',
    code,
    files: [],
  });
});
