import type { ListRequest } from '../../../protocol/index.ts';
import { createPace } from '../../fair-turns.ts';
import { MarketUnavailableError } from '../../market/market-unavailable.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SharedParts } from '../shared-parts.ts';
import type { Peer } from '../sockets/peer.ts';
import { answerTexts, failedAnswer } from './answer-texts.ts';
import { answerRequest, createDataHandlers } from './answers.ts';
import type { DataHandlers } from './handlers.ts';

/** Requests of one connection that are answered at the same time: an answer may be tens of megabytes. */
export const MAX_SERVED_AT_ONCE = 4;
/** A request without progress for this long is answered with Timeout, ms; the client times out at the same time. */
const REQUEST_TIMEOUT_MS = 30_000;
/** The next part of an answer waits while more than this is unread by the client, bytes. */
const PAUSE_ABOVE_BYTES = 1024 * 1024;
const PAUSE_MS = 10;

interface UnderWay {
  readonly request: ListRequest;
  readonly abort: AbortController;
}

/** The pending requests of one data connection. */
export class DataRequests {
  readonly #peer: Peer;
  readonly #deps: GatewayDeps;
  readonly #turns: SharedParts['turns'];
  readonly #reply: (text: string) => void;
  readonly #handlers: DataHandlers;
  readonly #underWay = new Map<number, UnderWay>();
  readonly #waiting: (() => void)[] = [];
  #serving = 0;

  constructor(
    peer: Peer,
    deps: GatewayDeps,
    { turns }: Pick<SharedParts, 'turns'>,
    reply: (text: string) => void,
  ) {
    this.#peer = peer;
    this.#deps = deps;
    this.#turns = turns;
    this.#reply = reply;
    this.#handlers = createDataHandlers(deps);
  }

  get size(): number {
    return this.#underWay.size;
  }

  has(id: number): boolean {
    return this.#underWay.has(id);
  }

  cancel(id: number): void {
    this.#underWay.get(id)?.abort.abort();
    this.#underWay.delete(id);
  }

  /** Ends the requests for which `refusalOf` returns a text, and answers them with it. */
  refuse(refusalOf: (request: ListRequest) => string | undefined): void {
    for (const [id, { request }] of [...this.#underWay]) {
      const text = refusalOf(request);
      if (text === undefined) continue;
      this.cancel(id);
      this.#reply(failedAnswer(request, 'Error', text));
    }
  }

  cancelAll(): void {
    for (const { abort } of this.#underWay.values()) abort.abort();
    this.#underWay.clear();
  }

  async serve(request: ListRequest, userId: string): Promise<void> {
    const id = request.body.Id;
    const abort = new AbortController();
    this.#underWay.set(id, { request, abort });
    const timer = setTimeout(() => {
      abort.abort();
      this.#reply(failedAnswer(request, 'Timeout', undefined));
    }, REQUEST_TIMEOUT_MS);
    const pace = createPace(this.#turns, userId, abort.signal);
    await this.#enter();
    try {
      // Between two requests every other user gets a turn.
      await this.#turns.next(userId, abort.signal);
      if (!abort.signal.aborted)
        await untilAborted(
          this.#answer(request, abort.signal, pace, () => timer.refresh()),
          abort.signal,
        );
    } catch (error) {
      if (!abort.signal.aborted)
        this.#reply(failedAnswer(request, 'Error', this.#failureText(error, request)));
    } finally {
      this.#leave();
      clearTimeout(timer);
      if (this.#underWay.get(id)?.abort === abort) this.#underWay.delete(id);
    }
  }

  /** The text for the user. A source of prices that does not answer is not an error of the server. */
  #failureText(error: unknown, request: ListRequest): string {
    const { logger } = this.#deps;
    if (error instanceof MarketUnavailableError) {
      logger.warn({ err: error, request: request.name }, 'the market could not answer a data request');
      return error.message;
    }
    logger.error({ err: error, request: request.name }, 'a data request failed');
    return 'The server could not answer; try again later.';
  }

  /** Sends the answer in messages, each encoded when the client has read most of those before. */
  async #answer(
    request: ListRequest,
    signal: AbortSignal,
    pace: () => Promise<void>,
    onProgress: () => void,
  ): Promise<void> {
    const peer = this.#peer;
    const answer = await answerRequest(this.#handlers, request, { market: this.#deps.market, signal, pace });
    let isFirst = true;
    for await (const text of answerTexts(answer)) {
      // Before the next message and not after the last one: a client that has its answer may use the Id again.
      if (!isFirst) await pace();
      isFirst = false;
      while (peer.bufferedBytes() > PAUSE_ABOVE_BYTES && !signal.aborted && peer.isOpen()) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        onProgress();
      }
      if (signal.aborted || !peer.isOpen()) return;
      peer.send(text);
      onProgress();
    }
  }

  async #enter(): Promise<void> {
    // A finished request passes its place on to the next one, so the count stays.
    if (this.#serving >= MAX_SERVED_AT_ONCE)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#serving += 1;
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#serving -= 1;
  }
}

/** Resolves when the work is done, or at once when the signal is aborted: a market that hangs must not keep a place. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    work.then(resolve, reject);
  });
}
