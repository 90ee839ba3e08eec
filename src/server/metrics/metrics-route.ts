import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpRefusal } from '../http-kit/http-refusal.ts';
import type { Metrics } from './metrics.ts';

/** The metrics as a scrape reads them. */
export type ScrapedMetrics = Pick<Metrics, 'text' | 'contentType'>;

const NO_TOKEN = 'Send the token of TAPEDECK_METRICS_TOKEN as "Authorization: Bearer …".';

/** Serves `GET /metrics`; with a token only to callers who send it. */
export function addMetricsRoute(
  app: FastifyInstance,
  metrics: ScrapedMetrics,
  token: string | undefined,
): void {
  app.get('/metrics', async (request, reply) => {
    if (token !== undefined && !hasToken(request, token)) {
      reply.header('www-authenticate', 'Bearer');
      throw new HttpRefusal(401, NO_TOKEN);
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const sent = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1];
  // Digests have one length, so the comparison takes the same time for every token.
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
