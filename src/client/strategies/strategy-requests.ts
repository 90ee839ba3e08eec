import { catalogue, type Body, type Message, type MessageName } from '../../protocol/index.ts';
import { REQUEST_TIMEOUT_MS, TIMEOUT_TEXT } from '../connection/requests.ts';
import type { HostClock } from '../host-clock.ts';
import { NOT_CONNECTED_TEXT } from './texts.ts';

type TradingMessage = Message<'trading', 'toClient'>;

/** Sends a message of the trading socket; false when the socket is not open. */
export type SendReady = <Name extends MessageName>(name: Name, body: Body<Name>) => boolean;

interface PendingRequest {
  readonly requestT: number;
  /** Resolves the request when the message is its answer. */
  answer(message: TradingMessage): boolean;
  fail(text: string): void;
}

type Loaded<Value> = { readonly value: Value } | { readonly error: string };

/** Requests of the trading socket whose answer is an ordinary message, which is matched by its content. */
export class StrategyRequests {
  readonly #clock: HostClock;
  readonly #sendReady: SendReady;
  readonly #pending = new Set<PendingRequest>();

  constructor(clock: HostClock, sendReady: SendReady) {
    this.#clock = clock;
    this.#sendReady = sendReady;
  }

  /**
   * Sends a request. `read` returns the outcome when a message is the answer and undefined otherwise; `failed` makes the outcome of a
   * request that was refused, not answered or not sent. Each message answers at most one request, the oldest that takes it.
   */
  send<Name extends MessageName, Outcome>(
    name: Name,
    body: Body<Name>,
    read: (message: TradingMessage) => Outcome | undefined,
    failed: (text: string) => Outcome,
  ): Promise<Outcome> {
    return this.#sendReady(name, body)
      ? this.#answerOf(name, read, failed)
      : Promise.resolve(failed(NOT_CONNECTED_TEXT));
  }

  /** Sends a request and resolves with what it loads, or rejects with an Error whose message can be shown. */
  async load<Name extends MessageName, Value>(
    name: Name,
    body: Body<Name>,
    read: (message: TradingMessage) => Loaded<Value> | undefined,
  ): Promise<Value> {
    if (!this.#sendReady(name, body)) throw new Error(NOT_CONNECTED_TEXT);
    return this.answerTo(name, read);
  }

  /** Resolves with the answer to a request that is already sent, or rejects as `load` does. */
  async answerTo<Value>(
    name: MessageName,
    read: (message: TradingMessage) => Loaded<Value> | undefined,
  ): Promise<Value> {
    const outcome = await this.#answerOf<Loaded<Value>>(name, read, (error) => ({ error }));
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome.value;
  }

  onTrading(message: TradingMessage): void {
    if (message.name === 'failure') {
      const { RequestT, Message: text } = message.body;
      // The server answers requests of one kind in the order in which they were sent.
      [...this.#pending].find(({ requestT }) => requestT === RequestT)?.fail(text);
      return;
    }
    for (const request of this.#pending) if (request.answer(message)) return;
  }

  failAll(text: string): void {
    for (const request of [...this.#pending]) request.fail(text);
  }

  #answerOf<Outcome>(
    name: MessageName,
    read: (message: TradingMessage) => Outcome | undefined,
    failed: (text: string) => Outcome,
  ): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const end = (outcome: Outcome): void => {
      this.#clock.clearTimeout(timer);
      this.#pending.delete(request);
      resolve(outcome);
    };
    const request: PendingRequest = {
      requestT: catalogue[name].T,
      answer(message) {
        const outcome = read(message);
        if (outcome === undefined) return false;
        end(outcome);
        return true;
      },
      fail: (text) => end(failed(text)),
    };
    const timer = this.#clock.setTimeout(() => request.fail(TIMEOUT_TEXT), REQUEST_TIMEOUT_MS);
    this.#pending.add(request);
    return promise;
  }
}
