import { EXTERNAL_BROKER_PATH } from '../../../protocol/index.ts';

/** How the external broker is reached. */
export interface SchwabConfig {
  /** Origin of the broker, without a slash at its end; its paths /v1/oauth and /trader/v1 are below it. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** Where the broker sends browsers back to, exactly as it was registered there. */
  readonly callback: string;
}

const VARIABLES = {
  url: 'TAPEDECK_BROKER_URL',
  key: 'TAPEDECK_BROKER_KEY',
  secret: 'TAPEDECK_BROKER_SECRET',
  callback: 'TAPEDECK_BROKER_CALLBACK',
} as const;
const CALLBACK_PATH = `${EXTERNAL_BROKER_PATH}/callback`;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Reads the four variables of the external broker: all of them, or none (then there is no external broker). Each problem is one line that
 * names the variable. Key and secret are never shown. `prefix` is the path of the public URL without its last slash.
 */
export function readSchwabConfig(
  environment: Readonly<Record<string, string | undefined>>,
  prefix = '',
): {
  readonly config: SchwabConfig | undefined;
  readonly problems: readonly string[];
} {
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const [url, key, secret, callback] = [
    given(VARIABLES.url),
    given(VARIABLES.key),
    given(VARIABLES.secret),
    given(VARIABLES.callback),
  ];
  const missing = Object.values(VARIABLES).filter((name) => given(name) === undefined);
  if (missing.length === 4) return { config: undefined, problems: [] };
  const problems =
    missing.length > 0
      ? [
          `${missing.join(' and ')} must be set too: the external broker needs all of ${Object.values(VARIABLES).join(', ')}.`,
        ]
      : [];
  if (url !== undefined && !isBase(url))
    problems.push(
      `${VARIABLES.url} is "${url.slice(0, 80)}"; it must be an https address without a path, such as https://api.broker.example (http only on this machine).`,
    );
  if (callback !== undefined && !isCallback(callback, `${prefix}${CALLBACK_PATH}`))
    problems.push(
      `${VARIABLES.callback} is "${callback.slice(0, 80)}"; it must be this server's https address with the path ${prefix}${CALLBACK_PATH} (http only on this machine).`,
    );
  if (key?.includes(':')) problems.push(`${VARIABLES.key} holds a colon, which no application key has.`);
  if (
    url === undefined ||
    key === undefined ||
    secret === undefined ||
    callback === undefined ||
    problems.length > 0
  )
    return { config: undefined, problems };
  return { config: { url: new URL(url).origin, key, secret, callback }, problems };
}

function isSafe(address: URL): boolean {
  return (
    (address.protocol === 'https:' || (address.protocol === 'http:' && LOOPBACK.has(address.hostname))) &&
    address.username === '' &&
    address.password === ''
  );
}

function isBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const address = new URL(text);
  return isSafe(address) && address.pathname === '/' && address.search === '' && address.hash === '';
}

function isCallback(text: string, path: string): boolean {
  if (!URL.canParse(text)) return false;
  const address = new URL(text);
  return isSafe(address) && address.pathname === path && address.search === '' && address.hash === '';
}
