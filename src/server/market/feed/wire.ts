import * as v from 'valibot';
import { toPriceE4 } from '../../../domain/money/price.ts';

// The messages of the feed, as `docs/adapters/feed.md` describes them. Each is read once, here; prices become integers in 1/10,000 dollar.

/** Dollars; far above any price, and exact in 1/10,000. */
const MAX_DOLLARS = 1_000_000_000;
/** Prints that a state may carry. */
export const MAX_PRINTS = 500;
const MAX_INSTRUMENTS = 50_000;

const dollars = v.union(
  [
    v.number(),
    v.pipe(
      v.string(),
      v.regex(/^\d{1,10}(\.\d{1,10})?$/),
      v.transform((text) => Number(text)),
    ),
  ],
  'it must be a price: a number, or a decimal in a text',
);
/** 0 = none. */
const price = v.pipe(
  dollars,
  v.minValue(0, 'it must be 0 or more'),
  v.maxValue(MAX_DOLLARS),
  v.transform(toPriceE4),
);
const tradedPrice = v.pipe(price, v.minValue(1, 'it must be a price above 0'));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const shares = v.pipe(count, v.minValue(1));
const text = v.pipe(v.string(), v.maxLength(200));
const exchange = v.optional(v.pipe(v.string(), v.maxLength(8)), '');
const symbol = v.pipe(
  v.string(),
  v.regex(/^[A-Z0-9$][A-Z0-9.$/-]{0,14}$/, 'it must be a symbol in capital letters'),
);
const figure = v.optional(v.nullable(v.pipe(v.number(), v.finite())), null);

const tradeFields = {
  id: v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((id) => String(id)),
  ),
  price: tradedPrice,
  size: shares,
  time: count,
  exchange,
};
const quoteFields = {
  bid: price,
  bidSize: count,
  bidExchange: exchange,
  ask: price,
  askSize: count,
  askExchange: exchange,
  time: count,
};
const instrument = v.object({
  symbol,
  company: text,
  exchange,
  isEtf: v.optional(v.boolean(), false),
  shortable: v.optional(v.boolean(), true),
  sector: v.optional(v.nullable(text), null),
  industry: v.optional(v.nullable(text), null),
  sharesOutstanding: figure,
  shortInterest: figure,
  dividend: figure,
  eps: figure,
});
const bar = v.object({ time: count, open: price, high: price, low: price, close: price, volume: count });

const message = v.variant('t', [
  v.object({
    t: v.literal('hello'),
    instruments: v.pipe(v.array(instrument), v.minLength(1), v.maxLength(MAX_INSTRUMENTS)),
  }),
  v.object({
    t: v.literal('state'),
    symbol,
    session: v.pipe(v.string(), v.isoDate()),
    previousClose: v.optional(price, 0),
    previousVolume: v.optional(count, 0),
    open: v.optional(price, 0),
    high: v.optional(price, 0),
    low: v.optional(price, 0),
    last: v.optional(price, 0),
    volume: v.optional(count, 0),
    vwap: v.optional(price, 0),
    yearHigh: v.optional(price),
    yearLow: v.optional(price),
    trades: v.optional(v.pipe(v.array(v.object(tradeFields)), v.maxLength(MAX_PRINTS)), []),
    quote: v.optional(v.nullable(v.object(quoteFields)), null),
  }),
  v.object({ t: v.literal('trade'), symbol, ...tradeFields }),
  v.object({ t: v.literal('quote'), symbol, ...quoteFields }),
  v.object({ t: v.literal('bars'), id: count, bars: v.array(bar) }),
  v.object({ t: v.literal('error'), message: text, id: v.optional(count), symbol: v.optional(symbol) }),
]);

/** A message of the feed; prices in 1/10,000 dollar, times UTC ms. */
export type FeedMessage = v.InferOutput<typeof message>;
/** A message of one kind. */
export type FeedMessageOf<Kind extends FeedMessage['t']> = Extract<FeedMessage, { readonly t: Kind }>;
/** A trade without its symbol. `id` and `time` identify it. */
export type FeedTrade = v.InferOutput<v.ObjectSchema<typeof tradeFields, undefined>>;
/** A quote without its symbol; a price of 0 = no quote on that side. */
export type FeedQuote = v.InferOutput<v.ObjectSchema<typeof quoteFields, undefined>>;
/** A bar as the feed sent it; nothing is checked yet but its fields. */
export type FeedBar = v.InferOutput<typeof bar>;

/** What a frame contains: a message, a message that does not fit the protocol, or something else than a message. */
export type Frame =
  | { readonly is: 'message'; readonly message: FeedMessage }
  /** `id`: the request that it would have answered. */
  | { readonly is: 'wrong'; readonly kind: string; readonly problem: string; readonly id: number | undefined }
  | { readonly is: 'garbage' };

const envelope = v.object({ t: v.pipe(v.string(), v.maxLength(20)), id: v.optional(v.unknown()) });

/** Reads a frame of the feed. */
export function readFrame(frame: string): Frame {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return { is: 'garbage' };
  }
  const outer = v.safeParse(envelope, value);
  if (!outer.success) return { is: 'garbage' };
  const read = v.safeParse(message, value, { abortEarly: true });
  if (read.success) return { is: 'message', message: read.output };
  const [issue] = read.issues;
  const { t: kind, id } = outer.output;
  return {
    is: 'wrong',
    kind,
    problem: `${v.getDotPath(issue) ?? 'message'}: ${issue.message}`,
    id: typeof id === 'number' ? id : undefined,
  };
}
