import * as v from 'valibot';
import type { SocketConstructor } from '../../src/client/connection/socket.ts';
import { report as reportOf, symbolInfo } from '../../src/client/testing/fixtures.ts';
import type { ManualClock } from '../../src/client/testing/manual-clock.ts';
import {
  CLOSE_AUTH_FAILED,
  decode,
  encode,
  http,
  type Body,
  type Message,
  type MessageName,
  type SocketName,
} from '../../src/protocol/index.ts';
import type { Random } from './random.ts';

const TOKEN_LIFE_MS = 240_000;
const FEED_ALIVE_MS = 5_000;
const EPOCH_MS = Date.UTC(2026, 5, 15, 14, 0, 0);
const SOCKET_OF_PORT: Readonly<Record<string, SocketName>> = {
  '1': 'trading',
  '2': 'streaming',
  '3': 'data',
};

type Listener = (event: never) => void;
/** One end-to-end connection as the server sees it. Frames arrive in order, each some time after it was sent. */
interface Wire {
  readonly name: SocketName;
  readonly subscriptions: Set<string>;
  isOpen: boolean;
  /** Nothing passes any more, and nobody is told. */
  isFrozen: boolean;
  account: string | null;
  isIn: boolean;
  send<Name extends MessageName>(name: Name, body: Body<Name>): void;
  drop(code: number): void;
}
interface ServerOrder {
  readonly clientId: string;
  readonly account: string;
  readonly reports: Body<'executionReport'>[];
  order: Body<'orders'>['Items'][number];
}

/** A server in memory that runs on the test's clock: it speaks the real wire, and does whatever can go wrong on the way. */
export interface SoakServer {
  readonly WebSocket: SocketConstructor;
  readonly fetch: typeof globalThis.fetch;
  /** What the client did that it never should: bad frames, a subscription twice, an unsubscription of nothing. */
  readonly faults: string[];
  readonly orders: ReadonlyMap<string, ServerOrder>;
  wires(name: SocketName): Wire[];
  /** Timers of this server among those of the clock. */
  timerCount(): number;
  /** Trouble from now on (or none): refused connections, slow and lost answers. */
  setTrouble(isOn: boolean): void;
  tick(symbol: string): void;
  refreshToken(): void;
  expireDemo(): void;
  endSession(): void;
}

export function createSoakServer(
  clock: ManualClock,
  random: Random,
  unknownSymbols: ReadonlySet<string>,
): SoakServer {
  const faults: string[] = [];
  const wires = new Set<Wire>();
  const tokens = new Map<string, number>();
  const orders = new Map<string, ServerOrder>();
  const versions = new Map<string, number>();
  let timers = 0;
  let hasTrouble = false;
  let serial = 0;
  let tokenNumber = 0;
  let isDemo = false;
  let isSessionAlive = false;

  const exchangeMs = () => EPOCH_MS + clock.nowMs();
  function after(delayMs: number, run: () => void): void {
    timers++;
    clock.setTimeout(() => {
      timers--;
      run();
    }, delayMs);
  }
  const latencyMs = () => (hasTrouble && random.chance(0.01) ? random.int(500, 3_000) : random.int(1, 60));
  /** How long the server thinks: mostly not at all, sometimes longer than the client waits. */
  const thinkingMs = () =>
    hasTrouble && random.chance(0.03) ? random.int(5_000, 45_000) : random.int(0, 30);
  const issue = (): string => {
    const token = `token-${++tokenNumber}`;
    tokens.set(token, clock.nowMs() + TOKEN_LIFE_MS);
    return token;
  };
  const isValid = (token: string) => isSessionAlive && (tokens.get(token) ?? 0) > clock.nowMs();

  /** A direction of a wire: one timer, frames due in order. */
  function pipe(isAlive: () => boolean, deliver: (text: string) => void): (text: string) => void {
    const waiting: { text: string; atMs: number }[] = [];
    let isRunning = false;
    let lastMs = 0;
    const pump = (): void => {
      isRunning = false;
      while (waiting[0] !== undefined && waiting[0].atMs <= clock.nowMs()) {
        const next = waiting.shift();
        if (next !== undefined && isAlive()) deliver(next.text);
      }
      run();
    };
    const run = (): void => {
      if (isRunning || waiting[0] === undefined) return;
      isRunning = true;
      after(Math.max(0, waiting[0].atMs - clock.nowMs()), pump);
    };
    return (text) => {
      lastMs = Math.max(lastMs, clock.nowMs() + latencyMs());
      waiting.push({ text, atMs: lastMs });
      run();
    };
  }

  function tell(account: string, body: Body<'executionReport'>): void {
    for (const wire of wires)
      if (wire.name === 'trading' && wire.account === account) wire.send('executionReport', body);
  }

  function addReport(held: ServerOrder, change: Partial<Body<'executionReport'>>): void {
    const { order } = held;
    const report = reportOf({
      OrderId: order.OrderId,
      ClientId: held.clientId,
      Account: held.account,
      UserId: order.UserId,
      Symbol: order.Symbol,
      Quantity: order.Quantity,
      Price: order.Price,
      Side: order.Side,
      Serial: ++serial,
      Timestamp: exchangeMs(),
      CreatedTime: order.Timestamp,
      ...change,
    });
    held.reports.push(report);
    tell(held.account, report);
  }

  function intake(body: Body<'orderSend'>): void {
    // The same ClientId twice makes one order.
    if (orders.has(body.ClientId)) return void faults.push(`order ${body.ClientId} was sent twice`);
    const order = {
      OrderId: `o${orders.size + 1}`,
      ClientId: body.ClientId,
      Account: body.Account,
      UserId: body.UserId,
      Symbol: body.Symbol,
      Side: body.Side,
      Source: body.Source,
      Type: body.Type,
      TifType: 'Day' as const,
      Quantity: body.Quantity,
      Price: body.Price ?? 0,
      StopPrice: 0,
      Fill: 0,
      Unfill: body.Quantity,
      AveragePrice: 0,
      Status: 'Pending' as const,
      Destination: body.Destination,
      Route: body.Route,
      Timestamp: body.Timestamp,
      ExecInst: '',
      Qualifier: 'None' as const,
      Currency: 'USD' as const,
      TimeCompleted: null,
      Description: '',
    };
    const held: ServerOrder = { clientId: body.ClientId, account: body.Account, reports: [], order };
    orders.set(body.ClientId, held);
    addReport(held, { ReportType: 'OrderAccepted', LeavesQuantity: body.Quantity });
    after(random.int(50, 15_000), () => {
      const atMs = exchangeMs();
      held.order = {
        ...held.order,
        Status: 'Executed',
        Fill: body.Quantity,
        Unfill: 0,
        AveragePrice: 100,
        TimeCompleted: atMs,
      };
      addReport(held, {
        ReportType: 'OrderExecuted',
        LeavesQuantity: 0,
        LastFillPrice: 100,
        LastFillQuantity: body.Quantity,
        Timestamp: atMs,
      });
    });
  }

  /** A token is replaced long before it ends, as long as its connection stands. */
  function keepFresh(wire: Wire): void {
    after(TOKEN_LIFE_MS / 3, () => {
      if (!wire.isOpen || !isSessionAlive) return;
      wire.send('tokenRefresh', { JWT: issue() });
      keepFresh(wire);
    });
  }

  function welcome(wire: Wire): void {
    if (!wire.isIn) keepFresh(wire);
    wire.isIn = true;
    wire.send('loginSuccess', { JWT: issue(), UserId: 'u1', IsDemo: isDemo });
    wire.send('availableAccounts', {
      DemoAccounts: isDemo ? ['D-9'] : ['D-1', 'D-2'],
      LiveAccounts: isDemo ? [] : ['L-1'],
    });
  }

  function onTrading(wire: Wire, message: Message<'trading', 'toServer'>): void {
    switch (message.name) {
      case 'login':
      case 'demoStart':
        isDemo = message.name === 'demoStart';
        isSessionAlive = true;
        welcome(wire);
        if (isDemo) wire.send('demoSessionStatus', { ExpiresIn: 90 });
        break;
      case 'resume':
        // A token whose time is over still names its session.
        if (isSessionAlive && tokens.has(message.body.JWT)) welcome(wire);
        else wire.send('relogin', { Message: 'Sign in again.' });
        break;
      case 'accountSelect': {
        const { Account } = message.body;
        if (!wire.isIn) return void faults.push('an account was selected before the sign-in');
        wire.account = Account;
        const mine = [...orders.values()].filter(({ account }) => account === Account);
        wire.send('accountSelectResponse', { Account, IsLive: Account.startsWith('L'), JWT: issue() });
        wire.send('balance', { Account, Cash: 1000, BuyingPower: 2000 });
        wire.send('positions', { Account, Items: [], HasMore: false, IsSnapshot: true });
        wire.send('orders', { Account, Items: mine.map(({ order }) => order), HasMore: false });
        wire.send('historyTrades', {
          Account,
          Items: mine.flatMap(({ reports }) => reports).sort((one, other) => one.Serial - other.Serial),
          HasMore: false,
        });
        wire.send('initializationComplete', { Account, ExchangeTime: exchangeMs() });
        break;
      }
      case 'heartbeat':
        wire.send('heartbeatAck', { Sent: message.body.Sent, ExchangeTime: exchangeMs() });
        break;
      case 'orderSend':
        intake(message.body);
        break;
      case 'logoff':
        endSession('You have logged out.');
        break;
      default:
        break;
    }
  }

  function onStreaming(wire: Wire, message: Message<'streaming', 'toServer'>): void {
    if (message.name === 'streamingAuth') {
      const Ok = isValid(message.body.JWT);
      wire.isIn = Ok;
      wire.send('streamingAuthResult', { Ok });
      if (Ok) pulse(wire);
      else after(10, () => wire.drop(CLOSE_AUTH_FAILED));
      return;
    }
    if (message.name === 'streamingPing')
      return wire.send('streamingPong', { Sent: message.body.Sent, ExchangeTime: exchangeMs() });
    const { Symbol: symbol, Type } = message.body;
    const key = `${Type}/${symbol}`;
    if (!wire.isIn) return void faults.push(`${message.name} of ${symbol} before the token`);
    if (message.name === 'unsubscribe') {
      if (!wire.subscriptions.delete(key) && !unknownSymbols.has(symbol))
        faults.push(`${key} was unsubscribed without being subscribed`);
      return wire.send('subscriptionResponse', { Symbol: symbol, Type, Result: 'Unsubscribed' });
    }
    if (unknownSymbols.has(symbol))
      return wire.send('subscriptionResponse', { Symbol: symbol, Type, Result: 'UnknownSymbol' });
    if (wire.subscriptions.has(key)) faults.push(`${key} was subscribed twice on one connection`);
    wire.subscriptions.add(key);
    wire.send('subscriptionResponse', { Symbol: symbol, Type, Result: 'Subscribed' });
  }

  function pulse(wire: Wire): void {
    if (!wire.isOpen) return;
    wire.send('feedAlive', { ExchangeTime: exchangeMs() });
    after(FEED_ALIVE_MS, () => pulse(wire));
  }

  function onData(wire: Wire, message: Message<'data', 'toServer'>): void {
    switch (message.name) {
      case 'dataAuth': {
        const Ok = isValid(message.body.JWT);
        wire.isIn = Ok;
        wire.send('dataAuthResult', { Ok });
        if (!Ok) after(10, () => wire.drop(CLOSE_AUTH_FAILED));
        break;
      }
      case 'dataPing':
        wire.send('dataPong', { Sent: message.body.Sent, ExchangeTime: exchangeMs() });
        break;
      case 'symbolsInfo': {
        const { Id, Symbols } = message.body;
        const known = Symbols.filter((symbol) => !unknownSymbols.has(symbol));
        after(thinkingMs(), () => {
          const half = Math.ceil(known.length / 2);
          wire.send('symbolsInfoAnswer', {
            Id,
            Result: 'Ok',
            HasMore: true,
            Items: known.slice(0, half).map((symbol) => symbolInfo(symbol)),
          });
          wire.send('symbolsInfoAnswer', {
            Id,
            Result: 'Ok',
            HasMore: false,
            Items: known.slice(half).map((symbol) => symbolInfo(symbol)),
          });
        });
        break;
      }
      case 'lookup': {
        const { Id, Query } = message.body;
        // An answer that never comes, now and then: the client has to give up by itself.
        if (hasTrouble && random.chance(0.05)) break;
        after(thinkingMs(), () =>
          wire.send('lookupAnswer', {
            Id,
            Result: 'Ok',
            HasMore: false,
            Items: [{ Symbol: Query.toUpperCase(), Info: '', Exchange: '' }],
          }),
        );
        break;
      }
      default:
        break;
    }
  }

  class SoakSocket {
    readonly #listeners: { readonly type: string; readonly listener: Listener }[] = [];
    readonly #wire: Wire;
    readonly #toServer: (text: string) => void;
    #isClosed = false;

    constructor(url: string, options?: { headers?: { cookie?: string } }) {
      const name = SOCKET_OF_PORT[new URL(url).port];
      if (name === undefined) throw new Error(`no socket at ${url}`);
      const isPassing = () => this.#wire.isOpen && !this.#wire.isFrozen;
      const toClient = pipe(isPassing, (text) => this.#fire('message', { data: text }));
      this.#toServer = pipe(isPassing, (text) => this.#receive(text));
      this.#wire = {
        name,
        subscriptions: new Set(),
        isOpen: false,
        isFrozen: false,
        account: null,
        isIn: false,
        send: (message, body) => {
          if (!isPassing()) return;
          const text = encode(message, body);
          const read = message === 'trade' || message === 'quote' ? null : decode(name, 'toClient', text);
          if (read?.ok === false) faults.push(`the server itself sent a bad frame: ${read.error.message}`);
          toClient(text);
        },
        drop: (code) => {
          if (!this.#wire.isOpen) return;
          this.#end();
          this.#fire('close', { code, reason: '' });
        },
      };
      const isRefused = hasTrouble && random.chance(0.25);
      // Some connections are never completed nor refused.
      if (hasTrouble && random.chance(0.05)) return;
      after(random.int(1, 80), () => {
        if (this.#isClosed) return;
        if (isRefused) {
          this.#isClosed = true;
          this.#fire('error', {});
          return this.#fire('close', { code: 1006, reason: '' });
        }
        this.#wire.isOpen = true;
        wires.add(this.#wire);
        this.#fire('open', {});
        if (name !== 'trading') return;
        const isKnown = options?.headers?.cookie !== undefined && isSessionAlive;
        this.#wire.send('connected', { IsAuthenticated: isKnown, ExchangeTime: exchangeMs() });
        if (isKnown) welcome(this.#wire);
      });
    }

    get readyState(): number {
      return this.#isClosed ? 3 : this.#wire.isOpen ? 1 : 0;
    }

    send(text: string): void {
      if (this.#isClosed || !this.#wire.isOpen) throw new Error('The socket is not open.');
      this.#toServer(text);
    }

    close(): void {
      this.#isClosed = true;
      this.#end();
    }

    addEventListener(type: string, listener: Listener): void {
      this.#listeners.push({ type, listener });
    }

    #end(): void {
      this.#wire.isOpen = false;
      this.#isClosed = true;
      wires.delete(this.#wire);
    }

    #fire(type: string, event: unknown): void {
      // Each kind of listener gets its kind of event.
      for (const each of this.#listeners) if (each.type === type) each.listener(event as never);
    }

    #receive(text: string): void {
      const wire = this.#wire;
      const read = decode(wire.name, 'toServer', text);
      if (!read.ok) return void faults.push(`bad frame: ${read.error.message}`);
      // The decoder read it as a message of this wire's socket.
      if (wire.name === 'trading') onTrading(wire, read.value as Message<'trading', 'toServer'>);
      else if (wire.name === 'streaming') onStreaming(wire, read.value as Message<'streaming', 'toServer'>);
      else onData(wire, read.value as Message<'data', 'toServer'>);
    }
  }

  /** Every connection of the session is told. */
  function endSession(Message: string): void {
    isSessionAlive = false;
    for (const wire of wires) if (wire.name === 'trading' && wire.isIn) wire.send('relogin', { Message });
  }

  let revision = 0;
  let workspace: string | null = null;
  return {
    WebSocket: SoakSocket,
    faults,
    orders,
    wires: (name) => [...wires].filter((wire) => wire.name === name),
    timerCount: () => timers,
    setTrouble: (isOn) => void (hasTrouble = isOn),
    async fetch(input, init) {
      const path = new URL(String(input)).pathname;
      if (path === '/api/config')
        return Response.json({ TradingPort: 1, StreamingPort: 2, DataPort: 3, Market: 'soak', Version: '0' });
      if (hasTrouble && random.chance(0.1)) throw new TypeError('fetch failed');
      if (path.endsWith('/LoadSettings'))
        return Response.json({
          Settings: null,
          Workspace: workspace,
          Page: null,
          DefaultAccount: 'D-1',
          TradingApi: null,
          TradingApiData: null,
          Revision: revision,
        });
      if (path.endsWith('/StoreSettings'))
        workspace = v.parse(http.storeSettings.body, JSON.parse(String(init?.body))).Workspace;
      if (path.endsWith('/StoreSettings')) return Response.json({ Ok: true, Revision: ++revision });
      if (path.endsWith('/OnLoggedIn'))
        return Response.json({ Ok: true }, { headers: { 'set-cookie': 'session=1; Path=/' } });
      if (path.endsWith('/OnLoggedOut'))
        return Response.json({ Ok: true }, { headers: { 'set-cookie': 'session=; Path=/; Max-Age=0' } });
      return Response.json({ Ok: true });
    },
    tick(symbol) {
      const version = (versions.get(symbol) ?? 1000) + 1;
      versions.set(symbol, version);
      for (const wire of wires) {
        if (wire.subscriptions.has(`Trade/${symbol}`))
          wire.send('trade', {
            S: symbol,
            P: 100 + (version % 10),
            V: 1,
            TV: version,
            X: 'N',
            TS: exchangeMs(),
          });
        if (wire.subscriptions.has(`Quote/${symbol}`))
          wire.send('quote', { S: symbol, B: 99, BS: 1, BE: 'N', A: 101, AS: 1, AE: 'N', TS: exchangeMs() });
      }
    },
    refreshToken() {
      const token = issue();
      for (const wire of wires)
        if (wire.name === 'trading' && wire.isIn) wire.send('tokenRefresh', { JWT: token });
    },
    expireDemo() {
      for (const wire of wires) if (wire.name === 'trading') wire.send('demoSessionStatus', { ExpiresIn: 0 });
    },
    endSession: () => endSession('Signed in elsewhere.'),
  };
}
