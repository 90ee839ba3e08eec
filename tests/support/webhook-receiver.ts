import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call that a receiver got. */
export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on loopback. */
export interface WebhookReceiver {
  readonly url: string;
  readonly calls: ReceivedCall[];
  /** Answers the calls; 204 unless a test sets another answer. */
  answer: (response: ServerResponse, call: ReceivedCall) => void;
  close(): void;
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = { path: request.url ?? '', headers: request.headers, body };
      receiver.calls.push(call);
      receiver.answer(response, call);
    });
  });
  const receiver: WebhookReceiver = {
    url: '',
    calls: [],
    answer: (response) => void response.writeHead(204).end(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an AddressInfo once it listens.
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
}
