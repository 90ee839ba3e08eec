import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { createFaults, type Faults } from '../../schwab/stand-in/faults.ts';
import { AlpacaBook, type BookUpdate, type StandInQuote } from './book.ts';
import { StandInRefusal, type StandInBody } from './checks.ts';
import { isOpenOrder, orderToJson, type StandInAlpacaOrder } from './order.ts';

/** What a stand-in is started with. */
export interface AlpacaStandInOptions {
  /** How the ids of accepted keys begin. */
  readonly keyId: string;
  readonly secret: string;
  readonly accountNumber?: string;
  readonly quoteOf: (symbol: string) => StandInQuote | undefined;
  readonly port?: number;
  /** Orders move this often by themselves, ms; without it by `book.step` only. */
  readonly stepMs?: number;
  /** UTC ms. */
  readonly nowMs?: () => number;
}

/** How its stream differs from the usual, on request. */
interface StreamSwitches {
  /** Each update is sent twice. */
  repeats: boolean;
  /** New connections are closed. */
  refuses: boolean;
  /** JSON in binary frames, as paper accounts have it. */
  isBinary: boolean;
}

/** A stand-in for Alpaca's trading API on this machine. */
export interface AlpacaStandIn {
  readonly url: string;
  readonly book: AlpacaBook;
  readonly faults: Faults;
  readonly stream: StreamSwitches;
  /** `METHOD path` of each call so far. */
  readonly calls: readonly string[];
  /** Connections that receive updates. */
  listeners(): number;
  /** Ends all streams without a goodbye. */
  cutStreams(): void;
  reset(accountNumber: string): void;
  close(): Promise<void>;
}

const USUAL_STREAM: StreamSwitches = { repeats: false, refuses: false, isBinary: true };

/** Account number where the options name none. */
const ALPACA_STAND_IN_ACCOUNT = 'PA3STANDIN01';

/** Starts it: REST, the stream of order updates, and faults on request. */
export async function startAlpacaStandIn(options: AlpacaStandInOptions): Promise<AlpacaStandIn> {
  const faults = createFaults();
  const stream = { ...USUAL_STREAM };
  const calls: string[] = [];
  const sockets = new Set<WebSocket>();
  const publish = (update: BookUpdate): void => {
    const nowMs = options.nowMs ?? Date.now;
    const data = { ...update, execution_id: 'e', timestamp: new Date(nowMs()).toISOString() };
    const text = JSON.stringify({ stream: 'trade_updates', data });
    for (const socket of sockets)
      for (let times = stream.repeats ? 2 : 1; times > 0; times -= 1)
        socket.send(stream.isBinary ? Buffer.from(text) : text);
  };
  const accountNumber = options.accountNumber ?? ALPACA_STAND_IN_ACCOUNT;
  const book = new AlpacaBook(accountNumber, options.quoteOf, options.nowMs ?? Date.now, publish);
  const app = Fastify({ logger: false, forceCloseConnections: true });
  addGuards(app, { options, faults, calls });
  addRoutes(app, book);
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const server = new WebSocketServer({ server: app.server, path: '/stream' });
  server.on('connection', (socket) => serveStream(socket, options, stream, sockets));
  // A TCP server's address is an AddressInfo once it listens.
  const { port } = app.server.address() as AddressInfo;
  const timer = options.stepMs === undefined ? undefined : setInterval(() => book.step(), options.stepMs);
  return {
    url: `http://127.0.0.1:${port}`,
    book,
    faults,
    stream,
    calls,
    listeners: () => sockets.size,
    cutStreams() {
      for (const socket of sockets) socket.terminate();
    },
    reset(number) {
      book.reset(number);
      faults.clear();
      Object.assign(stream, USUAL_STREAM);
      calls.length = 0;
    },
    async close() {
      clearInterval(timer);
      for (const socket of server.clients) socket.terminate();
      server.close();
      await app.close();
    },
  };
}

/** One connection: it authenticates, then listens. */
function serveStream(
  socket: WebSocket,
  { keyId, secret }: Pick<AlpacaStandInOptions, 'keyId' | 'secret'>,
  stream: StreamSwitches,
  sockets: Set<WebSocket>,
): void {
  if (stream.refuses) return socket.terminate();
  let isAuthorized = false;
  const send = (message: object): void =>
    socket.send(stream.isBinary ? Buffer.from(JSON.stringify(message)) : JSON.stringify(message));
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => {});
  socket.on('message', (payload) => {
    // Only this project's own client connects here.
    const message = JSON.parse(String(payload)) as {
      readonly action?: string;
      readonly data?: {
        readonly key_id?: string;
        readonly secret_key?: string;
        readonly streams?: readonly string[];
      };
    };
    if (message.action === 'authenticate') {
      isAuthorized = message.data?.key_id?.startsWith(keyId) === true && message.data.secret_key === secret;
      send({
        stream: 'authorization',
        data: { status: isAuthorized ? 'authorized' : 'unauthorized', action: 'authenticate' },
      });
    } else if (message.action === 'listen' && isAuthorized) {
      send({ stream: 'listening', data: { streams: message.data?.streams ?? [] } });
      sockets.add(socket);
    }
  });
}

function addGuards(
  app: FastifyInstance,
  {
    options,
    faults,
    calls,
  }: { readonly options: AlpacaStandInOptions; readonly faults: Faults; readonly calls: string[] },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    calls.push(`${request.method} ${path}`);
    const fault = faults.take(request.method, path);
    if (fault)
      return reply.code(fault.status).headers(fault.headers).type(fault.contentType).send(fault.body);
    const { 'apca-api-key-id': keyId, 'apca-api-secret-key': secret } = request.headers;
    if (!String(keyId).startsWith(options.keyId) || secret !== options.secret)
      return reply.code(401).send({ code: 40110000, message: 'request is not authorized' });
    return undefined;
  });
  app.setErrorHandler((error, _request, reply) =>
    error instanceof StandInRefusal
      ? reply.code(error.status).send({ code: error.code, message: error.message })
      : reply.code(500).send({ message: 'internal server error occurred' }),
  );
}

type Query = Readonly<Partial<Record<string, string>>>;
// A query string, and parameters of a path, are records of texts.
const queryOf = (request: FastifyRequest): Query => request.query as Query;
const idOf = (request: FastifyRequest): string => (request.params as Query)['id'] ?? '';

function addRoutes(app: FastifyInstance, book: AlpacaBook): void {
  app.get('/v2/account', async () => book.accountJson());
  app.get('/v2/positions', async () => book.positionsJson());
  app.get('/v2/orders', async (request) => listOrders(book, queryOf(request)));
  // Two colons are one in a path, and no parameter.
  app.get('/v2/orders::by_client_order_id', async (request, reply) =>
    sendOrder(reply, book.findByClientId(queryOf(request)['client_order_id'] ?? '')),
  );
  app.get('/v2/orders/:id', async (request, reply) => sendOrder(reply, book.find(idOf(request))));
  // The product's own client is the only sender; the book checks what matters here.
  app.post('/v2/orders', async (request) => orderToJson(book.place(request.body as StandInBody), true));
  app.patch('/v2/orders/:id', async (request) =>
    orderToJson(book.replace(idOf(request), request.body as Partial<StandInBody>), true),
  );
  app.delete('/v2/orders/:id', async (request, reply) => {
    book.cancel(idOf(request));
    return reply.code(204).send();
  });
}

function sendOrder(reply: FastifyReply, order: StandInAlpacaOrder | undefined): FastifyReply {
  return order
    ? reply.send(orderToJson(order, true))
    : reply.code(404).send({ code: 40410000, message: 'order not found' });
}

function listOrders(book: AlpacaBook, query: Query): Record<string, unknown>[] {
  const { status = 'open', limit = '50', after, until, direction = 'desc', nested } = query;
  const isWithin = ({ submittedMs }: StandInAlpacaOrder): boolean =>
    (after === undefined || submittedMs > Date.parse(after)) &&
    (until === undefined || submittedMs < Date.parse(until));
  const found = book
    .orders()
    .filter((order) => isWithin(order) && (status === 'all' || isOpenOrder(order) === (status === 'open')))
    .filter((order) => nested !== 'true' || order.parent === undefined);
  const ordered = direction === 'asc' ? found : found.toReversed();
  return ordered.slice(0, Number(limit)).map((order) => orderToJson(order, nested === 'true'));
}
