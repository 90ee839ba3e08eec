import { expect } from 'vitest';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { openAccount } from '../api/wire-client.ts';
import { NO_MESSAGE_LIMITS } from '../support/message-limits.ts';
import { startTestServer, type TestServer, type TestUser } from '../support/server.ts';

/** The seed of all generated input here. */
export const SEED = 20_261_121;

/** A server that receives bad input. It must stay up, add nothing to its journal, and serve the next client. */
export interface FuzzedServer extends TestServer<ScriptedMarket> {
  /** A second user. */
  readonly other: TestUser;
  /** Fails unless the server serves its user and its journal ends where it did at the start. */
  expectUnharmed(): Promise<void>;
}

export async function startFuzzedServer(): Promise<FuzzedServer> {
  const server = await startTestServer({ config: { messageLimits: NO_MESSAGE_LIMITS } });
  const other = await server.addUser('other');
  const recordsBefore = await server.storage.journal.lastSeq();
  return {
    ...server,
    other,
    async expectUnharmed() {
      expect(await server.storage.journal.lastSeq()).toBe(recordsBefore);
      await expect
        .poll(async () => (await fetch(`${server.url}/healthz`)).ok, { timeout: 30_000 })
        .toBe(true);
      const { client } = await openAccount(server.ports, server.user);
      client.send('heartbeat', { Sent: 1 });
      await client.next('heartbeatAck');
      client.close();
    },
  };
}
