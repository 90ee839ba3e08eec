import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as v from 'valibot';
import { apiV1Stream } from '../../../../protocol/api-v1-stream.ts';
import type { ApiCaller } from '../../../automation/api-keys.ts';
import type { AddressOf } from '../../../http-kit/client-address.ts';
import { ApiRefusal } from '../api-refusal.ts';
import { accountOfCall } from '../caller-accounts.ts';
import { parseCall, queryOf, requireNeed } from '../call-checks.ts';
import { keyTextOf } from '../v1-auth.ts';
import type { StreamChoice, StreamReader } from './api-stream.ts';
import type { ApiStreams } from './api-streams.ts';

/** A stream is open until either side ends it: the limit of other routes must not end it, and Fastify knows no route without a limit. */
const HANDLER_TIMEOUT_MS = 2 ** 31 - 1;

interface StreamRouteParts {
  readonly url: string;
  readonly streams: ApiStreams;
  readonly addressOf: AddressOf;
  /** The caller of a request. Throws a refusal. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<ApiCaller>;
}

/** Answers the stream of a program, until either side ends it. */
export function addStreamRoute(
  v1: FastifyInstance,
  { url, streams, addressOf, authenticate }: StreamRouteParts,
): void {
  const readers = new WeakMap<FastifyRequest, StreamReader>();
  v1.addHook('preClose', async () => streams.stop());
  v1.route({
    method: 'GET',
    url,
    config: { rateLimit: false },
    handlerTimeout: HANDLER_TIMEOUT_MS,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const caller = await authenticate(request, reply);
      readers.set(request, { caller, keyText: keyTextOf(request), address: addressOf(request.raw) });
    },
    handler: async (request, reply) => {
      const reader = readers.get(request);
      if (!reader) throw new ApiRefusal(401, 'missing_key', 'Send an API key.');
      const choice = choiceOf(reader.caller, parseCall(apiV1Stream.params, queryOf(request), ''));
      if (choice.quotes.length + choice.trades.length > 0) requireNeed('market', reader.caller);
      return sendEvents(streams, { reader, choice }, reply);
    },
  });
}

function sendEvents(
  streams: ApiStreams,
  { reader, choice }: { readonly reader: StreamReader; readonly choice: StreamChoice },
  reply: FastifyReply,
): FastifyReply {
  // Events are pushed as they come: there is nothing to read on demand.
  const body = new Readable({ read: () => {} });
  const close = streams.open(reader, choice, {
    write: (text) => void body.push(text),
    bufferedBytes: () => body.readableLength + reply.raw.writableLength,
    cut: () => void reply.raw.destroy(),
    end: () => void body.push(null),
  });
  reply.raw.once('close', () => {
    close();
    body.destroy();
  });
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(body);
}

const symbolsOf = (text: string | undefined): readonly string[] =>
  text === undefined ? [] : [...new Set(text.split(',').map((symbol) => symbol.trim().toUpperCase()))];

/** What a call subscribes. Throws the refusal of an account that the key does not open, and of a stream without anything. */
function choiceOf(caller: ApiCaller, params: v.InferOutput<typeof apiV1Stream.params>): StreamChoice {
  const choice = {
    quotes: symbolsOf(params.quotes),
    trades: symbolsOf(params.trades),
    accounts: params.orders === 'true' ? accountsOf(caller, params.account) : [],
  };
  if (choice.quotes.length + choice.trades.length + choice.accounts.length > 0) return choice;
  throw new ApiRefusal(
    400,
    'invalid_request',
    'quotes: missing, and trades and orders as well; name symbols, or orders=true',
  );
}

/** The account that a stream names, or all that the key opens and no administrator has locked. */
const accountsOf = (caller: ApiCaller, name: string | undefined): readonly string[] =>
  name === undefined
    ? caller.accounts.filter(({ isLocked }) => !isLocked).map(({ account }) => account)
    : [accountOfCall(caller, name).account];
