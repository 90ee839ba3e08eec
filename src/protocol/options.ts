import * as v from 'valibot';
import {
  nullableNumber,
  priceField,
  secondsField,
  shortText,
  symbolField,
  timeMsField,
  volumeField,
} from './fields.ts';

/**
 * Extension: the underlying's continuous dividend yield a year that the option is priced with (0.011 = 1.1 %). The implied volatility
 * gives the price with this yield only.
 */
const dividendYield = v.optional(v.number());
/** What makes an option; Expiration in Unix seconds of 16:00 New York of its day. */
export const optionPart = v.object({
  Underlying: symbolField,
  Type: v.picklist(['Call', 'Put']),
  Strike: priceField,
  Expiration: secondsField,
  DisplayName: shortText,
  OpenInterest: volumeField,
  ImpliedVolatility: nullableNumber,
  DividendYield: dividendYield,
});
/** Option prices as of now; dollars a share, 0 = none. ImpliedVolatility as a fraction a year (0.25 = 25 %), null when no price implies one. */
export const optionQuoteBody = v.object({
  Symbol: symbolField,
  Underlying: symbolField,
  Type: v.picklist(['Call', 'Put']),
  Strike: priceField,
  /** Expiration, Unix seconds of 16:00 New York of its day. */ Expiration: secondsField,
  DisplayName: shortText,
  Last: priceField,
  PreviousClose: priceField,
  Bid: priceField,
  BidSize: volumeField,
  Ask: priceField,
  AskSize: volumeField,
  Volume: volumeField,
  OpenInterest: volumeField,
  ImpliedVolatility: nullableNumber,
  /** Extension: the underlying's continuous dividend yield a year that the option is priced with (0.011 = 1.1 %). */ DividendYield:
    dividendYield,
  Timestamp: timeMsField,
});
