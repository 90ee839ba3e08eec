/** An order in the stand-in. Prices are in dollars: it is no part of the product, and writes them as texts. */
export interface StandInAlpacaOrder {
  readonly id: string;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly qty: number;
  readonly side: 'buy' | 'sell';
  readonly type: string;
  readonly timeInForce: string;
  readonly limitPrice: number | undefined;
  /** Of a trailing stop it follows the market. */
  stopPrice: number | undefined;
  readonly trailPrice: number | undefined;
  readonly trailPercent: number | undefined;
  readonly extendedHours: boolean;
  readonly positionIntent: string | undefined;
  readonly orderClass: string;
  /** Exits that wait for this order, or that this order excludes. */
  legs: StandInAlpacaOrder[];
  /** The order whose leg this is. */
  readonly parent: StandInAlpacaOrder | undefined;
  status: string;
  filled: number;
  /** Dollars of all fills. */
  filledValue: number;
  isTriggered: boolean;
  readonly replaces: string | undefined;
  replacedBy: string | undefined;
  readonly submittedMs: number;
  updatedMs: number;
  /** When it ended in its status, UTC ms. */
  endedMs: number | undefined;
}

const OVER = new Set(['filled', 'canceled', 'expired', 'replaced', 'rejected']);
/** True while the order may still change. */
export const isOpenOrder = ({ status }: Pick<StandInAlpacaOrder, 'status'>): boolean => !OVER.has(status);

const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, -1)}123456Z`;
const textOf = (value: number | undefined): string | null => (value === undefined ? null : String(value));
const endedAs = (order: StandInAlpacaOrder, status: string): string | null =>
  order.status === status && order.endedMs !== undefined ? iso(order.endedMs) : null;

/** An order as Alpaca writes it, with its legs where they are wanted. */
export function orderToJson(order: StandInAlpacaOrder, isNested = false): Record<string, unknown> {
  return {
    id: order.id,
    client_order_id: order.clientOrderId,
    created_at: iso(order.submittedMs),
    updated_at: iso(order.updatedMs),
    submitted_at: iso(order.submittedMs),
    filled_at: endedAs(order, 'filled'),
    expired_at: endedAs(order, 'expired'),
    canceled_at: endedAs(order, 'canceled'),
    failed_at: endedAs(order, 'rejected'),
    replaced_at: endedAs(order, 'replaced'),
    replaced_by: order.replacedBy ?? null,
    replaces: order.replaces ?? null,
    asset_class: 'us_equity',
    symbol: order.symbol,
    notional: null,
    qty: String(order.qty),
    filled_qty: String(order.filled),
    filled_avg_price:
      order.filled === 0 ? null : String(Number((order.filledValue / order.filled).toFixed(6))),
    order_class: order.orderClass,
    order_type: order.type,
    type: order.type,
    side: order.side,
    time_in_force: order.timeInForce,
    limit_price: textOf(order.limitPrice),
    stop_price: textOf(order.stopPrice),
    trail_price: textOf(order.trailPrice),
    trail_percent: textOf(order.trailPercent),
    status: order.status,
    extended_hours: order.extendedHours,
    position_intent: order.positionIntent ?? null,
    legs: isNested && order.legs.length > 0 ? order.legs.map((leg) => orderToJson(leg)) : null,
  };
}
