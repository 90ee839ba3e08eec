import * as v from 'valibot';
import { decimalText, limitText, priceText, timeText } from './api-v1-fields.ts';
import { cursorParam, nextCursor, type ApiV1Route } from './api-v1-route.ts';
import { nullableNumber, shortText, symbolField, volumeField } from './fields.ts';

const RIGHTS = ['Call', 'Put'] as const;
const dateText = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'a date such as 2026-03-20 expected'),
);

/** An option as of now. Figures that are ratios are numbers; prices are a share. */
const apiOptionBody = v.object({
  symbol: symbolField,
  name: shortText,
  right: v.picklist(RIGHTS),
  strike: priceText,
  bid: v.nullable(decimalText),
  bidSize: volumeField,
  ask: v.nullable(decimalText),
  askSize: volumeField,
  last: v.nullable(decimalText),
  previousClose: v.nullable(decimalText),
  volume: volumeField,
  openInterest: volumeField,
  impliedVolatility: nullableNumber,
  greeks: v.nullable(
    v.object({
      delta: v.number(),
      gamma: v.number(),
      theta: v.number(),
      vega: v.number(),
      rho: v.number(),
    }),
  ),
  /** Exchange time of the quote: that of its recording where a replay has recorded chains. */
  time: timeText,
});

/** The routes about listed options. */
export const optionRoutes = {
  optionExpirations: {
    method: 'GET',
    path: '/api/v1/options/expirations',
    scope: 'read',
    needs: 'market',
    params: v.strictObject({ symbol: symbolField }),
    body: null,
    status: 200,
    response: v.object({
      symbol: symbolField,
      items: v.array(v.object({ expiration: dateText, isWeekly: v.boolean() })),
    }),
    doc: 'The expirations that an underlying has now, ascending; none for a symbol without options.',
  },
  optionChain: {
    method: 'GET',
    path: '/api/v1/options/chain',
    scope: 'read',
    needs: 'market',
    params: v.strictObject({
      symbol: symbolField,
      expiration: dateText,
      right: v.optional(v.picklist(RIGHTS)),
      strikes: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/, 'a number from 1 to 999 expected'))),
      limit: v.optional(limitText, '200'),
      cursor: cursorParam,
    }),
    body: null,
    status: 200,
    response: v.object({
      symbol: symbolField,
      expiration: dateText,
      underlyingPrice: v.nullable(decimalText),
      items: v.array(apiOptionBody),
      nextCursor,
    }),
    doc: 'The options of an underlying and an expiration by strike, call before put; with `strikes` only so many strikes, those nearest to its price. `impliedVolatility` is a fraction a year (0.25 is 25 %) of the middle of the quote. The greeks are dollars a share: delta and gamma for one dollar of the underlying, theta for one trading day, vega and rho for one percentage point; null where the quote implies no volatility. With `nextCursor`, repeat the call with it as `cursor` for the next page. 404 for an expiration that is not listed.',
  },
} as const satisfies Record<string, ApiV1Route>;
