import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fourFreePorts } from '../support/ports.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { runServer, temporaryFolder } from '../support/server.ts';
import { spawnServer, type SpawnedServer } from '../support/spawn-server.ts';
import { orderOf, signInAsFirstUser } from './wire-client.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

let databaseUrl: string;
let dataFolder: string;
let remove: () => Promise<void>;
let running: SpawnedServer[] = [];
beforeEach(async () => {
  databaseUrl = await postgres.createDatabase();
  ({ folder: dataFolder, remove } = await temporaryFolder());
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
  await remove();
});

async function start(folder = dataFolder): Promise<SpawnedServer> {
  const server = await spawnServer({ dataFolder: folder, env: { DATABASE_URL: databaseUrl } });
  running.push(server);
  await expect.poll(() => server.output()).toContain('Tapedeck is at');
  return server;
}

describe('a server on Postgres', () => {
  it('has user, orders, position and balance again after a kill, whatever its data folder', async () => {
    const first = await start();
    const { client, user } = await signInAsFirstUser(first);
    client.send('orderSend', orderOf(user, { Symbol: 'SPY', Quantity: 100 }));
    const executed = await client.next('executionReport', (report) => report.ReportType === 'OrderExecuted');
    client.send('orderSend', orderOf(user, { Symbol: 'SPY', Quantity: 100, Type: 'Limit', Price: 1 }));
    const waiting = await client.next(
      'executionReport',
      (report) => report.ReportType === 'OrderConfirmed' && report.OrderId !== executed.OrderId,
    );
    await first.kill();

    const second = await start(join(dataFolder, 'elsewhere'));
    expect(second.output()).not.toContain('password');
    const { client: again } = await signInAsFirstUser(second, user);
    expect((await again.next('positions')).Items).toMatchObject([{ Symbol: 'SPY', LongQty: 100 }]);
    expect(
      (await again.next('orders')).Items.find((order) => order.OrderId === waiting.OrderId),
    ).toMatchObject({ Price: 1, Unfill: 100 });
    expect((await again.next('balance')).Cash).toBeLessThan(100_000);
    again.close();
  });

  it('is alone on its database: a second one ends with one line that does not show the address', async () => {
    await start();
    const { code, stderr } = await runServer({
      TAPEDECK_DATA: join(dataFolder, 'second'),
      TAPEDECK_PORT: String(await fourFreePorts()),
      DATABASE_URL: databaseUrl,
    });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^Another server already runs on this database\./),
    ]);
    expect(stderr).not.toContain(databaseUrl);
  });

  it.each(['127.0.0.1', 'localhost'])('ends with one line when no database answers at %s', async (host) => {
    const { code, stderr } = await runServer({
      TAPEDECK_DATA: dataFolder,
      TAPEDECK_PORT: String(await fourFreePorts()),
      DATABASE_URL: `postgres://me:secret@${host}:1/deck`,
    });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^The database of DATABASE_URL could not be reached \(.*ECONNREFUSED.*\)\./),
    ]);
    expect(stderr).not.toContain('secret');
  });
});
