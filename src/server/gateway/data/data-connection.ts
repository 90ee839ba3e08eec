import { hasPermission } from '../../../domain/permissions.ts';
import { CLOSE_TOO_SLOW, encode, type Body } from '../../../protocol/index.ts';
import { chunksOf } from '../chunks.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SessionRegistry } from '../session-registry.ts';
import { createAuthenticatedConnection } from '../sockets/authenticated-connection.ts';
import type { Peer } from '../sockets/peer.ts';
import type { ConnectionHandler } from '../sockets/socket-server.ts';
import { MARKET_DATA_PERMISSIONS } from '../streaming/streaming-connection.ts';
import { answerRequest, createDataHandlers, type Answered } from './answers.ts';
import { ANSWER_NAMES, EXTRA_PERMISSIONS, type CollectionRequest } from './handlers.ts';

/** Requests of one connection that may be under way. */
export const MAX_REQUESTS_UNDER_WAY = 256;
/** Of these, so many are answered at once: an answer may be tens of megabytes, held until the client has taken it. */
export const MAX_SERVED_AT_ONCE = 4;
/** A request that takes longer is answered with Timeout, ms (the client gives up at the same time). */
export const REQUEST_TIMEOUT_MS = 30_000;
/** Chunks wait while the client has this much to read. */
const PAUSE_ABOVE_BYTES = 1024 * 1024;
const PAUSE_MS = 10;
/** A client that asks on and does not read its answers is cut with this much waiting, bytes. */
const CUT_ABOVE_BYTES = 16 * 1024 * 1024;

/** One client of the data socket: questions in, chunked answers out. */
export function createDataConnection(
  peer: Peer,
  deps: GatewayDeps,
  registry: SessionRegistry,
): ConnectionHandler {
  const underWay = new Map<number, AbortController>();
  const handlers = createDataHandlers(deps);

  const sendAnswer = async (answer: Answered, signal: AbortSignal): Promise<void> => {
    for (const text of answerTexts(answer)) {
      while (peer.bufferedBytes() > PAUSE_ABOVE_BYTES && !signal.aborted && peer.isOpen())
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (signal.aborted || !peer.isOpen()) return;
      peer.send(text);
    }
  };

  let serving = 0;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    // The one who leaves hands its place over without giving it back.
    if (serving >= MAX_SERVED_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else serving += 1;
    // Between two requests everybody else gets a turn.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else serving -= 1;
  };

  const reply = (text: string): void => {
    if (peer.bufferedBytes() > CUT_ABOVE_BYTES) peer.close(CLOSE_TOO_SLOW, 'too slow');
    else peer.send(text);
  };

  const serve = async (request: CollectionRequest): Promise<void> => {
    const id = request.body.Id;
    const abort = new AbortController();
    underWay.set(id, abort);
    const timer = setTimeout(() => {
      abort.abort();
      reply(failedAnswer(request, 'Timeout', undefined));
    }, REQUEST_TIMEOUT_MS);
    const givenUp = new Promise<undefined>((resolve) =>
      abort.signal.addEventListener('abort', () => resolve(undefined), { once: true }),
    );
    await enter();
    try {
      const answer = abort.signal.aborted
        ? undefined
        : await Promise.race([
            answerRequest(handlers, request, { market: deps.market, signal: abort.signal }),
            givenUp,
          ]);
      clearTimeout(timer);
      if (answer) await sendAnswer(answer, abort.signal);
    } catch (error) {
      deps.logger.error({ err: error, request: request.name }, 'a data request failed');
      if (!abort.signal.aborted)
        reply(failedAnswer(request, 'Error', 'The server could not answer; try again later.'));
    } finally {
      leave();
      clearTimeout(timer);
      if (underWay.get(id) === abort) underWay.delete(id);
    }
  };

  return createAuthenticatedConnection(peer, {
    socket: 'data',
    deps,
    registry,
    authBody: (message) => (message.name === 'dataAuth' ? message.body : undefined),
    sendAuthResult: (body) => reply(encode('dataAuthResult', body)),
    sendError: (message, requestT) => reply(encode('dataError', { Message: message, RequestT: requestT })),
    onMessage(message, caller) {
      if (message.name === 'dataAuth') return;
      if (message.name === 'dataPing')
        return reply(encode('dataPong', { Sent: message.body.Sent, ExchangeTime: deps.clock.exchangeMs() }));
      if (message.name === 'cancelRequest') {
        underWay.get(message.body.Id)?.abort();
        underWay.delete(message.body.Id);
        return;
      }
      if ((caller.principal.permissionMask & MARKET_DATA_PERMISSIONS) === 0)
        return reply(failedAnswer(message, 'Error', 'You have no permission for market data.'));
      const extra = EXTRA_PERMISSIONS[message.name];
      if (extra && !hasPermission(caller.principal.permissionMask, extra.mask))
        return reply(failedAnswer(message, 'Error', `You have no permission for ${extra.tool}.`));
      if (underWay.has(message.body.Id))
        return reply(
          encode('dataError', {
            Message: `Request ${message.body.Id} is under way already; give each request its own Id.`,
            Id: message.body.Id,
          }),
        );
      if (underWay.size >= MAX_REQUESTS_UNDER_WAY)
        return reply(
          failedAnswer(
            message,
            'Error',
            `More than ${MAX_REQUESTS_UNDER_WAY} requests are under way; wait for answers first.`,
          ),
        );
      void serve(message);
    },
    onClosed() {
      for (const abort of underWay.values()) abort.abort();
      underWay.clear();
    },
  });
}

function failedAnswer(
  request: CollectionRequest,
  result: 'Error' | 'Timeout',
  error: string | undefined,
): string {
  return encode(ANSWER_NAMES[request.name], {
    Id: request.body.Id,
    Result: result,
    Error: error,
    HasMore: false,
    Items: [],
  });
}

function* answerTexts(answer: Answered): Generator<string> {
  if (!answer.ok) {
    yield encode(answer.name, {
      Id: answer.id,
      Result: 'Error',
      Error: answer.error,
      HasMore: false,
      Items: [],
    });
    return;
  }
  for (const chunk of chunksOf<unknown>(answer.items)) {
    // `Answered` pairs each name with its own items; a slice of them is still of that kind.
    yield encode(answer.name, {
      Id: answer.id,
      Result: 'Ok',
      HasMore: chunk.hasMore,
      ...(answer.pending === undefined || chunk.hasMore ? {} : { Pending: answer.pending }),
      Items: chunk.items,
    } as Body<typeof answer.name>);
  }
}
