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

const alert = { ...newAlert('a1', 'SPY'), HighAlert: 700, HighArm: 1 };

describe('the history of documents', () => {
  it('has what alerts, drawings and saved items were, and what they are now', async () => {
    const calls = await platform.documents();
    expect(await calls.versions(null)).toEqual({ versions: [], present: [], next: null });
    const store = await platform.sharedDrawings.open();
    const list = async () => (await calls.page('alert', null)).items;
    platform.alertDocuments.put([alert]);
    store.put([drawing()]);
    await until(async () => expect(await list()).toHaveLength(1));
    await until(async () => expect((await calls.page('drawing', null)).items).toHaveLength(1));
    platform.alertDocuments.put([{ ...alert, HighAlert: 710, HighArm: 2 }]);
    await until(async () => expect((await calls.versions(null)).versions).toHaveLength(1));
    store.remove(['AAPL:d1']);
    await until(async () => expect((await calls.versions(null)).versions).toHaveLength(2));
    const { id } = await platform.saves.save('Chart', 'Trend', { Studies: ['SMA'] });
    await platform.saves.remove(id);
    const page = await calls.versions(null);
    expect(page.versions).toMatchObject([
      { kind: 'save', document: String(id), body: { Type: 'Chart', Name: 'Trend' }, isRemoval: true },
      { kind: 'drawing', document: 'AAPL:d1', version: 1, body: drawing(), isRemoval: true },
      { kind: 'alert', document: 'a1', version: 1, body: { HighAlert: 700 }, isRemoval: false },
    ]);
    expect(page.versions[0]?.body).not.toHaveProperty('Data');
    expect(page.present).toMatchObject([
      { kind: 'alert', document: 'a1', body: { HighAlert: 710 } },
      { kind: 'drawing', document: 'AAPL:d1', body: null },
      { kind: 'save', document: String(id), body: null },
    ]);
    expect(page.next).toBeNull();
    const [save] = page.versions;
    expect(await calls.version(save?.id ?? 0)).toMatchObject({
      kind: 'save',
      body: { Type: 'Chart', Name: 'Trend', Data: { Studies: ['SMA'] } },
    });
    expect((await calls.versions(save?.id ?? 0)).versions).toHaveLength(2);
  });

  it('says that a version is not kept any more', async () => {
    const calls = await platform.documents();
    await expect(calls.version(1)).rejects.toThrow(
      'This version is not kept any more. Open the history again.',
    );
  });
});
