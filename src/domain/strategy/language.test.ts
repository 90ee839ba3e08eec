import type { CompilerHost } from 'typescript';
import { describe, expect, it } from 'vitest';
import { STRATEGY_DECLARATIONS } from './declarations.ts';
import { Language } from './language.ts';
import { backtest, loadStrategy, minutes, sessionsOf } from './testing/run-strategy.ts';
import type { TestBar } from './testing/run-strategy.ts';

const DATE = '2026-01-06';
const FLAT: TestBar = [100, 100, 100, 100];
const IDLE = 'onBar(() => {});';
const data = minutes(DATE, 600, [FLAT, FLAT, FLAT, FLAT]);
const run = (code: string) => backtest(code, data, sessionsOf(DATE));

it('returns the declarations of the file', () => {
  const { description } = loadStrategy(
    `symbol('qqq'); bars('5 minutes'); order({ quantity: 50, type: 'Limit', route: 'ARCA', destination: 'NYSE', price: 12.34567 }); allow('LongOnly'); openingTime('9:45'); closingTime('15:45');
    useNbbo(); const slow = trend(sma(50)); trade(sto(10, 2, 4)); ${IDLE}`,
    '',
    '',
  );
  expect(description).toEqual({
    primarySymbol: 'QQQ',
    barMinutes: 5,
    order: { quantity: 50, type: 'Limit', route: 'ARCA', destination: 'NYSE', price: 12.3457 },
    allowedPositions: 'LongOnly',
    openingOrderMinute: 585,
    closingOrderMinute: 945,
    isUsingNbbo: true,
    warmUpBars: 49,
    trend: { name: 'SMA', interval: '5 minutes', period: 50, extraParameters: '' },
    trade: {
      name: 'Stochastic',
      interval: '5 minutes',
      period: 10,
      extraParameters: '%K smoothing 2, %D smoothing 4',
    },
    otherSymbols: [],
    parameters: [],
  });
});

it('lists each parameter that the code reads once, with the value of the text before the default', () => {
  const code = `symbol('SPY'); param('fast', 3); param('FAST', 4); param('side', 'long'); param('strict', true); param('top', Infinity); param('no name', 1); ${IDLE}`;
  expect(loadStrategy(code, 'fast = 7\nstrict = no', '').description.parameters).toEqual([
    { name: 'fast', value: 7 },
    { name: 'side', value: 'long' },
    { name: 'strict', value: false },
    { name: 'top', value: 'Infinity' },
  ]);
});

it('lets the well-known parameters override the file, and the start override the symbol', () => {
  const text =
    'Symbol = iwm\nQuantity = 7\nRoute = X\nDestination = Y\nType = StopLimit\nPrice = 3\nAllowedPositions = shortonly\nBarSize = day\nOpeningOrderTime = 10:00\nClosingOrderTime =\nUseNbbo = no';
  const code = `symbol('SPY'); bars('1 minute'); order({ quantity: 1 }); closingTime('15:00'); useNbbo(); ${IDLE}`;
  expect(loadStrategy(code, text, '').description).toMatchObject({
    primarySymbol: 'IWM',
    barMinutes: 1440,
    order: { quantity: 7, route: 'X', destination: 'Y', type: 'StopLimit', price: 3 },
    allowedPositions: 'ShortOnly',
    openingOrderMinute: 600,
    closingOrderMinute: null,
    isUsingNbbo: false,
  });
  expect(loadStrategy(code, text, 'DIA').description.primarySymbol).toBe('DIA');
});

it('reads parameters of its own by the kind of their default', () => {
  const code =
    "if (param('n', 1) !== 20 || param('Text', 'a') !== 'b' || param('on', false) !== true || param('absent', 3) !== 3) throw new Error('wrong'); onBar(() => {});";
  loadStrategy(code, 'N = 20\ntext = b\non = yes');
});

describe('says what is wrong', () => {
  it.each([
    ['', 'no handler of bars: write onBar(() => { … })'],
    ["symbol('');", "a symbol is expected, such as 'SPY': ''"],
    [
      "bars('2 weeks');",
      "a bar size is 'trade', '1 minute' to '390 minutes', '1 hour' to '6 hours' or 'day': '2 weeks'",
    ],
    ['order(5);', "order takes an object, such as { quantity: 100, type: 'Market' }: 5"],
    ['order({ size: 5 });', "order takes quantity, type, price, route and destination: 'size'"],
    ['order({ quantity: 1.5 });', 'a quantity is a whole number from 1 to 1,000,000: 1.5'],
    [
      "order({ type: 'Pegged' });",
      "an order type is Market, Limit, Stop, StopLimit, MarketOnClose, LimitOnClose: 'Pegged'",
    ],
    ["allow('Long');", "allowed positions are Both, LongOnly, ShortOnly: 'Long'"],
    ["openingTime('noon');", "a time of day is 'HH:mm': 'noon'"],
    ["study('smma');", 'unknown study "smma"; the studies are volume, atr'],
    ["study('volumeProfile');", 'has no value per bar'],
    ['trend(5);', 'trend takes a study, such as trend(sma(20))'],
    ['onBar(5);', 'onBar takes a function: 5'],
    [`${IDLE} ${IDLE}`, 'onBar is already set: a strategy has one handler of each kind'],
    ["param('x');", "param('x') needs a default: a number, a text, true or false"],
    ['warmUp(-1);', 'warmUp takes a whole number from 0 to 10,000: -1'],
    ['buy();', 'orders can only be sent in a handler'],
    ["symbol('SPY'); symbol('spy ');", "'SPY' is declared already: symbol() is called once for each symbol"],
    ["bars('5 minutes'); bars('day');", "the bar size is already set to '5 minutes': bars() is called once"],
    ["bars('1 minute'); bars('1 minute');", "the bar size is already set to '1 minute'"],
    ["symbol('SPY', 'QQQ');", "symbol() takes one value: 'QQQ'"],
    ["sma(5, 'PEP');", "sma() takes one value (period): 'PEP'"],
    ["sma(5, { bars: 'week' });", 'sma() takes one value (period): object'],
    ["atr(14, true, 'QQQ');", "atr() takes at most 2 values (period, percent): 'QQQ'"],
    ["vwap('PEP');", "vwap() takes no values: 'PEP'"],
    ["sma('5');", "period of sma() is a number: '5'"],
    ['sma(Number.NaN);', 'period of sma() is a number: NaN'],
    ["study('atr', { perod: 14 });", "the study atr takes period, percent: 'perod'"],
    ["study('atr', { period: '14' });", "period of the study atr is a number: '14'"],
    ["study('atr', { period: 14 }, 'PEP');", "study() takes at most 2 values: 'PEP'"],
    ["param('x', 1, 2);", "the bounds of param('x') are an object"],
    ["param('x', 1, {}, 2);", 'param() takes at most 3 values: 2'],
    ["onBar(() => {}, 'QQQ');", "onBar() takes one value: 'QQQ'"],
    ['for (let n = 1; n < 100; n += 1) sma(n);', 'more than 64 studies'],
  ])('%s', (code, message) => expect(() => loadStrategy(code)).toThrow(message));

  it('when there is no symbol anywhere', () =>
    expect(() => loadStrategy(IDLE, '', '')).toThrow(
      "no symbol: write symbol('SPY') at the top or Symbol = SPY in the parameters",
    ));
  it.each([
    ['fsat = 3', 'Parameters, line 1: the strategy has no parameter fsat'],
    ['\nQuantity = 0', 'Parameters, line 2: a quantity is a whole number from 1 to 1,000,000: 0'],
    ['x', 'Parameters, line 1: "name = value" expected: x'],
    ['constructor = 1', 'Parameters, line 1: the strategy has no parameter constructor'],
  ])('in parameters %j', (text, message) => expect(() => loadStrategy(IDLE, text)).toThrow(message));
  it.each([
    ['sma(10)', 'sma() must be called at the top of the file, not in a handler'],
    ["symbol('A')", 'symbol() must be called at the top of the file, not in a handler'],
    ['buy(Number.NaN)', 'a quantity is a whole number from 1 to 1,000,000: NaN'],
    ['buy(0)', 'a quantity is a whole number from 1 to 1,000,000: 0'],
    ['buy(-5)', 'a quantity is a whole number from 1 to 1,000,000: -5'],
    ["buy('5')", "a quantity is a whole number from 1 to 1,000,000: '5'"],
    ['buy(1, { price: Number.NaN })', 'a price is more than 0 and at most 100,000: NaN'],
    ['buy(1, { price: -3 })', 'a price is more than 0 and at most 100,000: -3'],
    ['buy(1, { stop: Infinity })', 'a price is more than 0 and at most 100,000: Infinity'],
    ['buy(1, { limit: 3 })', "the terms of an order are type, price, stop and exits: 'limit'"],
    ["buy(1, { type: 'Stop' })", 'a Stop order needs a stop: { stop: … }'],
    ['buy(1, 5)', 'the terms of an order are an object, such as { price: 10 }: 5'],
    [
      'return Promise.resolve()',
      'a handler must be synchronous: async functions and promises are not awaited',
    ],
  ])('in a handler: %s', (code, message) => expect(() => run(`onBar(() => { ${code}; });`)).toThrow(message));
});

it('sends limit orders without a price at the close, or at the quote with useNbbo', () => {
  expect(
    run("order({ type: 'Limit' }); onBar((bar) => { if (bar.index === 0) buy(1); });").orders[0],
  ).toMatchObject({ type: 'Limit', price: 100 });
  expect(
    run("order({ type: 'Limit', price: 90 }); onBar((bar) => { if (bar.index === 0) buy(1); });").orders[0],
  ).toMatchObject({ type: 'Limit', price: 90 });
  expect(
    run('onBar(() => { if (quote.bid === close.last && quote.ask === quote.middle) log(1); });').log,
  ).toEqual(['1', '1', '1', '1']);
});

it('ends with finish, and calls onEnd once with orders refused', () => {
  const { log, orders } = run(
    "onBar((bar) => { log(bar.index); if (bar.index === 1) finish('enough'); }); onEnd(() => { log('end'); buy(1); });",
  );
  expect(log).toEqual(['0', '1', 'enough', 'end']);
  expect(orders).toMatchObject([{ status: 'Rejected', reason: 'The run has ended' }]);
});

it('calls no handler after the one that finished the run', () => {
  const { log } = run(
    "onOrder(() => { finish('filled'); }); onBar((bar) => { log(bar.index); if (bar.index === 0) { buy(1); buy(2); } });",
  );
  expect(log).toEqual(['0', 'filled']);
});

it('keeps the last thousand lines of its log, cut to 500 characters, with their times', () => {
  const { log } = run(
    "onBar(() => { for (let n = 0; n < 600; n += 1) log(n, { toString() { throw new Error('looked at'); } }, 1 / 3, 'x'.repeat(n === 0 ? 9000 : 1)); });",
  );
  expect(log).toHaveLength(1_000);
  expect(log[0]).toBe('200 object 0.333333 x');
  expect(log.at(-1)).toBe('599 object 0.333333 x');
});

it('declares to editors exactly the names that code finds', () => {
  const declared = [...STRATEGY_DECLARATIONS.matchAll(/^declare (?:function|const) (\w+)/gm)].map(
    (match) => match[1] ?? '',
  );
  const { globals } = new Language('');
  expect([...new Set(declared)].sort()).toEqual(Object.keys(globals).sort());
  const membersOf = (name: string): string[] => {
    const [, , members = ''] =
      new RegExp(`interface ${name} (extends \\w+ )?\\{([\\s\\S]*?)\\n\\}`).exec(STRATEGY_DECLARATIONS) ?? [];
    return members
      .split('\n')
      .flatMap((line) => [
        ...line.matchAll(/^ {2}readonly/.test(line) ? /readonly (\w+):/g : /^ {2}(\w+)\(/g),
      ])
      .map(([, member = '']) => member);
  };
  // Globals of this language.
  const { timeframe, security, symbol } = globals as Record<string, (name: string) => object>;
  const read = membersOf('ReadBars');
  expect([...read, ...membersOf('Timeframe')].sort()).toEqual(Object.keys(timeframe?.('week') ?? {}).sort());
  expect([...read, ...membersOf('Security')].sort()).toEqual(Object.keys(security?.('QQQ') ?? {}).sort());
  const traded = [...read, ...membersOf('Security'), ...membersOf('TradedSymbol')].sort();
  for (const name of ['SPY', 'PEP']) expect(Object.keys(symbol?.(name) ?? {}).sort()).toEqual(traded);
});

it('is declared in TypeScript that compiles, and in which the documented examples do', async () => {
  const { default: ts } = await import('typescript');
  const { readFileSync } = await import('node:fs');
  const text = readFileSync(new URL('../../../docs/algostream/language.md', import.meta.url), 'utf8');
  const examples = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  expect(examples).toHaveLength(13);
  const page = readFileSync(new URL('../../../docs/algostream/chart-studies.md', import.meta.url), 'utf8');
  const studies = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  expect(studies).toHaveLength(2);
  // A library begins with its name as a comment.
  const nameOf = (example: string, n: number) => `${/^\/\/ (\w+)\n/.exec(example)?.[1] ?? `example-${n}`}.ts`;
  // One program: each would read the library of the language again.
  const files = new Map([
    ['language.d.ts', STRATEGY_DECLARATIONS],
    ...[...examples, ...studies].map((example, n) => [nameOf(example, n), `export {};\n${example}`] as const),
  ]);
  const host: CompilerHost = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name, target) => {
      const source = files.get(name) ?? (name.includes('lib.') ? ts.sys.readFile(name) : undefined);
      return source === undefined ? undefined : ts.createSourceFile(name, source, target);
    },
    fileExists: (name) => files.has(name) || ts.sys.fileExists(name),
    resolveModuleNameLiterals: (imports) =>
      imports.map(({ text: specifier }) => ({
        resolvedModule: {
          resolvedFileName: `${specifier.replace('./', '')}.ts`,
          extension: ts.Extension.Ts,
        },
      })),
    writeFile: () => {},
  };
  const program = ts.createProgram(
    [...files.keys()],
    {
      lib: ['lib.es2022.d.ts'],
      types: [],
      target: ts.ScriptTarget.ES2022,
      strict: true,
      noEmit: true,
    },
    host,
  );
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => [file?.fileName, messageText]);
  expect(problems).toEqual([]);
  // Files that import or export are modules, which only an isolate loads (tests/api/strategy-imports.test.ts).
  for (const example of examples.filter((code) => !/^(?:import|export) /m.test(code)))
    expect(() => loadStrategy(example)).not.toThrow();
});
