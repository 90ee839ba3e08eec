import { afterAll, expect, it } from 'vitest';
import { formatProgram, type ImportedFile } from '../../../domain/strategy/imports/program-text.ts';
import { createStrategyRuntime } from './index.ts';
import { backtestJob, liveJob, messageOf, runToEnd } from './testing/jobs.ts';

const runtime = createStrategyRuntime({ stuckMs: 400 });
const user = runtime.forUser('anna', 'live');
afterAll(() => runtime.close());

const program = (code: string, files: Readonly<Record<string, string>>): string =>
  formatProgram({
    name: 'main',
    code,
    files: Object.entries(files).map(([name, text]): ImportedFile => ({ name, version: 1, code: text })),
  });

const faultOf = async (code: string, files: Readonly<Record<string, string>>) => {
  const described = await user.describe({ code: program(code, files), parameters: '' });
  return described.ok ? undefined : described.error;
};

const CROSS = `const average = sma(period);
symbol('SPY');
onBar((bar) => {
  if (position.quantity === 0 && bar.close > average.last) buy(size(bar.close));
  if (position.quantity > 0 && bar.close < average.last) sell(position.quantity);
});
`;

it('runs a strategy with imported files as it runs it in one file', async () => {
  const helpers = 'const shares = (price: number): number => Math.floor(10_000 / price);';
  const single = `const period: number = param('period', 10);\n${helpers}\nconst size = shares;\n${CROSS}`;
  const several = program(
    `import { period } from './settings';\nimport { shares as size } from './my sizes (new).ts';\n${CROSS}`,
    {
      settings: "export const period: number = param('period', 10);",
      'my sizes (new)': `import type { Money } from './money';\nexport ${helpers}`,
      money: 'export type Money = number;\nexport const unused = 1;',
    },
  );
  const expected = await runToEnd(user, backtestJob(single, { parameters: 'period = 20' }));
  const run = await runToEnd(user, backtestJob(several, { parameters: 'period = 20' }));
  expect(messageOf(run)).toBe('completed');
  expect(run.orders).toEqual(expected.orders);
  expect(run.orders.length).toBeGreaterThan(20);
});

it('shares the variables of a file that several files import', async () => {
  const code =
    "import { count } from './counter';\nimport './more';\nsymbol('SPY');\nonBar(() => finish(String(count.n)));";
  const run = await runToEnd(
    user,
    backtestJob(
      program(code, {
        counter: 'export const count = { n: 1 };',
        more: "import { count } from './counter';\ncount.n += 1;\nexport {};",
      }),
    ),
  );
  expect([messageOf(run), run.log]).toEqual(['completed', ['2']]);
});

const REST = "symbol('SPY');\nonBar(() => {});";

type FaultCase = [
  code: string,
  a: string,
  file: string | undefined,
  line: number,
  column: number,
  message: RegExp,
];
it.each<FaultCase>([
  // What a file refuses when it is loaded.
  [
    `import { a } from './a';\n${REST}`,
    'const b = 1;\n  capital(0);\nexport const a = b;',
    'a',
    2,
    3,
    /^capital/,
  ],
  // A call of the strategy that is refused within the file.
  [
    `import { a } from './a';\n${REST}\na();`,
    'export const a = () =>\n  timeframe("fortnight");',
    'a',
    2,
    3,
    /fortnight/,
  ],
  [
    `import { a } from './a';\n${REST}\n a();`,
    'export const a = () => null.x;',
    'a',
    1,
    29,
    /^TypeError: Cannot read/,
  ],
  [`import { a } from './a';\n${REST}\n  null.x;`, 'export const a = 1;', undefined, 4, 8, /^TypeError/],
  // Syntax, found by the reader of types and by the engine.
  [`import { a } from './a';\n${REST}`, 'export const a = ;', 'a', 1, 18, /./],
  [
    `import { a } from './a';\n${REST}`,
    '\nexport const a = 1;\nexport const a = 2;',
    'a',
    3,
    14,
    /already been declared|redefined|Duplicate/,
  ],
  [`import { a } from './a';\nlet x = 1; let x = 2;\n${REST}`, 'export const a = 1;', undefined, 2, 16, /./],
  // Names that the file does not have.
  [
    `\nimport { b } from './a';\n${REST}`,
    'export const a = 1;',
    undefined,
    2,
    19,
    /^'a' does not export 'b'/,
  ],
  [
    `import b from './a';\n${REST}`,
    'export const a = 1;',
    undefined,
    1,
    15,
    /^'a' does not export 'default'/,
  ],
  [`import { a } from './b';\n${REST}`, 'export const a = 1;', undefined, 1, 19, /^there is no file 'b'/],
  // Waiting at the top level, which may never end.
  [`import { a } from './a';\nawait 1;\n${REST}`, 'export const a = 1;', undefined, 2, 1, /^top-level await/],
  [
    `import { a } from './a';\n${REST}`,
    '\nawait new Promise(() => {});\nexport const a = 1;',
    'a',
    2,
    1,
    /^top-level await/,
  ],
  [
    `import { a } from './a';\n${REST}`,
    'throw { a: 1 };\nexport const a = 1;',
    undefined,
    0,
    0,
    /^thrown: object$/,
  ],
])('reports the fault of %j with the file %j at its place', async (code, a, file, line, column, message) => {
  const fault = await faultOf(code, { a });
  expect(fault).toMatchObject({ line, column, message: expect.stringMatching(message) });
  expect(fault?.file).toBe(file);
});

it('reports a fault of a handler with the imported file of its line', async () => {
  const code = program(
    "import { closeOf } from './my ways';\nsymbol('SPY');\nonBar(() => closeOf(undefined));",
    {
      'my ways': 'export function closeOf(bar) {\n  return bar.close;\n}',
    },
  );
  const run = await runToEnd(user, backtestJob(code));
  expect(run.end).toMatchObject({
    outcome: 'failed',
    fault: { kind: 'runtime', file: 'my ways', line: 2, column: 14 },
  });
});

it('stops an imported file that never ends', async () => {
  expect(
    await faultOf(`import { a } from './a';\n${REST}`, { a: 'for (;;);\nexport const a = 1;' }),
  ).toMatchObject({
    message: 'the code ran for 0.4 s without reaching the next bar',
  });
});

it('keeps the rules from imported files', async () => {
  const attempts = [
    "import { endFiles } from 'rules'; endFiles();",
    "import 'server/algostream/runtime/isolate/entry.ts';",
    'Array.prototype.map = null;',
    'globalThis.buy = () => {};',
  ];
  for (const attempt of attempts)
    expect(
      (await faultOf(`import { a } from './a';\n${REST}`, { a: `${attempt}\nexport const a = 1;` }))?.file,
    ).toBe('a');
});

it('starts a live run with imported files', async () => {
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  const code = program("import { done } from './done';\nsymbol('SPY');\nonBar(() => done());", {
    done: "export const done = () => finish('over');",
  });
  const lines: string[] = [];
  const { warmUp, ...job } = liveJob(code);
  const started = await user.live(
    { ...job, warmUp },
    {
      onRequests() {},
      onLog: ({ lines: more }) => lines.push(...more.map(({ text }) => text)),
      onFault: (fault) => lines.push(fault.message),
      onFinished: resolve,
    },
  );
  if (!started.ok) throw new Error(started.error.message);
  started.value.deliver(warmUp, { bid: 100, ask: 100.02, timeMs: (warmUp.timeMs.at(-1) ?? 0) + 60_000 });
  await finished;
  expect(lines).toEqual(['over']);
});
