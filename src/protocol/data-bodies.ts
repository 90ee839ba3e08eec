import * as v from 'valibot';
import { ACTION_KINDS } from '../domain/corporate-actions/types.ts';
import { COMPARE_OPERATIONS } from '../domain/screener/operations.ts';
import { nullableNumber, priceField, shortText, symbolField, timeMsField, volumeField } from './fields.ts';
import { optionPart } from './options.ts';

const prices = v.object({
  Last: priceField,
  LastSize: volumeField,
  Open: priceField,
  High: priceField,
  Low: priceField,
  PreviousClose: priceField,
  Volume: volumeField,
  PreviousVolume: volumeField,
  Bid: priceField,
  BidSize: volumeField,
  Ask: priceField,
  AskSize: volumeField,
  VWAP: priceField,
  Tick: v.number(),
  Timestamp: timeMsField,
  /** A fraction a year: of an option what its price implies, of a stock what its options imply for 30 days; null when nothing does. */ ImpliedVolatility:
    v.optional(nullableNumber),
});
const fundamentals = v.object({
  Company: shortText,
  Exchange: shortText,
  Currency: shortText,
  IsEtf: v.boolean(),
  Shortable: v.boolean(),
  Sector: v.nullable(shortText),
  Industry: v.nullable(shortText),
  SharesOutstanding: nullableNumber,
  ShortInterest: nullableNumber,
  Dividend: nullableNumber,
  EPS: nullableNumber,
  YearHigh: priceField,
  YearLow: priceField,
  /** Start of the first day that YearHigh and YearLow are known of; left out when that is all 52 weeks. */ YearSince:
    v.optional(timeMsField),
  /** Average daily volume (shares) and true range (dollars) of 20 sessions; null while not worked out. */ ADV: nullableNumber,
  ADTR: nullableNumber,
});
/** Everything known of a symbol now. Prices in dollars, 0 = none yet. `Option` for options only. */
export const symbolInfoBody = v.object({
  Symbol: symbolField,
  Prices: prices,
  Fundamentals: fundamentals,
  Option: v.optional(optionPart),
});
const figure = nullableNumber;
/**
 * Figures of the daily history up to the last finished session, prices in dollars, null where the history is too short.
 * High/Low: extremes of the period; Price…: close at its start; Slope: per cent a bar of the average or regression line over its last step; RSI and Stochastic over 14 bars, 0 to 100; ADV and ADTR: mean volume (shares) and mean true range of 20 sessions.
 */
export const historicalBody = v.object({
  Symbol: symbolField,
  High1M: figure,
  Low1M: figure,
  High3M: figure,
  Low3M: figure,
  High6M: figure,
  Low6M: figure,
  High2Y: figure,
  Low2Y: figure,
  High5Y: figure,
  Low5Y: figure,
  High10Y: figure,
  Low10Y: figure,
  Price1M: figure,
  Price3M: figure,
  Price6M: figure,
  Price1Y: figure,
  Price2Y: figure,
  Price5Y: figure,
  Price10Y: figure,
  SMA10: figure,
  SMA20: figure,
  SMA50: figure,
  SMA200: figure,
  SMA10Slope: figure,
  SMA20Slope: figure,
  SMA50Slope: figure,
  SMA200Slope: figure,
  MLR10Slope: figure,
  MLR50Slope: figure,
  MLR200Slope: figure,
  RSI14: figure,
  RSI14Weekly: figure,
  Stochastic14: figure,
  Stochastic14Weekly: figure,
  ADV: figure,
  ADTR: figure,
});
/** `CompareWith`: the number (percentages divided by 100) or text; two numbers for Between. Extension: filters with the same `Group` are alternatives; those without one must all hold. */
export const stockFilterBody = v.strictObject({
  Field: shortText,
  Compare: v.picklist(COMPARE_OPERATIONS),
  CompareWith: v.union([
    v.pipe(v.number(), v.finite()),
    v.pipe(v.string(), v.maxLength(200)),
    v.strictTuple([v.pipe(v.number(), v.finite()), v.pipe(v.number(), v.finite())]),
  ]),
  Group: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(50))),
});

/** Bar stamped with its start (UTC ms): O, H, L, C in dollars, V in shares. */
export const candleBody = v.object({
  TS: timeMsField,
  O: priceField,
  H: priceField,
  L: priceField,
  C: priceField,
  V: volumeField,
});
/** A split, dividend, change of symbol or delisting. The ratio is of splits: Numerator new shares for Denominator old ones; Amount of dividends, dollars a share. */
export const symbolActionBody = v.object({
  /** 00:00 New York of the ex-date, UTC ms: bars before it are those of the old shares. */
  TS: timeMsField,
  /** `YYYY-MM-DD`. */
  ExDate: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
  ActionType: v.picklist(ACTION_KINDS),
  /** `7-for-1 split`. */
  Title: shortText,
  Numerator: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  Denominator: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  Amount: v.optional(v.pipe(v.number(), v.minValue(0))),
});
