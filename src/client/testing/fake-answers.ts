import * as v from 'valibot';
import {
  decode,
  encode,
  PROTOCOL_VERSION,
  type Body,
  type MessageName,
  type SocketName,
} from '../../protocol/index.ts';

interface Received {
  readonly name: MessageName;
  readonly body: unknown;
}

/** A server for tests of the client: it speaks the real wire, and each test sets what it answers. */
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
  /** What LoadSettings answers; StoreSettings replaces it. */
  stored: { Settings: string | null; Workspace: string | null; DefaultAccount: string | null };
  /** Number of the state that LoadSettings answers with; one more after each StoreSettings. */
  revision: number;
  /** The trading service that LoadSettings names. */
  tradingApi: string | null;
  /** Whether the next trading connections are greeted as authenticated. */
  isAuthenticated: boolean;
  /** Protocol version that the next trading connections are greeted with. */
  protocol: number;
  /** Whether those connections are of a demo. */
  isDemo: boolean;
  /** Permissions of the user, as bits. */
  permissionMask: number;
  /** Status that StoreSettings answers with. */
  storeStatus: number;
}

export const FAKE_EXCHANGE_MS = Date.UTC(2026, 5, 15, 15, 0, 0);

const storedSchema = v.object({ Settings: v.string(), Workspace: v.string() });

/** How the answers reach the client: sockets of this machine, or none at all. */
export interface FakeTransport {
  port(socket: SocketName): number;
  /** Sends a frame on every connection of a socket. */
  send(socket: SocketName, frame: string): void;
  drop(socket: SocketName, code?: number): void;
}

/** The answers of a fake server, whatever carries them. */
export interface FakeAnswers extends FakeServer {
  onConnection(socket: SocketName, cookie: string | undefined): void;
  /** Throws for a frame that is not in the catalogue. */
  onFrame(socket: SocketName, text: string): void;
}

export function createFakeAnswers({ port, send, drop }: FakeTransport): FakeAnswers {
  const received: Record<SocketName, Received[]> = { trading: [], streaming: [], data: [] };
  const opened: Record<SocketName, number> = { trading: 0, streaming: 0, data: 0 };
  const handlers = new Map<MessageName, (body: never) => void>();

  function welcome(userId = 'u1', isDemo = fake.isDemo): void {
    fake.send('trading', 'loginSuccess', { JWT: 'token-1', UserId: userId, IsDemo: isDemo });
    fake.send('trading', 'availableAccounts', {
      DemoAccounts: isDemo ? ['D-9'] : ['D-1', 'D-2'],
      LiveAccounts: isDemo ? [] : ['L-1'],
    });
  }

  const fake: FakeAnswers = {
    calls: [],
    cookies: [],
    stored: { Settings: null, Workspace: null, DefaultAccount: null },
    revision: 0,
    tradingApi: null,
    isAuthenticated: false,
    protocol: PROTOCOL_VERSION,
    isDemo: false,
    permissionMask: 17,
    storeStatus: 200,
    received: (socket) => received[socket],
    connectionCount: (socket) => opened[socket],
    send: (socket, name, body) => send(socket, encode(name, body)),
    on: (name, answer) => void handlers.set(name, answer),
    // What was put in under a name takes the body of that name.
    answerOf: (name) => (handlers.get(name) ?? (() => {})) as (body: unknown) => void,
    drop,
    async fetch(input, init) {
      const path = new URL(String(input)).pathname;
      const headers = new Headers(init?.headers);
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      if (path === '/api/config') return configOf(port);
      fake.calls.push({
        path,
        authorization: headers.get('authorization'),
        cookie: headers.get('cookie'),
        body,
      });
      return answerHttp(fake, path, body);
    },
    onConnection(socket, cookie) {
      opened[socket]++;
      if (socket !== 'trading') return;
      fake.cookies.push(cookie);
      fake.send('trading', 'connected', {
        IsAuthenticated: fake.isAuthenticated,
        ExchangeTime: FAKE_EXCHANGE_MS,
        Protocol: fake.protocol,
      });
      if (fake.isAuthenticated) welcome();
    },
    onFrame(socket, text) {
      const message = decode(socket, 'toServer', text);
      if (!message.ok) throw new Error(`the client sent a bad frame: ${message.error.message}`);
      received[socket].push(message.value);
      // What was put in under a name takes the body of that name.
      handlers.get(message.value.name)?.(message.value.body as never);
    },
  };

  answerByDefault(fake, welcome);
  return fake;
}

function configOf(port: FakeTransport['port']): Response {
  return Response.json({
    TradingPort: port('trading'),
    StreamingPort: port('streaming'),
    DataPort: port('data'),
    Market: 'simulated',
    Version: '0',
  });
}

function answerHttp(fake: FakeServer, path: string, body: unknown): Response {
  if (path.endsWith('/LoadSettings'))
    return Response.json({
      ...fake.stored,
      Page: null,
      TradingApi: fake.tradingApi,
      TradingApiData: null,
      Revision: fake.revision,
    });
  if (path.endsWith('/StoreSettings')) {
    if (fake.storeStatus !== 200) return Response.json({ Error: 'no' }, { status: fake.storeStatus });
    const { Settings, Workspace } = v.parse(storedSchema, body);
    Object.assign(fake.stored, { Settings, Workspace });
    fake.revision++;
    return Response.json({ Ok: true, Revision: fake.revision });
  }
  if (path.endsWith('/OnLoggedIn'))
    return Response.json(
      { Ok: true },
      { headers: { 'set-cookie': 'tapedeck_session=kept; Path=/; HttpOnly' } },
    );
  if (path.endsWith('/OnLoggedOut'))
    return Response.json({ Ok: true }, { headers: { 'set-cookie': 'tapedeck_session=; Path=/; Max-Age=0' } });
  return Response.json({ Ok: true });
}

/** A sign-in with the password `right`, an account without orders, and every heartbeat. */
function answerByDefault(fake: FakeServer, welcome: (userId?: string, isDemo?: boolean) => void): void {
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
  fake.on('accountSelect', ({ Account }) => openAccount(fake, Account));
  fake.on('streamingAuth', () => fake.send('streaming', 'streamingAuthResult', { Ok: true }));
  fake.on('dataAuth', () => fake.send('data', 'dataAuthResult', { Ok: true }));
}

function openAccount(fake: FakeServer, Account: string): void {
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
  fake.send('trading', 'permissions', { Mask: fake.permissionMask });
  fake.send('trading', 'balance', { Account, Cash: 1000, BuyingPower: 2000 });
  fake.send('trading', 'positions', { Account, Items: [], HasMore: false, IsSnapshot: true });
  fake.send('trading', 'orders', { Account, Items: [], HasMore: false });
  fake.send('trading', 'initializationComplete', { Account, ExchangeTime: FAKE_EXCHANGE_MS });
}
