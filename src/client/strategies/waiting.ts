import type { HostClock } from '../host-clock.ts';
import type { Message } from '../../protocol/index.ts';
import { catalogue, type MessageName } from '../../protocol/index.ts';
import { REQUEST_TIMEOUT_MS, TIMEOUT_TEXT } from '../connection/requests.ts';

type TradingMessage = Message<'trading', 'toClient'>;

interface Waiting {
  readonly requestT: number;
  hear(message: TradingMessage): boolean;
  fail(text: string): void;
}

/** Calls that wait for an answer among the messages of the trading socket. */
export interface WaitingCalls {
  /** `read` gives the outcome when a message is the answer; `failed` makes one of a text. The first call that a message answers takes it. */
  wait<Outcome>(
    request: MessageName,
    read: (message: TradingMessage) => Outcome | undefined,
    failed: (text: string) => Outcome,
  ): Promise<Outcome>;
  hear(message: TradingMessage): void;
  failAll(text: string): void;
}

export function createWaitingCalls(clock: HostClock): WaitingCalls {
  const waiting = new Set<Waiting>();
  return {
    wait<Outcome>(
      request: MessageName,
      read: (message: TradingMessage) => Outcome | undefined,
      failed: (text: string) => Outcome,
    ) {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const end = (outcome: Outcome): void => {
        clock.clearTimeout(timer);
        waiting.delete(entry);
        resolve(outcome);
      };
      const entry: Waiting = {
        requestT: catalogue[request].T,
        hear(message) {
          const outcome = read(message);
          if (outcome === undefined) return false;
          end(outcome);
          return true;
        },
        fail: (text) => end(failed(text)),
      };
      const timer = clock.setTimeout(() => entry.fail(TIMEOUT_TEXT), REQUEST_TIMEOUT_MS);
      waiting.add(entry);
      return promise;
    },
    hear(message) {
      if (message.name === 'failure') {
        const { RequestT, Message: text } = message.body;
        // Requests of a kind are answered in the order in which they were asked.
        [...waiting].find(({ requestT }) => requestT === RequestT)?.fail(text);
        return;
      }
      for (const entry of waiting) if (entry.hear(message)) return;
    },
    failAll(text) {
      for (const entry of [...waiting]) entry.fail(text);
    },
  };
}
