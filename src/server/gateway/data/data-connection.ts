import { hasPermission } from '../../../domain/permissions.ts';
import { catalogue, CLOSE_TOO_SLOW, encode } from '../../../protocol/index.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SharedParts } from '../shared-parts.ts';
import { createAuthenticatedConnection, type Caller } from '../sockets/authenticated-connection.ts';
import type { Peer } from '../sockets/peer.ts';
import type { ConnectionHandler } from '../sockets/socket-server.ts';
import { MARKET_DATA_PERMISSIONS } from '../streaming/streaming-connection.ts';
import { failedAnswer } from './answer-texts.ts';
import { DataRequests } from './data-requests.ts';
import { EXTRA_PERMISSIONS, type ListRequest } from './handlers.ts';

/** Requests of one connection that may be under way. */
const MAX_REQUESTS_UNDER_WAY = 256;
/** A client that sends requests and does not read its answers is cut with this much waiting, bytes. */
const CUT_ABOVE_BYTES = 16 * 1024 * 1024;

/** One client of the data socket: requests in, answers in chunks out. */
export function createDataConnection(peer: Peer, deps: GatewayDeps, shared: SharedParts): ConnectionHandler {
  const reply = (text: string): void => {
    if (peer.bufferedBytes() > CUT_ABOVE_BYTES) peer.close(CLOSE_TOO_SLOW, 'too slow');
    else peer.send(text);
  };

  const requests = new DataRequests(peer, deps, shared, reply);

  return createAuthenticatedConnection(peer, {
    socket: 'data',
    deps,
    shared,
    authBody: (message) => (message.name === 'dataAuth' ? message.body : undefined),
    sendAuthResult: (body) => reply(encode('dataAuthResult', body)),
    sendError: (message, requestT) => reply(encode('dataError', { Message: message, RequestT: requestT })),
    onRefused(message, text) {
      if (message.name === 'dataAuth' || message.name === 'dataPing' || message.name === 'cancelRequest')
        return reply(encode('dataError', { Message: text, RequestT: catalogue[message.name].T }));
      reply(failedAnswer(message, 'Error', text));
    },
    onMessage(message, caller) {
      if (message.name === 'dataAuth') return;
      if (message.name === 'dataPing')
        return reply(encode('dataPong', { Sent: message.body.Sent, ExchangeTime: deps.clock.exchangeMs() }));
      if (message.name === 'cancelRequest') return requests.cancel(message.body.Id);
      const refusal = permissionRefusal(message, caller);
      if (refusal !== undefined) return reply(failedAnswer(message, 'Error', refusal));
      if (requests.has(message.body.Id))
        return reply(
          encode('dataError', {
            Message: `Request ${message.body.Id} is already pending; give each request its own Id.`,
            Id: message.body.Id,
          }),
        );
      if (requests.size >= MAX_REQUESTS_UNDER_WAY)
        return reply(
          failedAnswer(
            message,
            'Error',
            `More than ${MAX_REQUESTS_UNDER_WAY} requests are pending; wait for answers first.`,
          ),
        );
      void requests.serve(message, caller.principal.userId);
    },
    onRights: (caller) => requests.refuse((request) => permissionRefusal(request, caller)),
    onClosed() {
      requests.cancelAll();
    },
  });
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
