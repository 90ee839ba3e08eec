import * as v from 'valibot';
import type { SocketConstructor } from '../../src/client/connection/socket.ts';
import { symbolInfo } from '../../src/client/testing/fixtures.ts';
import type { ManualClock } from '../../src/client/testing/manual-clock.ts';
import {
  CLOSE_AUTH_FAILED,
  decode,
  http,
  type Body,
  type Message,
  type SocketName,
} from '../../src/protocol/index.ts';
import type { Random } from './random.ts';
import { SoakNetwork } from './soak-network.ts';
import { SoakOrders, type ServerOrder } from './soak-orders.ts';
import { createSocketClass, type SocketHost, type Wire } from './soak-socket.ts';

const TOKEN_LIFE_MS = 240_000;
const FEED_ALIVE_MS = 5_000;
const EPOCH_MS = Date.UTC(2026, 5, 15, 14, 0, 0);

/** An in-memory server on the test's clock. It uses the real wire format, and simulates the failures of network and server. */
export class SoakServer implements SocketHost {
  readonly WebSocket: SocketConstructor;
  readonly fetch: typeof globalThis.fetch;
  /** Errors of the client: bad frames, a repeated subscription, an unsubscription of nothing. */
  readonly faults: string[] = [];
  readonly #network: SoakNetwork;
  readonly #unknownSymbols: ReadonlySet<string>;
  readonly #orders: SoakOrders;
  readonly #wires = new Set<Wire>();
  /** End of each token's life, on the test's clock. */
  readonly #tokens = new Map<string, number>();
  /** Trades of each symbol so far. */
  readonly #versions = new Map<string, number>();
  #isDemo = false;
  #isSessionAlive = false;
  #revision = 0;
  #workspace: string | null = null;

  constructor(clock: ManualClock, random: Random, unknownSymbols: ReadonlySet<string>) {
    this.#network = new SoakNetwork(clock, random);
    this.#unknownSymbols = unknownSymbols;
    this.#orders = new SoakOrders({
      network: this.#network,
      exchangeMs: () => this.#exchangeMs(),
      faults: this.faults,
      publish: (account, report) => {
        for (const wire of this.wires('trading'))
          if (wire.account === account) wire.send('executionReport', report);
      },
    });
    this.WebSocket = createSocketClass(this.#network, this);
    this.fetch = async (input, init) => this.#respond(new URL(String(input)).pathname, init);
  }

  get orders(): ReadonlyMap<string, ServerOrder> {
    return this.#orders.byClientId;
  }

  wires(name: SocketName): Wire[] {
    return [...this.#wires].filter((wire) => wire.name === name);
  }

  /** Timers of this server among those of the clock. */
  timerCount(): number {
    return this.#network.timerCount;
  }

  /** Switches failures on or off: refused connections, slow and lost responses. */
  setTrouble(isOn: boolean): void {
    this.#network.hasTrouble = isOn;
  }

  tick(symbol: string): void {
    const version = (this.#versions.get(symbol) ?? 1000) + 1;
    this.#versions.set(symbol, version);
    const TS = this.#exchangeMs();
    for (const wire of this.#wires) {
      if (wire.subscriptions.has(`Trade/${symbol}`))
        wire.send('trade', { S: symbol, P: 100 + (version % 10), V: 1, TV: version, X: 'N', TS });
      if (wire.subscriptions.has(`Quote/${symbol}`))
        wire.send('quote', { S: symbol, B: 99, BS: 1, BE: 'N', A: 101, AS: 1, AE: 'N', TS });
    }
  }

  refreshToken(): void {
    const token = this.#issueToken();
    for (const wire of this.wires('trading')) if (wire.isIn) wire.send('tokenRefresh', { JWT: token });
  }

  expireDemo(): void {
    for (const wire of this.wires('trading')) wire.send('demoSessionStatus', { ExpiresIn: 0 });
  }

  /** Ends the session and notifies each of its connections. */
  endSession(message = 'Signed in elsewhere.'): void {
    this.#isSessionAlive = false;
    for (const wire of this.wires('trading')) if (wire.isIn) wire.send('relogin', { Message: message });
  }

  opened(wire: Wire, hasCookie: boolean): void {
    this.#wires.add(wire);
    if (wire.name !== 'trading') return;
    const isKnown = hasCookie && this.#isSessionAlive;
    wire.send('connected', { IsAuthenticated: isKnown, ExchangeTime: this.#exchangeMs() });
    if (isKnown) this.#signIn(wire);
  }

  closed(wire: Wire): void {
    this.#wires.delete(wire);
  }

  received(wire: Wire, text: string): void {
    const read = decode(wire.name, 'toServer', text);
    if (!read.ok) return void this.faults.push(`bad frame: ${read.error.message}`);
    // The decoder read it as a message of this wire's socket.
    if (wire.name === 'trading') this.#onTrading(wire, read.value as Message<'trading', 'toServer'>);
    else if (wire.name === 'streaming')
      this.#onStreaming(wire, read.value as Message<'streaming', 'toServer'>);
    else this.#onData(wire, read.value as Message<'data', 'toServer'>);
  }

  #exchangeMs(): number {
    return EPOCH_MS + this.#network.clock.nowMs();
  }

  #issueToken(): string {
    const token = `token-${this.#tokens.size + 1}`;
    this.#tokens.set(token, this.#network.clock.nowMs() + TOKEN_LIFE_MS);
    return token;
  }

  #isValid(token: string): boolean {
    return this.#isSessionAlive && (this.#tokens.get(token) ?? 0) > this.#network.clock.nowMs();
  }

  /** Replaces the token of a connection long before it expires, while the connection is open. */
  #keepTokenFresh(wire: Wire): void {
    this.#network.after(TOKEN_LIFE_MS / 3, () => {
      if (!wire.isOpen || !this.#isSessionAlive) return;
      wire.send('tokenRefresh', { JWT: this.#issueToken() });
      this.#keepTokenFresh(wire);
    });
  }

  #signIn(wire: Wire): void {
    if (!wire.isIn) this.#keepTokenFresh(wire);
    wire.isIn = true;
    const isDemo = this.#isDemo;
    wire.send('loginSuccess', { JWT: this.#issueToken(), UserId: 'u1', IsDemo: isDemo });
    wire.send('availableAccounts', {
      DemoAccounts: isDemo ? ['D-9'] : ['D-1', 'D-2'],
      LiveAccounts: isDemo ? [] : ['L-1'],
    });
  }

  #onTrading(wire: Wire, message: Message<'trading', 'toServer'>): void {
    switch (message.name) {
      case 'login':
      case 'demoStart':
        this.#isDemo = message.name === 'demoStart';
        this.#isSessionAlive = true;
        this.#signIn(wire);
        if (this.#isDemo) wire.send('demoSessionStatus', { ExpiresIn: 90 });
        break;
      case 'resume':
        // An expired token still identifies its session.
        if (this.#isSessionAlive && this.#tokens.has(message.body.JWT)) this.#signIn(wire);
        else wire.send('relogin', { Message: 'Sign in again.' });
        break;
      case 'accountSelect':
        this.#selectAccount(wire, message.body.Account);
        break;
      case 'heartbeat':
        wire.send('heartbeatAck', { Sent: message.body.Sent, ExchangeTime: this.#exchangeMs() });
        break;
      case 'orderSend':
        this.#orders.accept(message.body);
        break;
      case 'logoff':
        this.endSession('You have logged out.');
        break;
      default:
        // This server implements only what the soak test sends.
        break;
    }
  }

  #selectAccount(wire: Wire, account: string): void {
    if (!wire.isIn) return void this.faults.push('an account was selected before the sign-in');
    wire.account = account;
    const orders = this.#orders.ofAccount(account);
    wire.send('accountSelectResponse', {
      Account: account,
      IsLive: account.startsWith('L'),
      JWT: this.#issueToken(),
    });
    wire.send('balance', { Account: account, Cash: 1000, BuyingPower: 2000 });
    wire.send('positions', { Account: account, Items: [], HasMore: false, IsSnapshot: true });
    wire.send('orders', { Account: account, Items: orders.map(({ order }) => order), HasMore: false });
    wire.send('historyTrades', {
      Account: account,
      Items: orders.flatMap(({ reports }) => reports).sort((left, right) => left.Serial - right.Serial),
      HasMore: false,
    });
    wire.send('initializationComplete', { Account: account, ExchangeTime: this.#exchangeMs() });
  }

  #onStreaming(wire: Wire, message: Message<'streaming', 'toServer'>): void {
    if (message.name === 'streamingAuth') {
      const Ok = this.#isValid(message.body.JWT);
      wire.isIn = Ok;
      wire.send('streamingAuthResult', { Ok });
      if (Ok) this.#sendFeedAlive(wire);
      else this.#network.after(10, () => wire.drop(CLOSE_AUTH_FAILED));
    } else if (message.name === 'streamingPing')
      wire.send('streamingPong', { Sent: message.body.Sent, ExchangeTime: this.#exchangeMs() });
    else if (!wire.isIn) this.faults.push(`${message.name} of ${message.body.Symbol} before the token`);
    else if (message.name === 'unsubscribe') this.#unsubscribe(wire, message.body);
    else this.#subscribe(wire, message.body);
  }

  #subscribe(wire: Wire, { Symbol: symbol, Type }: Body<'subscribe'>): void {
    const key = `${Type}/${symbol}`;
    if (this.#unknownSymbols.has(symbol))
      return wire.send('subscriptionResponse', { Symbol: symbol, Type, Result: 'UnknownSymbol' });
    if (wire.subscriptions.has(key)) this.faults.push(`${key} was subscribed twice on one connection`);
    wire.subscriptions.add(key);
    wire.send('subscriptionResponse', { Symbol: symbol, Type, Result: 'Subscribed' });
  }

  #unsubscribe(wire: Wire, { Symbol: symbol, Type }: Body<'unsubscribe'>): void {
    const key = `${Type}/${symbol}`;
    if (!wire.subscriptions.delete(key) && !this.#unknownSymbols.has(symbol))
      this.faults.push(`${key} was unsubscribed without being subscribed`);
    wire.send('subscriptionResponse', { Symbol: symbol, Type, Result: 'Unsubscribed' });
  }

  #sendFeedAlive(wire: Wire): void {
    if (!wire.isOpen) return;
    wire.send('feedAlive', { ExchangeTime: this.#exchangeMs() });
    this.#network.after(FEED_ALIVE_MS, () => this.#sendFeedAlive(wire));
  }

  #onData(wire: Wire, message: Message<'data', 'toServer'>): void {
    switch (message.name) {
      case 'dataAuth': {
        const Ok = this.#isValid(message.body.JWT);
        wire.isIn = Ok;
        wire.send('dataAuthResult', { Ok });
        if (!Ok) this.#network.after(10, () => wire.drop(CLOSE_AUTH_FAILED));
        break;
      }
      case 'dataPing':
        wire.send('dataPong', { Sent: message.body.Sent, ExchangeTime: this.#exchangeMs() });
        break;
      case 'symbolsInfo':
        this.#answerSymbolsInfo(wire, message.body);
        break;
      case 'lookup':
        this.#answerLookup(wire, message.body);
        break;
      default:
        // This server implements only what the soak test sends.
        break;
    }
  }

  #answerSymbolsInfo(wire: Wire, { Id, Symbols }: Body<'symbolsInfo'>): void {
    const known = Symbols.filter((symbol) => !this.#unknownSymbols.has(symbol));
    this.#network.after(this.#network.processingMs(), () => {
      const half = Math.ceil(known.length / 2);
      for (const [part, HasMore] of [
        [known.slice(0, half), true],
        [known.slice(half), false],
      ] as const)
        wire.send('symbolsInfoAnswer', {
          Id,
          Result: 'Ok',
          HasMore,
          Items: part.map((symbol) => symbolInfo(symbol)),
        });
    });
  }

  #answerLookup(wire: Wire, { Id, Query }: Body<'lookup'>): void {
    // Some answers are lost: the client has to time out.
    if (this.#network.fails(0.05)) return;
    this.#network.after(this.#network.processingMs(), () =>
      wire.send('lookupAnswer', {
        Id,
        Result: 'Ok',
        HasMore: false,
        Items: [{ Symbol: Query.toUpperCase(), Info: '', Exchange: '' }],
      }),
    );
  }

  #respond(path: string, init: RequestInit | undefined): Response {
    if (path === '/api/config')
      return Response.json({ TradingPort: 1, StreamingPort: 2, DataPort: 3, Market: 'soak', Version: '0' });
    if (this.#network.fails(0.1)) throw new TypeError('fetch failed');
    if (path.endsWith('/LoadSettings'))
      return Response.json({
        Settings: null,
        Workspace: this.#workspace,
        Page: null,
        DefaultAccount: 'D-1',
        TradingApi: null,
        TradingApiData: null,
        Revision: this.#revision,
      });
    if (path.endsWith('/StoreSettings')) {
      this.#workspace = v.parse(http.storeSettings.body, JSON.parse(String(init?.body))).Workspace;
      return Response.json({ Ok: true, Revision: ++this.#revision });
    }
    if (path.endsWith('/OnLoggedIn')) return withCookie('session=1; Path=/');
    if (path.endsWith('/OnLoggedOut')) return withCookie('session=; Path=/; Max-Age=0');
    return Response.json({ Ok: true });
  }
}

const withCookie = (cookie: string): Response =>
  Response.json({ Ok: true }, { headers: { 'set-cookie': cookie } });
