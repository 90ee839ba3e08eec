import type { FastifyInstance } from 'fastify';
import { requestIdOf, runRequest } from '../../request-context.ts';
import type { GatewayDeps } from '../deps.ts';

/** Where the ids of HTTP requests come from. */
const SOURCE = 'http';

/** Gives each request an id, which its response and its log lines carry, and reports its answer. */
export function addRequestHooks(
  app: FastifyInstance,
  { logger, observer }: Pick<GatewayDeps, 'logger' | 'observer'>,
): void {
  const numbers = new WeakMap<object, number>();
  let lastNumber = 0;
  app.addHook('onRequest', (request, reply, done) => {
    lastNumber += 1;
    numbers.set(request.raw, lastNumber);
    reply.header('x-request-id', requestIdOf(SOURCE, lastNumber));
    runRequest(SOURCE, lastNumber, done);
  });
  // A body arrives in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) =>
    runRequest(SOURCE, numbers.get(request.raw) ?? 0, done),
  );
  app.addHook('onResponse', (request, reply, done) => {
    const call = {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
    };
    observer?.httpAnswered(call);
    logger.debug(
      { ...call, requestId: requestIdOf(SOURCE, numbers.get(request.raw) ?? 0) },
      'an HTTP request was answered',
    );
    done();
  });
}
