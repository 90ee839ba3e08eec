import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { decode, encode, type Body, type MessageName, type SocketName } from '../../src/protocol/index.ts';

interface Received {
  readonly name: MessageName;
  readonly body: unknown;
}

/** A server of the three sockets in this process, speaking the real wire; each test says what it answers. */
export interface FakeServer {
  readonly fetch: typeof globalThis.fetch;
  /** Everything the client sent on a socket, over all its connections. */
  received(socket: SocketName): readonly Received[];
  /** HTTP calls: path, Authorization header and body. */
  readonly calls: { path: string; authorization: string | null; cookie: string | null; body: unknown }[];
  /** Cookie headers that came with trading sockets. */
  readonly cookies: (string | undefined)[];
  send<Name extends MessageName>(socket: SocketName, name: Name, body: Body<Name>): void;
  /** Answers a message of the client; replaces what answered it before. */
  on<Name extends MessageName>(name: Name, answer: (body: Body<Name>) => void): void;
  /** What answers a message of the client now. */
  answerOf<Name extends MessageName>(name: Name): (body: Body<Name>) => void;
  /** Ends every connection of a socket. */
  drop(socket: SocketName, code?: number): void;
  connectionCount(socket: SocketName): number;
  /** What LoadSettings answers. */
  stored: { Settings: string | null; Workspace: string | null; DefaultAccount: string | null };
  /** The trading service that LoadSettings names. */
  tradingApi: string | null;
  /** Whether the next trading connections are greeted as authenticated. */
  isAuthenticated: boolean;
  /** Status that StoreSettings answers with. */
  storeStatus: number;
  close(): Promise<void>;
}

export const FAKE_EXCHANGE_MS = Date.UTC(2026, 5, 15, 15, 0, 0);

export async function startFakeServer(): Promise<FakeServer> {
  const servers = {} as Record<SocketName, WebSocketServer>;
  const peers: Record<SocketName, Set<WebSocket>> = {
    trading: new Set(),
    streaming: new Set(),
    data: new Set(),
  };
  const received: Record<SocketName, Received[]> = { trading: [], streaming: [], data: [] };
  const opened: Record<SocketName, number> = { trading: 0, streaming: 0, data: 0 };
  const handlers = new Map<MessageName, (body: never) => void>();
  const port = (socket: SocketName) => (servers[socket].address() as AddressInfo).port;
  let revision = 0;

  for (const socket of ['trading', 'streaming', 'data'] as const) {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    servers[socket] = server;
    await once(server, 'listening');
    server.on('connection', (peer, request) => {
      peers[socket].add(peer);
      opened[socket]++;
      peer.on('close', () => peers[socket].delete(peer));
      peer.on('message', (raw: Buffer) => {
        const message = decode(socket, 'toServer', raw.toString());
        if (!message.ok) throw new Error(`the client sent a bad frame: ${message.error.message}`);
        received[socket].push(message.value);
        handlers.get(message.value.name)?.(message.value.body as never);
      });
      if (socket !== 'trading') return;
      fake.cookies.push(request.headers.cookie);
      fake.send('trading', 'connected', {
        IsAuthenticated: fake.isAuthenticated,
        ExchangeTime: FAKE_EXCHANGE_MS,
      });
      if (fake.isAuthenticated) welcome();
    });
  }

  function welcome(userId = 'u1', isDemo = false): void {
    fake.send('trading', 'loginSuccess', { JWT: 'token-1', UserId: userId, IsDemo: isDemo });
    fake.send('trading', 'availableAccounts', {
      DemoAccounts: isDemo ? ['D-9'] : ['D-1', 'D-2'],
      LiveAccounts: isDemo ? [] : ['L-1'],
    });
  }

  const fake: FakeServer = {
    calls: [],
    cookies: [],
    stored: { Settings: null, Workspace: null, DefaultAccount: null },
    tradingApi: null,
    isAuthenticated: false,
    storeStatus: 200,
    received: (socket) => received[socket],
    connectionCount: (socket) => opened[socket],
    send(socket, name, body) {
      for (const peer of peers[socket]) peer.send(encode(name, body));
    },
    on: (name, answer) => void handlers.set(name, answer),
    // What was put in under a name takes the body of that name.
    answerOf: (name) => (handlers.get(name) ?? (() => {})) as (body: unknown) => void,
    drop(socket, code) {
      for (const peer of peers[socket]) {
        if (code === undefined) peer.terminate();
        else peer.close(code);
      }
    },
    async fetch(input, init) {
      const path = new URL(String(input)).pathname;
      const headers = new Headers(init?.headers);
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      if (path === '/api/config')
        return Response.json({
          TradingPort: port('trading'),
          StreamingPort: port('streaming'),
          DataPort: port('data'),
          Market: 'simulated',
          Version: '0',
        });
      fake.calls.push({
        path,
        authorization: headers.get('authorization'),
        cookie: headers.get('cookie'),
        body,
      });
      if (path.endsWith('/LoadSettings'))
        return Response.json({
          ...fake.stored,
          Page: null,
          TradingApi: fake.tradingApi,
          TradingApiData: null,
          Revision: revision,
        });
      if (path.endsWith('/StoreSettings'))
        return fake.storeStatus === 200
          ? Response.json({ Ok: true, Revision: ++revision })
          : Response.json({ Error: 'no' }, { status: fake.storeStatus });
      if (path.endsWith('/OnLoggedIn'))
        return Response.json(
          { Ok: true },
          { headers: { 'set-cookie': 'tapedeck_session=kept; Path=/; HttpOnly' } },
        );
      if (path.endsWith('/OnLoggedOut'))
        return Response.json(
          { Ok: true },
          { headers: { 'set-cookie': 'tapedeck_session=; Path=/; Max-Age=0' } },
        );
      return Response.json({ Ok: true });
    },
    async close() {
      for (const socket of ['trading', 'streaming', 'data'] as const) {
        fake.drop(socket);
        servers[socket].close();
        await once(servers[socket], 'close');
      }
    },
  };

  fake.on('login', ({ UserId, Password }) => {
    if (Password === 'right') welcome(UserId);
    else fake.send('trading', 'loginFailure', { FailureType: 'WrongPassword' });
  });
  fake.on('heartbeat', ({ Sent }) =>
    fake.send('trading', 'heartbeatAck', { Sent, ExchangeTime: FAKE_EXCHANGE_MS }),
  );
  fake.on('streamingPing', ({ Sent }) =>
    fake.send('streaming', 'streamingPong', { Sent, ExchangeTime: FAKE_EXCHANGE_MS }),
  );
  fake.on('dataPing', ({ Sent }) => fake.send('data', 'dataPong', { Sent, ExchangeTime: FAKE_EXCHANGE_MS }));
  fake.on('demoStart', () => welcome('guest', true));
  fake.on('resume', () => welcome());
  fake.on('accountSelect', ({ Account }) => {
    fake.send('trading', 'accountSelectResponse', {
      Account,
      IsLive: Account.startsWith('L'),
      JWT: `token-${Account}`,
    });
    fake.send('trading', 'userInfo', {
      UserId: 'u1',
      UserName: 'Ann',
      FirstName: '',
      LastName: '',
      Phone: '',
      MobilePhone: '',
      Email: '',
      Address: '',
      AddressLine2: '',
      City: '',
      State: '',
      Zip: '',
      Country: 'US',
    });
    fake.send('trading', 'permissions', { Mask: 17 });
    fake.send('trading', 'balance', { Account, Cash: 1000, BuyingPower: 2000 });
    fake.send('trading', 'positions', { Account, Items: [], HasMore: false, IsSnapshot: true });
    fake.send('trading', 'orders', { Account, Items: [], HasMore: false });
    fake.send('trading', 'initializationComplete', { Account, ExchangeTime: FAKE_EXCHANGE_MS });
  });
  fake.on('streamingAuth', () => fake.send('streaming', 'streamingAuthResult', { Ok: true }));
  fake.on('dataAuth', () => fake.send('data', 'dataAuthResult', { Ok: true }));
  return fake;
}
