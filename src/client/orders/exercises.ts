import { orderErrorMessage, OrderError } from '../../domain/orders/errors.ts';
import { catalogue, type Message } from '../../protocol/index.ts';
import type { HostClock } from '../host-clock.ts';
import type { ExerciseResult, OrderStore } from '../types.ts';
import { createClientIds } from './client-ids.ts';
import type { OrderCommandsDeps } from './order-commands.ts';

/** Time limit for the answer of the server, ms. */
export const EXERCISE_LIMIT_MS = 10_000;
const UNKNOWN_OUTCOME = 'Repeating the request is safe: the server exercises once.';
const LATE_TEXT = `The server did not answer in time. ${UNKNOWN_OUTCOME}`;
const LOST_TEXT = `The connection was lost before the server answered. ${UNKNOWN_OUTCOME}`;

interface Waiting {
  readonly resolve: (result: ExerciseResult) => void;
  readonly timer: unknown;
}

/** Exercise requests of this client, and the messages that answer them. */
export interface Exercises extends Pick<OrderStore, 'exercise'> {
  onTrading(message: Message<'trading', 'toClient'>): void;
  /** Ends all pending requests: the connection or the account was lost, so no answer will come. */
  onLost(): void;
}

/** Exercise requests with their answers. Without an answer in time, or after the loss of the connection, a request ends with a text that says its outcome is unknown. */
export function createExercises({
  trading,
  user,
  clock,
}: Pick<OrderCommandsDeps, 'trading' | 'user'> & {
  readonly clock: Pick<HostClock, 'nowMs' | 'setTimeout' | 'clearTimeout'>;
}): Exercises {
  const nextClientId = createClientIds(() => clock.nowMs());
  const waiting = new Map<string, Waiting>();

  function settle(clientId: string, result: ExerciseResult): void {
    const found = waiting.get(clientId);
    if (found === undefined) return;
    waiting.delete(clientId);
    clock.clearTimeout(found.timer);
    found.resolve(result);
  }
  const refuse = (clientId: string, message: string): void =>
    settle(clientId, { ok: false, message, clientId });

  return {
    exercise: ({ symbol, contracts, clientId = nextClientId().replace('ord', 'exe') }) =>
      new Promise<ExerciseResult>((resolve) => {
        const timer = clock.setTimeout(() => refuse(clientId, LATE_TEXT), EXERCISE_LIMIT_MS);
        waiting.set(clientId, { resolve, timer });
        const { account: Account } = user();
        if (Account === null) return refuse(clientId, orderErrorMessage(OrderError.NoAccount));
        const body = { Account, ClientId: clientId, Symbol: symbol, Contracts: contracts };
        if (!trading.sendReady('optionExercise', body))
          refuse(clientId, orderErrorMessage(OrderError.NetworkError));
      }),
    onTrading({ name, body }) {
      if (name === 'optionExerciseResult') {
        const { ClientId, Message: text, Settlement } = body;
        if (Settlement === undefined) refuse(ClientId, text);
        else settle(ClientId, { ok: true, settlement: Settlement });
      } else if (
        name === 'failure' &&
        body.RequestT === catalogue.optionExercise.T &&
        body.ClientId !== undefined
      )
        refuse(body.ClientId, body.Message);
    },
    onLost() {
      for (const clientId of [...waiting.keys()]) refuse(clientId, LOST_TEXT);
    },
  };
}
