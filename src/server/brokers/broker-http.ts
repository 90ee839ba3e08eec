/** An answer of the broker, read whole. */
export interface BrokerAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** The broker did not answer. `wasSent`: it may have acted on the request all the same. */
export class BrokerUnreachableError extends Error {
  readonly wasSent: boolean;

  constructor(message: string, wasSent: boolean, cause: unknown) {
    super(message, { cause });
    this.name = 'BrokerUnreachableError';
    this.wasSent = wasSent;
  }
}

const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Causes that mean that nothing ever reached the broker. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Calls the broker. Redirects are not followed: a token must not travel to another place. Throws a BrokerUnreachableError when no answer came. */
export async function callBroker(url: string, init: RequestInit, limitMs: number): Promise<BrokerAnswer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(limitMs) });
    return { status: response.status, text: await readText(response), headers: response.headers };
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error && 'code' in error.cause
        ? String(error.cause.code)
        : '';
    throw new BrokerUnreachableError(
      `The broker did not answer: ${error instanceof Error ? error.message : String(error)}${cause ? ` (${cause})` : ''}`,
      !NEVER_SENT.has(cause),
      error,
    );
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // A stream of the host is async iterable, which the DOM's types do not say.
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('its answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
