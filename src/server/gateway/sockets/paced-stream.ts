import { Duplex } from 'node:stream';
import { SLICE_MS, type FairTurns } from '../../fair-turns.ts';

/** Bytes that are read between two looks at the clock: 60 heartbeats, or six orders. */
const PIECE_BYTES = 2_048;
/** Time in which what a connection sent is served at once in a turn of the event loop, ms; the rest waits for slices. */
const AT_ONCE_MS = 1;

export interface PacedStreamParts {
  /** The connection; nobody else reads it. */
  readonly transport: Duplex;
  /** Unique among all connections. */
  readonly key: string;
  readonly turns: FairTurns;
}

/**
 * A connection whose bytes are read in pieces, in order, so that a client that sends many frames at once does not keep others waiting: a
 * WebSocket serves all frames of what it reads in one turn of the event loop, more than 1,000 in a chunk of the network. The connection is not
 * read while pieces wait. What is written passes through at once, so that others may write to the connection too.
 */
export class PacedStream extends Duplex {
  readonly #transport: Duplex;
  readonly #key: string;
  readonly #turns: FairTurns;
  readonly #over = new AbortController();
  /** Read from the connection and not handed on; the chunks are never empty. */
  #waiting: Buffer[] = [];
  #hasEnded = false;
  /** Until when this turn of the event loop serves the connection; undefined before its first bytes. */
  #turnEndMs: number | undefined;
  #isDraining = false;

  constructor({ transport, key, turns }: PacedStreamParts) {
    super({ readableHighWaterMark: PIECE_BYTES });
    this.#transport = transport;
    this.#key = key;
    this.#turns = turns;
    transport.on('data', (chunk: Buffer) => this.#take(chunk));
    transport.on('end', () => {
      this.#hasEnded = true;
      if (!this.#isDraining) this.#drainSoon();
    });
    transport.on('error', (error) => this.destroy(error));
    transport.on('close', () => this.destroy());
  }

  /** The connection is not read any more: what waits is never served. */
  stop(): void {
    this.#over.abort();
    this.#waiting = [];
    this.#transport.pause();
  }

  /** The reader takes more. */
  override _read(): void {
    if (!this.#isDraining) this.#drainSoon();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: () => void): void {
    this.#transport.write(chunk, encoding);
    done();
  }

  override _writev(
    chunks: readonly { readonly chunk: Buffer; readonly encoding: BufferEncoding }[],
    done: () => void,
  ): void {
    this.#transport.cork();
    for (const { chunk, encoding } of chunks) this.#transport.write(chunk, encoding);
    this.#transport.uncork();
    done();
  }

  override _final(done: () => void): void {
    this.#transport.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.stop();
    this.#transport.destroy();
    done(error);
  }

  #take(chunk: Buffer): void {
    if (this.#over.signal.aborted) return;
    this.#waiting.push(chunk);
    if (this.#isDraining) return;
    this.#handOnUntil(this.#turnEnd());
    this.#drainSoon();
  }

  #turnEnd(): number {
    if (this.#turnEndMs === undefined) {
      this.#turnEndMs = performance.now() + AT_ONCE_MS;
      setImmediate(() => {
        this.#turnEndMs = undefined;
      });
    }
    return this.#turnEndMs;
  }

  /** Hands on pieces until then, or until the reader takes no more. Returns whether it takes more. */
  #handOnUntil(endMs: number): boolean {
    let takesMore = true;
    while (takesMore && this.#waiting.length > 0 && performance.now() < endMs)
      takesMore = this.push(this.#nextPiece());
    return takesMore;
  }

  #nextPiece(): Buffer | undefined {
    const first = this.#waiting.shift();
    if (first && first.length > PIECE_BYTES) this.#waiting.unshift(first.subarray(PIECE_BYTES));
    return first?.subarray(0, PIECE_BYTES);
  }

  #drainSoon(): void {
    if (this.#waiting.length > 0) {
      this.#transport.pause();
      void this.#drain();
    } else if (this.#hasEnded && !this.readableEnded && !this.#over.signal.aborted) this.push(null);
  }

  /** A slice at a time, until nothing waits or the reader takes no more. */
  async #drain(): Promise<void> {
    this.#isDraining = true;
    let takesMore = true;
    while (takesMore && this.#waiting.length > 0) {
      await this.#turns.next(this.#key, this.#over.signal);
      takesMore = this.#handOnUntil(performance.now() + SLICE_MS);
    }
    this.#isDraining = false;
    if (this.#over.signal.aborted || this.#waiting.length > 0) return;
    if (this.#hasEnded) this.push(null);
    else this.#transport.resume();
  }
}
