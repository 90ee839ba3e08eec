import type { Body } from '../../../../src/protocol/index.ts';
import type { Ports } from '../../../../src/server/config.ts';
import type { TestUser } from '../../../support/server.ts';
import { openAccount, orderOf } from '../../../api/wire-client.ts';

export interface Acknowledgements {
  /** Time from sending an order to its first report, ms; of an order without one, how long it was waited for. */
  readonly latenciesMs: readonly number[];
  readonly unanswered: number;
}

/** The user who must not be slowed: sends orders at a fixed rate and times the first report of each. */
export interface Bystander {
  measure(): Promise<Acknowledgements>;
  close(): void;
}

const ORDER_EVERY_MS = 25;
const MEASURE_MS = 5_000;
/** An order without a report after this is unanswered, ms. */
const ANSWER_LIMIT_MS = 10_000;

/** Buys one share far below the market, for this moment only: accepted, journaled and cancelled, and nothing stays. */
const restless = (user: TestUser): Body<'orderSend'> =>
  orderOf(user, {
    Type: 'Limit',
    Price: 1,
    Quantity: 1,
    TifType: 'ImmediateOrCancel',
    Timestamp: Date.now(),
  });

export async function openBystander(ports: Ports, user: TestUser): Promise<Bystander> {
  const { client } = await openAccount(ports, user);
  const dueMs = new Map<string, number>();
  let latenciesMs: number[] = [];
  client.onMessage = (message) => {
    if (message.name !== 'executionReport') return;
    const sentMs = dueMs.get(message.body.ClientId);
    if (sentMs === undefined) return;
    dueMs.delete(message.body.ClientId);
    latenciesMs.push(performance.now() - sentMs);
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  return {
    async measure() {
      dueMs.clear();
      latenciesMs = [];
      const startMs = performance.now();
      for (let sent = 0; ; sent += 1) {
        const atMs = startMs + sent * ORDER_EVERY_MS;
        if (atMs >= startMs + MEASURE_MS) break;
        await pause(Math.max(0, atMs - performance.now()));
        const order = restless(user);
        dueMs.set(order.ClientId, performance.now());
        client.send('orderSend', order);
      }
      const limitMs = performance.now() + ANSWER_LIMIT_MS;
      while (dueMs.size > 0 && performance.now() < limitMs) await pause(20);
      const waitedMs = [...dueMs.values()].map((sentMs) => performance.now() - sentMs);
      return { latenciesMs: [...latenciesMs, ...waitedMs], unanswered: dueMs.size };
    },
    close: () => client.close(),
  };
}
