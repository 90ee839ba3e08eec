/** A body of an order as clients send it; every amount is a text. */
export interface StandInBody {
  readonly symbol: string;
  readonly qty: string;
  readonly side: 'buy' | 'sell';
  readonly type: string;
  readonly time_in_force: string;
  readonly limit_price?: string | undefined;
  readonly stop_price?: string | undefined;
  readonly trail_price?: string | undefined;
  readonly trail_percent?: string | undefined;
  readonly extended_hours?: boolean | undefined;
  readonly position_intent?: string | undefined;
  readonly order_class?: string | undefined;
  readonly take_profit?: { readonly limit_price: string } | undefined;
  readonly stop_loss?: { readonly stop_price: string; readonly limit_price?: string | undefined } | undefined;
  readonly client_order_id?: string | undefined;
}

/** A call that the stand-in refuses: HTTP status, and code and message as Alpaca has them. */
export class StandInRefusal extends Error {
  override readonly name = 'StandInRefusal';
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What an order is checked against. */
interface Circumstances {
  readonly quote: { readonly ask: number } | undefined;
  readonly cash: number;
  /** Shares that may be sold. */
  readonly available: number;
  isKnown(clientOrderId: string): boolean;
}

const invalid = (message: string): StandInRefusal => new StandInRefusal(422, 42210000, message);

/** Why an order is refused; undefined when it is taken. */
export function orderProblem(body: StandInBody, given: Circumstances): StandInRefusal | undefined {
  const { symbol, qty, type, client_order_id: clientOrderId } = body;
  if (clientOrderId !== undefined && given.isKnown(clientOrderId))
    return new StandInRefusal(422, 40010001, 'client_order_id must be unique');
  if (!given.quote) return invalid(`asset "${symbol}" not found`);
  if (!/^[1-9]\d*$/.test(qty)) return invalid(`invalid qty ${qty}`);
  if ((type === 'limit' || type === 'stop_limit') && body.limit_price === undefined)
    return invalid('limit orders require a limit price');
  return (
    pricesProblem(body) ??
    sessionProblem(body) ??
    groupProblem(body) ??
    powerProblem(body, given.quote.ask, given)
  );
}

function pricesProblem(body: StandInBody): StandInRefusal | undefined {
  const prices = [
    body.limit_price,
    body.stop_price,
    body.take_profit?.limit_price,
    body.stop_loss?.stop_price,
    body.stop_loss?.limit_price,
  ];
  for (const price of prices) {
    if (price === undefined) continue;
    const decimals = price.split('.')[1]?.length ?? 0;
    if (decimals > (Number(price) >= 1 ? 2 : 4))
      return invalid(
        `invalid limit_price ${price}. sub-penny increment does not fulfill minimum pricing criteria`,
      );
  }
  return undefined;
}

function sessionProblem(body: StandInBody): StandInRefusal | undefined {
  if (body.extended_hours === true && (body.type !== 'limit' || body.time_in_force !== 'day'))
    return invalid('extended hours order must be DAY limit orders');
  const isGroup = body.order_class !== undefined;
  if (isGroup && body.time_in_force !== 'day' && body.time_in_force !== 'gtc')
    return invalid(`${body.order_class} orders must be DAY or GTC`);
  return undefined;
}

function groupProblem({
  order_class: kind,
  side,
  take_profit: target,
  stop_loss: stop,
}: StandInBody): StandInRefusal | undefined {
  if (kind === undefined) return undefined;
  if ((kind === 'bracket' || kind === 'oco') && !(target && stop))
    return invalid(`${kind} orders require take_profit and stop_loss`);
  if (kind === 'oto' && Boolean(target) === Boolean(stop))
    return invalid('oto orders require either take_profit or stop_loss');
  if (!target || !stop) return undefined;
  const isLong = (kind === 'oco') === (side === 'sell');
  const spread = Number(target.limit_price) - Number(stop.stop_price);
  return isLong === spread > 0
    ? undefined
    : invalid('take_profit.limit_price must be beyond stop_loss.stop_price');
}

function powerProblem(
  body: StandInBody,
  ask: number,
  { cash, available }: Circumstances,
): StandInRefusal | undefined {
  const quantity = Number(body.qty);
  if (body.side === 'buy')
    return body.position_intent !== 'buy_to_close' && quantity * Number(body.limit_price ?? ask) > cash
      ? new StandInRefusal(403, 40310000, 'insufficient buying power')
      : undefined;
  return body.position_intent === 'sell_to_close' && quantity > available
    ? new StandInRefusal(
        403,
        40310000,
        `insufficient qty available for order (requested: ${quantity}, available: ${available})`,
      )
    : undefined;
}
