import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressRules } from './address-rules.ts';

/** An answer must have begun within this time, connecting included, ms. */
const ANSWER_LIMIT_MS = 10_000;
/** Bytes of an answer that are read before the connection is closed. */
export const MAX_ANSWER_BYTES = 64 * 1024;

/** A request to an address that a user has given. */
export interface GuardedRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Ends the request early. */
  readonly signal: AbortSignal;
}

/** Why a request got no answer, as a sentence for the user. */
export class PostError extends Error {
  override readonly name = 'PostError';
}

/** Sends a POST and resolves with the HTTP status. Rejects with a PostError when there is no answer. */
export type GuardedPost = (request: GuardedRequest) => Promise<number>;

const NOT_ALLOWED_TEXT =
  'The address belongs to a private or local network, to which this server does not connect.';
const PLAIN_TEXT = 'Plain http is not allowed for this address. Use https.';

/** Texts for the errors of connections that users can do something about. */
const ERROR_TEXTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name is unknown.',
  EAI_AGAIN: 'The host name could not be looked up.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed without an answer.',
  ETIMEDOUT: 'The connection could not be made in time.',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the receiver is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the receiver is for another host.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the receiver cannot be verified.',
};

/**
 * Requests to addresses that users choose. The rules are applied to the addresses that a name resolves to, in the name resolution of the connection itself:
 * a name that resolves differently a moment later reaches nothing else. Redirects are not followed, and a connection serves one request.
 */
export function createGuardedPost(rules: AddressRules, limitMs = ANSWER_LIMIT_MS): GuardedPost {
  return async ({ url, headers, body, signal }) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const isPlain = url.protocol === 'http:';
    // The lookup is not called for a host that is an address.
    if (isIP(host) !== 0) requireAllowed(rules, host, isPlain);
    const limit = AbortSignal.timeout(limitMs);
    try {
      return await post(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          agent: false,
          lookup: guardedLookup(rules, isPlain),
          signal: AbortSignal.any([signal, limit]),
        },
        body,
      );
    } catch (error) {
      throw new PostError(problemOf(error, limit.aborted, limitMs), { cause: error });
    }
  };
}

function problemOf(error: unknown, isLate: boolean, limitMs: number): string {
  if (error instanceof PostError) return error.message;
  if (isLate) return `No answer within ${limitMs / 1000} seconds.`;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return ERROR_TEXTS[code] ?? `The request failed (${code}).`;
}

function post(url: URL, options: RequestOptions, body: string | Buffer): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = (url.protocol === 'http:' ? httpRequest : httpsRequest)(url, options, (answer) => {
    resolve(answer.statusCode ?? 0);
    discard(answer);
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** Reads an answer to its end so that the receiver can finish, but not without bound. */
function discard(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) answer.destroy();
  });
  // The status is known: whatever happens to the rest does not matter.
  answer.on('error', () => {});
}

function requireAllowed(rules: AddressRules, address: string, isPlain: boolean): void {
  if (!rules.allows(address)) throw new PostError(NOT_ALLOWED_TEXT);
  if (isPlain && !rules.isAllowedByOperator(address)) throw new PostError(PLAIN_TEXT);
}

/** Looks a name up and passes on only addresses that the rules allow. */
function guardedLookup(rules: AddressRules, isPlain: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      try {
        // One address of a private network is enough to refuse: it shows that the name is not of the internet.
        for (const { address } of addresses) requireAllowed(rules, address, isPlain);
      } catch (refused) {
        // Only `requireAllowed` throws here, and it throws a PostError.
        return callback(refused as PostError, '', 0);
      }
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}
