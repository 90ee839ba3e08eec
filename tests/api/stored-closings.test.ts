import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClosings, nextSession, sessionOn } from '../../src/domain/calendar/us-equity.ts';
import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startServer } from '../../src/server/compose.ts';
import { changeStoredClosings } from '../../src/server/stored-closings.ts';
import { startTestServer, testConfig, type TestServer } from '../support/server.ts';
import { openAccount } from './wire-client.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  await server.end();
  addClosings([]);
});

/** Calls the pages of administrators as the first user, who is one. */
async function administration() {
  const { client, jwt } = await openAccount(server.ports, server.user);
  client.close();
  const call = async (path: string, body?: object): Promise<Response> =>
    fetch(`${server.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    items: async (path: string): Promise<unknown> =>
      ((await (await call(path)).json()) as { readonly Items: unknown }).Items,
    run: async (...Command: string[]): Promise<unknown> =>
      (await call('/api/Admin/Command', { Command, Password: server.user.password })).json(),
  };
}

it('a closing that an administrator adds is recorded, listed, and in force from the next start on', async () => {
  const { items, run } = await administration();
  expect(await run('closing', 'add', '2027-03-04', 'closed', 'Day of mourning')).toEqual({
    Lines: ['The exchanges are closed on 2027-03-04. It counts from the next start of the server on.'],
  });
  expect(await run('closing', 'add', '2027-03-06', 'closed')).toEqual({
    Error: 'The exchanges are closed on 2027-03-06 anyway.',
  });
  const row = { Date: '2027-03-04', Closes: 'closed', Reason: 'Day of mourning' };
  expect(await items('/api/Admin/Closings')).toEqual([{ ...row, State: 'NextStart' }]);
  expect(await items('/api/Admin/Audit')).toContainEqual(
    expect.objectContaining({ Outcome: 'done', Command: expect.stringContaining('closing add 2027-03-04') }),
  );
  expect(sessionOn('2027-03-04')).not.toBeNull();

  const { dataFolder } = server;
  await server.stop();
  const again = await startServer(testConfig(dataFolder), { market: new ScriptedMarket(['SPY']) });
  try {
    expect(nextSession('2027-03-03').date).toBe('2027-03-05');
    expect(await (await fetch(`${again.url}/api/config`)).json()).toMatchObject({
      Closings: [{ Date: '2027-03-04', ClosesAt: null, Reason: 'Day of mourning' }],
    });
  } finally {
    await again.stop();
  }
});

it('keeps both closings that two administrators add at the same moment', async () => {
  const [first, second] = [await administration(), await administration()];
  const answers = await Promise.all([
    first.run('closing', 'add', '2027-03-04', 'closed', 'Day of mourning'),
    second.run('closing', 'add', '2027-03-05', '13:00', 'Snow'),
    first.run('closing', 'add', '2027-03-08', 'closed', 'Storm'),
  ]);
  expect(answers).toEqual(answers.map(() => ({ Lines: [expect.any(String)] })));
  expect(await first.items('/api/Admin/Closings')).toMatchObject([
    { Date: '2027-03-04' },
    { Date: '2027-03-05' },
    { Date: '2027-03-08' },
  ]);
});

it('a stored closing that the rules know by now does not count, nor end the start', async () => {
  const { dataFolder } = server;
  await changeStoredClosings(server.storage.repositories.system, () => [
    { date: '2027-12-24', closesAtMinutes: null, reason: 'Christmas' },
    { date: '2027-03-05', closesAtMinutes: 780, reason: '' },
  ]);
  await server.stop();
  const again = await startServer(testConfig(dataFolder), { market: new ScriptedMarket(['SPY']) });
  try {
    expect(await (await fetch(`${again.url}/api/config`)).json()).toMatchObject({
      Closings: [{ Date: '2027-03-05', ClosesAt: 780, Reason: '' }],
    });
  } finally {
    await again.stop();
  }
});
