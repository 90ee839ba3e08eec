import { Permission } from '../../../domain/permissions.ts';
import type { SubscriptionResult } from '../../../domain/orders/enumerations.ts';
import { catalogue, encode, SUBSCRIPTION_TYPES, type Body, type Message } from '../../../protocol/index.ts';
import type { GatewayDeps } from '../deps.ts';
import type { FanOut, FeedType } from '../fan-out/fan-out.ts';
import { createOutbox, type Outbox } from '../fan-out/outbox.ts';
import {
  exchangeQuoteChangeToWire,
  lastTradeToWire,
  quoteToWire,
  tradingStatusToWire,
} from '../translate/market.ts';
import { AuthenticatedConnection, type Caller } from '../sockets/authenticated-connection.ts';
import { frameText } from '../sockets/frame-text.ts';
import type { Peer } from '../sockets/peer.ts';
import type { SharedParts } from '../shared-parts.ts';
import type { ConnectionHandler } from '../sockets/socket-server.ts';
import type { FeedPulse } from './feed-pulse.ts';

/** Subscriptions (symbol and type) of one client. */
export const MAX_SUBSCRIPTIONS = 10_000;
/** Permissions of the tools that show prices: any of them lets a user receive market data. */
export const MARKET_DATA_PERMISSIONS =
  Permission.MarketView |
  Permission.Stocks |
  Permission.Chart |
  Permission.ChartAlerts |
  Permission.OptionChain |
  Permission.TimeAndSale |
  Permission.MarketScreen;

/** The name by which a client subscribes a feed; two names mean the same one. */
type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];
const FEEDS: Readonly<Record<SubscriptionType, FeedType>> = {
  Trade: 'Trade',
  Quote: 'Quote',
  Nbbo: 'Quote',
  Bbo: 'Bbo',
};
/** The requests of an authenticated client. */
type Request = Exclude<Message<'streaming', 'toServer'>, { name: 'streamingAuth' }>;
type RequestHandlers = {
  readonly [Each in Request as Each['name']]: (
    client: StreamingClient,
    body: Each['body'],
    caller: Caller,
  ) => void;
};

/** One client of the streaming socket: receives subscriptions, sends trades and quotes. A user needs one of MARKET_DATA_PERMISSIONS. */
export function createStreamingConnection(
  peer: Peer,
  deps: GatewayDeps,
  fanOut: FanOut,
  shared: SharedParts,
  pulse: FeedPulse,
): ConnectionHandler {
  const client = new StreamingClient(peer, deps, fanOut, pulse);
  return new AuthenticatedConnection(peer, {
    socket: 'streaming',
    deps,
    shared,
    authBody: (message) => (message.name === 'streamingAuth' ? message.body : undefined),
    onAuth(message) {
      if (message.name === 'streamingAuth' && message.body.Batch === true) client.batch();
    },
    sendAuthResult: (body) => client.sendAuthResult(body),
    sendError: (message, requestT) => client.sendError(message, requestT),
    onRefused: (message, text) => client.refuse(message, text),
    // The connection answers a second streamingAuth itself.
    onMessage: (message, caller) => client.serve(message as Request, caller),
    onRights: (caller) => client.changeRights(caller),
    onClosed: () => client.close(),
  });
}

class StreamingClient {
  /** Every request of the catalogue: a new one does not compile until it has a handler here. */
  static readonly #handlers = {
    subscribe: (client, body, caller) => client.#subscribe(body, caller),
    unsubscribe(client, body) {
      client.#end(body.Type, body.Symbol);
      client.#respond(body, 'Unsubscribed');
    },
    streamingPing: (client, { Sent }) =>
      client.#outbox.sendNow(
        frameText(encode('streamingPong', { Sent, ExchangeTime: client.#deps.clock.exchangeMs() })),
      ),
  } satisfies RequestHandlers;

  readonly #peer: Peer;
  readonly #deps: Pick<GatewayDeps, 'market' | 'clock'>;
  readonly #fanOut: FanOut;
  readonly #pulse: FeedPulse;
  readonly #outbox: Outbox;
  /** The account of each subscription, by its type and symbol. */
  readonly #subscriptions = new Map<string, string>();
  #leavePulse = (): void => {};

  constructor(peer: Peer, deps: Pick<GatewayDeps, 'market' | 'clock'>, fanOut: FanOut, pulse: FeedPulse) {
    this.#peer = peer;
    this.#deps = deps;
    this.#fanOut = fanOut;
    this.#pulse = pulse;
    this.#outbox = createOutbox(peer, fanOut.counts);
  }

  /** Sends trades and quotes in batches from now on. */
  batch(): void {
    this.#outbox.batch();
  }

  sendAuthResult(body: Body<'streamingAuthResult'>): void {
    this.#peer.send(encode('streamingAuthResult', body));
    // `feedAlive` is sent after all queued prices, so that it confirms no price that is still queued.
    if (body.Ok) this.#leavePulse = this.#pulse.join((frame) => this.#outbox.sendNow(frame));
  }

  sendError(text: string, requestT: number | undefined): void {
    this.#peer.send(encode('streamingError', { Message: text, RequestT: requestT }));
  }

  /** Answers a message beyond its rate. */
  refuse(message: Message<'streaming', 'toServer'>, text: string): void {
    this.sendError(text, catalogue[message.name].T);
    if (message.name === 'subscribe') this.#respond(message.body, 'Error');
  }

  serve(request: Request, caller: Caller): void {
    // TypeScript does not relate the name to the body: the map's type pairs each name with its own body.
    const handle = StreamingClient.#handlers[request.name] as (
      client: StreamingClient,
      body: Request['body'],
      caller: Caller,
    ) => void;
    handle(this, request.body, caller);
  }

  /** Ends the subscriptions that the user's new rights do not cover. */
  changeRights(caller: Caller): void {
    for (const [key, account] of [...this.#subscriptions]) {
      if (maySubscribe(caller, account)) continue;
      const [type, symbol] = splitKey(key);
      this.#end(type, symbol);
      this.#respond({ Account: account, Symbol: symbol, Type: type }, 'NoPermission');
    }
  }

  /** Ends every subscription: the socket is closed. */
  close(): void {
    this.#leavePulse();
    for (const key of this.#subscriptions.keys()) {
      const [type, symbol] = splitKey(key);
      this.#fanOut.unsubscribe(this.#outbox, symbol, FEEDS[type]);
    }
    this.#subscriptions.clear();
  }

  #subscribe(body: Body<'subscribe'>, caller: Caller): void {
    const { Symbol: symbol, Type: type, Account: account } = body;
    if (!maySubscribe(caller, account)) return this.#respond(body, 'NoPermission');
    if (!this.#has(type, symbol) && this.#subscriptions.size >= MAX_SUBSCRIPTIONS)
      return this.#respond(body, 'Error');
    if (!this.#fanOut.subscribe(this.#outbox, symbol, FEEDS[type]))
      return this.#respond(body, 'UnknownSymbol');
    this.#subscriptions.set(`${type}/${symbol}`, account);
    this.#respond(body, 'Subscribed', this.#haltFrame(symbol) + this.#stateFrames(symbol, FEEDS[type]));
  }

  #has(type: SubscriptionType, symbol: string): boolean {
    return this.#subscriptions.has(`${type}/${symbol}`);
  }

  #end(type: SubscriptionType, symbol: string): void {
    const feed = FEEDS[type];
    if (!this.#subscriptions.delete(`${type}/${symbol}`)) return;
    // The feed may still be subscribed under its other name.
    if (SUBSCRIPTION_TYPES.some((other) => FEEDS[other] === feed && this.#has(other, symbol))) return;
    this.#fanOut.unsubscribe(this.#outbox, symbol, feed);
  }

  /** Empty while the symbol trades for certain. */
  #haltFrame(symbol: string): string {
    const { market } = this.#deps;
    if (!market.isHalted(symbol)) {
      const knownFromMs = market.haltsKnownFromMs?.(symbol) ?? null;
      if (knownFromMs === null) return '';
      const status = tradingStatusToWire(symbol, false, market.exchangeMs(), '', knownFromMs);
      return frameText(encode('tradingStatus', status));
    }
    const reason = market.haltReason?.(symbol) ?? '';
    return frameText(encode('tradingStatus', tradingStatusToWire(symbol, true, market.exchangeMs(), reason)));
  }

  /** The frames of a feed's present state, one after another; empty when there is none. */
  #stateFrames(symbol: string, type: FeedType): string {
    const { market } = this.#deps;
    switch (type) {
      case 'Trade': {
        const snapshot = market.snapshot(symbol);
        const trade = snapshot && lastTradeToWire(snapshot);
        return trade ? frameText(encode('trade', trade)) : '';
      }
      case 'Quote': {
        const quote = market.quote(symbol);
        return quote ? frameText(encode('quote', quoteToWire(quote))) : '';
      }
      case 'Bbo': {
        const timeMs = market.quote(symbol)?.timeMs ?? market.exchangeMs();
        return market
          .depth(symbol)
          .map((quote) =>
            frameText(encode('exchangeQuote', exchangeQuoteChangeToWire(symbol, quote, timeMs))),
          )
          .join('');
      }
    }
  }

  #respond(
    { Symbol: symbol, Type: type }: Body<'subscribe'> | Body<'unsubscribe'>,
    result: SubscriptionResult,
    stateFrames = '',
  ): void {
    const response = encode('subscriptionResponse', { Symbol: symbol, Type: type, Result: result });
    this.#outbox.sendNow(frameText(response) + stateFrames);
  }
}

const maySubscribe = ({ principal, accounts }: Caller, account: string): boolean =>
  (principal.permissionMask & MARKET_DATA_PERMISSIONS) !== 0 && accounts.has(account);

function splitKey(key: string): [SubscriptionType, string] {
  const slash = key.indexOf('/');
  // Keys consist of a type and a symbol; only this file builds them.
  return [key.slice(0, slash) as SubscriptionType, key.slice(slash + 1)];
}
