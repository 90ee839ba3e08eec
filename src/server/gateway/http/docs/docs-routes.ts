import type { FastifyInstance } from 'fastify';
import type { GatewayOptions } from '../../deps.ts';
import { DOCS_CSS, docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';

/** The API's own description: for people at /api/docs, for programs beside it. Nothing in it is secret. */
export function addDocsRoutes(
  app: FastifyInstance,
  options: Pick<GatewayOptions, 'version' | 'apiRequestsPerMinute'>,
  prefix: string,
): void {
  const document = { ...openApiDocument(options.version), servers: [{ url: `${prefix}/` }] };
  const answers = [
    ['/api/docs', 'text/html; charset=utf-8', docsPage(document, prefix)],
    ['/api/docs/docs.css', 'text/css; charset=utf-8', DOCS_CSS],
    ['/api/docs/openapi.json', 'application/json; charset=utf-8', JSON.stringify(document)],
  ] as const;
  const config = { rateLimit: { max: options.apiRequestsPerMinute, timeWindow: 60_000 } };
  for (const [url, type, text] of answers)
    app.get(url, { config }, (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(text),
    );
}
