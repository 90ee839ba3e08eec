import type { Environment } from '../../variable-reader.ts';
import type { ReadBrokerConfig } from '../broker-adapter.ts';

/** A key of a user at Alpaca. */
export interface AlpacaKey {
  readonly id: string;
  readonly secret: string;
}

/** How Alpaca's trading API is reached. Keys belong to users, and are not here. */
export interface AlpacaBrokerConfig {
  /** Origin of the REST API, without a slash at its end. */
  readonly url: string;
  /** Address of the stream of order updates. */
  readonly streamUrl: string;
  readonly requestsPerMinute: number;
}

const SWITCH = 'TAPEDECK_ALPACA_BROKER';
const ADDRESS = 'TAPEDECK_ALPACA_BROKER_URL';
const REQUESTS = 'TAPEDECK_ALPACA_BROKER_REQUESTS';
const HOSTS = { paper: 'https://paper-api.alpaca.markets', live: 'https://api.alpaca.markets' } as const;
/** What Alpaca answers for one key. */
const DEFAULT_REQUESTS = 200;
const MIN_REQUESTS = 10;
const MAX_REQUESTS = 10_000;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Reads the variables of trading at Alpaca. Unset, there is no such broker. Each problem is one line that names the variable. */
export function readAlpacaBrokerConfig(environment: Environment): ReadBrokerConfig<AlpacaBrokerConfig> {
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const kind = given(SWITCH);
  if (kind === undefined) {
    const others = [ADDRESS, REQUESTS].filter((name) => given(name) !== undefined);
    return {
      config: undefined,
      problems: others.map(
        (name) => `${SWITCH} must be set too, to "paper" or "live": ${name} belongs to trading at Alpaca.`,
      ),
    };
  }
  const host = kind === 'paper' || kind === 'live' ? HOSTS[kind] : undefined;
  const address = given(ADDRESS) ?? host;
  const requests = given(REQUESTS) ?? String(DEFAULT_REQUESTS);
  const wrong = (name: string, text: string, expected: string): string =>
    `${name} is "${text.slice(0, 80)}"; it must be ${expected}.`;
  const problems = [
    ...(host === undefined ? [wrong(SWITCH, kind, '"paper" or "live"')] : []),
    ...(address === undefined || isOrigin(address)
      ? []
      : [
          wrong(
            ADDRESS,
            address,
            `an https address without a path, such as ${HOSTS.paper} (http only on this machine)`,
          ),
        ]),
    ...(isRequests(requests)
      ? []
      : [
          wrong(
            REQUESTS,
            requests,
            `a whole number of requests a minute from ${MIN_REQUESTS} to ${MAX_REQUESTS}`,
          ),
        ]),
  ];
  if (problems.length > 0 || address === undefined) return { config: undefined, problems };
  const url = new URL(address).origin;
  const streamUrl = `${url.replace(/^http/, 'ws')}/stream`;
  return { config: { url, streamUrl, requestsPerMinute: Number(requests) }, problems };
}

const isRequests = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= MIN_REQUESTS && Number(text) <= MAX_REQUESTS;

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  return isSafe && username === '' && password === '' && pathname === '/' && search === '' && hash === '';
}
