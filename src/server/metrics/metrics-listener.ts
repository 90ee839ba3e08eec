import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { noSchemaCompilers } from '../http-kit/no-schema-compilers.ts';
import type { ServerConfig } from '../config.ts';
import type { Metrics, MetricSources } from './metrics.ts';
import { addMetricsRoute, type ScrapedMetrics } from './metrics-route.ts';

const REQUEST_TIMEOUT_MS = 10_000;

/** Serves the metrics on a port of their own. */
interface MetricsListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Connects the metrics with what they read, and opens their port if the configuration gives them one. */
export async function serveMetrics(
  metrics: Metrics | undefined,
  { host, metrics: access }: Pick<ServerConfig, 'host' | 'metrics'>,
  sources: MetricSources,
): Promise<MetricsListener | undefined> {
  metrics?.read(sources);
  if (!metrics || access?.port === undefined) return undefined;
  return listen(metrics, { host, port: access.port, token: access.token });
}

/** Opens the port of the metrics. Rejects with an error that names the variable when it cannot be opened. */
async function listen(
  metrics: ScrapedMetrics,
  { host, port, token }: { readonly host: string; readonly port: number; readonly token: string | undefined },
): Promise<MetricsListener> {
  const app = Fastify({
    logger: false,
    schemaController: noSchemaCompilers,
    connectionTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
  });
  addMetricsRoute(app, metrics, token);
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The port of the metrics, ${port}, could not be opened: ${reason}. Set TAPEDECK_METRICS_PORT to a free port.`,
      { cause: error },
    );
  }
  // A TCP server's address is an AddressInfo once it listens.
  const { port: opened } = app.server.address() as AddressInfo;
  return { port: opened, close: () => app.close() };
}
