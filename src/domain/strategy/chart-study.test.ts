import { describe, expect, it } from 'vitest';
import { newYorkMs } from '../calendar/us-equity.ts';
import { computeStudy, settleParameters, studyById, type BarColumns } from '../studies/index.ts';
import { ChartStudyRun } from './chart-study.ts';
import { chartStudyFault, isChartStudyCode } from './imports/chart-study-file.ts';
import { Language } from './language.ts';

const START_MS = newYorkMs('2026-03-02', 570);

function barsOf(count: number, stepMs = 60_000): BarColumns {
  const column = (valueAt: (n: number) => number) =>
    Float64Array.from({ length: count }, (_, n) => valueAt(n));
  const close = (n: number) => 100 + 5 * Math.sin(n / 7) + n / 50;
  return {
    length: count,
    timeMs: column((n) => START_MS + n * stepMs),
    open: column((n) => close(n - 1)),
    high: column((n) => Math.max(close(n), close(n - 1)) + 0.3),
    low: column((n) => Math.min(close(n), close(n - 1)) - 0.2),
    close: column(close),
    volume: column((n) => 1_000 + (n % 13) * 50),
  };
}

function open(code: string, parameters = ''): ChartStudyRun {
  const language = new Language(parameters);
  const names = Object.keys(language.globals);
  // The file of an author, as the isolate runs it.
  new Function(...names, `'use strict';\n${code}`)(...Object.values(language.globals));
  return new ChartStudyRun(language);
}

function computed(run: ChartStudyRun, bars: BarColumns): readonly Float64Array[] {
  run.put(0, bars);
  return run.values(0);
}

const builtIn = (id: string, bars: BarColumns, given: Readonly<Record<string, number>>) => {
  const study = studyById(id);
  if (study?.form !== 'series') throw new Error(id);
  return computeStudy(study, settleParameters(study, given), bars);
};

describe('lines', () => {
  const bars = barsOf(600);

  it.each([
    ['sma(14)', 'sma20', { period: 14 }],
    ['ema(14)', 'ema', { period: 14 }],
    ['rsi(9)', 'rsi', { period: 9 }],
    ['atr(14)', 'atr', { period: 14 }],
    ['obv()', 'obv', {}],
  ])('of %s are those of the built-in study to the last bit', (call, id, given) => {
    const [line] = computed(open(`chartStudy({ title: 'A' }, () => ({ line: ${call} }));`), bars);
    expect(line).toEqual(builtIn(id, bars, given)[0]);
  });

  it('are functions of the present bar and of columns', () => {
    const [upper, open_] = computed(
      open(`chartStudy({ title: 'A' }, () => {
        const mean = ema(20); const range = atr(10);
        return { upper: () => mean.last + 2 * range.last, open: (bar) => bar.open };
      });`),
      bars,
    );
    const [mean] = builtIn('ema', bars, { period: 20 });
    const [range] = builtIn('atr', bars, { period: 10 });
    expect(upper).toEqual(mean?.map((value, n) => value + 2 * (range?.[n] ?? NaN)));
    expect(open_).toEqual(bars.open);
  });

  it('begin again with the first bar each time, so that what they remember is not counted twice', () => {
    const run = open(`chartStudy({ title: 'A' }, () => {
      let sum = 0;
      return { sum: (bar) => (sum += bar.volume) };
    });`);
    const [first] = computed(run, bars);
    const last = (column: Float64Array) => column.slice(599);
    for (const close of [90, 120, 101])
      run.put(599, {
        timeMs: last(bars.timeMs),
        open: last(bars.open),
        high: last(bars.high),
        low: last(bars.low),
        close: Float64Array.of(close),
        volume: last(bars.volume),
      });
    const [again] = run.values(599);
    expect(again).toEqual(first?.slice(599));
  });

  it('follow bars that are added and bars that change as one computation of all bars would', () => {
    const code = `chartStudy({ title: 'A' }, () => ({ average: sma(param('period', 20)), k: sto(14).k }));`;
    const run = open(code, 'period = 7');
    const part = (from: number, until: number) => ({
      timeMs: bars.timeMs.slice(from, until),
      open: bars.open.slice(from, until),
      high: bars.high.slice(from, until),
      low: bars.low.slice(from, until),
      close: bars.close.slice(from, until),
      volume: bars.volume.slice(from, until),
    });
    run.put(0, part(0, 400));
    run.values(0);
    run.put(400, { ...part(400, 401), close: Float64Array.of(55) });
    expect(run.values(400)[0]?.[0]).not.toBe(builtIn('sma20', bars, { period: 7 })[0]?.[400]);
    run.put(400, part(400, 600));
    const [average] = run.values(400);
    expect(average).toEqual(builtIn('sma20', bars, { period: 7 })[0]?.slice(400));
  });

  it('have no value where it is not finite', () => {
    const [line] = computed(open(`chartStudy({ title: 'A' }, () => ({ line: () => 1 / 0 }));`), barsOf(2));
    expect(line).toEqual(Float64Array.of(NaN, NaN));
  });

  it('know the date and the first bar of each day', () => {
    const [first, minute] = computed(
      open(
        `chartStudy({ title: 'A' }, () => ({ first: (bar) => Number(bar.isFirst), minute: (bar) => bar.minute }));`,
      ),
      barsOf(49, 3_600_000),
    );
    expect([...(first ?? [])].flatMap((value, n) => (value === 1 ? [n] : []))).toEqual([0, 15, 39]);
    expect(minute?.[16]).toBe(90);
  });
});

describe('a description', () => {
  it('has the options, the lines with their forms, and the parameters with their bounds', () => {
    const { description } =
      open(`chartStudy({ title: 'Mine', pane: 'own', levels: [30, 70], scale: [0, 100] }, () => ({
      strength: rsi(param('period', 14, { min: 2, max: 50 })),
      change: { value: () => param, form: 'histogram', color: 'sign', format: 'percent' },
      plain: { value: sma(param('factor', 2.5)) },
      ...(param('isShown', false) ? {} : {}),
    }));`);
    expect(description).toEqual({
      title: 'Mine',
      help: '',
      pane: 'own',
      levels: [30, 70],
      scale: [0, 100],
      lines: [
        { name: 'strength', form: 'line', tone: 'main', format: 'price' },
        { name: 'change', form: 'histogram', tone: 'sign', format: 'percent' },
        { name: 'plain', form: 'line', tone: 'third', format: 'price' },
      ],
      parameters: [
        { name: 'period', default: 14, isSwitch: false, min: 2, max: 50, step: 1 },
        { name: 'factor', default: 2.5, isSwitch: false, min: 0, max: 1e9, step: 0.01 },
        { name: 'isShown', default: 0, isSwitch: true, min: 0, max: 1, step: 1 },
      ],
    });
  });

  it.each([
    ['', 'no study of a chart: write chartStudy({ title }, () => …) at the top of the file'],
    ['chartStudy({ title: "A" });', 'chartStudy takes options and a function that returns the lines'],
    [
      'chartStudy({}, () => ({ a: close }));',
      'the title of a chart study is a text of at most 40 characters',
    ],
    [
      'chartStudy({ title: "A", panel: 1 }, () => ({ a: close }));',
      'the options of chartStudy are title, pane',
    ],
    ['chartStudy({ title: "A", pane: "top" }, () => ({ a: close }));', "the pane is 'price', 'own'"],
    ['chartStudy({ title: "A", scale: [9, 1] }, () => ({ a: close }));', 'the lower one first'],
    ['chartStudy({ title: "A" }, () => close);', 'the lines of a chart study have names'],
    ['chartStudy({ title: "A" }, () => ({}));', 'a chart study has 1 to 8 lines: 0'],
    ['chartStudy({ title: "A" }, () => ({ a: 5 }));', "the parts of the line 'a' are an object with value"],
    [
      'chartStudy({ title: "A" }, () => ({ a: { value: 5 } }));',
      "the value of the line 'a' is a column or a function",
    ],
    ['chartStudy({ title: "A" }, async () => ({ a: close }));', 'a handler must be synchronous'],
    [
      'chartStudy({ title: "A" }, () => ({ a: timeframe("day").close }));',
      'no timeframe() and no security()',
    ],
    [
      'chartStudy({ title: "A" }, () => ({ a: sma(param("p", true) ? 1 : 2) }));',
      'takes a switch that is off',
    ],
    ['chartStudy({ title: "A" }, () => ({ a: sma(param("p", "x").length) }));', "param('p') is a text"],
    ['chartStudy({ title: "A" }, () => ({ a: sma(param("p", 5, { max: 3 })) }));', 'outside of its bounds'],
    ['chartStudy({ title: "A" }, () => ({ a: sma(param("p", 5, { most: 3 })) }));', 'are min, max and step'],
  ])('refuses %s', (code, message) => {
    expect(() => open(code)).toThrow(message);
  });
});

describe('a computation', () => {
  const run = (line: string, parameters = '') =>
    computed(open(`chartStudy({ title: 'A' }, () => ({ a: ${line} }));`, parameters), barsOf(3));

  it.each([
    ['() => undefined', "the line 'a' is a number for each bar, NaN for none"],
    ['async () => 1', 'a handler must be synchronous'],
    ['() => sma(5).last', 'sma() must be called at the top of the file, not in a handler'],
    ['() => buy()', 'orders can only be sent in a handler'],
    ['() => account.equity', 'the account can only be read in a handler'],
    ['() => plot("a", 1)', 'plots, marks and alerts can only be made in a handler'],
  ])('refuses %s', (line, message) => {
    expect(() => run(line)).toThrow(message);
  });

  it('refuses a parameter that the study does not read, and one of another kind', () => {
    expect(() => run('sma(5)', 'other = 1')).toThrow('has no parameter other');
    expect(() => run('sma(param("p", 5))', 'p = x')).toThrow('p must be a number');
  });

  it('refuses more bars than a chart has', () => {
    const study = open(`chartStudy({ title: 'A' }, () => ({ a: close }));`);
    expect(() => study.put(0, barsOf(50_001))).toThrow('at most 50,000 bars');
    expect(() => study.put(1, barsOf(1))).toThrow('at most 50,000 bars');
  });
});

describe('a file', () => {
  const program = (code: string) => ({ name: 'mine', code, files: [] });

  it('is a study of charts when it says so at its top level', () => {
    expect(isChartStudyCode('export const a = 1;\nchartStudy({ title: "A" }, () => ({}));')).toBe(true);
    expect(isChartStudyCode('// chartStudy(\nfunction f() { chartStudy(); }')).toBe(false);
    expect(isChartStudyCode('function chartStudy() {}')).toBe(false);
  });

  it('may export, and trades nothing', () => {
    const study = 'chartStudy({ title: "A" }, () => ({}));';
    expect(chartStudyFault(program(`export const a = 1;\n${study}`))).toBeNull();
    expect(chartStudyFault(program(`symbol('SPY');\n${study}`))).toMatchObject({
      line: 2,
      message: 'a chart study declares no symbol and no handlers at the top level of its file',
    });
    expect(chartStudyFault(program(`${study}\n ${study}`))).toMatchObject({ line: 2, column: 2 });
    expect(chartStudyFault(program(`import './gone';\n${study}`))).toMatchObject({
      message: "there is no file 'gone'",
    });
  });
});
