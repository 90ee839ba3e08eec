import * as v from 'valibot';
import { COLUMN_CATEGORIES } from '../domain/columns/column.ts';
import { SCREEN_FIELD_TYPES } from '../domain/screener/field-types.ts';
import {
  symbolInfoBody,
  historicalBody,
  stockFilterBody,
  candleBody,
  symbolActionBody,
} from './data-bodies.ts';
import type { Entry } from './entry.ts';
import {
  jwtField,
  longText,
  priceField,
  requestIdField,
  secondsField,
  shortText,
  symbolField,
  timeMsField,
  volumeField,
} from './fields.ts';
import { listAnswer } from './list-answer.ts';
import { optionQuoteBody } from './options.ts';
import { tradeBody } from './streaming.ts';

const bySymbol = v.strictObject({ Id: requestIdField, Symbol: symbolField });

/** Messages of the data socket: requests for data, and their answers. */
export const data = {
  dataAuth: {
    T: 401,
    socket: 'data',
    direction: 'toServer',
    doc: 'Must be the first message. A failure closes the socket.',
    body: v.strictObject({ JWT: jwtField }),
  },
  symbolsInfo: {
    T: 402,
    socket: 'data',
    direction: 'toServer',
    doc: 'Symbol info of one or many symbols; unknown symbols are left out of the answer.',
    body: v.strictObject({
      Id: requestIdField,
      Symbols: v.pipe(v.array(symbolField), v.minLength(1), v.maxLength(2000)),
    }),
  },
  lookup: {
    T: 403,
    socket: 'data',
    direction: 'toServer',
    doc: 'Finds symbols by symbol prefix or company words.',
    body: v.strictObject({
      Id: requestIdField,
      Query: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      MaxResults: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
    }),
  },
  chartCandles: {
    T: 404,
    socket: 'data',
    direction: 'toServer',
    doc: 'Bars of a symbol, From inclusive, To exclusive (UTC ms). Those of past days are on the scale of the present shares; with Unadjusted they are as they traded, without the splits since then.',
    body: v.strictObject({
      Id: requestIdField,
      Symbol: symbolField,
      CandleType: v.picklist(['OneMinute', 'FiveMinutes', 'ThirtyMinutes', 'Day']),
      From: timeMsField,
      To: timeMsField,
      ExcludePrePostMarket: v.boolean(),
      Unadjusted: v.optional(v.boolean()),
    }),
  },
  timeAndSale: {
    T: 405,
    socket: 'data',
    direction: 'toServer',
    doc: 'The latest prints of a symbol, newest first.',
    body: bySymbol,
  },
  bbo: {
    T: 406,
    socket: 'data',
    direction: 'toServer',
    doc: 'Best bid and ask of each exchange.',
    body: bySymbol,
  },
  cancelRequest: {
    T: 407,
    socket: 'data',
    direction: 'toServer',
    doc: 'Gives up a request by its Id; its answer, if any, ends.',
    body: v.strictObject({ Id: requestIdField }),
  },
  historicalPrices: {
    T: 409,
    socket: 'data',
    direction: 'toServer',
    doc: 'Figures of the daily history of symbols; unknown symbols are left out.',
    body: v.strictObject({
      Id: requestIdField,
      Symbols: v.pipe(v.array(symbolField), v.minLength(1), v.maxLength(2000)),
    }),
  },
  closingPrices: {
    T: 410,
    socket: 'data',
    direction: 'toServer',
    doc: 'Daily closes of a symbol, From inclusive, To exclusive (UTC ms).',
    body: v.strictObject({ Id: requestIdField, Symbol: symbolField, From: timeMsField, To: timeMsField }),
  },
  optionExpirations: {
    T: 411,
    socket: 'data',
    direction: 'toServer',
    doc: 'Expirations of the options of an underlying, ascending.',
    body: bySymbol,
  },
  optionChain: {
    T: 412,
    socket: 'data',
    direction: 'toServer',
    doc: 'The full chain of an underlying: every option of every expiration.',
    body: bySymbol,
  },
  optionChainSnapshot: {
    T: 413,
    socket: 'data',
    direction: 'toServer',
    doc: 'Options that expire in a range (Unix seconds, both inclusive); with ApplyConditions only the NearestNumber strikes to the price of the underlying, for each expiration.',
    body: v.strictObject({
      Id: requestIdField,
      UnderlyingSymbol: symbolField,
      ApplyConditions: v.boolean(),
      ExpirationFrom: secondsField,
      ExpirationTo: secondsField,
      NearestNumber: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)),
    }),
  },
  optionSnapshot: {
    T: 414,
    socket: 'data',
    direction: 'toServer',
    doc: 'Prices of options now; unknown ones are left out.',
    body: v.strictObject({
      Id: requestIdField,
      Symbols: v.pipe(v.array(symbolField), v.minLength(1), v.maxLength(500)),
    }),
  },
  priceVolatility: {
    T: 415,
    socket: 'data',
    direction: 'toServer',
    doc: 'Historical volatility a year from NumberOfDays daily closes up to ToDate (UTC ms). Method 0: standard deviation of logarithmic returns times the root of 252.',
    body: v.strictObject({
      Id: requestIdField,
      Symbol: symbolField,
      ToDate: timeMsField,
      NumberOfDays: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(2520)),
      Method: v.literal(0),
    }),
  },
  stockFilters: {
    T: 416,
    socket: 'data',
    direction: 'toServer',
    doc: 'The fields that stocks can be filtered by.',
    body: v.strictObject({ Id: requestIdField }),
  },
  filteredStocks: {
    T: 417,
    socket: 'data',
    direction: 'toServer',
    doc: 'Stocks that pass all filters. Symbols come with a two-character market prefix.',
    body: v.strictObject({
      Id: requestIdField,
      Filters: v.pipe(v.array(stockFilterBody), v.minLength(1), v.maxLength(50)),
    }),
  },
  symbolActions: {
    T: 418,
    socket: 'data',
    direction: 'toServer',
    doc: 'Corporate actions of a symbol up to the present session.',
    body: bySymbol,
  },
  dataPing: {
    T: 408,
    socket: 'data',
    direction: 'toServer',
    doc: 'Answered by dataPong.',
    body: v.strictObject({ Sent: timeMsField }),
  },

  dataAuthResult: {
    T: 501,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to dataAuth.',
    body: v.object({ Ok: v.boolean(), Error: v.optional(longText) }),
  },
  symbolsInfoAnswer: {
    T: 502,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to symbolsInfo.',
    body: listAnswer(symbolInfoBody),
  },
  lookupAnswer: {
    T: 503,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to lookup.',
    body: listAnswer(v.object({ Symbol: symbolField, Info: shortText, Exchange: shortText })),
  },
  chartCandlesAnswer: {
    T: 504,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to chartCandles, ascending.',
    body: listAnswer(candleBody),
  },
  timeAndSaleAnswer: {
    T: 505,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to timeAndSale.',
    body: listAnswer(tradeBody),
  },
  bboAnswer: {
    T: 506,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to bbo.',
    body: listAnswer(
      v.object({
        Exchange: shortText,
        Bid: priceField,
        BidSize: volumeField,
        Ask: priceField,
        AskSize: volumeField,
      }),
    ),
  },
  dataError: {
    T: 507,
    socket: 'data',
    direction: 'toClient',
    doc: 'A frame could not be understood.',
    body: v.object({ Message: longText, RequestT: v.optional(v.number()), Id: v.optional(v.number()) }),
  },
  historicalPricesAnswer: {
    T: 509,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to historicalPrices.',
    body: listAnswer(historicalBody),
  },
  closingPricesAnswer: {
    T: 510,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to closingPrices, ascending: TS day (UTC ms of 00:00 New York), C close.',
    body: listAnswer(v.object({ TS: timeMsField, C: priceField })),
  },
  optionExpirationsAnswer: {
    T: 511,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to optionExpirations: Unix seconds of 16:00 New York of each day.',
    body: listAnswer(v.object({ Expiration: secondsField, IsWeekly: v.boolean() })),
  },
  optionChainAnswer: {
    T: 512,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to optionChain, by expiration, strike, call before put.',
    body: listAnswer(optionQuoteBody),
  },
  optionChainSnapshotAnswer: {
    T: 513,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to optionChainSnapshot, by expiration, strike, call before put.',
    body: listAnswer(optionQuoteBody),
  },
  optionSnapshotAnswer: {
    T: 514,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to optionSnapshot.',
    body: listAnswer(optionQuoteBody),
  },
  priceVolatilityAnswer: {
    T: 515,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to priceVolatility: one item; a fraction a year (0.25 = 25 %).',
    body: listAnswer(v.object({ Volatility: v.pipe(v.number(), v.finite()) })),
  },
  stockFiltersAnswer: {
    T: 516,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to stockFilters.',
    body: listAnswer(
      v.object({
        Field: shortText,
        Name: shortText,
        Type: v.picklist(SCREEN_FIELD_TYPES),
        Category: v.picklist(COLUMN_CATEGORIES),
      }),
    ),
  },
  filteredStocksAnswer: {
    T: 517,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to filteredStocks, by symbol. Soon after the start of the server it may cover a part of the stocks only: Pending is the number that could not be checked yet; a repeated request continues with them.',
    body: v.object({
      ...listAnswer(v.object({ Symbol: shortText })).entries,
      Pending: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    }),
  },
  symbolActionsAnswer: {
    T: 518,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answer to symbolActions by ex-date, ascending; empty where the market knows of none.',
    body: listAnswer(symbolActionBody),
  },
  dataPong: {
    T: 508,
    socket: 'data',
    direction: 'toClient',
    doc: 'Answers dataPing.',
    body: v.object({ Sent: timeMsField, ExchangeTime: timeMsField }),
  },
} as const satisfies Record<string, Entry>;
