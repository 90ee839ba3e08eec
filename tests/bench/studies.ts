import { ADX, ATR, BBANDS, EMA, MACD, MINUS_DI, PLUS_DI, RSI, SAR, SMA, STOCH, WMA } from 'talib-web';
import {
  computeStudy,
  createStudyRun,
  settleParameters,
  studyById,
  type BarColumns,
  type SeriesStudy,
  type StudyParameters,
} from '../../src/domain/studies/index.ts';
import { makeBars } from './chart/data.ts';
import { interleave, printTable } from './harness.ts';
import { Talib } from './studies/talib.ts';

const BARS = 100_000;
/** Many short rounds: some of them run without a turn of other work in between. */
const ROUNDS = 100;
/** Largest difference from TA-Lib, as a part of the value. */
const TOLERANCE = 1e-9;

interface Case {
  readonly id: string;
  readonly name: string;
  readonly parameters: Readonly<Record<string, number>>;
  /** The same with TA-Lib's package for JavaScript, which takes and returns arrays. */
  readonly wrapped: (arrays: Arrays) => unknown;
}

interface Arrays {
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
}

const CASES: readonly Case[] = [
  {
    id: 'sma20',
    name: 'SMA 20',
    parameters: { period: 20 },
    wrapped: ({ close }) => SMA({ inReal: close, timePeriod: 20 }),
  },
  {
    id: 'ema',
    name: 'EMA 20',
    parameters: { period: 20 },
    wrapped: ({ close }) => EMA({ inReal: close, timePeriod: 20 }),
  },
  {
    id: 'wma',
    name: 'WMA 20',
    parameters: { period: 20 },
    wrapped: ({ close }) => WMA({ inReal: close, timePeriod: 20 }),
  },
  {
    id: 'bb',
    name: 'Bollinger bands 20, 2',
    parameters: { period: 20, n: 2 },
    wrapped: ({ close }) => BBANDS({ inReal: close, timePeriod: 20, nbDevUp: 2, nbDevDn: 2 }),
  },
  {
    id: 'rsi',
    name: 'RSI 14',
    parameters: { period: 14 },
    wrapped: ({ close }) => RSI({ inReal: close, timePeriod: 14 }),
  },
  {
    id: 'macd',
    name: 'MACD 12, 26, 9',
    parameters: { fast: 12, slow: 26, signal: 9 },
    wrapped: ({ close }) => MACD({ inReal: close, fastPeriod: 12, slowPeriod: 26, signalPeriod: 9 }),
  },
  {
    id: 'atr',
    name: 'ATR 14',
    parameters: { period: 14 },
    wrapped: (arrays) => ATR({ ...arrays, timePeriod: 14 }),
  },
  {
    id: 'adx',
    name: 'ADX, +DI, -DI 14',
    parameters: { period: 14 },
    wrapped: (arrays) =>
      [ADX, PLUS_DI, MINUS_DI].map((directional) => directional({ ...arrays, timePeriod: 14 })),
  },
  {
    id: 'sar',
    name: 'SAR 0.02, 0.2',
    parameters: {},
    wrapped: ({ high, low }) => SAR({ high, low, acceleration: 0.02, maximum: 0.2 }),
  },
  {
    id: 'sto',
    name: 'slow stochastic 14, 3, 5',
    parameters: { period: 14, k: 3, d: 5 },
    wrapped: (arrays) => STOCH({ ...arrays, fastK_Period: 14, slowK_Period: 3, slowD_Period: 5 }),
  },
];

function seriesStudy(id: string): SeriesStudy {
  const study = studyById(id);
  if (study?.form !== 'series') throw new Error(`There is no study ${id} with a value for each bar.`);
  return study;
}

/** Nanoseconds that a call takes for each bar. */
function nsABar(call: () => unknown): number {
  const startMs = performance.now();
  call();
  return ((performance.now() - startMs) * 1e6) / BARS;
}

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** Throws an error when an output differs from TA-Lib's. */
function compareWith(talib: Talib, study: SeriesStudy, parameters: StudyParameters, bars: BarColumns): void {
  const ours = computeStudy(study, parameters, bars);
  for (const { output, first, values } of talib.outputsOf(study.id)) {
    if (values.length < BARS / 2) throw new Error(`TA-Lib gave ${values.length} values of ${study.id}.`);
    values.forEach((theirs, n) => {
      const mine = ours[output]?.[first + n] ?? Number.NaN;
      if (!(Math.abs(mine - theirs) <= TOLERANCE * Math.max(1, Math.abs(theirs))))
        throw new Error(`${study.id}, output ${output}, bar ${first + n}: ${mine}, and ${theirs} of TA-Lib.`);
    });
  }
}

/** Studies over many bars, against TA-Lib's C code as WebAssembly, without and with its wrapper. Their values are compared first. */
export async function benchStudies(): Promise<void> {
  const bars = makeBars(BARS);
  const [high, low, close] = [[...bars.high], [...bars.low], [...bars.close]];
  const arrays: Arrays = { high, low, close };
  const talib = await Talib.load(bars);
  const rows: number[][] = [];
  for (const { id, parameters: given, wrapped } of CASES) {
    const study = seriesStudy(id);
    const parameters = settleParameters(study, given);
    compareWith(talib, study, parameters, bars);
    const kept = createStudyRun(study, parameters, bars);
    const figures = await interleave(ROUNDS, {
      asCalled: async () => nsABar(() => computeStudy(study, parameters, bars)),
      kept: async () => nsABar(() => kept.reset(bars)),
      talib: async () => nsABar(() => talib.compute(id)),
      wrapped: async () => nsABar(() => wrapped(arrays)),
    });
    // Other work on the machine only adds: the fastest round is the nearest to what the study itself takes.
    rows.push([...figures.values()].map((rounds) => Math.min(...rounds)));
  }
  const means = (rows[0] ?? []).map((_, column) =>
    geometricMean(rows.map((row) => row[column] ?? Number.NaN)),
  );
  printTable(
    `Studies over ${BARS.toLocaleString('en-US')} bars, ns a bar, the fastest of ${ROUNDS} rounds`,
    ['study', 'as called', 'into kept columns', 'TA-Lib, compiled, kept columns', 'TA-Lib as called'],
    [
      ...CASES.map(({ name }, n): (string | number)[] => [name, ...(rows[n] ?? [])]),
      ['geometric mean', ...means],
    ],
    [
      'TA-Lib is its C code as WebAssembly (talib-web), with the bars already in its memory, and as its wrapper for JavaScript calls it.',
      `Every value agrees with TA-Lib's to ${TOLERANCE}. Goal: as called, not slower than TA-Lib with kept columns.`,
    ],
  );
}
