import * as v from 'valibot';

// The answers and messages of Alpaca that the adapter reads. Fields that it does not read are left out, and so are their changes.

const price = v.pipe(v.number(), v.finite(), v.minValue(0));
const count = v.pipe(v.number(), v.finite(), v.minValue(0));
/** RFC 3339, with up to nine decimals. Becomes UTC ms. */
const time = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.number('it must be a time'),
  v.finite('it must be a time'),
);
/** One condition as a text, or several as a list: stocks have a list. */
const conditions = v.pipe(
  v.nullish(v.union([v.array(v.string()), v.string()]), []),
  v.transform((value) => (typeof value === 'string' ? [value] : value)),
);

const barFields = { t: time, o: price, h: price, l: price, c: price, v: count };
const tradeFields = {
  t: time,
  x: v.optional(v.string(), ''),
  p: price,
  s: count,
  i: v.optional(v.number(), 0),
  c: conditions,
  z: v.optional(v.string(), ''),
};
const quoteFields = {
  t: time,
  bx: v.optional(v.string(), ''),
  bp: price,
  bs: count,
  ax: v.optional(v.string(), ''),
  ap: price,
  as: count,
};

const statusFields = {
  t: time,
  sc: v.string(),
  sm: v.optional(v.string(), ''),
  rc: v.optional(v.string(), ''),
  rm: v.optional(v.string(), ''),
  z: v.optional(v.string(), ''),
};

const barSchema = v.object({ ...barFields, vw: v.optional(price, 0) });
const tradeSchema = v.object(tradeFields);
const quoteSchema = v.object(quoteFields);
const statusSchema = v.object(statusFields);

/** A bar as Alpaca has it, dollars; `t` is its start, UTC ms. */
export type WireBar = v.InferOutput<typeof barSchema>;
/** A trade as Alpaca has it, dollars; `i` and `x` identify it within a day. */
export type WireTrade = v.InferOutput<typeof tradeSchema>;
/** A quote as Alpaca has it, dollars. */
export type WireQuote = v.InferOutput<typeof quoteSchema>;
/** A trading status as Alpaca has it: code and text of the status (`sc`, `sm`), and of its reason (`rc`, `rm`). The tape `z` decides what a code means. */
export type WireStatus = v.InferOutput<typeof statusSchema>;

const pageOf = <Item extends v.GenericSchema>(item: Item) => ({
  items: v.nullish(v.record(v.string(), v.nullish(v.array(item), [])), {}),
  token: v.nullish(v.string(), null),
});
const bars = pageOf(barSchema);
const trades = pageOf(tradeSchema);
/** A page of `/v2/stocks/bars`, by symbol. */
export const barsPage = v.object({ bars: bars.items, next_page_token: bars.token });
/** A page of `/v2/stocks/trades`, by symbol. */
export const tradesPage = v.object({ trades: trades.items, next_page_token: trades.token });

const snapshotSchema = v.object({
  latestTrade: v.nullish(tradeSchema, null),
  latestQuote: v.nullish(quoteSchema, null),
  dailyBar: v.nullish(barSchema, null),
  prevDailyBar: v.nullish(barSchema, null),
});
/** The present state of a symbol. */
export type WireSnapshot = v.InferOutput<typeof snapshotSchema>;
/** The answer of `/v2/stocks/snapshots`; a symbol without data has null or is missing. */
export const snapshotsAnswer = v.record(v.string(), v.nullish(snapshotSchema, null));

/** The answer of `/v2/assets` on the trading host. */
export const assetsAnswer = v.array(
  v.object({
    symbol: v.string(),
    name: v.nullish(v.string(), ''),
    exchange: v.string(),
    tradable: v.boolean(),
    shortable: v.optional(v.boolean(), false),
  }),
);
/** A stock or fund as Alpaca lists it. */
export type WireAsset = v.InferOutput<typeof assetsAnswer>[number];

/** The field of the active symbols. */
export const ACTIVES_FIELD = 'most_actives';
/** The answer of `/v1beta1/screener/stocks/most-actives`. */
export const activesAnswer = v.object({ [ACTIVES_FIELD]: v.array(v.object({ symbol: v.string() })) });

/** The messages of the stream that the adapter reads. Each frame is a list of them. */
const streamMessage = v.variant('T', [
  v.object({ T: v.literal('success'), msg: v.string() }),
  v.object({ T: v.literal('error'), code: v.number(), msg: v.optional(v.string(), '') }),
  v.object({
    T: v.literal('subscription'),
    trades: v.nullish(v.array(v.string()), []),
    quotes: v.nullish(v.array(v.string()), []),
    statuses: v.nullish(v.array(v.string()), []),
  }),
  v.object({ T: v.literal('t'), S: v.string(), ...tradeFields }),
  v.object({ T: v.literal('q'), S: v.string(), ...quoteFields }),
  v.object({ T: v.literal('s'), S: v.string(), ...statusFields }),
  v.object({ T: v.literal('c'), S: v.string() }),
  v.object({ T: v.literal('x'), S: v.string() }),
]);
/** A message of the stream. `s` is a trading status, `c` corrects a trade, `x` cancels it. */
export type StreamMessage = v.InferOutput<typeof streamMessage>;

/** The messages of a frame that the adapter knows; `unread` counts the others. Undefined when the frame is no list in JSON. */
export function readFrame(
  text: string,
): { readonly messages: readonly StreamMessage[]; readonly unread: number } | undefined {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(frame)) return undefined;
  const messages: StreamMessage[] = [];
  for (const value of frame) {
    const read = v.safeParse(streamMessage, value);
    if (read.success) messages.push(read.output);
  }
  return { messages, unread: frame.length - messages.length };
}
