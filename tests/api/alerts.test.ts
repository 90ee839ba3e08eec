import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlatform, type Platform } from '../../src/client/index.ts';
import { newAlert } from '../../src/domain/alerts/index.ts';
import type { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { connect, openAccount, orderOf } from './wire-client.ts';

let server: TestServer<ScriptedMarket>;
const platforms: Platform[] = [];

/** A signed-in browser of the user, and the firings that it received. */
async function browser(): Promise<{ platform: Platform; received: string[] }> {
  const platform = createPlatform({ baseUrl: server.url });
  platforms.push(platform);
  const received: string[] = [];
  platform.alerts.onFired((fired, isLate) =>
    received.push(`${fired.Symbol} ${fired.Side} ${fired.Level}${isLate ? ' late' : ''}`),
  );
  expect(await platform.session.login(server.user.userName, server.user.password)).toBe(true);
  return { platform, received };
}
/** Adds an alert as the workstation does. Resolves once the server has stored it. */
async function addAlert({ alertDocuments }: Platform, level: number): Promise<void> {
  const row = { ...newAlert('a1', 'SPY'), HighAlert: level };
  alertDocuments.put([row]);
  // Answered: the server has the alert as it is here.
  await until(() => expect(alertDocuments.adopt([row])).toEqual([]));
}
/** Stores a Price Alerts window as a release without alert documents did. */
async function storeWindow(platform: Platform, level: number): Promise<void> {
  const window = {
    Tool: 'price-alerts',
    version: 0,
    linked: false,
    data: {
      Alerts: [{ ...newAlert('a1', 'SPY'), HighAlert: level }],
      Columns: [{ Id: 'Name', Width: 100 }],
      Sort: null,
      Linked: false,
      FileName: null,
    },
  };
  platform.settings.storeWorkspace(
    JSON.stringify({
      SchemaVersion: 2,
      Workspaces: [{ Id: 1, Name: 'One', Layout: '1r1c', LayoutData: { Window1: window }, Sizes: {} }],
      Current: 1,
      SavedLayouts: [],
    }),
  );
  await platform.settings.flush();
}

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  for (const platform of platforms.splice(0)) platform.dispose();
  await server.end();
});

describe('price alerts on the server', () => {
  it('fires an alert once for every browser of the user', async () => {
    const [first, second] = [await browser(), await browser()];
    server.market.print('SPY', 100, 100);
    const watchersBefore = server.market.watcherCount('SPY');
    await addAlert(first.platform, 101);
    expect(server.market.watcherCount('SPY')).toBe(watchersBefore + 1);
    server.market.print('SPY', 101, 100);
    server.market.print('SPY', 101.5, 100);
    server.market.print('SPY', 102, 100);
    await until(() =>
      expect([first.received, second.received]).toEqual([['SPY High 101'], ['SPY High 101']]),
    );
    expect(first.platform.alerts.get().firings).toMatchObject([{ AlertId: 'a1', Value: 101.5, Serial: 1 }]);
  });

  it('fires an alert with the browser closed, and publishes it with its time on return', async () => {
    const first = await browser();
    server.market.print('SPY', 100, 100);
    await addAlert(first.platform, 101);
    first.platform.dispose();
    server.market.print('SPY', 105, 100);
    const back = await browser();
    await until(() => expect(back.received).toEqual(['SPY High 101 late']));
    expect(back.platform.alerts.get().firings[0]?.Timestamp).toBe(server.market.exchangeMs());
    back.platform.alerts.markSeen();
    await until(async () => expect((await browser()).received).toEqual([]));
  });

  it('does not evaluate the windows of stored workspaces', async () => {
    const { platform } = await browser();
    const watchersBefore = server.market.watcherCount('SPY');
    await storeWindow(platform, 101);
    await addAlert(platform, 200);
    expect(server.market.watcherCount('SPY')).toBe(watchersBefore + 1);
    server.market.print('SPY', 105, 100);
    server.market.print('SPY', 201, 100);
    await until(() => expect(platform.alerts.get().firings).toMatchObject([{ Level: 200 }]));
  });

  it('clears the log of fired alerts', async () => {
    const { platform, received } = await browser();
    server.market.print('SPY', 100, 100);
    await addAlert(platform, 99);
    await until(() => expect(received).toHaveLength(1));
    expect(platform.alerts.clear()).toBe(true);
    await until(() => expect(platform.alerts.get().firings).toEqual([]));
  });
});

describe('alert documents', () => {
  const row = (change: object = {}) => ({ ...newAlert('a1', 'SPY'), HighAlert: 101, ...change });

  it("brings an alert document to the user's other connections, with its firing time", async () => {
    const [first, second] = [
      (await openAccount(server.ports, server.user)).client,
      (await openAccount(server.ports, server.user)).client,
    ];
    server.market.print('SPY', 100, 100);
    second.send('alertList', {});
    expect(await second.next('alertDocuments')).toEqual({ Items: [], HasMore: false });
    first.send('alertPut', { Id: 'a1', Seen: 0, Version: 1, Body: row() });
    expect(await first.next('alertStored')).toEqual({ Id: 'a1', Revision: 1 });
    expect(await second.next('alertChanged')).toEqual({ Id: 'a1', Revision: 1, Version: 1, Body: row() });
    server.market.print('SPY', 101.5, 100);
    const HighAlertTime = server.market.exchangeMs();
    expect(await second.next('alertChanged')).toEqual({
      Id: 'a1',
      Revision: 2,
      Version: 1,
      Body: row({ HighAlertTime }),
    });
    first.send('alertPut', { Id: 'a1', Seen: 1, Version: 1, Body: row({ Paused: true }) });
    expect(await first.next('alertConflict')).toMatchObject({ Revision: 2, Body: { HighAlertTime } });
    first.send('alertRemove', { Id: 'a1', Seen: 2 });
    expect(await first.next('alertStored')).toEqual({ Id: 'a1', Revision: 3 });
    expect(await second.next('alertChanged')).toMatchObject({ Revision: 3, Body: null });
    // Undo: the writer has seen the removal. What has fired stays fired.
    first.send('alertPut', { Id: 'a1', Seen: 3, Version: 1, Body: row() });
    expect(await first.next('alertStored')).toEqual({ Id: 'a1', Revision: 4 });
    expect(await second.next('alertChanged')).toMatchObject({ Revision: 4, Body: { HighAlertTime } });
  });

  it('does not delay an order by alerts that wait for the database', async () => {
    const { client } = await openAccount(server.ports, server.user);
    const written = Promise.withResolvers<{ kind: 'full' }>();
    vi.spyOn(server.storage.repositories.documents, 'put').mockReturnValue(written.promise);
    for (const Id of ['a1', 'a2']) client.send('alertPut', { Id, Seen: 0, Version: 1, Body: row({ Id }) });
    client.send('orderSend', orderOf(server.user));
    await client.next('executionReport', ({ ReportType }) => ReportType === 'OrderExecuted');
    expect(client.names()).not.toContain('alertRefused');
    written.resolve({ kind: 'full' });
    await client.next('alertRefused');
  });

  it('stores an alert that a client sends right after its sign-in, without waiting for the answer', async () => {
    const client = await connect('trading', server.ports);
    client.send('login', { UserId: server.user.userName, Password: server.user.password });
    client.send('alertPut', { Id: 'a1', Seen: 0, Version: 1, Body: row() });
    expect(await client.next('alertStored')).toEqual({ Id: 'a1', Revision: 1 });
  });

  it('refuses unreadable alert documents with a reason', async () => {
    const { client } = await openAccount(server.ports, server.user);
    client.send('alertPut', { Id: 'a1', Seen: 0, Version: 2, Body: row() });
    expect((await client.next('alertRefused')).Message).toContain('newer version');
    client.send('alertPut', { Id: 'a1', Seen: 0, Version: 1, Body: { Id: 'a1' } });
    expect((await client.next('alertRefused')).Message).toContain('invalid');
    for (const Id of ['a\u0000b', '\ud800', 'a b']) {
      client.send('alertPut', { Id, Seen: 0, Version: 1, Body: row({ Id }) });
      expect((await client.next('failure')).Message).toContain('printable characters expected');
    }
  });

  it('refuses alert documents of a demo session', async () => {
    const client = await connect('trading', server.ports);
    client.send('demoStart', {});
    await client.next('loginSuccess');
    client.send('alertPut', { Id: 'a1', Seen: 0, Version: 1, Body: row() });
    expect(await client.next('alertRefused')).toEqual({
      Id: 'a1',
      Message: 'Alerts of a demo session are not stored',
    });
    client.send('alertRemove', { Id: 'a1', Seen: 1 });
    await client.next('alertRefused');
    client.send('alertList', {});
    await client.next('failure', ({ RequestT }) => RequestT === 44);
  });
});
