import * as v from 'valibot';
import { OBJECTIVE_NAMES } from '../domain/strategy/search/objectives.ts';
import { SEARCH_KINDS } from '../domain/strategy/search/search.ts';
import { MAX_AXES } from '../domain/strategy/search/space.ts';
import type { Entry } from './entry.ts';
import { accountField, longText, shortText, symbolField, timeMsField } from './fields.ts';
import {
  codeField,
  costEntries,
  dataTypeField,
  instanceIdField,
  many,
  nameField,
  parametersField,
  periodEntries,
  startEntries,
  strategyIdField,
} from './strategy-bodies.ts';

/** Sets of one message. */
export const OPTIMIZATION_SETS_A_MESSAGE = 200;
/** Sets of a search on the server; the command line runs more. */
export const MAX_OPTIMIZATION_SETS = 10_000;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const figure = v.pipe(v.number(), v.finite());
const ratio = v.nullable(figure);
const rangeNameField = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,39}$/, 'the name of a parameter expected'));
/** `from:to:step`, both ends included, or values with commas. */
const rangeTextField = v.pipe(v.string(), v.minLength(1), v.maxLength(400), v.regex(/^[^\r\n]*$/));
/** Values of a set, in the sequence of the ranges. */
const valuesField = many(v.pipe(v.string(), v.maxLength(400)), MAX_AXES);

/** A search: a backtest, the ranges of its parameters, and how they are searched. Capital in dollars, null = the most capital of each run. */
const searchEntries = {
  ...startEntries,
  DataType: dataTypeField,
  ...periodEntries,
  ...costEntries,
  Ranges: v.pipe(
    v.array(v.strictObject({ Name: rangeNameField, Values: rangeTextField })),
    v.minLength(1),
    v.maxLength(MAX_AXES),
  ),
  Search: v.picklist(SEARCH_KINDS),
  /** Of a random or Bayesian search; a grid runs every combination. */
  RunCount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_OPTIMIZATION_SETS)),
  Objective: v.picklist(OBJECTIVE_NAMES),
  /** Sets with fewer closed trades have no score. */
  MinTrades: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  Capital: v.nullable(v.pipe(v.number(), v.minValue(0.01), v.maxValue(1e9))),
  /** The same seed gives the same sets. */
  Seed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)),
};

/** The 5 %, 50 % and 95 % points of resampled results, dollars. */
const quantilesBody = v.object({ P5: figure, P50: figure, P95: figure });
const drawsBody = v.object({
  Runs: count,
  Net: quantilesBody,
  Drawdown: quantilesBody,
  /** 0 to 1. */
  LossShare: figure,
});

/** The best set so far; of a search that has ended with what its score is worth. */
const bestBody = v.object({
  Values: valuesField,
  Score: figure,
  Deflated: v.nullable(
    v.object({
      /** Sets with a Sharpe ratio. */
      Trials: count,
      /** What the best of so many sets without an edge is expected to have, a year. */
      ExpectedMaxSharpe: figure,
      /** 0 to 1; null = no estimate. */
      Probability: ratio,
    }),
  ),
  /** Closed trades drawn again, and days in blocks; null = none. */
  DrawnTrades: v.nullable(drawsBody),
  DrawnDays: v.nullable(drawsBody),
});

/** A search that runs or is kept. Times are host UTC ms. */
const optimizationBody = v.object({
  OptimizationId: instanceIdField,
  Name: nameField,
  StrategyId: strategyIdField,
  State: v.picklist(['Running', 'Completed', 'Stopped', 'Failed']),
  /** Why it failed, or what the data lack. */
  Message: longText,
  StartedAt: timeMsField,
  FinishedAt: v.nullable(timeMsField),
  /** Sets of the whole search, those that have run, and of these the ones that failed. */
  RunCount: count,
  DoneCount: count,
  FailedCount: count,
  /** Empty until the code is read. */
  Symbol: v.union([v.literal(''), symbolField]),
  Terms: v.object(searchEntries),
  Best: v.nullable(bestBody),
});

/** Figures of a set (docs/algostream/returns.md). Money in dollars, ratios as fractions. */
const setFiguresBody = v.object({
  Net: figure,
  Drawdown: ratio,
  Capital: figure,
  Trades: count,
  WinRate: ratio,
  ProfitFactor: ratio,
  Expectancy: ratio,
  Cagr: ratio,
  Volatility: ratio,
  Sharpe: ratio,
  Sortino: ratio,
  Calmar: ratio,
});

/** A set that has run. Serials count from 1 in the sequence in which sets ended. */
const setBody = v.object({
  Serial: count,
  Values: valuesField,
  Score: ratio,
  /** Null = the run failed. */
  Figures: v.nullable(setFiguresBody),
  Fault: longText,
});

const idEntry = { OptimizationId: instanceIdField };

/** Searches for parameters of strategies. Their wire names are Tapedeck's own. */
export const strategyOptimizations = {
  describeStrategy: {
    T: 90,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests the parameters that a strategy declares; answered by strategyDescribed. Of a public strategy Code is empty.',
    body: v.strictObject({
      Name: nameField,
      StrategyId: strategyIdField,
      Code: codeField,
      Parameters: parametersField,
    }),
  },
  startOptimization: {
    T: 91,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Searches parameters of a strategy, each set with a backtest. OptimizationId is chosen by the client; of a public strategy Code is empty. One search of a user runs at a time.',
    body: v.strictObject({
      ...idEntry,
      Name: nameField,
      StrategyId: strategyIdField,
      Code: codeField,
      ...searchEntries,
    }),
  },
  stopOptimization: {
    T: 92,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Stops a search; the sets that have run are kept.',
    body: v.strictObject(idEntry),
  },
  requestOptimizations: {
    T: 93,
    socket: 'trading',
    direction: 'toServer',
    doc: "Requests the user's searches; answered by optimizations.",
    body: v.strictObject({ Account: accountField }),
  },
  requestOptimizationSets: {
    T: 94,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Requests sets of a search after a serial (0 = from the first); answered by optimizationSets.',
    body: v.strictObject({ ...idEntry, After: count }),
  },
  removeOptimization: {
    T: 95,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Removes a search that does not run, with its sets.',
    body: v.strictObject(idEntry),
  },
  strategyDescribed: {
    T: 190,
    socket: 'trading',
    direction: 'toClient',
    doc: 'The parameters that a strategy declares, with their values; Problem says why its code or its parameters cannot be read.',
    body: v.object({
      Name: nameField,
      StrategyId: strategyIdField,
      Symbol: v.union([v.literal(''), symbolField]),
      Parameters: many(
        v.object({ Name: rangeNameField, Kind: v.picklist(['Number', 'Text', 'YesNo']), Value: shortText }),
        200,
      ),
      Problem: longText,
    }),
  },
  optimizationStatus: {
    T: 191,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A search of the user has begun or changed; at most four times a second while it runs.',
    body: v.object({ Optimization: optimizationBody }),
  },
  optimizations: {
    T: 192,
    socket: 'trading',
    direction: 'toClient',
    doc: "The user's searches, oldest first; a long list in several messages.",
    body: v.object({ Items: many(optimizationBody, 50), HasMore: v.boolean() }),
  },
  optimizationSets: {
    T: 193,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Sets of a search after a serial. HasMore: more of them have run.',
    body: v.object({
      ...idEntry,
      After: count,
      Items: many(setBody, OPTIMIZATION_SETS_A_MESSAGE),
      HasMore: v.boolean(),
    }),
  },
  optimizationRefused: {
    T: 194,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A search was not started, stopped or removed; Message says why.',
    body: v.object({ ...idEntry, Message: longText }),
  },
  optimizationRemoved: {
    T: 195,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A search was removed.',
    body: v.object(idEntry),
  },
} as const satisfies Record<string, Entry>;
