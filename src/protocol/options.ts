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
/**
 * Extension: only of an option whose quotes were recorded. They stand still between snapshots; volatility and greeks belong to the
 * moment of the recording.
 */
const recordedPart = v.optional(
  v.object({
    /** When the quotes were recorded; absent before the first snapshot of the day. */ Time: v.optional(
      timeMsField,
    ),
    /** Price of the underlying at that moment; 0 = unknown. */ UnderlyingPrice: priceField,
  }),
);
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
  Recorded: recordedPart,
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
  /** Extension: only of an option whose quotes were recorded, and stand still between snapshots. */ Recorded:
    recordedPart,
  Timestamp: timeMsField,
});
