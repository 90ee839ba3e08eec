import type { ApiKeys } from '../../../automation/api-keys.ts';
import type { GatewayDeps } from '../../deps.ts';
import { ApiRefusal } from '../api-refusal.ts';
import { keyRefusal } from '../v1-auth.ts';
import { ApiStream, type StreamChoice, type StreamReader } from './api-stream.ts';
import type { EventSink } from './event-outbox.ts';

/** Streams that a user has open at most, and all users together. */
const MAX_STREAMS_OF_USER = 5;
const MAX_STREAMS = 500;
/** How often all keys of streams are read, with one query: a revocation, a rotation and an expiry end a stream within a second. */
const KEYS_EVERY_MS = 500;
/** Rounds of that after which the user and the accounts of each key are read as well. */
const RIGHTS_EVERY_ROUNDS = 6;
/** More often than an idle connection is closed. */
const HEARTBEAT_EVERY_ROUNDS = 10;

/** The connection of a stream: it can also be ended after what was written. */
export interface StreamSink extends EventSink {
  end(): void;
}

interface StreamsDeps extends Pick<GatewayDeps, 'market' | 'brokerage' | 'clock' | 'logger'> {
  readonly apiKeys: Pick<ApiKeys, 'authenticate' | 'standing'>;
}

const KEY_ENDED = new ApiRefusal(
  401,
  'revoked_key',
  'The API key was revoked, rotated or has expired. Its list is in the profile.',
);
const RIGHTS_CHANGED = new ApiRefusal(
  403,
  'not_permitted',
  'The key may not read this any more: its user or accounts have changed.',
);
const UNAVAILABLE = new ApiRefusal(503, 'unavailable', 'The server ends the stream. Connect again later.');

/** All open streams of this process. The timer runs only while there are some. */
export class ApiStreams {
  readonly #deps: StreamsDeps;
  readonly #open = new Map<ApiStream, StreamSink>();
  #timer: NodeJS.Timeout | undefined;
  #round = 0;
  #isStopped = false;

  constructor(deps: StreamsDeps) {
    this.#deps = deps;
  }

  /** Opens a stream; the returned function ends its subscriptions once the program has disconnected. Throws a refusal. */
  open(reader: StreamReader, choice: StreamChoice, sink: StreamSink): () => void {
    if (this.#isStopped) throw UNAVAILABLE;
    const ofUser = [...this.#open.keys()].filter(
      (stream) => stream.reader.caller.userId === reader.caller.userId,
    );
    if (ofUser.length >= MAX_STREAMS_OF_USER || this.#open.size >= MAX_STREAMS)
      throw new ApiRefusal(
        429,
        'too_many_streams',
        `A user has at most ${String(MAX_STREAMS_OF_USER)} streams. End another one first.`,
        { retryAfterSeconds: 5 },
      );
    const stream = new ApiStream(this.#deps, reader, choice, sink);
    stream.open();
    this.#open.set(stream, sink);
    this.#schedule();
    return () => this.#close(stream);
  }

  /** Ends all streams, and opens no more. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const stream of [...this.#open.keys()]) this.#end(stream, UNAVAILABLE);
  }

  #schedule(): void {
    if (this.#timer || this.#isStopped || this.#open.size === 0) return;
    this.#timer = setTimeout(() => {
      void this.#check().finally(() => {
        this.#timer = undefined;
        this.#schedule();
      });
    }, KEYS_EVERY_MS);
  }

  async #check(): Promise<void> {
    this.#round += 1;
    try {
      const standing = await this.#deps.apiKeys.standing(
        [...this.#open.keys()].map(({ reader }) => reader.keyText),
      );
      for (const stream of [...this.#open.keys()])
        if (!standing.has(stream.reader.keyText)) this.#end(stream, KEY_ENDED);
      if (this.#round % RIGHTS_EVERY_ROUNDS === 0)
        for (const stream of [...this.#open.keys()]) await this.#checkRights(stream);
    } catch (error) {
      // A key that cannot be read is not known to stand.
      this.#deps.logger.error({ err: error }, 'the keys of streams could not be read');
      for (const stream of [...this.#open.keys()]) this.#end(stream, UNAVAILABLE);
    }
    if (this.#round % HEARTBEAT_EVERY_ROUNDS === 0)
      for (const stream of this.#open.keys()) stream.heartbeat();
  }

  async #checkRights(stream: ApiStream): Promise<void> {
    const { reader, choice } = stream;
    const outcome = await this.#deps.apiKeys.authenticate(reader.keyText, reader.address);
    if (!outcome.ok) return this.#end(stream, keyRefusal(outcome.error));
    const { caller } = reader;
    const { accounts, permissionMask } = outcome.value;
    const hasAccounts = choice.accounts.every((name) =>
      accounts.some(({ account, isLocked }) => account === name && !isLocked),
    );
    if (!hasAccounts || permissionMask !== caller.permissionMask) this.#end(stream, RIGHTS_CHANGED);
  }

  #end(stream: ApiStream, { code, message }: ApiRefusal): void {
    const sink = this.#open.get(stream);
    stream.sendEnd(code, message);
    this.#close(stream);
    sink?.end();
  }

  #close(stream: ApiStream): void {
    stream.close();
    this.#open.delete(stream);
  }
}
