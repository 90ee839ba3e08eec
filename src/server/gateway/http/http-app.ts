import type { ServerOptions } from 'node:http';
import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import { Server as HttpsServer } from 'node:https';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { addExternalRoutes } from '../../brokers/external-routes.ts';
import { addApiV1 } from '../automation/v1-app.ts';
import type { GatewayDeps, GatewayOptions } from '../deps.ts';
import type { PublicAddress } from '../../http-kit/public-address.ts';
import type { HttpParts } from './http-parts.ts';
import { addApiRoutes } from './api-routes.ts';
import { addDocsRoutes } from './docs/docs-routes.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import { noSchemaCompilers } from '../../http-kit/no-schema-compilers.ts';
import { addMetricsRoute } from '../../metrics/metrics-route.ts';
import { addRequestHooks } from './request-hooks.ts';
import { otherHeaders, securityHeaders } from './security-headers.ts';
import { SparingWarnings } from '../../http-kit/sparing-warnings.ts';
import { addToolPages } from './tool-pages.ts';
import { addWebRoutes } from './web-routes.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const HANDLER_TIMEOUT_MS = 30_000;
/** Nothing moves on a connection while a handler works: shorter than the limit of a handler, this would cut the connection instead of an answer. */
const CONNECTION_TIMEOUT_MS = HANDLER_TIMEOUT_MS + 5_000;

/** The HTTP server with the routes of the API and the web client. */
export async function createHttpApp(
  deps: GatewayDeps,
  options: GatewayOptions,
  parts: HttpParts,
): Promise<FastifyInstance> {
  const { addressOf, publicAddress } = parts;
  const app = createApp(deps, publicAddress);
  readJsonBodies(app);
  answerErrors(app, deps);
  addRequestHooks(app, deps);
  await app.register(fastifyHelmet, securityHeaders(publicAddress, options.webClient.workerSources));
  app.addHook('onRequest', otherHeaders(publicAddress));
  const warnings = new SparingWarnings(deps.logger);
  app.addHook('onRequest', async (request) => {
    if (publicAddress.isOwnHost(request)) return;
    warnings.warn({ host: request.headers.host?.slice(0, 200) }, 'a call for a foreign host was refused');
    throw new HttpRefusal(421, publicAddress.foreignHostText());
  });
  await app.register(fastifyRateLimit, { global: false, keyGenerator: (request) => addressOf(request.raw) });
  addApiRoutes(app, deps, options, parts);
  addApiV1(app, deps, options, parts);
  addExternalRoutes(app, {
    ...deps,
    apiRequestsPerMinute: options.apiRequestsPerMinute,
    publicAddress,
  });
  addDocsRoutes(app, options, publicAddress.prefix);
  if (options.metrics) addMetricsRoute(app, options.metrics.scraped, options.metrics.token);
  await addToolPages(app, deps.identity, options, publicAddress);
  await addWebRoutes(app, options.webClient, publicAddress.prefix);
  return app;
}

/** Fastify with its limits, over TLS when the server has a certificate. */
function createApp(
  { certificate }: Pick<GatewayDeps, 'certificate'>,
  publicAddress: PublicAddress,
): FastifyInstance {
  const serverOptions: ServerOptions = {
    // Some HTTP clients offer HTTP/2 (h2c) with each request. That is a request like any other, not a socket.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  };
  const app = Fastify({
    logger: false,
    schemaController: noSchemaCompilers,
    rewriteUrl: ({ url = '/' }) => publicAddress.withoutPrefix(url),
    // Fastify would also trust the proxy's host and scheme. The limits count by `addressOf`, as those of the sockets do.
    trustProxy: false,
    bodyLimit: BODY_LIMIT_BYTES,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    // Requests in progress are answered when the server stops; the gateway sets the deadline.
    forceCloseConnections: 'idle',
    ...(certificate
      ? { https: { ...serverOptions, ...certificate.pair } }
      : { http: serverOptions, https: null }),
    // A URL that cannot be decoded is answered like every other refusal.
    frameworkErrors(error, request, reply) {
      // The type of `reply` is for routes with a schema compiler; there are none here.
      const plain = reply as FastifyReply;
      // A browser gets the page for unknown addresses; a program gets the error.
      if (request.headers.accept?.includes('text/html'))
        return void plain.redirect(`${publicAddress.prefix}/404`);
      void plain.code(error.statusCode ?? 400).send({ Error: error.message.slice(0, 500) });
    },
  });

  if (app.server instanceof HttpsServer) certificate?.keepCurrent(app.server);
  return app;
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    // An empty body counts as none: several calls have no body, and browsers may still send a content type.
    if (text === '') return done(null, null);
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(new HttpRefusal(400, 'The body is not JSON.'));
    }
  });
}

/** Answers a failed call with a body that names the reason, or logs it when it is the server's own failure. */
function answerErrors(app: FastifyInstance, { logger }: Pick<GatewayDeps, 'logger'>): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (error instanceof HttpRefusal && error.body) return reply.code(status).send(error.body);
    if (status >= 500 && !(error instanceof HttpRefusal)) {
      // Only the path: a query may carry personal data.
      logger.error(
        { err: error, method: request.method, path: request.url.split('?', 1)[0] },
        'an HTTP call failed',
      );
      return reply.code(status).send({ Error: 'The server could not answer; try again later.' });
    }
    return reply.code(status).send({ Error: error.message.slice(0, 500) });
  });
}
