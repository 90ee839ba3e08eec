import { ApiTransport, type ClientOptions, type RouteCall } from './api-transport.ts';
import type {
  AcceptedOrder,
  Account,
  AccountOptions,
  Balance,
  Bar,
  BarsRequest,
  CallOptions,
  Clock,
  KeyInfo,
  Order,
  OrderOptions,
  OrdersOptions,
  OrderTerms,
  Position,
  Quote,
  Quotes,
  RequestedCancel,
  RouteAnswer,
  RouteName,
  SymbolInfo,
} from './types.ts';

/** What one call of quotes may name: symbols, and characters with their commas. */
const MAX_SYMBOLS = 100;
const MAX_SYMBOL_CHARACTERS = 4000;

/** The calls of the API for programs. All reject with a TapedeckError, or with the reason of an aborted signal. */
export interface TapedeckClient {
  /** The key itself: its name, scopes and expiry. */
  key(options?: CallOptions): Promise<KeyInfo>;
  /** Exchange time, which is the time of all data, and the session. */
  clock(options?: CallOptions): Promise<Clock>;
  /** The accounts that the key opens. */
  accounts(options?: CallOptions): Promise<readonly Account[]>;
  /** Stocks and funds by symbol or company, the best match first; `limit` from 1 to 1,000, 20 unless given. */
  symbols(query: string, options?: CallOptions & { readonly limit?: number }): Promise<readonly SymbolInfo[]>;
  /** Quotes of any number of symbols, a call for each hundred. */
  quotes(symbols: readonly string[], options?: CallOptions): Promise<Quotes>;
  /** Bars in the order of time. Pages are read as the loop needs them. */
  bars(request: BarsRequest, options?: CallOptions): AsyncIterable<Bar>;
  /** Cash and buying power. */
  balance(options?: AccountOptions): Promise<Balance>;
  /** Positions by symbol; those that were closed in the session have the quantity 0. */
  positions(options?: AccountOptions): Promise<readonly Position[]>;
  /** Orders, the newest first. Pages are read as the loop needs them. */
  orders(options?: OrdersOptions): AsyncIterable<Order>;
  /** An order that is open or of the present exchange day. */
  order(orderId: string, options?: AccountOptions): Promise<Order>;
  /** Sends an order; resolves once it is durable. After a lost answer the call is repeated with the same Idempotency-Key. */
  placeOrder(terms: OrderTerms, options?: OrderOptions): Promise<AcceptedOrder>;
  /** Replaces the terms of an open order: `terms` is the whole order as it is to be, with the new total quantity. */
  replaceOrder(orderId: string, terms: OrderTerms, options?: OrderOptions): Promise<AcceptedOrder>;
  /** Requests a cancel. The order may still fill before: read it again. */
  cancelOrder(orderId: string, options?: AccountOptions): Promise<RequestedCancel>;
  /** Any route by its name, for one page of a list and for what has no method here. */
  call<Name extends RouteName>(name: Name, call: RouteCall<Name>): Promise<RouteAnswer<Name>>;
}

/** A client of the API for programs of a Tapedeck server. Throws a TapedeckError for a wrong address or a key of another form; makes no call. */
export function createTapedeckClient(options: ClientOptions): TapedeckClient {
  return new HttpClient(new ApiTransport(options));
}

class HttpClient implements TapedeckClient {
  readonly #transport: ApiTransport;

  constructor(transport: ApiTransport) {
    this.#transport = transport;
  }

  call<Name extends RouteName>(name: Name, call: RouteCall<Name>): Promise<RouteAnswer<Name>> {
    return this.#transport.call(name, call);
  }

  key(options: CallOptions = {}): Promise<KeyInfo> {
    return this.call('key', { params: {}, ...signalOf(options) });
  }

  clock(options: CallOptions = {}): Promise<Clock> {
    return this.call('clock', { params: {}, ...signalOf(options) });
  }

  async accounts(options: CallOptions = {}): Promise<readonly Account[]> {
    return (await this.call('accounts', { params: {}, ...signalOf(options) })).items;
  }

  async symbols(
    query: string,
    { limit, ...options }: CallOptions & { readonly limit?: number } = {},
  ): Promise<readonly SymbolInfo[]> {
    const params = { query, ...(limit === undefined ? {} : { limit: String(limit) }) };
    return (await this.call('symbols', { params, ...signalOf(options) })).items;
  }

  async quotes(symbols: readonly string[], options: CallOptions = {}): Promise<Quotes> {
    const items: Quote[] = [];
    const unknown: string[] = [];
    for (const part of partsOf([...new Set(symbols)])) {
      const answer = await this.call('quotes', {
        params: { symbols: part.join(',') },
        ...signalOf(options),
      });
      items.push(...answer.items);
      unknown.push(...answer.unknown);
    }
    return { items, unknown };
  }

  async *bars(
    { symbol, size, from, to, extendedHours, pageSize }: BarsRequest,
    options: CallOptions = {},
  ): AsyncGenerator<Bar> {
    const params = {
      symbol,
      size,
      from: timeOf(from),
      ...(to === undefined ? {} : { to: timeOf(to) }),
      ...(extendedHours === undefined ? {} : ({ extendedHours: extendedHours ? 'true' : 'false' } as const)),
      ...limitOf(pageSize),
    };
    yield* pagesOf((cursor) => this.call('bars', { params: { ...params, ...cursor }, ...signalOf(options) }));
  }

  balance(options: AccountOptions = {}): Promise<Balance> {
    return this.call('balance', { params: accountOf(options), ...signalOf(options) });
  }

  async positions(options: AccountOptions = {}): Promise<readonly Position[]> {
    return (await this.call('positions', { params: accountOf(options), ...signalOf(options) })).items;
  }

  async *orders(options: OrdersOptions = {}): AsyncGenerator<Order> {
    const { state, pageSize } = options;
    const params = {
      ...accountOf(options),
      ...(state === undefined ? {} : { state }),
      ...limitOf(pageSize),
    };
    yield* pagesOf((cursor) =>
      this.call('orders', { params: { ...params, ...cursor }, ...signalOf(options) }),
    );
  }

  order(orderId: string, options: AccountOptions = {}): Promise<Order> {
    return this.call('order', { params: { orderId, ...accountOf(options) }, ...signalOf(options) });
  }

  placeOrder(body: OrderTerms, options: OrderOptions = {}): Promise<AcceptedOrder> {
    return this.call('orderSend', { params: {}, body, ...options });
  }

  replaceOrder(orderId: string, body: OrderTerms, options: OrderOptions = {}): Promise<AcceptedOrder> {
    return this.call('orderReplace', { params: { orderId }, body, ...options });
  }

  cancelOrder(orderId: string, options: AccountOptions = {}): Promise<RequestedCancel> {
    return this.call('orderCancel', {
      params: { orderId, ...accountOf(options) },
      ...signalOf(options),
    });
  }
}

const signalOf = ({ signal }: CallOptions): { readonly signal?: AbortSignal } =>
  signal === undefined ? {} : { signal };

const accountOf = ({ account }: AccountOptions): { readonly account?: string } =>
  account === undefined ? {} : { account };

const limitOf = (pageSize: number | undefined): { readonly limit?: string } =>
  pageSize === undefined ? {} : { limit: String(pageSize) };

const timeOf = (time: string | Date): string => (typeof time === 'string' ? time : time.toISOString());

async function* pagesOf<Item>(
  read: (cursor: {
    readonly cursor?: string;
  }) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>,
): AsyncGenerator<Item> {
  let cursor: { readonly cursor?: string } = {};
  for (;;) {
    const { items, nextCursor } = await read(cursor);
    yield* items;
    if (nextCursor === null) return;
    cursor = { cursor: nextCursor };
  }
}

/** Symbols in parts of what one call may name. */
function partsOf(symbols: readonly string[]): string[][] {
  const parts: string[][] = [];
  let characters = 0;
  for (const symbol of symbols) {
    const part = parts.at(-1);
    characters += symbol.length + 1;
    if (part !== undefined && part.length < MAX_SYMBOLS && characters <= MAX_SYMBOL_CHARACTERS)
      part.push(symbol);
    else {
      parts.push([symbol]);
      characters = symbol.length + 1;
    }
  }
  return parts;
}
