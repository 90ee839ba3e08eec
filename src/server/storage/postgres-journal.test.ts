import { once } from 'node:events';
import { connect as connectTo, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../tests/support/postgres.ts';
import pg from 'pg';
import { createGroupCommitJournal } from './group-commit-journal.ts';
import { openPostgresJournal } from './postgres-journal.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

/** A way to the database that can be made to swallow everything, as a network does whose cable was pulled. */
async function openTunnel(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets: Socket[] = [];
  let isSwallowing = false;
  const server = createServer((near) => {
    const far = connectTo(Number(target.port || 5432), target.hostname);
    sockets.push(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('data', (bytes) => {
        if (!isSwallowing) to.write(bytes);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  // A TCP server's address is an AddressInfo once it listens.
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    swallow: () => {
      isSwallowing = true;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('a journal whose database is gone', () => {
  it.each(['swallow', 'cut'] as const)(
    '(%s) refuses what was under way and all that comes, instead of letting it hang',
    async (how) => {
      const tunnel = await openTunnel(await postgres.createDatabase());
      const store = await openPostgresJournal(tunnel.url, undefined, 500);
      const failures: string[] = [];
      const journal = await createGroupCommitJournal(store, (error) => failures.push(error.message));
      await journal.append([{ seq: 1, payload: '{}' }]);
      tunnel[how]();
      await expect(journal.append([{ seq: 2, payload: '{}' }])).rejects.toThrow('takes no records');
      await expect(journal.append([{ seq: 3, payload: '{}' }])).rejects.toThrow('takes no records');
      expect(failures).toHaveLength(1);
      await journal.close();
      await tunnel.close();
    },
  );
});

it('takes no records once its connection, and the lock with it, is lost, until it has both again', async () => {
  const url = await postgres.createDatabase();
  const failures: string[] = [];
  const journal = await createGroupCommitJournal(await openPostgresJournal(url), (error) =>
    failures.push(error.message),
  );
  await journal.append([{ seq: 1, payload: '{}' }]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await client.end();
  await expect.poll(() => failures.join(' ')).toContain('The order journal failed');
  await expect(journal.append([{ seq: 2, payload: '{}' }])).rejects.toThrow('takes no records');
  const other = await createGroupCommitJournal(await openPostgresJournal(url));
  await other.append([{ seq: 2, payload: '{}' }]);
  await expect(journal.recover()).rejects.toThrow('Another server already runs');
  await other.close();
  await journal.recover();
  expect(await journal.lastSeq()).toBe(2);
  await journal.append([{ seq: 3, payload: '{}' }]);
  const read: number[] = [];
  for await (const batch of journal.read(1)) read.push(...batch.map(({ seq }) => seq));
  expect(read).toEqual([1, 2, 3]);
  await journal.close();
});
