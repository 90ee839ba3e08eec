import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Ports } from '../../config.ts';
import type { GatewayDeps, GatewayOptions } from '../deps.ts';
import { addApiRoutes } from './api-routes.ts';
import { HttpRefusal } from './refusal.ts';
import { securityHeaders } from './security-headers.ts';
import { addWebClient } from './web-client.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
const CONNECTION_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 10_000;
const HANDLER_TIMEOUT_MS = 30_000;

/** The HTTP side: the API's routes and the web client. `ports` are known once all four listen. */
export async function createHttpApp(deps: GatewayDeps, options: GatewayOptions, ports: () => Ports): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: false,
    bodyLimit: BODY_LIMIT_BYTES,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    forceCloseConnections: true,
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    // An empty body is no body: several calls have none, and browsers may still name the type.
    if (text === '') return done(null, null);
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(new HttpRefusal(400, 'The body is not JSON.'));
    }
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500 && !(error instanceof HttpRefusal)) {
      deps.logger.error({ err: error, method: request.method, url: request.url }, 'an HTTP call failed');
      return reply.code(status).send({ Error: 'The server could not answer; try again later.' });
    }
    return reply.code(status).send({ Error: error.message.slice(0, 500) });
  });

  await app.register(fastifyHelmet, securityHeaders(ports));
  await app.register(fastifyRateLimit, { global: false });
  addApiRoutes(app, deps, options, ports);
  await addWebClient(app, options.webFolder);
  return app;
}
