import * as v from 'valibot';
import type { Entry } from './entry.ts';
import { jwtField, longText, nullableNumber, priceField, requestIdField, shortText, symbolField, timeMsField, volumeField } from './fields.ts';
import { tradeBody } from './streaming.ts';

const prices = v.object({
  Last: priceField, LastSize: volumeField, Open: priceField, High: priceField, Low: priceField, PreviousClose: priceField,
  Volume: volumeField, PreviousVolume: volumeField, Bid: priceField, BidSize: volumeField, Ask: priceField, AskSize: volumeField,
  VWAP: priceField, Tick: v.number(), Timestamp: timeMsField,
});
const fundamentals = v.object({
  Company: shortText, Exchange: shortText, Currency: shortText, IsEtf: v.boolean(), Shortable: v.boolean(),
  Sector: v.nullable(shortText), Industry: v.nullable(shortText), SharesOutstanding: nullableNumber, ShortInterest: nullableNumber,
  Dividend: nullableNumber, EPS: nullableNumber, YearHigh: priceField, YearLow: priceField,
});
/** Everything known of a symbol now. Prices in dollars, 0 = none yet. */
export const symbolInfoBody = v.object({ Symbol: symbolField, Prices: prices, Fundamentals: fundamentals });
/** Bar stamped with its start (UTC ms): O, H, L, C in dollars, V in shares. */
export const candleBody = v.object({ TS: timeMsField, O: priceField, H: priceField, L: priceField, C: priceField, V: volumeField });

const result = v.picklist(['Ok', 'Error', 'Timeout']);
const answer = <S extends v.GenericSchema>(item: S) => v.object({ Id: requestIdField, Result: result, Error: v.optional(longText), HasMore: v.boolean(), Items: v.pipe(v.array(item), v.maxLength(20_000)) });
const bySymbol = v.strictObject({ Id: requestIdField, Symbol: symbolField });

export const data = {
  dataAuth: { T: 401, socket: 'data', direction: 'toServer', doc: 'Must be the first message. A failure closes the socket.', body: v.strictObject({ JWT: jwtField }) },
  symbolsInfo: { T: 402, socket: 'data', direction: 'toServer', doc: 'Symbol info of one or many symbols; unknown symbols are left out of the answer.', body: v.strictObject({ Id: requestIdField, Symbols: v.pipe(v.array(symbolField), v.minLength(1), v.maxLength(2000)) }) },
  lookup: { T: 403, socket: 'data', direction: 'toServer', doc: 'Finds symbols by symbol prefix or company words.', body: v.strictObject({ Id: requestIdField, Query: v.pipe(v.string(), v.minLength(1), v.maxLength(64)), MaxResults: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)) }) },
  chartCandles: { T: 404, socket: 'data', direction: 'toServer', doc: 'Bars of a symbol, From inclusive, To exclusive (UTC ms).', body: v.strictObject({ Id: requestIdField, Symbol: symbolField, CandleType: v.picklist(['OneMinute', 'FiveMinutes', 'ThirtyMinutes', 'Day']), From: timeMsField, To: timeMsField, ExcludePrePostMarket: v.boolean() }) },
  timeAndSale: { T: 405, socket: 'data', direction: 'toServer', doc: 'The latest prints of a symbol, newest first.', body: bySymbol },
  bbo: { T: 406, socket: 'data', direction: 'toServer', doc: 'Best bid and ask of each exchange.', body: bySymbol },
  cancelRequest: { T: 407, socket: 'data', direction: 'toServer', doc: 'Gives up a request by its Id; its answer, if any, ends.', body: v.strictObject({ Id: requestIdField }) },
  dataPing: { T: 408, socket: 'data', direction: 'toServer', doc: 'Asks for dataPong.', body: v.strictObject({ Sent: timeMsField }) },

  dataAuthResult: { T: 501, socket: 'data', direction: 'toClient', doc: 'Answer to dataAuth.', body: v.object({ Ok: v.boolean(), Error: v.optional(longText) }) },
  symbolsInfoAnswer: { T: 502, socket: 'data', direction: 'toClient', doc: 'Answer to symbolsInfo.', body: answer(symbolInfoBody) },
  lookupAnswer: { T: 503, socket: 'data', direction: 'toClient', doc: 'Answer to lookup.', body: answer(v.object({ Symbol: symbolField, Info: shortText, Exchange: shortText })) },
  chartCandlesAnswer: { T: 504, socket: 'data', direction: 'toClient', doc: 'Answer to chartCandles, ascending.', body: answer(candleBody) },
  timeAndSaleAnswer: { T: 505, socket: 'data', direction: 'toClient', doc: 'Answer to timeAndSale.', body: answer(tradeBody) },
  bboAnswer: { T: 506, socket: 'data', direction: 'toClient', doc: 'Answer to bbo.', body: answer(v.object({ Exchange: shortText, Bid: priceField, BidSize: volumeField, Ask: priceField, AskSize: volumeField })) },
  dataError: { T: 507, socket: 'data', direction: 'toClient', doc: 'A frame could not be understood.', body: v.object({ Message: longText, RequestT: v.optional(v.number()), Id: v.optional(v.number()) }) },
  dataPong: { T: 508, socket: 'data', direction: 'toClient', doc: 'Answers dataPing.', body: v.object({ Sent: timeMsField, ExchangeTime: timeMsField }) },
} as const satisfies Record<string, Entry>;
