import type { OrderSide, TimeInForce } from '../orders/enumerations.ts';
import type { OrderLeg } from '../orders/legs.ts';
import { newBracket } from './exits.ts';
import { newRecord } from './new-record.ts';
import type { ExitPlan, OrderRecord, SpreadFill, StrategyOrderType } from './order-record.ts';

/** An entry of an earlier part of the run, with the exits that still work. Prices in dollars. */
export interface EarlierBracket {
  /** Undefined: the symbol of the run. */
  readonly symbol?: string | undefined;
  readonly side: OrderSide;
  /** Shares that the exits close. */
  readonly quantity: number;
  /** Average fill price of the entry. */
  readonly fillPrice: number;
  /** Of the exits that are open. */
  readonly plan: ExitPlan;
  /** Where they stand now. */
  readonly exits: {
    readonly target?: Pick<OrderRecord, 'price'> | undefined;
    readonly stop?: Pick<OrderRecord, 'stop'> | undefined;
  };
}

/** An order of an earlier part of a live run that is still with the broker. Prices in dollars, 0 = none. */
export interface EarlierOpenOrder {
  /** Undefined: the symbol of the run. */
  readonly symbol?: string | undefined;
  readonly side: OrderSide;
  readonly type: StrategyOrderType;
  readonly quantity: number;
  readonly filledQuantity: number;
  /** Mean of its fills. */
  readonly fillPrice: number;
  readonly price: number;
  readonly stop: number;
  readonly sentMs: number;
  /** Of a multi-leg order. */
  readonly spread?:
    | {
        readonly legs: readonly OrderLeg[];
        readonly tif: TimeInForce;
        readonly fills: readonly SpreadFill[];
      }
    | undefined;
  /** Of an entry that has not filled yet. */
  readonly exits?: ExitPlan | undefined;
}

/** The record of such an order under its number. `held`: position of the run; signed. */
export function openRecordOf(
  number: number,
  symbol: string,
  order: EarlierOpenOrder,
  held: number,
): OrderRecord {
  const { side, type, quantity, filledQuantity, fillPrice, price, stop, sentMs, spread, exits } = order;
  const record = newRecord(number, sentMs, {
    symbol,
    side,
    type,
    quantity,
    price,
    stop,
    openingQuantity: spread === undefined ? openingOf(side, quantity - filledQuantity, held) : 0,
    spread: spread === undefined ? null : { ...spread, fills: spread.fills.map(frozenFill) },
    bracket: exits === undefined ? null : newBracket(exits),
  });
  if (filledQuantity > 0) Object.assign(record, { status: 'PartiallyFilled', filledQuantity, fillPrice });
  return record;
}

/** Code reads fills and changes none. */
const frozenFill = (fill: SpreadFill): SpreadFill =>
  Object.freeze({ ...fill, legs: Object.freeze(fill.legs.map((leg) => Object.freeze({ ...leg }))) });

/** How much of what an order has left opens a position. */
function openingOf(side: OrderSide, left: number, held: number): number {
  if (side === 'Sell') return 0;
  return side === 'Buy' ? Math.max(0, left - Math.max(0, -held)) : left;
}

/** The record of an entry that has filled. */
export function entryRecordOf(
  number: number,
  symbol: string,
  timeMs: number,
  { side, quantity, fillPrice, plan }: Omit<EarlierBracket, 'exits' | 'symbol'>,
): OrderRecord {
  const terms = { symbol, side, quantity, type: 'Market', price: 0, stop: 0, openingQuantity: 0 } as const;
  const entry = newRecord(number, timeMs, { ...terms, bracket: newBracket(plan) });
  return Object.assign(entry, { status: 'Filled' as const, filledQuantity: quantity, fillPrice });
}
