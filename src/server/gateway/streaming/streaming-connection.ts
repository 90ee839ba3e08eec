import { assertNever } from '../../../domain/assert/assert.ts';
import { Permission } from '../../../domain/permissions.ts';
import type { SubscriptionResult } from '../../../domain/orders/enumerations.ts';
import { catalogue, encode, SUBSCRIPTION_TYPES, type Body, type Message } from '../../../protocol/index.ts';
import type { GatewayDeps } from '../deps.ts';
import type { FanOut, FeedType } from '../fan-out/fan-out.ts';
import { createOutbox } from '../fan-out/outbox.ts';
import { exchangeQuoteChangeToWire, lastTradeToWire, quoteToWire } from '../market-wire.ts';
import { createAuthenticatedConnection, type Caller } from '../sockets/authenticated-connection.ts';
import { frameText } from '../sockets/frame-text.ts';
import type { Peer } from '../sockets/peer.ts';
import type { SharedParts } from '../shared-parts.ts';
import type { ConnectionHandler } from '../sockets/socket-server.ts';
import type { FeedPulse } from './feed-pulse.ts';

/** Subscriptions (symbol and type) of one client. */
export const MAX_SUBSCRIPTIONS = 10_000;
/** Any of these, each the key to a tool that shows prices, lets a user see them. */
export const MARKET_DATA_PERMISSIONS =
  Permission.MarketView |
  Permission.Stocks |
  Permission.Chart |
  Permission.ChartAlerts |
  Permission.OptionChain |
  Permission.TimeAndSale |
  Permission.MarketScreen;

/** What a client calls a feed; two names are of the same one. */
type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];
const FEEDS: Readonly<Record<SubscriptionType, FeedType>> = {
  Trade: 'Trade',
  Quote: 'Quote',
  Nbbo: 'Quote',
  Bbo: 'Bbo',
};

type Request = Exclude<Message<'streaming', 'toServer'>, { name: 'streamingAuth' }>;

/** One client of the streaming socket: subscriptions in, trades and quotes out. Which user may see prices is in `MARKET_DATA_PERMISSIONS`. */
export function createStreamingConnection(
  peer: Peer,
  deps: GatewayDeps,
  fanOut: FanOut,
  shared: SharedParts,
  pulse: FeedPulse,
): ConnectionHandler {
  const outbox = createOutbox(peer);
  /** The account of each subscription, by its type and symbol. */
  const subscriptions = new Map<string, string>();
  const has = (type: SubscriptionType, symbol: string): boolean => subscriptions.has(`${type}/${symbol}`);
  /** Whether a feed is wanted under any of its names. */
  const wants = (feed: FeedType, symbol: string): boolean =>
    SUBSCRIPTION_TYPES.some((type) => FEEDS[type] === feed && has(type, symbol));
  const end = (type: SubscriptionType, symbol: string): void => {
    if (subscriptions.delete(`${type}/${symbol}`) && !wants(FEEDS[type], symbol))
      fanOut.unsubscribe(outbox, symbol, FEEDS[type]);
  };
  let leavePulse = (): void => {};

  const sendState = (symbol: string, type: FeedType): string => {
    if (type === 'Quote') {
      const quote = deps.market.quote(symbol);
      return quote ? frameText(encode('quote', quoteToWire(quote))) : '';
    }
    if (type === 'Bbo') {
      const timeMs = deps.market.quote(symbol)?.timeMs ?? deps.market.exchangeMs();
      return deps.market
        .depth(symbol)
        .map((quote) => frameText(encode('exchangeQuote', exchangeQuoteChangeToWire(symbol, quote, timeMs))))
        .join('');
    }
    const snapshot = deps.market.snapshot(symbol);
    const trade = snapshot && lastTradeToWire(snapshot);
    return trade ? frameText(encode('trade', trade)) : '';
  };

  const respond = (body: Body<'subscribe'>, result: SubscriptionResult, state = ''): void => {
    outbox.sendNow(
      frameText(encode('subscriptionResponse', { Symbol: body.Symbol, Type: body.Type, Result: result })) +
        state,
    );
  };

  return createAuthenticatedConnection(peer, {
    socket: 'streaming',
    deps,
    shared,
    authBody: (message) => (message.name === 'streamingAuth' ? message.body : undefined),
    onAuth(message) {
      if (message.name === 'streamingAuth' && message.body.Batch === true) outbox.batch();
    },
    sendAuthResult(body) {
      peer.send(encode('streamingAuthResult', body));
      // After all that waits for the client, so that it vouches for no price that is still on its way.
      if (body.Ok) leavePulse = pulse.join((frame) => outbox.sendNow(frame));
    },
    sendError: (message, requestT) =>
      peer.send(encode('streamingError', { Message: message, RequestT: requestT })),
    onRefused(message, text) {
      peer.send(encode('streamingError', { Message: text, RequestT: catalogue[message.name].T }));
      if (message.name === 'subscribe') respond(message.body, 'Error');
    },
    onMessage(message, caller) {
      // Authentication is over: the connection answers a second streamingAuth itself.
      const request = message as Request;
      switch (request.name) {
        case 'subscribe': {
          const { Symbol: symbol, Type: type } = request.body;
          if (!maySubscribe(caller, request.body.Account)) return respond(request.body, 'NoPermission');
          if (!has(type, symbol) && subscriptions.size >= MAX_SUBSCRIPTIONS)
            return respond(request.body, 'Error');
          if (!fanOut.subscribe(outbox, symbol, FEEDS[type])) return respond(request.body, 'UnknownSymbol');
          subscriptions.set(`${type}/${symbol}`, request.body.Account);
          return respond(request.body, 'Subscribed', sendState(symbol, FEEDS[type]));
        }
        case 'unsubscribe': {
          const { Symbol: symbol, Type: type } = request.body;
          end(type, symbol);
          return respond(request.body, 'Unsubscribed');
        }
        case 'streamingPing':
          return outbox.sendNow(
            frameText(
              encode('streamingPong', { Sent: request.body.Sent, ExchangeTime: deps.clock.exchangeMs() }),
            ),
          );
        default:
          return assertNever(request);
      }
    },
    onRights(caller) {
      for (const [key, account] of [...subscriptions]) {
        if (maySubscribe(caller, account)) continue;
        const [type, symbol] = splitKey(key);
        end(type, symbol);
        respond({ Account: account, Symbol: symbol, Type: type }, 'NoPermission');
      }
    },
    onClosed() {
      leavePulse();
      for (const key of subscriptions.keys()) {
        const [type, symbol] = splitKey(key);
        fanOut.unsubscribe(outbox, symbol, FEEDS[type]);
      }
      subscriptions.clear();
    },
  });
}

const maySubscribe = ({ principal, accounts }: Caller, account: string): boolean =>
  (principal.permissionMask & MARKET_DATA_PERMISSIONS) !== 0 && accounts.has(account);

function splitKey(key: string): [SubscriptionType, string] {
  const slash = key.indexOf('/');
  // Keys are made of a type and a symbol, here and nowhere else.
  return [key.slice(0, slash) as SubscriptionType, key.slice(slash + 1)];
}
