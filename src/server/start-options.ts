import { fileURLToPath } from 'node:url';
import type { StrategyRuntime } from './algostream/runtime/index.ts';
import type { ApiKeysDeps } from './automation/api-keys.ts';
import type { KeyRateLimits } from './automation/key-rate.ts';
import type { ServerConfig } from './config.ts';
import type { GatewayOptions } from './gateway/deps.ts';
import { builtWebClient } from './gateway/http/built-web-client.ts';
import type { WebClient } from './gateway/http/web-client.ts';
import { MAX_CONNECTIONS, type MaxConnections } from './gateway/sockets/connection-limits.ts';
import type { IdentityOptions } from './identity/create-identity.ts';
import type { ScrapedMetrics } from './metrics/metrics-route.ts';
import type { LogFile } from './log-file.ts';
import type { LoggerOptions } from './logging.ts';
import type { MarketData } from './market/market-data.ts';
import { marketNameOf } from './market/registry.ts';
import { packageVersion } from './package-version.ts';
import { NO_TOOLS, readTools, type ThirdPartyTools } from './tools/read-tools.ts';

/** Replacements for parts of the server, for tests and the development server. */
export interface StartOptions {
  /** Receives progress messages for the operator, a line each. */
  readonly say?: (line: string) => void;
  /** Receives the log in place of `server.log`. The caller closes it. */
  readonly stdout?: LogFile | undefined;
  readonly market?: MarketData;
  readonly loginLimits?: IdentityOptions['limits'];
  readonly wrongKeyLimits?: ApiKeysDeps['limits'];
  readonly apiRequestsPerMinute?: number;
  readonly keyRequests?: KeyRateLimits;
  /** Folder of another build of the web client. */
  readonly webFolder?: string;
  /** Serves the pages in place of a build. */
  readonly webClient?: WebClient;
  readonly maxConnections?: MaxConnections;
  readonly signInLimitMs?: number;
  readonly duplicateWindowMs?: number | null;
  readonly certificateCheckMs?: number;
  readonly strategyRuntime?: StrategyRuntime;
  /** A second of the time after which orders of a lost session are cancelled, ms. */
  readonly sessionSecondMs?: number;
  /** Time until a user's lost connection is reported, ms. */
  readonly returnMs?: number;
}

const API_REQUESTS_PER_MINUTE = 600;
/** A user may run several programs, but 25 keys must not make 25 times the load. */
const KEY_REQUESTS_PER_MINUTE: KeyRateLimits = { perKey: 600, perUser: 1_200 };
/** A page whose user does not sign in may be disconnected: it connects again at the sign-in. */
const SIGN_IN_LIMIT_MS = 60_000;
const WEB_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** Addresses, limits and tools of the gateway: those of the configuration, unless the options replace them. */
export async function gatewayOptions(
  { host, ports, hasSocketPorts, trustedProxies, publicUrl, messageLimits, ...config }: ServerConfig,
  options: StartOptions,
  webClient: WebClient,
  scraped: ScrapedMetrics | undefined,
): Promise<GatewayOptions> {
  const { metrics } = config;
  return {
    host,
    ports,
    hasSocketPorts,
    webClient,
    marketName: marketNameOf(config.market),
    version: packageVersion(),
    trustedProxies,
    publicUrl,
    apiRequestsPerMinute: options.apiRequestsPerMinute ?? API_REQUESTS_PER_MINUTE,
    keyRequests: options.keyRequests ?? KEY_REQUESTS_PER_MINUTE,
    maxConnections: options.maxConnections ?? MAX_CONNECTIONS,
    messageLimits,
    tools: await openTools(config.toolsFolder, options.say ?? (() => {})),
    metrics:
      scraped && metrics?.token !== undefined && metrics.port === undefined
        ? { scraped, token: metrics.token }
        : undefined,
    signInLimitMs: options.signInLimitMs ?? SIGN_IN_LIMIT_MS,
  };
}

/** Reads the third-party tools, and reports those that are served and those that are not. */
async function openTools(folder: string | undefined, say: (line: string) => void): Promise<ThirdPartyTools> {
  if (folder === undefined) return NO_TOOLS;
  const found = await readTools(folder);
  for (const { manifest } of found.tools)
    say(`Third-party tool ${manifest.title} ${manifest.version} (${manifest.id}) is served.`);
  for (const fault of found.faults)
    say(`The third-party tool in ${fault.folder} is not loaded: ${fault.reasons.join(' ')}`);
  return found;
}

/** Where the log goes: the level and size of the configuration, on standard output when the options have it. */
export function loggerOptions(
  { logLevel, logMaxBytes, logFiles, dataFolder }: ServerConfig,
  { stdout }: StartOptions,
): LoggerOptions {
  return { level: logLevel, dataFolder, maxBytes: logMaxBytes, keptFiles: logFiles, stdout };
}

/** The web client of the options, or else the built one. */
export function chooseWebClient(
  { webClient, webFolder = WEB_FOLDER }: StartOptions,
  say: (line: string) => void,
): WebClient {
  const chosen = webClient ?? builtWebClient(webFolder);
  if (!chosen.isAvailable)
    say('The web client is not built: pages will say so. Run `npm start` or `npm run build` to build it.');
  return chosen;
}

/** The address of the server for a browser on its machine; `localhost` for a wildcard address. */
export function serverUrl({ host, tls }: Pick<ServerConfig, 'host' | 'tls'>, port: number): string {
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${port}`;
}
