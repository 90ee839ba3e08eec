import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { settleParameters } from './parameters.ts';
import { studyById } from './registry.ts';
import { computeStudy } from './run.ts';
import { columnsOf } from './testing/bars.ts';

const FIXTURE = new URL('../../../tests/fixtures/replay/daily/AAPL.csv.gz', import.meta.url);

/**
 * What TA-Lib itself (the C library, built as WebAssembly) says for the fixture's daily bars of AAPL, at its first bar, in the middle and at the end: [bar, value].
 * Its bands were put together from its SMA and VAR, its stochastic from MAX, MIN and two SMAs, percent from its ATR.
 */
const BY_TALIB: readonly (readonly [
  string,
  Readonly<Record<string, number>>,
  string,
  readonly (readonly [number, number])[],
])[] = [
  [
    'atr',
    { period: 14 },
    'atr',
    [
      [14, 2.9817857142857],
      [110, 4.5305533780841],
      [133, 4.1171032087614],
    ],
  ],
  [
    'atr',
    { period: 14, percent: 1 },
    'atr',
    [
      [14, 1.9631218080754],
      [110, 3.0647049841602],
      [133, 2.4144400708195],
    ],
  ],
  [
    'obv',
    {},
    'obv',
    [
      [0, 16591051],
      [110, -413402176],
      [133, -130432059],
    ],
  ],
  [
    'rsi',
    {},
    'rsi',
    [
      [14, 21.347785108388],
      [110, 24.15522863043],
      [133, 60.953970995056],
    ],
  ],
  [
    'roc',
    {},
    'roc',
    [
      [14, -7.4123742761353],
      [110, -16.480225988701],
      [133, 8.7361305955873],
    ],
  ],
  [
    'sto',
    {},
    'k',
    [
      [19, 31.869369369369],
      [110, 15.183079894009],
      [133, 84.786253143336],
    ],
  ],
  [
    'sto',
    {},
    'd',
    [
      [19, 21.699417129921],
      [110, 15.689412879381],
      [133, 91.181768849114],
    ],
  ],
  [
    'sar',
    {},
    'sar',
    [
      [1, 164.94],
      [110, 163.4],
      [133, 165.42504148336],
    ],
  ],
  [
    'sar',
    { initialAcceleration: 0.04, accelerationIncrement: 0.02 },
    'sar',
    [
      [1, 164.94],
      [110, 163.4],
      [133, 167.08662628193],
    ],
  ],
  [
    'sma10',
    {},
    'sma',
    [
      [9, 160.81],
      [110, 160.5815],
      [133, 167.02099],
    ],
  ],
  [
    'sma20',
    {},
    'sma',
    [
      [19, 157.6085],
      [110, 168.33975],
      [133, 160.555495],
    ],
  ],
  [
    'sma30',
    {},
    'sma',
    [
      [29, 156.86366666667],
      [110, 169.92916666667],
      [133, 159.08249666667],
    ],
  ],
  [
    'sma50',
    {},
    'sma',
    [
      [49, 160.15],
      [110, 170.7345],
      [133, 165.086498],
    ],
  ],
  [
    'mlr10',
    {},
    'mlr',
    [
      [9, 158.79836363636],
      [110, 150.49945454545],
      [133, 175.62964545455],
    ],
  ],
  [
    'mlr20',
    {},
    'mlr',
    [
      [19, 151.86242857143],
      [110, 153.771],
      [133, 172.54227857143],
    ],
  ],
  [
    'mlr30',
    {},
    'mlr',
    [
      [29, 153.00989247312],
      [110, 160.56989247312],
      [133, 166.50344408602],
    ],
  ],
  [
    'mlr50',
    {},
    'mlr',
    [
      [49, 166.36505882353],
      [110, 166.25305882353],
      [133, 156.78125294118],
    ],
  ],
  [
    'mlr100',
    {},
    'mlr',
    [
      [99, 178.46792673267],
      [110, 174.80984158416],
      [133, 162.97538960396],
    ],
  ],
  [
    'bb',
    {},
    'upper',
    [
      [19, 165.3184890402],
      [110, 187.37737340078],
      [133, 176.69955933405],
    ],
  ],
  [
    'bb',
    {},
    'middle',
    [
      [19, 157.6085],
      [110, 168.33975],
      [133, 160.555495],
    ],
  ],
  [
    'bb',
    {},
    'lower',
    [
      [19, 149.8985109598],
      [110, 149.30212659922],
      [133, 144.41143066595],
    ],
  ],
  [
    'ema',
    {},
    'ema',
    [
      [19, 157.6085],
      [110, 164.54153404523],
      [133, 164.26160485779],
    ],
  ],
  [
    'wma',
    {},
    'wma',
    [
      [19, 155.69314285714],
      [110, 163.4835],
      [133, 164.55108952381],
    ],
  ],
  [
    'macd',
    {},
    'histogram',
    [
      [33, 1.1689281271573],
      [110, -2.4856019131568],
      [133, 2.1174585999092],
    ],
  ],
  [
    'macd',
    {},
    'macd',
    [
      [33, -0.48750548415438],
      [110, -5.4312504584716],
      [133, 2.9169993759908],
    ],
  ],
  [
    'macd',
    {},
    'signal',
    [
      [33, -1.6564336113117],
      [110, -2.9456485453148],
      [133, 0.79954077608157],
    ],
  ],
  [
    'adx',
    {},
    'adx',
    [
      [27, 29.741341839581],
      [110, 34.831191150468],
      [133, 29.4027864507],
    ],
  ],
  [
    'adx',
    {},
    'plusDi',
    [
      [14, 10.437843139052],
      [110, 7.9951898739878],
      [133, 32.265910746213],
    ],
  ],
  [
    'adx',
    {},
    'minusDi',
    [
      [14, 33.395048715434],
      [110, 49.607017691728],
      [133, 21.777870509036],
    ],
  ],
  [
    'donchian',
    {},
    'upper',
    [
      [19, 164.94],
      [110, 180.1],
      [133, 175.57],
    ],
  ],
  [
    'donchian',
    {},
    'lower',
    [
      [19, 149.16],
      [110, 143.8],
      [133, 149.22],
    ],
  ],
];

const bars = columnsOf(
  gunzipSync(readFileSync(FIXTURE))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [date = '', ...cells] = line.split(',');
      const [open = 0, high = 0, low = 0, close = 0, volume = 0] = cells.map(Number);
      return { timeMs: Date.parse(date), open, high, low, close, volume };
    }),
);

it.each(BY_TALIB)('%s %o gives the same %s as TA-Lib', (id, given, outputId, values) => {
  const study = studyById(id);
  if (study?.form !== 'series') throw new Error(`no series study ${id}`);
  const output = computeStudy(study, settleParameters(study, given), bars)[
    study.outputs.findIndex((candidate) => candidate.id === outputId)
  ];
  for (const [bar, value] of values)
    expect(Math.abs((output?.[bar] ?? Number.NaN) / value - 1), `bar ${bar}: ${output?.[bar]}`).toBeLessThan(
      1e-11,
    );
});
