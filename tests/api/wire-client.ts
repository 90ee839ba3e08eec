import { WebSocket, type ClientOptions } from 'ws';
import {
  decodeValue,
  encode,
  TRADING_PATH,
  type Body,
  type Message,
  type MessageName,
  type SocketName,
} from '../../src/protocol/index.ts';
import type { Ports } from '../../src/server/config.ts';
import type { TestUser } from '../support/server.ts';
import { WAIT_MS } from '../support/until.ts';

/**
 * A bare client of one socket, for tests: sends anything, and checks every frame of the server against the catalogue.
 * Messages are kept until a test takes them.
 */
export class WireClient<S extends SocketName> {
  readonly socketName: S;
  readonly socket: WebSocket;
  /** Code the socket was closed with. */
  readonly closed: Promise<number>;
  /** Reason the socket was closed with; empty until then. */
  closeReason = '';
  readonly seen: Message<S, 'toClient'>[] = [];
  /** As they came. */
  readonly frames: string[] = [];
  /** Called with each message instead of keeping it: for clients that receive more than a test would read. */
  onMessage: ((message: Message<S, 'toClient'>) => void) | undefined;
  #unread: Message<S, 'toClient'>[] = [];
  #waiters: (() => void)[] = [];
  #isClosed = false;

  constructor(
    socketName: S,
    ports: Ports,
    options: ClientOptions & { path?: string; address?: string } = {},
  ) {
    this.socketName = socketName;
    this.socket = new WebSocket(
      options.address ??
        `ws://127.0.0.1:${ports[socketName]}${options.path ?? (socketName === 'trading' ? TRADING_PATH : '/')}`,
      options,
    );
    this.socket.on('message', (payload) => {
      const text = String(payload);
      if (!this.onMessage) this.frames.push(text);
      // Only a client that requested it gets several messages in one frame.
      const values: readonly unknown[] = text.startsWith('[') ? JSON.parse(text) : [JSON.parse(text)];
      for (const value of values) {
        const read = decodeValue<S, 'toClient'>(socketName, 'toClient', value);
        if (!read.ok)
          throw new Error(
            `The server sent a frame the catalogue does not know: ${read.error.message}: ${text.slice(0, 300)}`,
          );
        if (this.onMessage) {
          this.onMessage(read.value);
          continue;
        }
        this.seen.push(read.value);
        this.#unread.push(read.value);
      }
      this.#wake();
    });
    this.closed = new Promise((resolve) =>
      this.socket.on('close', (code, reason) => {
        this.closeReason = String(reason);
        this.#isClosed = true;
        this.#wake();
        resolve(code);
      }),
    );
    this.socket.on('error', () => {});
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState === WebSocket.OPEN) return resolve();
      this.socket.once('open', () => resolve());
      this.socket.once('error', reject);
    });
  }

  send<Name extends MessageName>(name: Name, body: Body<Name>): void {
    this.sendRaw(encode(name, body));
  }

  sendRaw(frame: string | Buffer): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(frame);
  }

  /**
   * The next message of that name, earlier ones of other names included; rejects after `WAIT_MS`, when the
   * socket closes, or at once when the message `refusal` comes instead.
   */
  async next<Name extends Message<S, 'toClient'>['name']>(
    name: Name,
    isWanted: (body: Body<Name>) => boolean = () => true,
    refusal?: Message<S, 'toClient'>['name'],
  ): Promise<Body<Name>> {
    const deadlineMs = Date.now() + WAIT_MS;
    for (;;) {
      // A message's body is of the kind its name says.
      const index = this.#unread.findIndex((message) => message.name === name && isWanted(message.body));
      if (index >= 0) return this.#unread.splice(index, 1)[0]?.body as Body<Name>;
      const refused = this.#unread.find((message) => message.name === refusal);
      if (refused) throw new Error(`Refused with ${refused.name}: ${JSON.stringify(refused.body)}`);
      const leftMs = deadlineMs - Date.now();
      if (this.#isClosed || leftMs <= 0)
        throw new Error(
          `No ${name} came${this.#isClosed ? ' before the socket closed' : ''}; got: ${this.seen.map((message) => message.name).join(', ') || 'nothing'}`,
        );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#waiters.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Names of all messages so far, in order. */
  names(): string[] {
    return this.seen.map((message) => message.name);
  }

  close(): void {
    this.socket.terminate();
  }

  #wake(): void {
    for (const waiter of this.#waiters.splice(0)) waiter();
  }
}

export async function connect<S extends SocketName>(
  socket: S,
  ports: Ports,
  options: ClientOptions = {},
): Promise<WireClient<S>> {
  const client = new WireClient(socket, ports, options);
  await client.opened();
  return client;
}

/** A trading connection, signed in. */
export async function signIn(
  ports: Ports,
  user: Pick<TestUser, 'userName' | 'password'>,
): Promise<{ client: WireClient<'trading'>; jwt: string }> {
  const client = await connect('trading', ports);
  await client.next('connected');
  client.send('login', { UserId: user.userName, Password: user.password });
  const { JWT: jwt } = await client.next('loginSuccess', undefined, 'loginFailure');
  await client.next('availableAccounts');
  return { client, jwt };
}

/** A trading connection, signed in and with the user's account chosen. */
export async function openAccount(
  ports: Ports,
  user: TestUser,
  select: Partial<Body<'accountSelect'>> = {},
): Promise<{ client: WireClient<'trading'>; jwt: string }> {
  const { client } = await signIn(ports, user);
  client.send('accountSelect', {
    Account: user.account,
    IncludeBalance: true,
    IncludePositions: true,
    IncludeTrades: true,
    ...select,
  });
  const { JWT: jwt } = await client.next('accountSelectResponse');
  await client.next('initializationComplete');
  return { client, jwt: jwt ?? '' };
}

/** A streaming or data connection that has shown its token. */
export async function authenticated<S extends 'streaming' | 'data'>(
  socket: S,
  ports: Ports,
  jwt: string,
  more: Partial<Body<'streamingAuth'>> = {},
): Promise<WireClient<S>> {
  const client = await connect(socket, ports);
  client.send(socket === 'streaming' ? 'streamingAuth' : 'dataAuth', { JWT: jwt, ...more });
  const name = socket === 'streaming' ? 'streamingAuthResult' : 'dataAuthResult';
  // Which of the two it is was decided by the socket; the compiler cannot follow that into the union.
  const answer = await (client as unknown as WireClient<SocketName>).next(name);
  if (!answer.Ok) throw new Error(`Not authenticated: ${answer.Error}`);
  return client;
}

let orders = 0;

/** A market order for 100 shares unless changed. */
export function orderOf(user: TestUser, change: Partial<Body<'orderSend'>> = {}): Body<'orderSend'> {
  orders += 1;
  return {
    Symbol: 'SPY',
    Quantity: 100,
    Destination: 'SMART',
    Route: 'AUTO',
    Type: 'Market',
    TifType: 'Day',
    Currency: 'USD',
    Account: user.account,
    UserId: user.userId,
    ClientId: `test-${orders}`,
    Timestamp: 1_700_000_000_000,
    Side: 'Buy',
    Source: 'Open',
    ...change,
  };
}

/** The four ports of a server that runs as a process of its own. */
export function portsOfProcess(server: { readonly port: number }): Ports {
  return { http: server.port, trading: server.port + 1, streaming: server.port + 2, data: server.port + 3 };
}

/**
 * Signs in to a server process as the user it made at its first start, and opens that user's account. What the first
 * start said of the user is read from its output; a later start of the same data folder needs it passed on.
 */
export async function signInAsFirstUser(
  server: { readonly port: number; output(): string },
  known?: TestUser,
): Promise<{ client: WireClient<'trading'>; jwt: string; user: TestUser }> {
  const [, userName = known?.userName ?? '', password = known?.password ?? ''] =
    /sign in as (\S+) with password (\S+)/.exec(server.output()) ?? [];
  const client = await connect('trading', portsOfProcess(server));
  await client.next('connected');
  client.send('login', { UserId: userName, Password: password });
  const { UserId: userId } = await client.next('loginSuccess');
  const { DemoAccounts, LiveAccounts } = await client.next('availableAccounts');
  const account = [...DemoAccounts, ...LiveAccounts][0] ?? '';
  client.send('accountSelect', {
    Account: account,
    IncludeBalance: true,
    IncludePositions: true,
    IncludeTrades: true,
  });
  const { JWT: jwt = '' } = await client.next('accountSelectResponse');
  await client.next('initializationComplete');
  return { client, jwt, user: { userId, userName, password, account } };
}
