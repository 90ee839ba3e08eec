import * as v from 'valibot';
import {
  BACKTEST_DATA_TYPES,
  POSITION_SIDES,
  RESTART_CHOICES,
  STRATEGY_ORDER_STATUSES,
  STRATEGY_STATUSES,
} from '../domain/strategy/enumerations.ts';
import { MAX_IMPORTED_FILES } from '../domain/strategy/imports/limits.ts';
import { MAX_SECURITIES } from '../domain/strategy/limits.ts';
import { ORDER_SIDES, ORDER_TYPE_NAMES } from '../domain/orders/enumerations.ts';
import {
  accountField,
  dollarsField,
  longText,
  priceField,
  quantityField,
  shortText,
  symbolField,
  timeMsField,
} from './fields.ts';
import { legBody } from './orders.ts';
import { costsBody } from './strategy-costs.ts';
import { guardsBody } from './strategy-guards.ts';
import { scheduleBody, startScheduleBody } from './strategy-schedule.ts';

/** Source text of a strategy: what fits into a frame with room for the rest of the message, also when every character is escaped. */
export const MAX_STRATEGY_CODE_CHARACTERS = 24_000;
/** Parameter text of a strategy or a run. */
export const MAX_STRATEGY_PARAMETERS_CHARACTERS = 4000;

/** Name of a strategy, without commas. */
export const nameField = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(40),
  v.regex(/^[^,]+$/, 'Strategy name should not contain special symbols'),
);
/** Source text of a strategy. */
export const codeField = v.pipe(v.string(), v.maxLength(MAX_STRATEGY_CODE_CHARACTERS));
/** Lines `name = value`; `#` starts a comment. */
export const parametersField = v.pipe(v.string(), v.maxLength(MAX_STRATEGY_PARAMETERS_CHARACTERS));
/** Chosen by the client that starts the run: unique among the instances of the strategy. */
export const instanceIdField = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.regex(/^[A-Za-z0-9_-]+$/, 'letters, digits, - and _ expected'),
);
/** Above 0: a public strategy. */
export const strategyIdField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e9));
const minutesField = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440));
/** -1 = none. */
const shareLimitField = v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(1e9));
const dollarLimitField = v.pipe(v.number(), v.finite(), v.minValue(-1), v.maxValue(1e11));
const figure = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A list with a maximum length. */
export const many = <const Schema extends v.GenericSchema>(item: Schema, most = 500) =>
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
export const startEntries = {
  Parameters: parametersField,
  ...tradingTimeEntries,
  Account: accountField,
  ShareLimit: shareLimitField,
  DollarLimit: dollarLimitField,
};
/** The period of a backtest: From inclusive, To exclusive, UTC ms. */
export const periodEntries = { From: timeMsField, To: timeMsField };
/** Costs and fills of a backtest; absent = bars fill orders in full, with the fees of the account. */
export const costEntries = { Costs: v.optional(costsBody) };
/** What only a live run carries; absent = none. */
export const liveEntries = {
  Guards: v.optional(guardsBody),
  AtRestart: v.optional(v.picklist(RESTART_CHOICES)),
  Schedule: v.optional(startScheduleBody),
};
/** The data that a backtest runs on. */
export const dataTypeField = v.picklist(BACKTEST_DATA_TYPES);

/** A study that a strategy watches, as texts to show: name, bar interval, period, and the further parameters. */
const studyBody = v.object({
  Name: shortText,
  Interval: shortText,
  Period: v.nullable(count),
  ExtraParameters: shortText,
});

/** Returns of a run (spec tools.md §3 "Returns statistics"). Money in dollars; ratios are fractions (0.05 = 5 %); null = undefined (no capital, no trade, no year). */
export const strategyReturnsBody = v.object({
  CumulativeGrossProfitLoss: figure,
  CumulativeNetProfitLoss: figure,
  GrossProfitLoss: figure,
  NetProfitLoss: figure,
  /** Fees of all orders; null = of a run before this was counted. */
  FeesPaid: v.optional(v.nullable(figure), null),
  /** What slippage and spread made fills of a backtest worse: in the fill prices, so in the gross profit. */
  SlippagePaid: v.optional(v.nullable(figure), null),
  /** What short stock of a backtest cost to borrow. Net profits are less fees and this. */
  BorrowPaid: v.optional(v.nullable(figure), null),
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
  /** Largest fall of the net profit, marked to market, from a peak to a later low; null = the run has no equity curve. */
  MaxDrawdown: v.optional(v.nullable(figure), null),
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
const versionNumber = v.pipe(v.number(), v.integer(), v.minValue(1));

export const strategyInstanceBody = v.object({
  InstanceId: instanceIdField,
  Account: accountField,
  Status: v.picklist(STRATEGY_STATUSES),
  /** Message of the run: an error with its line, or the text of InfoMessage; else empty. */
  Message: longText,
  /** Of a backtest: the share of the period that is done, 0 to 1. */
  Progress: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** Of a backtest that waits for its turn: its place among those of all users, from 1; 0 = it does not wait. */
  QueuePlace: v.optional(count, 0),
  /** Orders that were rejected, and why the last one was. */
  RejectedCount: v.optional(count, 0),
  LastRejection: v.optional(shortText, ''),
  Parameters: parametersField,
  BacktestFrom: v.nullable(timeMsField),
  BacktestTo: v.nullable(timeMsField),
  DataType: v.nullable(dataTypeField),
  /** Of a backtest: costs and fills; null = bars fill orders in full, with the fees of the account. */
  Costs: v.optional(v.nullable(costsBody), null),
  /** Of a live run: what stops it; null = nothing. */
  Guards: v.optional(v.nullable(guardsBody), null),
  /** Of a live run: what a restart of the server does to it. */
  AtRestart: v.optional(v.picklist(RESTART_CHOICES), 'Stop'),
  /** Of a live run: when it starts and stops by itself; null = only by hand. */
  Schedule: v.optional(v.nullable(scheduleBody), null),
  StartedAt: v.nullable(timeMsField),
  FinishedAt: v.nullable(timeMsField),
  PrimarySymbol: v.pipe(v.string(), v.maxLength(23)),
  /** The symbols that it trades beside that one; none in runs of releases that traded one symbol. */
  OtherSymbols: v.optional(many(v.pipe(v.string(), v.maxLength(23)), MAX_SECURITIES), []),
  ...tradingTimeEntries,
  ShareLimit: shareLimitField,
  DollarLimit: dollarLimitField,
  Order: v.object({
    Quantity: quantityField,
    Route: shortText,
    Destination: shortText,
    Type: v.picklist(ORDER_TYPE_NAMES),
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
  /** The version of the strategy that it runs; null when its code was not saved, of a public strategy, and of runs before there were versions. */
  Version: v.optional(v.nullable(versionNumber), null),
  /** The files of the user that it imports, and the version of each, as above. */
  Imports: v.optional(
    many(v.object({ Name: nameField, Version: v.nullable(versionNumber) }), MAX_IMPORTED_FILES + 1),
    [],
  ),
  Returns: v.nullable(strategyReturnsBody),
});

/** One order of a run, simulated or real (spec tools.md §3 "Strategy order"). Capital figures as of this order. */
export const strategyOrderBody = v.object({
  Id: shortText,
  Status: v.picklist(STRATEGY_ORDER_STATUSES),
  SentTimestamp: timeMsField,
  Symbol: symbolField,
  Side: v.picklist(ORDER_SIDES),
  Type: v.picklist(ORDER_TYPE_NAMES),
  Quantity: quantityField,
  Price: priceField,
  /** Of stop orders; 0 = none. */
  StopPrice: v.optional(priceField, 0),
  /** Dollars; negative when the net price of a multi-leg order is a credit to the buyer. */
  FillPrice: dollarsField,
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
  /** Why it was rejected or cancelled; empty else. */
  Reason: v.optional(shortText, ''),
  /** Of an order of a backtest that ended with a part filled: that part. */
  FilledQuantity: v.optional(quantityField),
  /** Of a multi-leg order: Quantity is in units, the prices are net prices. */
  Legs: v.optional(v.array(legBody)),
});

/** A strategy: `Id` 0 is private and named by its owner, above 0 public. The code of a public one is not sent. */
export const strategyBody = v.object({
  Name: nameField,
  Id: strategyIdField,
  /** Label of the largest number of shares or dollars that its instances may use: 'no limit' or 'max {n}'. */
  TradeLimit: shortText,
  Parameters: parametersField,
  Description: longText,
  Instances: many(strategyInstanceBody, 200),
});
