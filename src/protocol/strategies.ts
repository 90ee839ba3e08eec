import * as v from 'valibot';
import {
  BACKTEST_DATA_TYPES,
  MODIFY_STRATEGY_RESULTS,
  POSITION_SIDES,
  STRATEGY_ORDER_STATUSES,
  STRATEGY_STATUSES,
} from '../domain/strategy/enumerations.ts';
import { ORDER_SIDES, ORDER_TYPES } from '../domain/orders/enumerations.ts';
import type { Entry } from './entry.ts';
import {
  accountField,
  dollarsField,
  longText,
  priceField,
  quantityField,
  shortText,
  symbolField,
  timeMsField,
  userIdField,
} from './fields.ts';

/** Source text of a strategy: what fits into a frame with room for the rest of the message, also when every character is escaped. */
export const MAX_STRATEGY_CODE_CHARACTERS = 24_000;
export const MAX_STRATEGY_PARAMETERS_CHARACTERS = 4000;

const nameField = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(40),
  v.regex(/^[^,]+$/, 'Strategy name should not contain special symbols'),
);
const codeField = v.pipe(v.string(), v.maxLength(MAX_STRATEGY_CODE_CHARACTERS));
/** Lines `name = value`; `#` starts a comment. */
const parametersField = v.pipe(v.string(), v.maxLength(MAX_STRATEGY_PARAMETERS_CHARACTERS));
/** Chosen by the client that starts the run: unique among the instances of the strategy. */
const instanceIdField = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.regex(/^[A-Za-z0-9_-]+$/, 'letters, digits, - and _ expected'),
);
/** Above 0: a public strategy. */
const strategyIdField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9));
const minutesField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440));
/** -1 = none. */
const shareLimitField = v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(1e9));
const dollarLimitField = v.pipe(v.number(), v.finite(), v.minValue(-1), v.maxValue(1e11));
const figure = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const many = <const Schema extends v.GenericSchema>(item: Schema, most = 500) =>
  v.pipe(v.array(item), v.maxLength(most));

/** When a run may trade: chosen at its start, shown with its instance. */
const tradingTimeEntries = {
  IntradayPositionsOnly: v.boolean(),
  FirstTradingIntervalStart: minutesField,
  FirstTradingIntervalEnd: minutesField,
  SecondTradingIntervalStart: minutesField,
  SecondTradingIntervalEnd: minutesField,
  IncludeOffMarket: v.boolean(),
};

/** What every start carries (spec tools.md §3 "Start parameters"). From and To, UTC ms, of a backtest only. */
const startEntries = {
  Parameters: parametersField,
  ...tradingTimeEntries,
  Account: accountField,
  ShareLimit: shareLimitField,
  DollarLimit: dollarLimitField,
};
const periodEntries = { From: timeMsField, To: timeMsField };
const dataTypeField = v.picklist(BACKTEST_DATA_TYPES);

/** A study that a strategy watches, as it is shown: name, bar interval in words, period, and the rest in words. */
const studyBody = v.object({
  Name: shortText,
  Interval: shortText,
  Period: v.nullable(count),
  ExtraParameters: shortText,
});

/** Returns of a run (spec tools.md §3 "Returns statistics"). Money in dollars; ratios are fractions (0.05 = 5 %); null = cannot be told (no capital, no trade, no year). */
export const strategyReturnsBody = v.object({
  CumulativeGrossProfitLoss: figure,
  CumulativeNetProfitLoss: figure,
  GrossProfitLoss: figure,
  NetProfitLoss: figure,
  Roi: v.nullable(figure),
  RoiAnnualised: v.nullable(figure),
  SymbolRoi: v.nullable(figure),
  SymbolRoiAnnualised: v.nullable(figure),
  Roac: v.nullable(figure),
  RoacAnnualised: v.nullable(figure),
  Roc: v.nullable(figure),
  RocAnnualised: v.nullable(figure),
  Capital: figure,
  AverageCapital: figure,
  TradeCount: count,
  LongTradeCount: count,
  ShortTradeCount: count,
  ProfitablePercent: v.nullable(figure),
  LosingPercent: v.nullable(figure),
  LongProfitablePercent: v.nullable(figure),
  ShortProfitablePercent: v.nullable(figure),
  AverageProfit: v.nullable(figure),
  AverageLoss: v.nullable(figure),
  LongProfitLoss: figure,
  ShortProfitLoss: figure,
  StartTime: v.nullable(timeMsField),
  FinishTime: v.nullable(timeMsField),
});

/** One run of a strategy, live or backtest. BacktestFrom and BacktestTo are null for a live run. */
export const strategyInstanceBody = v.object({
  InstanceId: instanceIdField,
  Account: accountField,
  Status: v.picklist(STRATEGY_STATUSES),
  /** What the run has to say: an error with its line, or the text of InfoMessage; empty else. */
  Message: longText,
  /** Of a backtest: the share of the period that is done, 0 to 1. */
  Progress: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  Parameters: parametersField,
  BacktestFrom: v.nullable(timeMsField),
  BacktestTo: v.nullable(timeMsField),
  DataType: v.nullable(dataTypeField),
  StartedAt: v.nullable(timeMsField),
  FinishedAt: v.nullable(timeMsField),
  PrimarySymbol: v.pipe(v.string(), v.maxLength(23)),
  ...tradingTimeEntries,
  ShareLimit: shareLimitField,
  DollarLimit: dollarLimitField,
  Order: v.object({
    Quantity: quantityField,
    Route: shortText,
    Destination: shortText,
    Type: v.picklist(ORDER_TYPES),
    Price: priceField,
  }),
  Trend: v.nullable(studyBody),
  Trade: v.nullable(studyBody),
  TradingTime: shortText,
  IsUsingNbbo: v.boolean(),
  /** Minutes from midnight; null = at any time. */
  OpeningOrderTime: v.nullable(minutesField),
  ClosingOrderTime: v.nullable(minutesField),
  AllowedPositions: v.picklist(POSITION_SIDES),
  Returns: v.nullable(strategyReturnsBody),
});

/** One order of a run, simulated or real (spec tools.md §3 "Strategy order"). Capital figures as of this order. */
export const strategyOrderBody = v.object({
  Id: shortText,
  Status: v.picklist(STRATEGY_ORDER_STATUSES),
  SentTimestamp: timeMsField,
  Symbol: symbolField,
  Side: v.picklist(ORDER_SIDES),
  Type: v.picklist(ORDER_TYPES),
  Quantity: quantityField,
  Price: priceField,
  FillPrice: priceField,
  FillTimestamp: v.nullable(timeMsField),
  FifoProfitLoss: figure,
  CumulativeProfitLoss: figure,
  Liquidity: shortText,
  ClearingCharge: dollarsField,
  ExecutionCharge: dollarsField,
  LiquidityFee: dollarsField,
  SecFee: dollarsField,
  NsccFee: dollarsField,
  FinraFee: dollarsField,
  OtherFee: dollarsField,
  NetProfitLoss: figure,
  GrossAmount: figure,
  NetAmount: figure,
  AverageCapital: figure,
  Roac: v.nullable(figure),
  Roi: v.nullable(figure),
  Capital: figure,
  Roc: v.nullable(figure),
});

/** A strategy: `Id` 0 is private and named by its owner, above 0 public. The code of a public one is not sent. */
export const strategyBody = v.object({
  Name: nameField,
  Id: strategyIdField,
  /** Largest number of shares or dollars that its instances may use, in words: 'no limit' or 'max {n}'. */
  TradeLimit: shortText,
  Parameters: parametersField,
  Description: longText,
  Instances: many(strategyInstanceBody, 200),
});

const runOf = { Name: nameField, InstanceId: instanceIdField };
const runEntries = { ...runOf, Account: accountField };
const publicStart = {
  StrategyId: strategyIdField,
  InstanceId: instanceIdField,
  UserId: userIdField,
  ...startEntries,
};
const instancePush = v.object({
  Name: nameField,
  StrategyId: strategyIdField,
  Instance: strategyInstanceBody,
});
const orderPush = v.object({ ...runOf, Account: accountField, Order: strategyOrderBody });

/** AlgoStream (spec platform.md §7.3, tools.md §7): strategies, their instances and orders. Their wire names are ours. */
export const strategies = {
  strategyList: {
    T: 50,
    socket: 'trading',
    direction: 'toServer',
    doc: "Asks for the user's own strategies with their instances; answered by strategies.",
    body: v.strictObject({ Account: accountField }),
  },
  strategyTemplateList: {
    T: 51,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Asks for the templates that a new strategy may begin with.',
    body: v.strictObject({}),
  },
  publicStrategyList: {
    T: 52,
    socket: 'trading',
    direction: 'toServer',
    doc: "Asks for the public strategies with the user's instances of them; answered by strategies.",
    body: v.strictObject({ Account: accountField }),
  },
  loadAlgoTradingStrategy: {
    T: 53,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Asks for the code and parameters of an own strategy.',
    body: v.strictObject({ Account: accountField, Name: nameField }),
  },
  requestAlgoTradingStrategyStatus: {
    T: 54,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Asks for all instances of a strategy, with their orders when IncludeOrders.',
    body: v.strictObject({ Account: accountField, IncludeOrders: v.boolean(), Name: nameField }),
  },
  requestAlgoTradingStrategyOrders: {
    T: 55,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Asks for the orders of an instance; answered by strategyOrders. Of an instance that is not there: strategyStatusUpdate with InvalidInstance, and no orders.',
    body: v.strictObject(runOf),
  },
  saveAlgoTradingStrategy: {
    T: 56,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Saves a new strategy; answered by strategySaved.',
    body: v.strictObject({ Name: nameField, Code: codeField, Parameters: parametersField }),
  },
  updateAlgoTradingStrategy: {
    T: 57,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Saves a strategy over what is stored; another Name renames it, which no instance may stand in the way of.',
    body: v.strictObject({
      Name: nameField,
      OriginalName: nameField,
      Code: codeField,
      Parameters: parametersField,
    }),
  },
  deleteAlgoTradingStrategy: {
    T: 58,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Deletes a strategy, its instances that do not run, and their orders.',
    body: v.strictObject({ Account: accountField, Name: nameField }),
  },
  removeAlgoStrategyInstance: {
    T: 59,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Removes an instance that does not run, and its orders.',
    body: v.strictObject(runEntries),
  },
  startStrategy: {
    T: 60,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Starts a live run on the account: its orders are real orders of the account.',
    body: v.strictObject({ ...runOf, Code: codeField, ...startEntries }),
  },
  stopStrategy: {
    T: 61,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Stops a live run (its open orders are cancelled, its positions stay) or a backtest.',
    body: v.strictObject(runEntries),
  },
  startBacktest: {
    T: 62,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Runs a strategy over recorded data.',
    body: v.strictObject({
      ...runOf,
      Code: codeField,
      DataType: dataTypeField,
      ...startEntries,
      ...periodEntries,
    }),
  },
  startPublicBacktest: {
    T: 63,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Runs a public strategy over recorded data.',
    body: v.strictObject({ ...publicStart, DataType: dataTypeField, ...periodEntries }),
  },
  resumeBacktest: {
    T: 64,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Runs a backtest that asked what data to use, on the data named.',
    body: v.strictObject({ ...runEntries, DataType: dataTypeField }),
  },
  startPublicStrategy: {
    T: 65,
    socket: 'trading',
    direction: 'toServer',
    doc: 'Starts a live run of a public strategy.',
    body: v.strictObject(publicStart),
  },

  strategies: {
    T: 150,
    socket: 'trading',
    direction: 'toClient',
    doc: "Strategies with their instances: the user's own, or the public ones; a long list in several messages. Instances are those of the chosen account.",
    body: v.object({ IsPublic: v.boolean(), Items: many(strategyBody), HasMore: v.boolean() }),
  },
  strategyTemplates: {
    T: 151,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Templates of strategies.',
    body: v.object({
      Items: many(
        v.object({ Name: shortText, Description: longText, Code: codeField, Parameters: parametersField }),
      ),
      HasMore: v.boolean(),
    }),
  },
  strategyLoaded: {
    T: 152,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Code and parameters of a strategy; Result NotFound when there is none of that name.',
    body: v.object({
      Name: nameField,
      Result: v.picklist(['Loaded', 'NotFound']),
      Code: codeField,
      Parameters: parametersField,
    }),
  },
  strategyStatus: {
    T: 153,
    socket: 'trading',
    direction: 'toClient',
    doc: 'All instances of a strategy as they are now.',
    body: v.object({
      Name: nameField,
      StrategyId: strategyIdField,
      Instances: many(strategyInstanceBody, 200),
    }),
  },
  strategyStatusUpdate: {
    T: 154,
    socket: 'trading',
    direction: 'toClient',
    doc: 'An instance changed: status, message, progress or returns.',
    body: instancePush,
  },
  strategyParameters: {
    T: 155,
    socket: 'trading',
    direction: 'toClient',
    doc: 'What a run reads from its code and parameters, once it was compiled.',
    body: instancePush,
  },
  strategyStarted: {
    T: 156,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A live run has begun.',
    body: instancePush,
  },
  backtestingStarted: {
    T: 157,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A backtest has begun.',
    body: instancePush,
  },
  strategySaved: {
    T: 158,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers save and update; a success is told to every connection of the user. OriginalName is empty after a save.',
    body: v.object({
      Name: nameField,
      OriginalName: v.pipe(v.string(), v.maxLength(40)),
      Result: v.picklist(MODIFY_STRATEGY_RESULTS),
      Message: longText,
    }),
  },
  strategyDeleted: {
    T: 159,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers a delete.',
    body: v.object({ Name: nameField, Result: v.picklist(MODIFY_STRATEGY_RESULTS), Message: longText }),
  },
  strategyInstanceRemoved: {
    T: 160,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Answers a removal.',
    body: v.object({ ...runOf, Result: v.picklist(MODIFY_STRATEGY_RESULTS), Message: longText }),
  },
  strategyOrders: {
    T: 161,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Orders of an instance, oldest first, in chunks.',
    body: v.object({ ...runOf, Items: many(strategyOrderBody, 200), HasMore: v.boolean() }),
  },
  strategyStockOrder: {
    T: 162,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A live run sent a stock order, or one of its orders changed.',
    body: orderPush,
  },
  strategyOptionOrder: {
    T: 163,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A live run sent an option order, or one of its orders changed.',
    body: orderPush,
  },
  backtestOrderExecuted: {
    T: 164,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Orders that a backtest filled, in batches while it runs.',
    body: v.object({ ...runOf, Items: many(strategyOrderBody, 200) }),
  },
  backtestOrderCancelled: {
    T: 165,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Orders that a backtest cancelled.',
    body: v.object({ ...runOf, Items: many(strategyOrderBody, 200) }),
  },
  capitalReturns: {
    T: 166,
    socket: 'trading',
    direction: 'toClient',
    doc: 'Returns of an instance, while it runs and at its end.',
    body: v.object({ ...runOf, Returns: strategyReturnsBody }),
  },
  strategyRefused: {
    T: 167,
    socket: 'trading',
    direction: 'toClient',
    doc: 'A start, stop or resume was not done; Message says why.',
    body: v.object({
      Name: v.pipe(v.string(), v.maxLength(40)),
      StrategyId: strategyIdField,
      InstanceId: v.pipe(v.string(), v.maxLength(64)),
      Message: longText,
    }),
  },
} as const satisfies Record<string, Entry>;
