import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import type { SharedDrawingStore } from '../../src/client/types.ts';
import { drawing } from '../../src/domain/drawings/testing.ts';
import { Permission } from '../../src/domain/permissions.ts';
import { MAX_FOLLOWED_SYMBOLS } from '../../src/server/gateway/trading/drawing-feed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openAccount } from './wire-client.ts';

let server: TestServer;
const platforms: Platform[] = [];

/** The shared drawings of a signed-in browser of the user, with those of AAPL on screen. */
async function browser(): Promise<SharedDrawingStore> {
  const platform = createPlatform({ baseUrl: server.url });
  platforms.push(platform);
  expect(await platform.session.login(server.user.userName, server.user.password)).toBe(true);
  const store = await platform.sharedDrawings.open();
  store.drawingsOf('AAPL').subscribe(() => {});
  expect(await store.load(['AAPL'])).toBe(true);
  return store;
}
const idsOf = (store: SharedDrawingStore, symbol = 'AAPL') =>
  store
    .drawingsOf(symbol)
    .get()
    .rows.map(({ Id }) => Id);
const msft = drawing({ Id: 'MSFT:d1', Symbol: 'MSFT' });

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  for (const platform of platforms.splice(0)) platform.dispose();
  await server.end();
});

describe('shared drawings on the server', () => {
  it('appear in every browser that shows the symbol, are changed in all, and go from all', async () => {
    const [first, second] = [await browser(), await browser()];
    first.put([drawing(), msft]);
    await until(() => expect(idsOf(second)).toEqual(['AAPL:d1']));
    second.put([drawing({ Text: 'Support' })]);
    await until(() => expect(first.drawingsOf('AAPL').get().rows).toEqual([drawing({ Text: 'Support' })]));
    // The second browser lists the drawings of a symbol when it shows it.
    expect(idsOf(second, 'MSFT')).toEqual([]);
    expect(await second.load(['MSFT'])).toBe(true);
    expect(idsOf(second, 'MSFT')).toEqual(['MSFT:d1']);
    first.remove(['AAPL:d1']);
    await until(() => expect(idsOf(second)).toEqual([]));
  });

  it('come back with their ids after a removal, also in a browser that was opened since', async () => {
    const first = await browser();
    first.put([drawing()]);
    first.remove(['AAPL:d1']);
    first.put([drawing({ Id: 'AAPL:d2' })]);
    const second = await browser();
    await until(() => expect(idsOf(second)).toEqual(['AAPL:d2']));
    second.restore([drawing()]);
    await until(() => expect(idsOf(first)).toEqual(['AAPL:d1', 'AAPL:d2']));
  });

  it('are refused without the permission for charts', async () => {
    const { client } = await openAccount(
      server.ports,
      await server.addUser('without-charts', { permissionMask: Permission.Stocks }),
    );
    client.send('drawingList', { Symbol: 'AAPL' });
    expect((await client.next('drawingListRefused')).Message).toBe('No permission for charts');
    client.send('drawingPut', { Id: 'AAPL:d1', Seen: 0, Version: 1, Body: { ...drawing() } });
    expect((await client.next('drawingRefused')).Message).toBe('No permission for charts');
    client.close();
  });

  it('are refused when they are invalid, and beyond the number of symbols of a connection', async () => {
    const { client } = await openAccount(server.ports, server.user);
    client.send('drawingPut', { Id: 'AAPL:d1', Seen: 0, Version: 1, Body: { ...msft } });
    expect((await client.next('drawingRefused')).Message).toBe('The drawing is invalid. It was not stored.');
    client.send('drawingPut', { Id: 'AAPL:d1', Seen: 0, Version: 2, Body: { ...drawing() } });
    expect((await client.next('drawingRefused')).Message).toContain('newer version');
    for (let at = 0; at <= MAX_FOLLOWED_SYMBOLS; at += 1) client.send('drawingList', { Symbol: `S${at}` });
    expect(await client.next('drawingListRefused')).toEqual({
      Symbol: `S${MAX_FOLLOWED_SYMBOLS}`,
      Message: 'One browser page shows the shared drawings of at most 500 symbols. Close some charts.',
    });
    client.send('drawingLeave', { Symbol: 'S0' });
    client.send('drawingList', { Symbol: 'LAST' });
    await until(() => expect(JSON.stringify(client.seen)).toContain('"LAST"'));
    client.close();
  });
});
