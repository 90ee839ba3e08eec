import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import { newAlert } from '../../src/domain/alerts/index.ts';
import { drawing } from '../../src/domain/drawings/testing.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

let server: TestServer;
let platform: Platform;
beforeAll(async () => {
  server = await startTestServer();
  platform = createPlatform({ baseUrl: server.url });
  expect(await platform.session.login(server.user.userName, server.user.password)).toBe(true);
});
afterAll(async () => {
  platform.dispose();
  await server.end();
});

describe('the list of all documents of a kind', () => {
  it('has the drawings of all symbols but the removed ones', async () => {
    const calls = await platform.documents();
    expect(await calls.page('drawing', null)).toEqual({ items: [], next: null });
    const store = await platform.sharedDrawings.open();
    const rows = [drawing({ Id: '$SPX:s1', Symbol: '$SPX' }), drawing(), drawing({ Id: 'AAPL:d2' })];
    store.put(rows);
    store.remove(['AAPL:d1']);
    const ids = async (after: string | null) =>
      (await calls.page('drawing', after)).items.map(({ id }) => id).toSorted();
    await until(async () => expect(await ids(null)).toEqual(['$SPX:s1', 'AAPL:d2']));
    const last = (await calls.page('drawing', null)).items.at(-1)?.id ?? null;
    expect(await calls.page('drawing', last)).toEqual({ items: [], next: null });
  });

  it('has alerts with their version and body', async () => {
    const alert = { ...newAlert('a1', 'SPY'), HighAlert: 700 };
    platform.alertDocuments.put([alert]);
    const calls = await platform.documents();
    await until(async () =>
      expect(await calls.page('alert', null)).toEqual({
        items: [{ id: 'a1', version: 1, body: alert }],
        next: null,
      }),
    );
  });

  it('is refused in a demo', async () => {
    const demo = createPlatform({ baseUrl: server.url });
    try {
      expect(await demo.session.startDemo()).toBe(true);
      const calls = await demo.documents();
      await expect(calls.page('alert', null)).rejects.toThrow('Documents of a demo session are not stored');
    } finally {
      demo.dispose();
    }
  });
});
