import { hasPermission } from '../../../domain/permissions.ts';
import {
  catalogue,
  CLOSE_TOO_SLOW,
  encode,
  isListRequest,
  type ListRequest,
  type Message,
} from '../../../protocol/index.ts';
import type { GatewayDeps } from '../deps.ts';
import type { ReaderParts } from '../shared-parts.ts';
import { AuthenticatedConnection, type Caller } from '../sockets/authenticated-connection.ts';
import type { Peer } from '../sockets/peer.ts';
import type { ConnectionHandler } from '../sockets/socket-server.ts';
import { MARKET_DATA_PERMISSIONS } from '../streaming/streaming-connection.ts';
import { failedAnswer } from './answer-texts.ts';
import { DataRequests } from './data-requests.ts';
import { EXTRA_PERMISSIONS } from './handlers.ts';

/** Maximum pending requests of one connection. */
const MAX_REQUESTS_UNDER_WAY = 256;
/** A client with this much unread answer data is disconnected, bytes. */
const CUT_ABOVE_BYTES = 16 * 1024 * 1024;

type Request = Message<'data', 'toServer'>;
type OtherRequest = Exclude<Request, ListRequest>;
type RequestHandlers = {
  readonly [Each in OtherRequest as Each['name']]: (client: DataClient, body: Each['body']) => void;
};

/** One client of the data socket: receives requests, sends answers in chunks. */
export function createDataConnection(peer: Peer, deps: GatewayDeps, shared: ReaderParts): ConnectionHandler {
  const client = new DataClient(peer, deps, shared);
  return new AuthenticatedConnection(peer, {
    socket: 'data',
    deps,
    shared,
    authBody: (message) => (message.name === 'dataAuth' ? message.body : undefined),
    sendAuthResult: (body) => client.reply(encode('dataAuthResult', body)),
    sendError: (message, requestT) => client.sendError(message, requestT),
    onRefused: (message, text) => client.refuse(message, text),
    onMessage: (message, caller) => client.serve(message, caller),
    onRights: (caller) => client.changeRights(caller),
    onClosed: () => client.close(),
  });
}

class DataClient {
  /** The requests that no list answers: a new one does not compile until it has a handler here. */
  static readonly #handlers = {
    // The connection answers a second dataAuth itself.
    dataAuth: () => {},
    dataPing: (client, { Sent }) =>
      client.reply(encode('dataPong', { Sent, ExchangeTime: client.#deps.clock.exchangeMs() })),
    cancelRequest: (client, { Id }) => client.#requests.cancel(Id),
  } satisfies RequestHandlers;

  readonly #peer: Peer;
  readonly #deps: GatewayDeps;
  readonly #requests: DataRequests;

  constructor(peer: Peer, deps: GatewayDeps, shared: ReaderParts) {
    this.#peer = peer;
    this.#deps = deps;
    this.#requests = new DataRequests(peer, deps, shared, (text) => this.reply(text));
  }

  /** Sends an answer; disconnects a client that does not read its answers. */
  reply(text: string): void {
    if (this.#peer.bufferedBytes() > CUT_ABOVE_BYTES) this.#peer.close(CLOSE_TOO_SLOW, 'too slow');
    else this.#peer.send(text);
  }

  sendError(text: string, requestT: number | undefined): void {
    this.reply(encode('dataError', { Message: text, RequestT: requestT }));
  }

  /** Answers a message beyond its rate. */
  refuse(message: Request, text: string): void {
    if (isListRequest(message)) this.reply(failedAnswer(message, 'Error', text));
    else this.sendError(text, catalogue[message.name].T);
  }

  serve(request: Request, caller: Caller): void {
    if (isListRequest(request)) return this.#serveList(request, caller);
    // TypeScript does not relate the name to the body: the map's type pairs each name with its own body.
    const handle = DataClient.#handlers[request.name] as (
      client: DataClient,
      body: OtherRequest['body'],
    ) => void;
    handle(this, request.body);
  }

  /** Refuses the pending requests that the user's new rights do not cover. */
  changeRights(caller: Caller): void {
    this.#requests.refuse((request) => permissionRefusal(request, caller));
  }

  close(): void {
    this.#requests.cancelAll();
  }

  #serveList(request: ListRequest, caller: Caller): void {
    const { Id } = request.body;
    const refusal = permissionRefusal(request, caller);
    if (refusal !== undefined) return this.reply(failedAnswer(request, 'Error', refusal));
    if (this.#requests.has(Id)) {
      const text = `Request ${Id} is already pending; give each request its own Id.`;
      return this.reply(encode('dataError', { Message: text, Id }));
    }
    if (this.#requests.size >= MAX_REQUESTS_UNDER_WAY) {
      const text = `More than ${MAX_REQUESTS_UNDER_WAY} requests are pending; wait for answers first.`;
      return this.reply(failedAnswer(request, 'Error', text));
    }
    void this.#requests.serve(request, caller.principal.userId);
  }
}

/** Why the user may not make the request; undefined when it is permitted. */
function permissionRefusal(request: ListRequest, { principal }: Caller): string | undefined {
  if ((principal.permissionMask & MARKET_DATA_PERMISSIONS) === 0)
    return 'You have no permission for market data.';
  const extra = EXTRA_PERMISSIONS[request.name];
  return extra && !hasPermission(principal.permissionMask, extra.mask)
    ? `You have no permission for ${extra.tool}.`
    : undefined;
}
