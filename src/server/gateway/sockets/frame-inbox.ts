import type { FairTurns } from '../../fair-turns.ts';
import { SLICE_MS } from '../../fair-turns.ts';

/** Time in which frames of one connection are served at once in a turn of the event loop, ms; later ones wait for a slice. */
const AT_ONCE_MS = 1;
/** With more waiting frames than this the socket is not read. */
const MAX_WAITING_FRAMES = 2_000;

/** The connection of an inbox. */
export interface FrameInboxParts {
  /** Unique among all connections. */
  readonly key: string;
  readonly turns: FairTurns;
  /** Serves a frame; undefined is a binary one. */
  readonly serve: (text: string | undefined) => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** The frames of one connection, in order, so that a client that sends many at once does not keep others waiting. */
export class FrameInbox {
  readonly #parts: FrameInboxParts;
  #waiting: (string | undefined)[] = [];
  /** When the present turn of the event loop began for this connection; undefined before its first frame. */
  #turnStartMs: number | undefined;
  #isDraining = false;
  #isPaused = false;
  readonly #over = new AbortController();

  constructor(parts: FrameInboxParts) {
    this.#parts = parts;
  }

  take(text: string | undefined): void {
    if (this.#over.signal.aborted) return;
    if (this.#turnStartMs === undefined) {
      this.#turnStartMs = performance.now();
      setImmediate(() => {
        this.#turnStartMs = undefined;
      });
    }
    if (!this.#isDraining && performance.now() - this.#turnStartMs < AT_ONCE_MS)
      return this.#parts.serve(text);
    this.#waiting.push(text);
    if (this.#waiting.length > MAX_WAITING_FRAMES && !this.#isPaused) {
      this.#isPaused = true;
      this.#parts.pause();
    }
    if (!this.#isDraining) void this.#drain();
  }

  /** The connection is gone: what waits is not served. */
  close(): void {
    this.#over.abort();
    this.#waiting = [];
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    while (this.#waiting.length > 0) {
      await this.#parts.turns.next(this.#parts.key, this.#over.signal);
      const endMs = performance.now() + SLICE_MS;
      let served = 0;
      while (served < this.#waiting.length && performance.now() < endMs)
        this.#parts.serve(this.#waiting[served++]);
      this.#waiting.splice(0, served);
    }
    this.#isDraining = false;
    if (!this.#isPaused || this.#over.signal.aborted) return;
    this.#isPaused = false;
    this.#parts.resume();
  }
}
