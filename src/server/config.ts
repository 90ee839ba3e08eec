import { DEFAULT_MATCHER_CONFIG, QUEUE_MODES, type QueueMode } from '../domain/matching/index.ts';
import { prefixOf } from './http-kit/public-address.ts';
import { readExternalBroker, type ExternalBrokerChoice } from './brokers/registry.ts';
import { isProxyRange } from './http-kit/client-address.ts';
import type { MessageLimits } from './gateway/sockets/message-limits.ts';
import { readOidcConfig, type OidcConfig } from './identity/oidc/oidc-config.ts';
import { readDeliveryConfig, type DeliveryConfig } from './delivery/config.ts';
import { readMarketChoice, type MarketChoice } from './market/registry.ts';
import { readMessageLimits } from './gateway/sockets/read-message-limits.ts';
import { readRetention, type Retention } from './retention/retention-config.ts';
import { readSecretFiles } from './secret-files.ts';
import { VariableReader, type Environment } from './variable-reader.ts';

/** What the server reads from its environment, checked once. Every wrong value gets one line that names the variable. */

/** The files of the server's certificate, both PEM. */
export interface CertificateFiles {
  /** The certificate, followed by those of the authorities between it and a root. */
  readonly certificate: string;
  readonly key: string;
}

/** The four ports of a server; 0 lets the system choose one (tests). */
export interface Ports {
  readonly http: number;
  readonly trading: number;
  readonly streaming: number;
  readonly data: number;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** `text`: messages for the operator on standard output, and the log in `server.log`. `json`: both on standard output, as JSON lines. */
const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const FIGURES_MODES = ['ahead', 'requested'] as const;
export type FiguresMode = (typeof FIGURES_MODES)[number];

/** How metrics are served: on a port of their own, or with a token on the HTTP port. A token counts on either. */
export interface MetricsAccess {
  /** Undefined: the HTTP port. */
  readonly port: number | undefined;
  readonly token: string | undefined;
}

export interface ServerConfig {
  readonly host: string;
  readonly ports: Ports;
  /** Whether the three sockets have the next three ports, beside their paths on the HTTP port. */
  readonly hasSocketPorts: boolean;
  /** Addresses and CIDR ranges of the proxies in front of the server. Who comes through them is counted by the address that they name. */
  readonly trustedProxies: readonly string[];
  /** The address that clients use, when it is not that of the ports: behind proxies or mapped ports. Its path ends in a slash. */
  readonly publicUrl: URL | undefined;
  /** Undefined: without TLS, which a proxy may add. */
  readonly tls: CertificateFiles | undefined;
  readonly dataFolder: string;
  /** Undefined: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly market: MarketChoice;
  /** Undefined: the seed stored in the data folder, drawn at the first start. */
  readonly seed: number | undefined;
  /** When a resting order fills from a print at its own price. */
  readonly fillMode: QueueMode;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  /** `server.log` is replaced above this size. */
  readonly logMaxBytes: number;
  /** Earlier log files that are kept beside `server.log`. */
  readonly logFiles: number;
  /** How long stored data is kept. */
  readonly retention: Retention;
  readonly demoMinutes: number;
  /** Whether the daily figures of all symbols are computed in the background, or each when it is first requested. */
  readonly figures: FiguresMode;
  /** How many messages of each class a connection, and a user, may send. */
  readonly messageLimits: MessageLimits;
  /** How metrics are served; undefined: they are not. */
  readonly metrics: MetricsAccess | undefined;
  /** How notices of alerts, fills, rejects and lost connections leave the server. */
  readonly delivery: DeliveryConfig;
  /** The provider of OpenID Connect with which users sign in; undefined: they have passwords and passkeys only. */
  readonly oidc: OidcConfig | undefined;
  /** Folder with a folder for each third-party tool; undefined: there are none. */
  readonly toolsFolder: string | undefined;
  /** File of closings that are added to the calendar of the exchanges; undefined: none are. */
  readonly calendarFile: string | undefined;
  /** Undefined: orders go through the own service only. */
  readonly externalBroker: ExternalBrokerChoice | undefined;
}

/** The environment holds values the server cannot run with; `message` has one line for each. */
export class ConfigError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

const DEFAULT_PORT = 4600;
const HIGHEST_PORT = 65_535;
const SOCKET_PORTS = 3;
const PUBLIC_PATH = /^\/(?:[\w.-]+\/)*$/;
/** First parts of the server's own paths: as a prefix they could not be distinguished from those. */
const RESERVED_SEGMENTS: readonly string[] = ['api', 'assets', 'help', 'ws'];
const MAX_SEED = 2 ** 32 - 1;
const BYTES_PER_MB = 1024 * 1024;

/** Reads the environment. An empty value counts as not given. Throws a ConfigError that lists every wrong value. */
export function readConfig(given: Environment): ServerConfig {
  const { environment, problems: secretProblems } = readSecretFiles(given);
  const variables = new VariableReader(environment);
  const read = variables.read.bind(variables);

  const publicUrl = readPublicUrl(variables);
  const external = readExternalBroker(environment, prefixOf(publicUrl));
  const hasSocketPorts = read('TAPEDECK_SOCKET_PORTS', true, '"on" or "off"', parseSwitch);
  const ports = readPorts(variables, hasSocketPorts);
  const config: ServerConfig = {
    host: read(
      'TAPEDECK_HOST',
      '127.0.0.1',
      'a host name or address to listen on, such as 127.0.0.1',
      (text) => (/^[\w.:%-]+$/.test(text) ? text : undefined),
    ),
    hasSocketPorts,
    ports,
    trustedProxies: read<readonly string[]>(
      'TAPEDECK_TRUSTED_PROXY',
      [],
      'addresses or ranges of addresses with commas between them, such as 127.0.0.1,10.0.0.0/8',
      parseProxies,
    ),
    publicUrl,
    tls: readTls(variables),
    dataFolder: variables.given('TAPEDECK_DATA') ?? '.tapedeck',
    databaseUrl: read(
      'DATABASE_URL',
      undefined,
      'a Postgres address such as postgres://user:password@host:5432/name',
      (text) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
    ),
    market: readMarketChoice(variables),
    seed: read('TAPEDECK_SEED', undefined, `a whole number from 0 to ${MAX_SEED}`, (text) =>
      integerWithin(text, 0, MAX_SEED),
    ),
    fillMode: read<QueueMode>(
      'TAPEDECK_FILL_MODE',
      DEFAULT_MATCHER_CONFIG.queueMode,
      `one of ${QUEUE_MODES.join(', ')}`,
      (text) => QUEUE_MODES.find((mode) => mode === text),
    ),
    ...readLogSettings(variables),
    demoMinutes: read('TAPEDECK_DEMO_MINUTES', 30, 'a whole number of minutes from 1 to 1440', (text) =>
      integerWithin(text, 1, 1440),
    ),
    figures: read<FiguresMode>('TAPEDECK_FIGURES', 'ahead', `one of ${FIGURES_MODES.join(', ')}`, (text) =>
      FIGURES_MODES.find((mode) => mode === text),
    ),
    messageLimits: readMessageLimits(variables),
    metrics: readMetricsAccess(variables, ports),
    retention: readRetention(variables),
    delivery: readDeliveryConfig(variables),
    oidc: readOidcConfig(variables),
    toolsFolder: variables.given('TAPEDECK_TOOLS'),
    calendarFile: variables.given('TAPEDECK_CALENDAR'),
    externalBroker: external.choice,
  };
  const problems = [...secretProblems, ...variables.problems, ...external.problems];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function readPublicUrl(variables: VariableReader): URL | undefined {
  return variables.read(
    'TAPEDECK_PUBLIC_URL',
    undefined,
    `the address of the workstation in the browser, such as https://tapedeck.example.com or https://example.com/tapedeck/ (letters, digits, ".", "_" and "-" in the path, which may not begin with ${RESERVED_SEGMENTS.join(', ')})`,
    parsePublicUrl,
  );
}

function readPorts(variables: VariableReader, hasSocketPorts: boolean): Ports {
  const highest = hasSocketPorts ? HIGHEST_PORT - SOCKET_PORTS : HIGHEST_PORT;
  const http = variables.read(
    'TAPEDECK_PORT',
    DEFAULT_PORT,
    `a port number from 1 to ${highest}${hasSocketPorts ? ' (the three sockets take the next three)' : ''}`,
    (text) => integerWithin(text, 1, highest),
  );
  return { http, trading: http + 1, streaming: http + 2, data: http + 3 };
}

/** The files are read when the server starts, and again when they change. */
function readTls(variables: VariableReader): CertificateFiles | undefined {
  const [certificate, key] = [variables.given('TAPEDECK_TLS_CERT'), variables.given('TAPEDECK_TLS_KEY')];
  if (certificate !== undefined && key !== undefined) return { certificate, key };
  if (certificate !== undefined || key !== undefined) {
    const missing = certificate === undefined ? 'TAPEDECK_TLS_CERT' : 'TAPEDECK_TLS_KEY';
    variables.problems.push(
      `${missing} must be set too: TLS needs a certificate and its key, both PEM files.`,
    );
  }
  return undefined;
}

function parseSwitch(text: string): boolean | undefined {
  return { on: true, off: false }[text];
}

function readLogSettings(
  variables: VariableReader,
): Pick<ServerConfig, 'logLevel' | 'logFormat' | 'logMaxBytes' | 'logFiles'> {
  return {
    logLevel: variables.read<LogLevel>('TAPEDECK_LOG', 'warn', `one of ${LOG_LEVELS.join(', ')}`, (text) =>
      LOG_LEVELS.find((level) => level === text),
    ),
    logFormat: variables.read<LogFormat>(
      'TAPEDECK_LOG_FORMAT',
      'text',
      `one of ${LOG_FORMATS.join(', ')}`,
      (text) => LOG_FORMATS.find((format) => format === text),
    ),
    logFiles: variables.read('TAPEDECK_LOG_FILES', 5, 'a whole number of files from 1 to 100', (text) =>
      integerWithin(text, 1, 100),
    ),
    logMaxBytes:
      BYTES_PER_MB *
      variables.read('TAPEDECK_LOG_MAX_MB', 20, 'a whole number of megabytes from 1 to 1000', (text) =>
        integerWithin(text, 1, 1000),
      ),
  };
}

function readMetricsAccess(variables: VariableReader, ports: Ports): MetricsAccess | undefined {
  const taken = Object.values(ports);
  const port = variables.read(
    'TAPEDECK_METRICS_PORT',
    undefined,
    'a port number from 1 to 65535 that is none of the four ports of the server',
    (text) => {
      const read = integerWithin(text, 1, 65_535);
      return read === undefined || taken.includes(read) ? undefined : read;
    },
  );
  const token = variables.read(
    'TAPEDECK_METRICS_TOKEN',
    undefined,
    'at least 16 printable characters without spaces',
    (text) => (/^[\x21-\x7e]{16,}$/.test(text) ? text : undefined),
  );
  return port === undefined && token === undefined ? undefined : { port, token };
}

function integerWithin(text: string, least: number, most: number): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

/** The address of the workstation in the browser, ending in a slash; undefined for a text that is no such address. */
export function parsePublicUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  const [, first = ''] = url.pathname.split('/');
  const isPlain = url.href === `${url.origin}${url.pathname}` && PUBLIC_PATH.test(url.pathname);
  return isPlain && !RESERVED_SEGMENTS.includes(first) ? url : undefined;
}

function parseProxies(text: string): readonly string[] | undefined {
  const proxies = text.split(',').map((proxy) => proxy.trim());
  return proxies.every(isProxyRange) ? proxies : undefined;
}
