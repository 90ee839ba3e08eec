import * as v from 'valibot';
import {
  ORDER_TYPE_NAMES,
  PEG_TYPES,
  STOP_OFFSET_TYPES,
  STOP_TYPES,
  TIME_IN_FORCES,
} from '../../src/domain/orders/enumerations.ts';
import { MAX_TARGETS } from '../../src/domain/orders/groups/types.ts';
import { MAX_SYMBOL_LENGTH } from '../../src/domain/symbols/symbol.ts';
import { defineState, savedMarkSchema, type StateDefinition } from '../../src/plugin-api/index.ts';

/** Orders of a basket at most. */
export const MAX_ORDERS = 200;

/** Characters of a template's name at most. */
export const MAX_TEMPLATE_NAME = 100;

const number = v.pipe(v.number(), v.finite());
const text = v.pipe(v.string(), v.maxLength(40));

/** A price, or a distance from the fill of the order in dollars or per cent. */
const exitSchema = v.object({ Basis: v.picklist(['Price', 'Offset', 'Percent']), Amount: number });
/** What closes the position of an order: targets or stop may be absent. */
const exitsSchema = v.object({
  Target: v.nullable(exitSchema),
  /** Instead of `Target`: several, the nearest to the entry first. They close equal parts, the last one what the others leave. */
  Targets: v.optional(v.pipe(v.array(exitSchema), v.minLength(2), v.maxLength(MAX_TARGETS))),
  Stop: v.nullable(exitSchema),
  Tif: v.picklist(['Day', 'GoodTillCancel']),
});
/** An exit of a staged order. */
export type StagedExit = v.InferOutput<typeof exitSchema>;
/** The exits of a staged order. */
export type StagedExits = v.InferOutput<typeof exitsSchema>;

/** A staged order as it is saved. Prices in dollars; what is wrong with it is found by its check, not here. */
const orderSchema = v.object({
  Symbol: v.pipe(v.string(), v.maxLength(MAX_SYMBOL_LENGTH), v.toUpperCase()),
  Side: v.picklist(['Buy', 'Sell', 'Short']),
  Quantity: number,
  Type: v.picklist(ORDER_TYPE_NAMES),
  Tif: v.picklist(TIME_IN_FORCES),
  Price: v.nullable(number),
  StopPrice: v.nullable(number),
  /** Null = the first route that the account may use. */
  Route: v.nullable(v.object({ Destination: text, Route: text })),
  /** Fields that few orders have. */
  More: v.object({
    StopType: v.optional(v.picklist(STOP_TYPES)),
    OffsetType: v.optional(v.picklist(STOP_OFFSET_TYPES)),
    OffsetValue: v.optional(number),
    PegType: v.optional(v.picklist(PEG_TYPES)),
    GoodTillMs: v.optional(number),
    MinQuantity: v.optional(number),
    DisplayQuantity: v.optional(number),
  }),
  /** Absent = none of its own. With exits, or with a template, the order is sent as a bracket, and alone otherwise. */
  Exits: v.optional(exitsSchema),
  /** The name of a saved template whose exits the order has, instead of exits of its own. What it is is read when the order is checked and sent. */
  Template: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TEMPLATE_NAME))),
});
/** An order that waits in a basket. */
export type StagedOrder = v.InferOutput<typeof orderSchema>;

/** An order as a basket stores it; null for what is none. */
export function readStagedOrder(order: unknown): StagedOrder | null {
  const read = v.safeParse(orderSchema, order);
  return read.success ? read.output : null;
}

const rowSchema = v.object({ ...orderSchema.entries, Id: v.pipe(v.string(), v.maxLength(64)) });
/** An order of a window's basket. */
export type BasketRow = v.InferOutput<typeof rowSchema>;

/** What a workspace stores for a Basket window. */
export interface BasketState {
  readonly Rows: readonly BasketRow[];
  /** ClientIds of the orders that were sent, by the id of their row: no row is sent twice. */
  readonly Sent: Readonly<Record<string, string>>;
  /** Name of what was loaded or saved; null = untitled. */
  readonly FileName: string | null;
  /** Mark of what was loaded or saved. */
  readonly SavedAs: string | null;
}

export const basketState: StateDefinition<BasketState> = defineState<BasketState>({
  schema: v.object({
    Rows: v.pipe(v.array(rowSchema), v.maxLength(MAX_ORDERS)),
    Sent: v.record(v.pipe(v.string(), v.maxLength(64)), text),
    FileName: v.nullable(v.pipe(v.string(), v.maxLength(100))),
    SavedAs: savedMarkSchema,
  }),
  initial: { Rows: [], Sent: {}, FileName: null, SavedAs: null },
  migrations: [],
});

/** The type of saved baskets. */
export const SAVED_TYPE = 'Basket';

/** The form of a saved basket. */
export const savedBasketSchema = v.object({ Orders: v.pipe(v.array(orderSchema), v.maxLength(MAX_ORDERS)) });

/** What would be saved of a basket: its orders, whether sent or not. */
export const basketToSave = ({
  Rows,
}: Pick<BasketState, 'Rows'>): v.InferOutput<typeof savedBasketSchema> => ({
  Orders: Rows.map(({ Id: _id, ...order }) => order),
});

/** The rows of a saved basket, none of which is sent; null when it is none. */
export function readSavedBasket(data: unknown, newId: () => string): readonly BasketRow[] | null {
  const read = v.safeParse(savedBasketSchema, data);
  return read.success ? read.output.Orders.map((order) => ({ ...order, Id: newId() })) : null;
}
